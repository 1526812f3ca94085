/** Small parts that the inspector, the editor and the history share. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { letters, oneLine, type Parting } from "../model/names";
import { LATE } from "../model/parting";
import { Icon, type IconName } from "./icons";
import { useSnug } from "./snug";

/** Enough of a name to fill any place it stands in; a name may have ten thousand letters. */
const SHOWN = 160;
const ENDING = 4;
const HINT = 400;

interface NameProps {
  text: string;
  strong?: boolean;
  /** Where it differs from the name most like it: late in it, what stands before gives way. */
  at?: Parting | undefined;
}

/**
 * A name that is shortened in its middle where it does not fit: measured by the browser. The parts
 * are paint: what is read out, found, selected and copied is the whole, which lies over them unseen.
 */
export function Name({ text: whole, strong, at }: NameProps) {
  const text = oneLine(whole);
  const head = useSnug(text);
  const last = letters(text.slice(-8 * ENDING)).slice(-ENDING);
  // Ideographs and emoji are twice as wide.
  const kept = last.slice(/[\u1100-\uffff]/.test(last.join("")) ? 2 : 0);
  const ending = text.length > 2 * ENDING ? kept.join("") : "";
  const end = text.length - ending.length;
  const start = at && at.word >= ENDING && at.word < end ? at.word : end;
  const after = letters(text.slice(start, start + SHOWN));
  // All that stands behind a late difference, if it is short; of another what tells, and a little.
  const short = start === end || (start >= LATE && after.length <= LATE);
  const told = short ? after.length : (at?.letter ?? 0) - start + ENDING;
  const parts = [
    text.slice(0, start).slice(0, SHOWN),
    after.slice(0, told).join(""),
    after.slice(told).join(""),
  ].filter((part, i) => i === 0 || part);
  return (
    <span class={`tw-name ${strong ? "tw-strong" : ""}`} dir="auto" title={hint(whole)}>
      <span>{hint(text)}</span>
      {parts.map((part, i) => (
        <span key={i} ref={i === 0 ? head : null} data-part={part} aria-hidden="true" />
      ))}
    </span>
  );
}

/** A tooltip's text: the whole of a name, within reason. */
export function hint(text: string): string {
  return text.length > HINT ? `${text.slice(0, HINT)}…` : text;
}

interface ButtonProps {
  onClick: () => void;
  /** The name, where the words on it are not enough or there are none. */
  label?: string;
  /** Why it cannot be pressed; it stays focusable and says so. */
  why?: string | null | undefined;
  /** Pressed all the same it says why where all see it: nobody who uses keys has a tooltip. */
  told?: boolean;
  icon?: IconName;
  kind?: "edged" | "primary" | "plain" | "tool" | "caret";
  /** The tooltip, where it is more than the name or the reason. */
  hint?: string;
  pressed?: boolean;
  /** The second press of a double click is not meant: it would do another thing. */
  once?: boolean;
  /** It has a menu, which is open or not. */
  expanded?: boolean;
  children?: ComponentChildren;
  onHover?: ((over: boolean) => void) | undefined;
}

const CARET = "tw-icon-button tw-caret";

/** A button with words, or an icon with a name. */
export function Button({ onClick, label, why, icon, kind = "edged", ...rest }: ButtonProps) {
  const { children, onHover } = rest;
  const hover = useHover(onHover);
  return (
    <button
      type="button"
      class={children ? `tw-button tw-${kind}` : kind === "caret" ? CARET : "tw-icon-button"}
      aria-label={label}
      aria-disabled={why ? "true" : undefined}
      aria-pressed={rest.pressed}
      aria-expanded={rest.expanded}
      aria-haspopup={rest.expanded === undefined ? undefined : "menu"}
      title={rest.hint ?? why ?? label}
      onClick={(event) => (why && !rest.told) || (rest.once && event.detail > 1) || onClick()}
      {...hover}
    >
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  );
}

/** A pointer that rests points at nothing that came to stand under it: only its moves count. */
function useHover(onHover: ButtonProps["onHover"]) {
  const over = useRef(false);
  // Under a pointer that rests it may come to mean another node.
  useEffect(() => {
    if (over.current) onHover?.(true);
  });
  if (!onHover) return {};
  const turn = (to: boolean) => () => {
    if (over.current !== to) onHover(to);
    over.current = to;
  };
  const [enter, leave] = [turn(true), turn(false)];
  return { onPointerMove: enter, onPointerLeave: leave, onFocus: enter, onBlur: leave };
}

let serial = 0;

/** A name no other element of the page has: several views may stand in one document. */
export function useUnique(): string {
  return useState(() => {
    serial += 1;
    return `tw-${serial}-${Math.random().toString(36).slice(2, 6)}`;
  })[0];
}

interface SelectProps<T> {
  label?: string;
  hint?: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

/** One of many: the browser's own list. */
export function Select<T extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: SelectProps<T>) {
  return (
    <span class="tw-select">
      <select
        aria-label={label}
        title={hint}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </span>
  );
}

/** A key that was understood here goes no further. */
export function taken(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Enter in a form's field hands it in: JupyterLab keeps the browser from doing so by itself. One that
 * ends the composing of a word, as in Japanese, is part of the writing, here as in every field.
 */
export function onEnter(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== "Enter" || event.isComposing || !(target instanceof HTMLInputElement)) return;
  taken(event);
  target.form?.requestSubmit();
}

/** Leave by Escape. */
export const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape" || event.isComposing) return;
  taken(event);
  leave();
};

/** Give the keyboard to an element once it is there. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();

/** By arrow keys from one of the children to the next. */
export function rove(event: KeyboardEvent, within: string): void {
  const { key, currentTarget, target } = event;
  const by = /^Arrow(Right|Down)$/.test(key) ? 1 : /^Arrow(Left|Up)$/.test(key) ? -1 : 0;
  if (by === 0) return;
  const all = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>(within)];
  all[all.indexOf(target as HTMLElement) + by]?.focus();
  taken(event);
}

export interface Answer<T> {
  value: T | null;
  /** Why there is none; "" while it is waited for. */
  error: string;
}

const WAITING = { value: null, error: "" };

/** An answer to a question asked while something is on the screen; a late one is dropped. */
export function useAnswer<T>(ask: () => Promise<T>, keys: readonly unknown[]): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>(WAITING);
  useEffect(() => {
    let current = true;
    setAnswer(WAITING);
    ask().then(
      (value) => current && setAnswer({ value, error: "" }),
      (error: Error) => current && setAnswer({ value: null, error: error.message }),
    );
    return () => {
      current = false;
    };
  }, keys);
  return answer;
}

/** What stands where an answer will be: nothing at first, or why there is none. */
export function Quiet({ children }: { children?: ComponentChildren }) {
  return <p class={`tw-quiet-line ${children ? "" : "tw-late"}`}>{children || "…"}</p>;
}
