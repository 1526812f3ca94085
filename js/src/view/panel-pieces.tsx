/** Small parts that the panels share, and nothing else has. */

import type { ComponentChildren } from "preact";
import { useUnique } from "./pieces";

interface SegmentsProps<T> {
  label: string;
  value: T;
  options: readonly (readonly [T, ComponentChildren])[];
  onChange: (value: T) => void;
  /** An option that holds although another is chosen. */
  taken?: T;
}

/** One of a few, side by side: radio buttons, so that the browser knows the keys. */
export function Segments<T>({ label, value, options, onChange, taken }: SegmentsProps<T>) {
  const name = useUnique();
  return (
    <div class="tw-segments" role="radiogroup" aria-label={label}>
      {options.map(([option, words]) => (
        <label key={String(option)} class={taken === option ? "tw-taken" : ""}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{words}</span>
        </label>
      ))}
    </div>
  );
}

/** A press beside the fields leaves the keyboard in them: what lies behind waits. */
export function staying(event: MouseEvent): void {
  if (!(event.target as Element).closest("input, button")) event.preventDefault();
}

/** Why something that was asked for cannot be: read out as soon as it is there. */
export function Fault({ text, id }: { text: string | null | undefined; id?: string }) {
  return text ? (
    <p id={id} class="tw-fault" role="alert">
      {text}
    </p>
  ) : null;
}
