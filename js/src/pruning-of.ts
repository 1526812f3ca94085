/** A view's pruning: as it was left, where it was considered before. */

import { perView } from "./per-view";
import { PruningState } from "./pruning-state";

export const pruningOf = perView(({ session }) => new PruningState(session));
