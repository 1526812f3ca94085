// Where names part: one that is shortened keeps what tells it from the name most like it.
import { letters, oneLine } from "./conditions";

interface Named {
  readonly name: string;
}

/** Names that begin to differ sooner are told apart by their beginnings. */
const SEEN = 12;
/** Of a beginning that says nothing so many letters stay. */
const HEAD = 3;

const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,8}$|\p{N}+$/u;
const INSIDE = /^[\p{L}\p{N}]/u;

const known = new WeakMap<readonly Named[], ReadonlyMap<string, number>>();

/** Where each of some names begins to differ from the one most like it, if that is late. */
export function parting(all: readonly Named[]): ReadonlyMap<string, number> {
  const before = known.get(all);
  if (before) return before;
  const found = new Map<string, number>();
  let [last, shared] = ["", 0];
  const put = (end: number) => end >= SEEN && end < oneLine(last).length && found.set(last, end);
  for (const name of all.map((one) => one.name).sort()) {
    const now = common(oneLine(last), oneLine(name));
    put(Math.max(shared, now));
    [last, shared] = [name, now];
  }
  put(shared);
  known.set(all, found);
  return found;
}

/** How far two names are the same, in whole words: of 10 and 11 not even the 1 is. */
function common(one: string, other: string): number {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  const inside = INSIDE.test(one.slice(end)) || INSIDE.test(other.slice(end));
  return inside ? one.slice(0, end).replace(WORD, "").length : end;
}

/** So many letters of a text: both its ends, or what stands where it parts from others. */
export function kept(text: string, most: number, from = 0): string {
  const all = letters(text);
  const last = Math.floor(most / 2);
  const at = letters(text.slice(0, from)).length;
  const rest = all.length - at;
  if (!from || at < most - last || rest <= last) return joined(all, most - last, last);
  const first = most < 3 * HEAD ? 0 : HEAD;
  if (rest <= most - first) return joined(all, most - rest, rest);
  const told = all.slice(at, at + most - first).join("");
  return `${all.slice(0, first).join("")}…${told}…`;
}

function joined(all: readonly string[], first: number, last: number): string {
  return `${all.slice(0, first).join("")}…${last > 0 ? all.slice(-last).join("") : ""}`;
}
