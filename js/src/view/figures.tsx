/** The tree's own figures, at the right of the toolbar: leaves, error ● ○. */

import { errorText } from "../model/node-words";
import { count } from "../numbers";
import type { Scene } from "../scene";
import { WORDS } from "../words";
import { Mark } from "./glyph";

export function Figures({ scene }: { scene: Scene }) {
  const { figures, meta } = scene.view.tree.value;
  const { toolbar } = WORDS;
  const regression = meta.task === "regression";
  return (
    <div class="tw-tree-figures" aria-live="polite" aria-atomic="true">
      <span>
        <b>{count(figures.leaves)}</b> {toolbar.leaves(figures.leaves)}
      </span>
      <span>
        {`${regression ? toolbar.rmse : toolbar.error} `}
        <span class="tw-pair" title={toolbar.training}>
          <Mark />
          <span class="tw-hidden">{toolbar.training}</span>
          <b>{errorText(meta, figures.error)}</b>
        </span>
        {meta.has_validation ? (
          <span class="tw-pair" title={toolbar.validation}>
            <Mark hollow />
            <span class="tw-hidden">{toolbar.validation}</span>
            <b>{errorText(meta, figures.validation_error)}</b>
          </span>
        ) : null}
      </span>
    </div>
  );
}
