/** Under the canvas while a pruning is considered: the curve to slide along, and what it brings. */

import { useEffect } from "preact/hooks";
import { PRUNING } from "../../words-panels";
import { onEscape } from "../pieces";
import type { ViewProps } from "../props";
import { PruningChart } from "./chart";
import type { PruningProps } from "./props";
import { PruningSide } from "./side";

export function PruningPanel({ view }: ViewProps) {
  const pruning = view.pruning.value;
  return pruning && <Panel view={view} pruning={pruning} />;
}

function Panel({ view, pruning }: PruningProps) {
  const { session } = view;
  const { revision } = session.state.value;
  const way = pruning.way.value;
  const keep = pruning.keep.value;
  const confidence = pruning.confidence.value;
  const raising = pruning.raising.value;
  useEffect(() => {
    void pruning.load();
  }, [pruning, revision, way, keep, confidence, raising]);
  useEffect(() => () => pruning.drop(), [pruning]);
  return (
    <section
      class="tw-pruning"
      aria-label={PRUNING.name}
      onKeyDown={onEscape(() => view.leave(view.pruning, null))}
    >
      <PruningChart view={view} pruning={pruning} />
      <PruningSide view={view} pruning={pruning} />
    </section>
  );
}
