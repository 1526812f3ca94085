/** The last gesture: its line of Python, what it did, Copy, Checkpoint, and the way to all of them. */

import { useState } from "preact/hooks";
import { whyFixed } from "../commands";
import { NAME_LIMIT } from "../protocol.gen";
import { VERBS } from "../words";
import { HISTORY } from "../words-inspect";
import { Code } from "./code";
import { Button, focusOn, hint, onEnter, onEscape } from "./pieces";
import type { StripProps, ViewProps } from "./props";

export function LastGesture({ view, onList }: StripProps) {
  const [naming, setNaming] = useState(false);
  const { steps, position } = view.session.state.value.history;
  const step = steps[position];
  if (!step) return null;
  return (
    <div class="tw-last">
      <header>
        <strong>{HISTORY.last}</strong>
        <span class="tw-muted">{HISTORY.where(step.step, step.node)}</span>
        <Button
          kind="plain"
          icon="copy"
          label={HISTORY.copyLine}
          onClick={() => view.copy(step.line)}
        >
          {HISTORY.copy}
        </Button>
        <Button
          kind="plain"
          icon="flag"
          why={whyFixed(view.session, view)}
          onClick={() => setNaming(true)}
        >
          {HISTORY.addCheckpoint}
        </Button>
        <Button icon="list" label={HISTORY.all} onClick={onList} />
      </header>
      {naming ? (
        <Naming view={view} onDone={() => setNaming(false)} />
      ) : (
        <div role="status">
          <Code line={step.line} />
          <span title={hint(step.text)}>{step.text}</span>
        </div>
      )}
    </div>
  );
}

/** A name for the present place. */
function Naming({ view, onDone }: ViewProps & { onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const save = async () => {
    if (name && (await view.session.act("checkpoint", { name }))) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={onEscape(onDone)}
    >
      <input
        type="text"
        class="tw-input"
        aria-label={HISTORY.name}
        placeholder={HISTORY.name}
        maxLength={NAME_LIMIT}
        ref={focusOn}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onEnter}
      />
      <Button kind="primary" why={name ? null : HISTORY.name} onClick={save}>
        {HISTORY.save}
      </Button>
      <Button onClick={onDone}>{VERBS.cancel}</Button>
    </form>
  );
}
