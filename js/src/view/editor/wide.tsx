/** The cut editor over canvas and inspector. */

import { useEffect } from "preact/hooks";
import { CUT } from "../../words-cut";
import { shareOf } from "../facts";
import { Glyph } from "../glyph";
import { legendOf } from "../legend";
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
  return (
    <div
      class="tw-editor-over"
      role="dialog"
      aria-label={CUT.title(node.id)}
      tabIndex={-1}
      ref={focusOn}
      onKeyDown={onEscape(() => close(view, true))}
    >
      <header>
        <h2>{CUT.title(node.id)}</h2>
        <span class="tw-muted">{CUT.size(node.n, shareOf(node.n, tree.root.n))}</span>
        <span class="tw-editor-legend">
          {legendOf(view).map(({ name, slot }) => (
            <span key={slot}>
              <Glyph slot={slot} />
              <Name text={name} />
            </span>
          ))}
        </span>
      </header>
      <CutEditor view={view} node={node} wide />
    </div>
  );
}
