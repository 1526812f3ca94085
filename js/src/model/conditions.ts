// A branch's condition and a node's split, in words. Pure text: where it stands and how it is
// shortened to fit is the view's concern.
import { count, cutText, localized, MINUS, NNBSP } from "../numbers";
import type { ColumnMeta, CutWire, SplitWire } from "../protocol.gen";
import { total } from "./arrays";
import { toMinutes } from "./dates";
import { isolated, isTold, letters, middle, oneLine, type Parting } from "./names";
import { parting, type Told } from "./parting";

/** A split in three parts, so that a card can shorten the name and never the cut. */
export interface SplitWords {
  name: string;
  relation: string;
  value: string;
  /** The names of levels that `value` is made of. */
  names?: readonly string[];
}

const NAMED = 2;

export function isOrdered(kind: ColumnMeta["kind"]): boolean {
  return kind !== "nominal" && kind !== "boolean";
}

/** A level by its position; names in the data are any text. */
export function levelName(column: ColumnMeta, level: number): string {
  return column.levels?.[level] ?? String(level);
}

const NO_LEVELS: readonly string[] = [];

/** What tells each level of a column from the one most like it. */
export const levelsTold = (column: ColumnMeta): Told => parting(column.levels ?? NO_LEVELS);

/** A name in no more letters than any needs, with what tells it from others. */
const short = (name: string, told?: Told): string =>
  middle(oneLine(name), undefined, told?.get(name));

/** The same of a level, by its position. */
export const shortLevel = (column: ColumnMeta, level: number): string =>
  short(levelName(column, level), levelsTold(column));

/** A cut in no more letters either, with the reader's signs. */
export const shortText = (cut: CutWire, kind: ColumnMeta["kind"]): string =>
  middle(cutText(cut.text, kind));

/** Names in a row: all of them, or the first few and how many more. */
export function someOf(names: readonly string[], most = NAMED, told?: Told): string {
  return withMore(
    names.slice(0, most).map((name) => short(name, told)),
    names.length,
  );
}

/** How wide a text is, and what of it tells it from others in some room. */
export interface Gauge {
  width(text: string): number;
  fit(text: string, room: number, at?: Parting): string;
}

/** Of a name so much must stay that it is still told from others. */
const TOLD = 8;

/** Of a name neither end of which is left that is not so. */
const INNER = /^….*…$/;

/** Those of some names that stand in some room: each is shortened by itself. */
export function namesIn(
  names: readonly string[],
  room: number,
  gauge: Gauge,
  told?: Told,
): readonly string[] {
  const first = (most: number) => names.slice(0, most);
  const whole = first(NAMED).map((name) => short(name, told));
  if (gauge.width(withMore(whole, names.length)) <= room) return whole;
  for (let most = whole.length; ; most -= 1) {
    const signs = withMore(Array(most).fill(""), names.length);
    const each = shortened(first(most), signs, room, gauge, told);
    const seen = each.every(
      (name, i) => name === names[i] || (letters(name).length > TOLD && !INNER.test(name)),
    );
    // The rest of them may be longer, and yet say no more.
    const alike = each.some(
      (name) => name.endsWith("…") && each.every((other) => other.startsWith(name.slice(0, -1))),
    );
    if ((seen && !alike) || most < 2) return each;
  }
}

/** What a condition that names levels is made of. */
export interface Naming {
  readonly names: readonly string[];
  /** What stands before them. */
  readonly sign: string;
  /** What tells them from others. */
  readonly told?: Told | undefined;
  /** How many levels all branches have together. */
  readonly all: number;
}

/** Such a condition in some room: where no name is told any more, how many there are says more. */
export function namedIn({ names, sign, told, all }: Naming, room: number, gauge: Gauge): string {
  const left = room - (sign ? gauge.width(sign) : 0);
  const shown = namesIn(names, left, gauge, told);
  const some = withMore(shown, names.length);
  // It is judged by the names themselves: one may hold what stands between them.
  if (names.length < 2 || shown.some(isTold)) return sign + some;
  const counted = [" of ", "/"].map((of) => count(names.length) + of + count(all));
  return sign + (counted.find((text) => gauge.width(text) <= left) ?? some);
}

