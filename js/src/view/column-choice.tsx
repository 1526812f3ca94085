/** Which figures the candidates table shows: the menu in its head. */

import type { Measure } from "../model/candidates";
import { CANDIDATES } from "../words-inspect";
import { Icon } from "./icons";
import { onEscape } from "./pieces";

const ALL = Object.keys(CANDIDATES.full) as Measure[];

interface ChoiceProps {
  shown: readonly Measure[];
  onChange: (shown: Measure[]) => void;
}

export function ColumnChoice({ shown, onChange }: ChoiceProps) {
  const close = (box: HTMLDetailsElement) => box.removeAttribute("open");
  return (
    <details
      class="tw-choice"
      onKeyDown={(event) => onEscape(() => close(event.currentTarget))(event)}
      onFocusOut={({ currentTarget: box, relatedTarget }) =>
        box.contains(relatedTarget as Node | null) || close(box)
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: what opens details is a summary, and is a button */}
      <summary
        role="button"
        class="tw-icon-button"
        aria-label={CANDIDATES.choose}
        title={CANDIDATES.choose}
      >
        <Icon name="more" />
      </summary>
      <fieldset>
        {ALL.map((measure) => (
          <label key={measure}>
            <input
              type="checkbox"
              checked={shown.includes(measure)}
              onChange={() =>
                onChange(ALL.filter((other) => shown.includes(other) !== (other === measure)))
              }
            />
            {CANDIDATES.full[measure]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
