/** Which figures the candidates table shows: the menu in its head. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Measure } from "../model/candidates";
import { CANDIDATES } from "../words-inspect";
import { IconButton } from "./pieces";

const ALL: readonly Measure[] = ["gain", "validation_gain", "gain_ratio", "balance", "missing_n"];

interface ChoiceProps {
  shown: readonly Measure[];
  onChange: (shown: Measure[]) => void;
}

export function ColumnChoice({ shown, onChange }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) box.current?.querySelector("input")?.focus();
  }, [open]);
  const toggle = (measure: Measure) =>
    onChange(ALL.filter((other) => shown.includes(other) !== (other === measure)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving are heard from inside
    <div
      class="tw-choice"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        setOpen(false);
        box.current?.querySelector("button")?.focus();
      }}
      onFocusOut={(event) => {
        if (!box.current?.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <IconButton label={CANDIDATES.choose} icon="more" onClick={() => setOpen(!open)} />
      {open && (
        <fieldset class="tw-popover" aria-label={CANDIDATES.choose}>
          {ALL.map((measure) => (
            <label key={measure}>
              <input
                type="checkbox"
                checked={shown.includes(measure)}
                onChange={() => toggle(measure)}
              />
              {CANDIDATES.full[measure]}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
