/** The tree's own figures, at the right of the toolbar: leaves, error ● ○, and what a case costs. */

import { errorText, errorWords } from "../model/node-words";
import { count, measure, NONE } from "../numbers";
import type { Scene } from "../scene";
import { FIGURES, TOOLBAR } from "../words";
import { Mark } from "./glyph";

export function Figures({ scene }: { scene: Scene }) {
  const { figures, meta } = scene.view.tree.value;
  const error = (figure: number | null) => errorText(meta, figure);
  const cost = (figure: number | null) => (figure === null ? NONE : measure(figure));
  const held = meta.has_validation;
  return (
    <div class="tw-tree-figures" aria-live="polite" aria-atomic="true">
      <span>
        <b>{count(figures.leaves)}</b> {TOOLBAR.leaves(figures.leaves)}
      </span>
      <span class="tw-tree-error">
        {`${errorWords(meta)[0]} `}
        <Figure text={error(figures.error)} />
        {held && <Figure text={error(figures.validation_error)} hollow />}
      </span>
      {figures.cost !== null && (
        <span title={TOOLBAR.costHint}>
          {`${FIGURES.cost} `}
          <Figure text={cost(figures.cost)} />
          {held && <Figure text={cost(figures.validation_cost)} hollow />}
        </span>
      )}
    </div>
  );
}

/** On the training rows, or on those of the validation. */
function Figure({ text, hollow = false }: { readonly text: string; readonly hollow?: boolean }) {
  const part = hollow ? FIGURES.validation : FIGURES.training;
  return (
    <span class="tw-pair" title={part}>
      <Mark hollow={hollow} />
      <span class="tw-hidden">{part}</span>
      <b>{text}</b>
    </span>
  );
}
