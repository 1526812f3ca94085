// Names in few letters: what stands on one line, and what is kept where a name is shortened.

/** Where words end for a reader: an emoji or a composed letter is never cut in two. */
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const segmented = new Map<string, readonly string[]>();
const FORGET_AT = 500;

export function letters(text: string): readonly string[] {
  const known = segmented.get(text);
  if (known) return known;
  if (segmented.size > FORGET_AT) segmented.clear();
  const parts = Array.from(graphemes.segment(text), (part) => part.segment);
  segmented.set(text, parts);
  return parts;
}

/** The most, up to a limit, that fit, where of any that fit fewer do too. */
export function mostOf(limit: number, fits: (some: number) => boolean): number {
  let [least, most] = [0, limit];
  while (least < most) {
    const some = Math.ceil((least + most) / 2);
    if (fits(some)) least = some;
    else most = some - 1;
  }
  return least;
}

/** Where the letter begins that stands at a place. */
export const letterAt = (text: string, at: number): number =>
  graphemes.segment(text).containing(at)?.index ?? at;

/** A name on one line, whatever it breaks into in the data. */
export const oneLine = (name: string): string =>
  name.replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/g, " ");

/** A name that keeps its own direction, and leaves that of what stands beside it alone. */
export const isolated = (name: string): string =>
  /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(name)
    ? `\u2068${name}\u2069`
    : name;

/** Of a name that is cut short so many letters still say which it is. */
const TELLING = 4;

/** Whether what is left of a name says which it is: "u…d" may be any. */
export const isTold = (left: string): boolean =>
  !left.includes("…") || letters(left.replace(/[…\s]/g, "")).length >= TELLING;

const LONGEST = 24;

/** Shorten in the middle: both ends of a name tell more than its beginning. */
export function middle(text: string, longest = LONGEST, at?: Parting): string {
  if (text.length <= longest) return text;
  // Enough of both ends to find the graphemes; a name may have ten thousand letters.
  const reach = longest * 12;
  const short = text.length <= 2 * reach;
  const some = short ? text : `${text.slice(0, reach)}…${text.slice(-reach)}`;
  return letters(some).length <= longest ? some : kept(some, longest - 1, short ? at : undefined);
}

/** Where a name differs from the one most like it: the letter that does, and its word. */
export interface Parting {
  readonly letter: number;
  readonly word: number;
  /** From that word on it is another name: of "very bad" never "…bad" alone is left. */
  readonly another?: boolean;
}

/** Of a beginning that says nothing so many letters stay. */
const HEAD = 3;

/** So many letters of a text: both its ends, and what tells it from others. */
export function kept(text: string, most: number, at?: Parting): string {
  const all = letters(text);
  const last = Math.floor(most / 2);
  const plain = joined(all, most - last, last);
  if (!at) return plain;
  const letter = letters(text.slice(0, at.letter)).length;
  const rest = all.length - letters(text.slice(0, at.word)).length;
  if (letter < most - last || rest <= last) return plain; // it is seen
  const least = at.another ? 1 : 0;
  if (most < HEAD) return rest > most - least ? plain : joined(all, most - rest, rest);
  if (letter + last / 2 < most) return joined(all, letter + 1, most - letter - 1);
  if (!at.word) return joined(all, most, 0);
  const head = most < 3 * HEAD ? least : HEAD;
  if (rest <= most - head) return joined(all, most - rest, rest);
  // The second ellipsis takes the place of a letter.
  return `${joined(all, head, 0)}${all.slice(-rest, most - 1 - head - rest).join("")}…`;
}

function joined(all: readonly string[], first: number, last: number): string {
  return `${all.slice(0, first).join("")}…${all.slice(all.length - last).join("")}`;
}
