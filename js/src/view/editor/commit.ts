/** Making the split, and why it cannot be made. */

import { command } from "../../commands";
import { CUT } from "../../words-inspect";
import { close, type EditorProps } from "./editor";

/** Why Split cannot be pressed; null when it can. */
export function whyNotSplit({ session, view, node }: EditorProps): string | null {
  const { cut } = view;
  const fixed = command(session, view, "editCut", node.id).reason;
  if (fixed !== null) return fixed;
  if (cut.more.fault.value !== null) return cut.more.fault.value;
  const empty = cut.emptyBranch;
  if (empty >= 0) return CUT.empty(empty + 1);
  return cut.profile.value && cut.failure.value === null ? null : CUT.nothing(cut.meta.name);
}

export async function commit(props: EditorProps): Promise<void> {
  const { session, view, node } = props;
  // A threshold that was just typed is placed first; it may yet turn out to be none.
  await view.cut.more.settled();
  const why = whyNotSplit(props);
  if (why !== null) {
    session.refuse(why, node.id);
    return;
  }
  if (await view.cut.commit()) close(props);
}
