// Where names part: what tells each from the name most like it.
import { letterAt, oneLine, type Parting } from "./names";

/** What tells names apart, by name. */
export type Told = ReadonlyMap<string, Parting>;

type Named = string | { readonly name: string };

const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,8}$|\p{N}+$/u;
const INSIDE = /^[\p{L}\p{N}]/u;

/** Names that are the same for so many letters begin alike for long. */
export const LATE = 12;

/** Where there are more of them nobody asks which is which, and sorting them would be felt. */
const MOST = 5000;

const known = new WeakMap<readonly Named[], Told>();

/**
 * Where each of some names differs from those like it, if it does before its end: of several that
 * begin alike for long where the first of them parts, of others where the one most like it does.
 */
export function parting(all: readonly Named[]): Told {
  const before = known.get(all);
  if (before) return before;
  const found = new Map<string, Parting>();
  if (all.length > MOST) return found;
  const names = all.map(nameOf).sort();
  const whole = new Set(names.map((name) => oneLine(name).toLowerCase()));
  const gaps = names.slice(1).map((name, i) => differ(oneLine(names[i] ?? ""), oneLine(name)));
  const gap = (i: number): Parting => gaps[i] ?? NOWHERE;
  for (let begin = 0, end = 0; begin < names.length; begin = end) {
    end = begin + 1;
    while (gap(end - 1).letter >= LATE) end += 1;
    const [one, other] = [gap(begin - 1), gap(begin)];
    const alike = gaps.slice(begin, end - 1);
    const at = alike.reduce(
      (first, next) => (next.letter < first.letter ? next : first),
      alike[0] ?? (one.letter > other.letter ? one : other),
    );
    for (const name of names.slice(begin, end)) {
      const line = oneLine(name);
      const another = whole.has(line.slice(at.word).toLowerCase());
      if (at.letter < line.length) found.set(name, at.word && another ? { ...at, another } : at);
    }
  }
  known.set(all, found);
  return found;
}

const NOWHERE: Parting = { letter: 0, word: 0 };

const nameOf = (one: Named): string => (typeof one === "string" ? one : one.name);

/** Where two names differ. In whole words: of 10 and 11 not even the 1 is the same. */
function differ(one: string, other: string): Parting {
  let letter = 0;
  while (letter < one.length && one[letter] === other[letter]) letter += 1;
  letter = Math.min(letterAt(one, letter), letterAt(other, letter));
  const inside = INSIDE.test(one.slice(letter)) || INSIDE.test(other.slice(letter));
  const same = one.slice(0, letter);
  return { letter, word: inside ? same.replace(WORD, "").length : letter };
}
