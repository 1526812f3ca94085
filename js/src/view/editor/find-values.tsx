/** Finding levels of a column by their names, where there are many. */

import { CUT } from "../../words-cut";
import { taken } from "../pieces";

/** The levels whose names have each word of a query; null when nothing is asked. */
export function foundIn(levels: readonly string[], query: string): ReadonlySet<number> | null {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const has = (name: string) => words.every((word) => name.toLocaleLowerCase().includes(word));
  return new Set(levels.flatMap((name, level) => (has(name) ? [level] : [])));
}

interface Props {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** How many of those that are here. */
  readonly found: number;
  /** Go on to the first of them. */
  readonly onLeave: () => void;
}

export function FindValues({ query, onQuery, found, onLeave }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && query) onQuery("");
    else if (event.key === "Enter" || event.key === "ArrowDown") onLeave();
    else return;
    taken(event);
  };
  return (
    <search class="tw-find-values">
      <input
        class="tw-input"
        type="search"
        aria-label={CUT.find}
        placeholder={CUT.find}
        value={query}
        onInput={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="tw-muted" role="status">
        {query.trim() && CUT.found(found)}
      </span>
    </search>
  );
}
