/** The tree's own figures, at the right of the toolbar: leaves, error ● ○. */

import { errorText } from "../model/node-words";
import { isRegression } from "../model/tree";
import { count } from "../numbers";
import type { Scene } from "../scene";
import { FIGURES, TOOLBAR } from "../words";
import { Mark } from "./glyph";

export function Figures({ scene }: { scene: Scene }) {
  const { figures, meta } = scene.view.tree.value;
  const regression = isRegression(meta);
  return (
    <div class="tw-tree-figures" aria-live="polite" aria-atomic="true">
      <span>
        <b>{count(figures.leaves)}</b> {TOOLBAR.leaves(figures.leaves)}
      </span>
      <span>
        {`${regression ? FIGURES.rmse : FIGURES.error} `}
        <span class="tw-pair" title={FIGURES.training}>
          <Mark />
          <span class="tw-hidden">{FIGURES.training}</span>
          <b>{errorText(meta, figures.error)}</b>
        </span>
        {meta.has_validation ? (
          <span class="tw-pair" title={FIGURES.validation}>
            <Mark hollow />
            <span class="tw-hidden">{FIGURES.validation}</span>
            <b>{errorText(meta, figures.validation_error)}</b>
          </span>
        ) : null}
      </span>
    </div>
  );
}
