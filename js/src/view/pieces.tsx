/** Small parts that the inspector, the editor and the history share. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../clipboard";
import { letters } from "../model/conditions";
import { INSPECT } from "../words-inspect";
import { Icon, type IconName } from "./icons";

/** Enough of a name to fill any place it stands in; a name may have ten thousand letters. */
const SHOWN = 160;
const ENDING = 5;
const HINT = 400;

/** A name that is shortened in its middle where it does not fit: measured by the browser. */
export function Name({ text, class: extra = "" }: { text: string; class?: string }) {
  const ends = text.slice(-8 * ENDING);
  const tail = text.length > 2 * ENDING ? letters(ends).slice(-ENDING).join("") : "";
  const head = text.slice(0, text.length - tail.length).slice(0, SHOWN);
  return (
    <span class={`tw-name ${extra}`} dir="auto" title={hint(text)}>
      <span class="tw-name-head">{head}</span>
      {tail && <span class="tw-name-tail">{tail}</span>}
    </span>
  );
}

/** A tooltip's text: the whole of a name, within reason. */
export function hint(text: string): string {
  return text.length > HINT ? `${text.slice(0, HINT)}…` : text;
}

interface ButtonProps {
  onClick: () => void;
  label?: string;
  /** Why it cannot be pressed; it stays focusable and says so. */
  why?: string | null | undefined;
  icon?: IconName;
  kind?: "edged" | "primary" | "plain";
  children?: ComponentChildren;
  onHover?: (over: boolean) => void;
}

/** A button with words. */
export function Button({ onClick, label, why, icon, kind = "edged", ...rest }: ButtonProps) {
  const { children, onHover } = rest;
  return (
    <button
      type="button"
      class={`tw-button tw-${kind}`}
      aria-label={label}
      aria-disabled={why ? "true" : undefined}
      title={why ?? undefined}
      onClick={() => !why && onClick()}
      onPointerEnter={onHover && (() => onHover(true))}
      onPointerLeave={onHover && (() => onHover(false))}
      onFocus={onHover && (() => onHover(true))}
      onBlur={onHover && (() => onHover(false))}
    >
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  );
}

/** A button that is an icon with a name. */
export function IconButton({ onClick, label, why, icon }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      class="tw-icon-button"
      aria-label={label}
      title={why ?? label}
      aria-disabled={why ? "true" : undefined}
      onClick={() => !why && onClick()}
    >
      {icon && <Icon name={icon} />}
    </button>
  );
}

interface CopyProps {
  text: () => string;
  label: string;
  children?: ComponentChildren;
}

/** A copy button; its icon says for a moment that it was done. */
export function CopyButton({ text, label, children }: CopyProps) {
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onClick = async () => {
    await copyText(text());
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), 1500);
  };
  return (
    <button
      type="button"
      class={children ? "tw-button tw-quiet" : "tw-icon-button"}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={done ? "check" : "copy"} />
      {children && <span>{children}</span>}
      <span class="tw-hidden" role="status">
        {done ? INSPECT.copied : ""}
      </span>
    </button>
  );
}

export interface Answer<T> {
  value: T | null;
  error: string | null;
}

/** An answer to a question asked while something is on the screen; a late one is dropped. */
export function useAnswer<T>(ask: (() => Promise<T>) | null, keys: readonly unknown[]): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, error: null });
  useEffect(() => {
    let current = true;
    setAnswer({ value: null, error: null });
    ask?.().then(
      (value) => current && setAnswer({ value, error: null }),
      (error: Error) => current && setAnswer({ value: null, error: error.message }),
    );
    return () => {
      current = false;
    };
  }, keys);
  return answer;
}
