/** The last gesture: its line of Python, what it did, Copy, Checkpoint, and the way to all of them. */

import { useRef, useState } from "preact/hooks";
import { whyFixed } from "../commands";
import { NAME_LIMIT } from "../protocol.gen";
import { VERBS } from "../words";
import { HISTORY } from "../words-inspect";
import { Code, Told } from "./code";
import { useKeyboardBack } from "./keyboard-back";
import { Button, focusOn, onEnter, onEscape } from "./pieces";
import type { StripProps, ViewProps } from "./props";

export function LastGesture({ view, onList }: StripProps) {
  const [naming, setNaming] = useState(false);
  const header = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const name = () => {
    // By a press there is none: the keyboard is of more use on the canvas.
    opener.current = header.current?.querySelector<HTMLElement>(":focus-visible") ?? null;
    setNaming(true);
  };
  const back = () => (opener.current ? opener.current.focus() : view.focusCanvas());
  const { steps, position } = view.session.state.value.history;
  const step = steps[position];
  if (!step) return null;
  return (
    <div class="tw-last">
      <header ref={header}>
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
        <Button kind="plain" icon="flag" why={whyFixed(view.session, view)} onClick={name}>
          {HISTORY.addCheckpoint}
        </Button>
        <Button icon="list" label={HISTORY.all} onClick={onList} />
      </header>
      {naming ? (
        <Naming view={view} onBack={back} onDone={() => setNaming(false)} />
      ) : (
        <div role="status">
          <Code line={step.line} />
          <Told text={step.text} />
        </div>
      )}
    </div>
  );
}

interface NamingProps extends ViewProps {
  readonly onDone: () => void;
  /** Where the keyboard goes from here. */
  readonly onBack: () => void;
}

/** A name for the present place. */
function Naming({ view, onDone, onBack }: NamingProps) {
  const form = useKeyboardBack<HTMLFormElement>(onBack);
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const save = async () => {
    if (name && (await view.session.act("checkpoint", { name }))) onDone();
  };
  return (
    <form
      ref={form}
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
