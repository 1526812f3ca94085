/** Under the canvas while a pruning is considered: the curve to slide along, and what it brings. */

import { useEffect } from "preact/hooks";
import type { View } from "../../view-state";
import { PRUNING } from "../../words";
import { onEscape } from "../pieces";
import type { ViewProps } from "../props";
import { PruningChart } from "./chart";
import { PruningSide } from "./side";

export function leave(view: View): void {
  view.pruning.close();
  view.focusCanvas();
}

export function PruningPanel({ view }: ViewProps) {
  const { pruning, session } = view;
  const { revision } = session.state.value;
  const way = pruning.way.value;
  const keep = pruning.keep.value;
  useEffect(() => {
    void pruning.load();
  }, [pruning, revision, way, keep]);
  return (
    <section class="tw-pruning" aria-label={PRUNING.name} onKeyDown={onEscape(() => leave(view))}>
      <PruningChart view={view} />
      <PruningSide view={view} />
    </section>
  );
}
