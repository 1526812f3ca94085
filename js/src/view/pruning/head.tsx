/** Over the canvas while a pruning is considered: what would be left, and the way out. */

import { PRUNING } from "../../words-panels";
import { Heading } from "../heading";
import { Button } from "../pieces";
import type { ViewProps } from "../props";

export function PruningHead({ view }: ViewProps) {
  const { leaves } = view.session.tree.value.figures;
  const left = view.pruning.value?.leaves.value ?? leaves;
  return (
    <div class="tw-toolbar tw-pruning-head">
      <Heading view={view} />
      <span class="tw-group">
        <b>{PRUNING.name}</b>
        <span class="tw-muted" aria-live="polite">
          {PRUNING.kept(left, leaves)}
        </span>
      </span>
      <Button onClick={() => view.leave(view.pruning, null)}>
        {PRUNING.close} <kbd class="tw-kbd">Esc</kbd>
      </Button>
    </div>
  );
}
