/** Where rows without a value go: a segmented control. Shown where there are such rows. */

import type { Missing } from "../../model/profile";
import { CUT } from "../../words-inspect";
import type { EditorProps } from "./editor";

export function MissingRoute({ view }: EditorProps) {
  const { cut } = view;
  const profile = cut.profile.value;
  if (!profile) return null;
  const { missing, validation_missing: held } = profile.result;
  const { missing: chosen, groups, cuts } = cut.draft.value;
  if (!missing[0] && !held[0] && chosen === null) return null;
  const branches = groups ? groups.length : cuts.length + 1;
  const options: [Missing, string][] = [
    ...Array.from({ length: branches }, (_, i): [Missing, string] => [i, CUT.branch(i + 1)]),
    ["own", CUT.own],
    [null, CUT.method],
  ];
  const to = cut.verdict.value?.missing;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = options.findIndex(([value]) => value === chosen);
    const next = (at + by + options.length) % options.length;
    cut.setMissing(options[next]?.[0] ?? null);
    const buttons = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button");
    buttons[next]?.focus();
  };
  return (
    <div class="tw-missing">
      <span>{CUT.missingTo}</span>
      <div class="tw-segments" role="radiogroup" aria-label={CUT.missingTo} onKeyDown={onKeyDown}>
        {options.map(([value, text]) => (
          // biome-ignore lint/a11y/useSemanticElements: segments of one control, styled as buttons
          <button
            key={String(value)}
            type="button"
            role="radio"
            aria-checked={value === chosen}
            tabIndex={value === chosen ? 0 : -1}
            class={value !== chosen && value === to ? "tw-taken" : ""}
            onClick={() => cut.setMissing(value)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}
