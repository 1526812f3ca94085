/** Why an edit is made, asked before it goes to Python, where the tree wants a reason of each. */

import { useEffect, useRef, useState } from "preact/hooks";
import { NOTE_LIMIT } from "../protocol.gen";
import type { Asking } from "../reasons";
import type { Session } from "../session";
import { VERBS } from "../words";
import { WHY } from "../words-panels";
import { staying } from "./panel-pieces";
import { Button, hint, onEnter, useUnique } from "./pieces";
import type { ViewProps } from "./props";

/** Reasons that were given on this page, the last one first: of one tree, and kept nowhere else. */
const given = new WeakMap<Session, readonly string[]>();
const OFFERED = 4;

export function Why({ view, asking }: ViewProps & { readonly asking: Asking }) {
  const title = useUnique();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFocus(form, input, view.focusCanvas);
  const { text, setText, reason, recent, confirm } = useReason(view.session, asking);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere over what waits
    <div class="tw-why" onMouseDown={staying}>
      <div role="dialog" aria-modal="true" aria-labelledby={title}>
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
          onKeyDown={(event) => onKey(event, asking)}
        >
          <h2 id={title}>{WHY.title(asking)}</h2>
          <input
            ref={input}
            class="tw-input"
            aria-label={WHY.label}
            autocomplete="off"
            maxLength={NOTE_LIMIT}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Recent
            reasons={recent}
            onTake={(one) => {
              setText(one);
              input.current?.focus();
            }}
          />
          <footer>
            <span class="tw-muted">{WHY.help}</span>
            <Button onClick={() => asking.tell(null)}>
              {VERBS.cancel} <kbd class="tw-kbd">Esc</kbd>
            </Button>
            <Button kind="primary" why={reason ? null : WHY.empty} onClick={confirm}>
              {WHY.confirm(asking)}
            </Button>
          </footer>
        </form>
      </div>
    </div>
  );
}

/** The reason as it is typed, those given before, and what hands it over; left, there is none. */
function useReason(session: Session, asking: Asking) {
  const [text, setText] = useState("");
  const recent = given.get(session) ?? [];
  const reason = text.trim();
  const confirm = () => {
    if (!reason) return;
    given.set(session, [reason, ...recent.filter((one) => one !== reason)].slice(0, OFFERED));
    asking.tell(reason);
  };
  useEffect(() => () => asking.tell(null), [asking]);
  return { text, setText, reason, recent, confirm };
}

interface RecentProps {
  readonly reasons: readonly string[];
  readonly onTake: (reason: string) => void;
}

function Recent({ reasons, onTake }: RecentProps) {
  if (!reasons.length) return null;
  return (
    <ul aria-label={WHY.recent}>
      {reasons.map((one) => (
        <li key={one}>
          <button type="button" title={hint(one)} onClick={() => onTake(one)}>
            <bdi>{one}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The keyboard comes here, and afterwards goes back to where it was. */
function useFocus(
  form: { current: HTMLElement | null },
  input: { current: HTMLElement | null },
  home: () => void,
): void {
  useEffect(() => {
    const place = form.current?.getRootNode() as Document | ShadowRoot;
    const before = place.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus();
      else home();
    };
  }, []);
}

function onKey(event: KeyboardEvent, asking: Asking): void {
  if (event.key === "Escape" && !event.isComposing) asking.tell(null);
  else if (event.key === "Tab") around(event);
  else onEnter(event);
  event.stopPropagation();
}

/** From the last field to the first: what lies behind waits. */
function around(event: KeyboardEvent): void {
  const all = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("input,button"),
  ];
  const [end, start] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (event.target !== end) return;
  event.preventDefault();
  start?.focus();
}
