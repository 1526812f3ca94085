/** The last gesture: its line of Python, what it did, Copy, Checkpoint, and the way to all of them. */

import { useState } from "preact/hooks";
import { whyFixed } from "../commands";
import { NAME_LIMIT } from "../protocol.gen";
import { HISTORY } from "../words-inspect";
import { Code } from "./code";
import type { Props } from "./frame";
import { Button, CopyButton, hint, IconButton } from "./pieces";

export function LastGesture({ session, view, onList }: Props & { onList: () => void }) {
  const [naming, setNaming] = useState(false);
  const { history } = session.state.value;
  const step = history.steps[history.position];
  if (!step) return null;
  const where = [HISTORY.stepOf(step.step)];
  if (step.node !== null) where.push(HISTORY.nodeOf(step.node));
  return (
    <div class="tw-last">
      <header>
        <strong>{HISTORY.last}</strong>
        <span class="tw-extent">{where.join(", ")}</span>
        <span class="tw-last-buttons">
          <CopyButton text={() => step.line} label={HISTORY.copyLine}>
            {HISTORY.copy}
          </CopyButton>
          <Button
            kind="plain"
            icon="flag"
            why={whyFixed(session, view)}
            onClick={() => setNaming(true)}
          >
            {HISTORY.addCheckpoint}
          </Button>
          <IconButton icon="list" label={HISTORY.all} onClick={onList} />
        </span>
      </header>
      {naming ? (
        <Naming session={session} view={view} onDone={() => setNaming(false)} />
      ) : (
        <div class="tw-last-line" role="status">
          <Code line={step.line} />
          <span class="tw-last-text" title={hint(step.text)}>
            {step.text}
          </span>
        </div>
      )}
    </div>
  );
}

/** A name for the present place. */
function Naming({ session, onDone }: Props & { onDone: () => void }) {
  const [name, setName] = useState("");
  const save = async () => {
    if (name.trim() && (await session.act("checkpoint", { name: name.trim() }))) onDone();
  };
  return (
    <form
      class="tw-naming"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onDone();
      }}
    >
      <input
        type="text"
        aria-label={HISTORY.name}
        placeholder={HISTORY.name}
        maxLength={NAME_LIMIT}
        value={name}
        ref={(input) => input?.focus()}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button kind="primary" why={name.trim() ? null : HISTORY.name} onClick={() => void save()}>
        {HISTORY.save}
      </Button>
      <Button onClick={onDone}>{HISTORY.cancel}</Button>
    </form>
  );
}
