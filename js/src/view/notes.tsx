/** The note on a node. What was typed and not saved is kept while the view lives. */

import { useState } from "preact/hooks";
import { whyFixed } from "../commands";
import { NOTE_LIMIT } from "../protocol.gen";
import type { View } from "../view-state";
import { NOTES } from "../words-inspect";
import type { NodeProps } from "./node-head";
import { Button } from "./pieces";

/** Unsaved notes by node, for each view. */
const unsaved = new WeakMap<View, Map<number, string>>();

function draftsOf(view: View): Map<number, string> {
  const drafts = unsaved.get(view) ?? new Map<number, string>();
  unsaved.set(view, drafts);
  return drafts;
}

export function Notes({ session, view, node }: NodeProps) {
  const drafts = draftsOf(view);
  const [text, setText] = useState(drafts.get(node.id) ?? node.note);
  // A note that changed elsewhere replaces what is shown, unless something else is being typed.
  const [known, setKnown] = useState(node.note);
  if (known !== node.note) {
    setKnown(node.note);
    if (text === known) setText(node.note);
  }
  const write = (value: string) => {
    drafts.set(node.id, value);
    setText(value);
  };
  const blocked = whyFixed(session, view);
  const changed = text !== node.note;
  const save = async () => {
    if (!changed || blocked !== null) return;
    const done = await session.act("note", { node: node.id, text });
    if (done) drafts.delete(node.id);
  };
  return (
    <div class="tw-notes">
      <textarea
        aria-label={NOTES.label(node.id)}
        placeholder={NOTES.hint}
        value={text}
        maxLength={NOTE_LIMIT}
        readOnly={blocked !== null}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <div class="tw-notes-foot">
        <kbd>{NOTES.keys}</kbd>
        <Button why={blocked ?? (changed ? null : NOTES.saved)} onClick={() => void save()}>
          {NOTES.save}
        </Button>
      </div>
    </div>
  );
}
