import { cutOf } from "../../cut-state";
import type { View } from "../../view-state";

/** Leave the editor: nothing was changed. */
export function close(view: View, wide: boolean): void {
  cutOf(view).restart();
  if (wide) view.editor.value = null;
  view.focusCanvas();
}
