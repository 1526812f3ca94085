/** The cut editor over canvas and inspector. */

import { useEffect, useRef } from "preact/hooks";
import { bySlot } from "../../model/palette";
import { count, share } from "../../numbers";
import { CUT } from "../../words-inspect";
import { useSlots } from "../counts";
import type { Props } from "../frame";
import { Glyph } from "../glyph";
import { Name } from "../pieces";
import { CutEditor } from "./editor";

export function CutEditorWide({ session, view }: Props) {
  const editor = view.editor.value;
  const box = useRef<HTMLDivElement>(null);
  const open = editor?.wide === true && session.tree.value.has(editor.node);
  useEffect(() => {
    if (open) box.current?.focus();
  }, [open]);
  if (!open || !editor) return null;
  const node = session.tree.value.get(editor.node);
  return (
    <div
      class="tw-editor-over"
      role="dialog"
      aria-label={CUT.title(node.id)}
      tabIndex={-1}
      ref={box}
    >
      <header>
        <h2>{CUT.title(node.id)}</h2>
        <span class="tw-extent">
          {CUT.size(count(node.n), share(session.tree.value.share(node)))}
        </span>
        <Legend session={session} view={view} />
      </header>
      <CutEditor session={session} view={view} node={node} wide />
    </div>
  );
}

/** The classes with a colour of their own. */
function Legend({ session }: Props) {
  const { classes } = session.meta.value;
  const slots = useSlots(session);
  if (classes.length === 0) return null;
  const shown = bySlot(
    slots.map(() => 1),
    slots,
  ).flatMap((many, i) => (many === 1 ? [i + 1] : []));
  return (
    <span class="tw-editor-legend">
      {shown.map((slot) => (
        <span key={slot}>
          <Glyph slot={slot} />
          <Name text={classes[slots.indexOf(slot)] ?? ""} />
        </span>
      ))}
    </span>
  );
}
