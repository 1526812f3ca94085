/** The note on a node. What was typed and not saved is kept while the view lives. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { whyFixed } from "../commands";
import { perView } from "../per-view";
import { NOTE_LIMIT } from "../protocol.gen";
import type { View } from "../view-state";
import { NOTES } from "../words-inspect";
import { Button, onEscape } from "./pieces";
import type { NodeProps } from "./props";

/** Unsaved notes by node, for each view. */
const unsaved = perView(() => new Map<number, string>());

export function Notes({ view, node }: NodeProps) {
  const drafts = unsaved(view);
  const [, redraw] = useState({});
  const text = drafts.get(node.id) ?? node.note;
  const fixed = whyFixed(view.session, view);
  const save = async () => {
    if (text === node.note || fixed) return;
    if (await view.session.act("note", { node: node.id, text })) drafts.delete(node.id);
  };
  const field = useWriting(view);
  const leave = onEscape(view.focusCanvas);
  return (
    <div class="tw-notes">
      <textarea
        ref={field}
        aria-label={NOTES.label(node.id)}
        placeholder={fixed ?? NOTES.hint}
        value={text}
        maxLength={NOTE_LIMIT}
        readOnly={fixed !== null}
        onInput={(event) => {
          drafts.set(node.id, event.currentTarget.value);
          redraw({});
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
          leave(event);
        }}
      />
      <div>
        <kbd class="tw-kbd">{NOTES.keys}</kbd>
        <Button why={fixed ?? (text === node.note ? NOTES.saved : null)} onClick={save}>
          {NOTES.save}
        </Button>
      </div>
    </div>
  );
}

/** The keyboard comes with the key that asked for it: what is typed next is the note, and no verb. */
function useWriting(view: View) {
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = view.writing.value;
  useLayoutEffect(() => {
    if (!writing) return;
    view.writing.value = false;
    field.current?.focus();
  }, [view, writing]);
  return field;
}
