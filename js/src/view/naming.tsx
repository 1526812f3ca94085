/** A name for the present place: a checkpoint. */

import { useState } from "preact/hooks";
import { NAME_LIMIT } from "../protocol.gen";
import { VERBS } from "../words";
import { NAMING } from "../words-panels";
import { useKeyboardBack } from "./keyboard-back";
import { Button, focusOn, onEnter, onEscape } from "./pieces";
import type { NamingProps } from "./props";

export function Naming({ view, onDone, onBack }: NamingProps) {
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
        aria-label={NAMING.name}
        placeholder={NAMING.name}
        maxLength={NAME_LIMIT}
        ref={focusOn}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onEnter}
      />
      <Button kind="primary" why={name ? null : NAMING.name} onClick={save}>
        {NAMING.save}
      </Button>
      <Button onClick={onDone}>{VERBS.cancel}</Button>
    </form>
  );
}
