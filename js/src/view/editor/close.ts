import { cutOf } from "../../cut-state";
import type { EditorProps } from "../props";

/** Leave the editor: nothing was changed. */
export function close({ view, wide }: EditorProps): void {
  cutOf(view).restart();
  if (wide) view.editor.value = null;
  view.focusCanvas();
}
