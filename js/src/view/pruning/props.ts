import type { PruningState } from "../../pruning-state";
import type { ViewProps } from "../props";

/** What the parts of the pruning panel are given. */
export interface PruningProps extends ViewProps {
  readonly pruning: PruningState;
}
