// Where names part: what tells each from the name most like it.
import { oneLine, type Parting } from "./names";

type Named = string | { readonly name: string };

const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,8}$|\p{N}+$/u;
const INSIDE = /^[\p{L}\p{N}]/u;

const known = new WeakMap<readonly Named[], ReadonlyMap<string, Parting>>();

/** Where each of some names differs from the one most like it, if it does before its end. */
export function parting(all: readonly Named[]): ReadonlyMap<string, Parting> {
  const before = known.get(all);
  if (before) return before;
  const found = new Map<string, Parting>();
  let [last, shared] = ["", differ("", "")];
  const put = (at: Parting) => at.letter < oneLine(last).length && found.set(last, at);
  for (const name of all.map(nameOf).sort()) {
    const now = differ(oneLine(last), oneLine(name));
    put(now.letter > shared.letter ? now : shared);
    [last, shared] = [name, now];
  }
  put(shared);
  known.set(all, found);
  return found;
}

const nameOf = (one: Named): string => (typeof one === "string" ? one : one.name);

/** Where two names differ. In whole words: of 10 and 11 not even the 1 is the same. */
function differ(one: string, other: string): Parting {
  let letter = 0;
  while (letter < one.length && one[letter] === other[letter]) letter += 1;
  const inside = INSIDE.test(one.slice(letter)) || INSIDE.test(other.slice(letter));
  const same = one.slice(0, letter);
  return { letter, word: inside ? same.replace(WORD, "").length : letter };
}