/** An interval in some room: both its ends are shortened, so that each is still told. */
export function betweenIn(
  ends: readonly string[],
  room: number,
  gauge: Gauge,
  comma = ", ",
): string {
  return `(${shortened(ends, "(, ]", room, gauge).join(comma)}]`;
}

/** Some names, no wider together than what their signs leave of the room. */
function shortened(
  names: readonly string[],
  signs: string,
  room: number,
  gauge: Gauge,
  told?: Told,
): readonly string[] {
  let left = room - gauge.width(signs);
  return names.map((name, i) => {
    const most = left / (names.length - i);
    const whole = short(name, told);
    const fits = gauge.width(whole) <= most;
    const made = fits ? whole : gauge.fit(name, most, told?.get(name));
    left -= gauge.width(made);
    return made;
  });
}

/** The names that are shown, and how many more there are. */
export function withMore(shown: readonly string[], all: number): string {
  const more = all - shown.length;
  return more > 0 ? `${shown.join(", ")} + ${count(more)}` : shown.join(", ");
}

/** Whether branches are told by their levels; one group is of all rows that are known. */
const isByLevels = (split: SplitWire): split is SplitWire & Required<Pick<SplitWire, "groups">> =>
  (split.groups?.length ?? 1) !== 1;

/** The ways of missing rows that are no branch (`SplitWire.missing`). */
export const SHARE = -1;
export const DROP = -2;
export const STOP = -3;

/** The branch that takes missing rows only; -4 where none does. */
export function ownBranch(split: SplitWire): number {
  const others = split.groups ? split.groups.length : (split.cuts ?? []).length + 1;
  return split.missing === others ? others : STOP - 1;
}

/** The other branch of a two-way split by groups, if it holds one level and this one more. */
function against(split: SplitWire, branch: number): number | null {
  const groups = split.groups ?? [];
  if (groups.length !== 2 || (groups[branch]?.length ?? 0) < 2) return null;
  const other = groups[1 - branch] ?? [];
  return other.length === 1 ? (other[0] ?? null) : null;
}

function interval(cuts: readonly string[], branch: number): string {
  const low = cuts[branch - 1];
  const high = cuts[branch];
  if (low === undefined) return high === undefined ? "known" : `≤ ${high}`;
  return high === undefined ? `> ${low}` : `(${low}, ${high}]`;
}

/** The condition of one branch: "≤ 0.405", "(23, 37]", "car, home + 2", "≠ holiday", "missing". */
export function branchText(split: SplitWire, branch: number, column: ColumnMeta): string {
  if (branch === ownBranch(split)) return "missing";
  if (!isByLevels(split)) {
    const cuts = (split.cuts ?? []).map((cut) => shortText(cut, column.kind));
    return interval(cuts, branch);
  }
  const names = branchNames(split, branch, column);
  return branchSign(split, branch) + someOf(names, NAMED, levelsTold(column));
}

/** The levels that a branch's condition names: its own, or the one it is set against. */
export function branchNames(split: SplitWire, branch: number, column: ColumnMeta): string[] {
  if (!isByLevels(split)) return [];
  const single = against(split, branch);
  return levelNames(single === null ? split.groups[branch] : [single], column);
}

/** What stands before them. */
export const branchSign = (split: SplitWire, branch: number): string =>
  against(split, branch) === null ? "" : "≠ ";

/** Both ends of a branch's condition, where it is an interval between two levels. */
export function branchEnds(split: SplitWire, branch: number, column: ColumnMeta): string[] {
  const ends = (split.cuts ?? []).slice(Math.max(branch - 1, 0), branch + 1);
  const some = column.kind === "ordered" && ends.length === 2 && branch > 0;
  return some ? ends.map((cut) => cut.text) : [];
}

const levelNames = (group: readonly number[] = [], column: ColumnMeta): string[] =>
  group.map((level) => levelName(column, level));

