/** The cut editor over canvas and inspector. */

import { useEffect } from "preact/hooks";
import { share } from "../../numbers";
import { CUT } from "../../words-inspect";
import { Glyph } from "../glyph";
import { focusOn, Name, onEscape } from "../pieces";
import type { Props } from "../props";
import { close } from "./close";
import { CutEditor } from "./editor";

export function CutEditorWide({ view }: Props) {
  const tree = view.session.tree.value;
  const node = tree.find(view.editor.value?.node ?? -1);
  useEffect(() => {
    // The node went: the keys, and the inspector's tab, wait for an editor no longer.
    if (node || !view.editor.peek()) return;
    view.editor.value = null;
    view.focusCanvas();
  }, [node, view]);
  if (!node) return null;
  const { classes } = tree.meta;
  const slots = view.slots.value;
  return (
    <div
      class="tw-editor-over"
      role="dialog"
      aria-label={CUT.title(node.id)}
      tabIndex={-1}
      ref={focusOn}
      onKeyDown={onEscape(() => close({ view, node, wide: true }))}
    >
      <header>
        <h2>{CUT.title(node.id)}</h2>
        <span class="tw-muted">{CUT.size(node.n, share(tree.share(node)))}</span>
        <span class="tw-editor-legend">
          {/* Only the classes with a colour of their own. */}
          {slots.map(
            (slot, k) =>
              slots.indexOf(slot) === slots.lastIndexOf(slot) && (
                <span key={slot}>
                  <Glyph slot={slot} />
                  <Name text={classes[k] ?? ""} />
                </span>
              ),
          )}
        </span>
      </header>
      <CutEditor view={view} node={node} wide />
    </div>
  );
}
