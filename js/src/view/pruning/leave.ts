/** The way out of a pruning, done or not. */

import type { View } from "../../view-state";

export function leave(view: View): void {
  view.pruning.value = null;
  view.focusCanvas();
}