/** The same as a screen reader and the code spell it: "<= 0.405", "!= holiday". */
export function spoken(text: string): string {
  return text
    .replaceAll("≤", "<=")
    .replaceAll("≠", "!=")
    .replaceAll("∈", "in")
    .replaceAll("\u2212", "-");
}

/** A sentence of Python's as the screen has it: "age ≤ −5e−09", and no figure parted from its %. */
export function typeset(said: string): string {
  return localized(said)
    .replaceAll(" <= ", " ≤ ")
    .replaceAll(" != ", " ≠ ")
    .replace(/ in \{([^{},]*)\}/g, " = $1")
    .replace(/ in \{([^{}]*)\}/g, " ∈ $1")
    .replace(/(?<=[<≤>] (-?\d[\d.,]*e)?)-(?=\d)/g, MINUS)
    .replace(/(?<=\d) %/g, `${NNBSP}%`);
}

/** A condition with all names of its group, unshortened, for a tooltip. */
export function branchFull(split: SplitWire, branch: number, column: ColumnMeta): string {
  const group = split.groups?.[branch];
  if (group) return `${group.length > 1 ? "∈" : "="} ${listed(levelNames(group, column))}`;
  return branch === ownBranch(split) ? "missing" : interval(cutsFull(split, column), branch);
}

const listed = (names: readonly string[]): string => names.map(isolated).join(", ");

const cutsFull = ({ cuts = [] }: SplitWire, { kind }: ColumnMeta): string[] =>
  cuts.map(({ text }) => cutText(text, kind));

/** A node's split with all of its names and cuts, unshortened, for a tooltip. */
export function splitFull(split: SplitWire, column: ColumnMeta): string {
  const { name, relation, value, names } = splitWords(split, column);
  return `${isolated(name)} ${relation} ${listed(names ?? cutsFull(split, column)) || value}`;
}

/** A node's split in words: debt_ratio ≤ 0.405; purpose ≠ holiday; colour ∈ red, blue. */
export function splitWords(split: SplitWire, column: ColumnMeta): SplitWords {
  const name = column.name;
  if (!isByLevels(split)) {
    const cuts = split.cuts ?? [];
    if (cuts.length === 0) return { name, relation: "", value: "known" };
    const texts = cuts.map((cut) => shortText(cut, column.kind));
    if (cuts.length === 1) return { name, relation: "≤", value: texts[0] ?? "" };
    return { name, relation: "at", value: someOf(texts, 3) };
  }
  if (split.groups.length !== 2) {
    return { name, relation: "in", value: `${split.groups.length} groups` };
  }
  const first = split.groups[0] ?? [];
  const single = against(split, 0);
  const names = levelNames(single === null ? first : [single], column);
  const relation = single !== null ? "≠" : names.length === 1 ? "=" : "∈";
  return { name, relation, value: someOf(names, NAMED, levelsTold(column)), names };
}

/** So many letters two cuts may have in it. */
const TIGHT = 12;

/** The cut alone, for a narrow table: "≤ 25.85", "≠ rent", "2 of 6", "23, 37", "5 ranges". */
export function shortCut(split: SplitWire, column: ColumnMeta): string {
  const cuts = split.cuts?.length ?? 0;
  const value = splitValue(splitWords(split, column));
  // Of two levels' names, or two long cuts, a narrow table shows but the first, which reads as all.
  const tight = column.levels !== undefined || value.length > TIGHT;
  if (cuts > (tight ? 1 : 2)) return `${cuts + 1} ranges`;
  if (!isByLevels(split)) return column.kind === "datetime" ? toMinutes(value) : value;
  const sizes = split.groups.map((group) => group.length);
  if (sizes.length !== 2) return `${sizes.length} groups`;
  if (sizes.includes(1)) return value;
  return countOf(Math.min(...sizes), total(sizes));
}

/** How many of all: "2 of 6". */
export const countOf = (some: number, all: number): string => `${count(some)} of ${count(all)}`;

function splitValue(words: SplitWords): string {
  return words.relation === "at" || !words.relation
    ? words.value
    : `${words.relation} ${words.value}`;
}
