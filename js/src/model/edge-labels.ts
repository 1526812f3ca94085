/**
 * What stands on the edges: each branch's condition before its child; at the fork the split's gain,
 * or its column where no card names it.
 */

import { total } from "./arrays";
import type { Box } from "./boxes";
import { betweenIn, type Gauge, namedIn } from "./conditions";
import { dateIn, type Spare } from "./dates";
import type { Measures } from "./detail";
import type { Layout, Placed } from "./layout";
import type { Parting } from "./names";
import type { Told } from "./parting";

export interface EdgeLabel {
  readonly key: string;
  readonly kind: "condition" | "fork";
  readonly text: string;
  /** Middle of the label (top-down), or its end (left-right). */
  readonly x: number;
  readonly y: number;
}

export interface Fork {
  readonly parent: Placed;
  readonly children: readonly Placed[];
  /** The middles of what stands beside them in their row; beyond the last there may be no canvas. */
  readonly around: readonly [before: number, after: number];
  /** The condition of each child. */
  readonly texts: readonly string[];
  /** What stands where the branches part, */
  readonly said: string | null;
  /** and where it is cut if it has no room there. */
  readonly part?: Parting | undefined;
  /** The levels that each condition names, */
  readonly levels?: readonly (readonly string[])[];
  /** what stands before them, */
  readonly signs?: readonly string[];
  /** and what tells them from others. */
  readonly told?: Told;
  /** Both ends of each condition that is an interval between two levels. */
  readonly ends?: readonly (readonly string[])[];
  /** The conditions name levels, which may be cut short; a number and a date never are. */
  readonly names: boolean;
  /** They are dates, of which this may go. */
  readonly spare?: Spare | undefined;
  /** Its cards are small: a condition that would reach over other cards stays unsaid. */
  readonly small: boolean;
}

/** Where that is: of the drawing's end, as if as much stood beyond it. */
export function around(layout: Layout, children: readonly Placed[]): Fork["around"] {
  const { bounds, measures } = layout;
  const middle = ({ left, width }: Box) => left + width / 2;
  const [first, last] = [children[0], children.at(-1)] as [Placed, Placed];
  const [before, after] = [layout.beside(first, -1), layout.beside(last, 1)];
  const [low, high] = [
    bounds.left - measures.sibling,
    bounds.left + bounds.width + measures.sibling,
  ];
  return [
    before ? middle(before) : 2 * low - middle(first),
    after ? middle(after) : 2 * high - middle(last),
  ];
}

/** From the condition's middle to the child's edge. */
const ABOVE_CHILD = 13;
const BELOW_PARENT = 11;
const AIR = 6;
const PILL = 5;
/** From the words of one label to those of the next. */
const APART = 2 * PILL + AIR;
/** From one row of conditions to the next. */
const ROW = 17;
/** Texts whose middles are nearer than this stand in the same row. */
const CLOSE = 14;
/** Turned, the handle stands where the edges leave. */
const BESIDE_HANDLE = 17;
/** So wide is a column's name there where conditions stand in its row. */
const ASIDE = 72;

export function uprightLabels(fork: Fork, measures: Measures, gauge: Gauge): EdgeLabel[] {
  const centres = fork.children.map((child) => child.left + child.width / 2);
  // Intervals stand in two rows, names in one.
  const one = fork.names && !fork.ends?.some((both) => both.length > 0);
  const most = fork.children.length > 2 && !one ? 2 : 1;
  const [before, after] = fork.around;
  const texts = fork.texts.map((text, i) => {
    const room = most * roomAt([before, ...centres, after], i, measures) - AIR - 2 * PILL;
    if (fork.names) return named(fork, i, room, gauge);
    return dateIn(text, fork.spare, (some) => gauge.width(some) <= room);
  });
  const rows = rowsOf(texts, fork, gauge);
  const [low, high] = [(before + (centres[0] ?? 0)) / 2, (after + (centres.at(-1) ?? 0)) / 2];
  const clear = (i: number): boolean => {
    const [from, to] = spanAt(texts, i, fork, gauge);
    return from >= low && to <= high;
  };
  const labels = texts.flatMap((text, i): EdgeLabel[] => {
    const child = fork.children[i] as Placed;
    const row = rows[i];
    if (row === undefined || (fork.small && !clear(i))) return [];
    const y = child.top - ABOVE_CHILD - row * ROW;
    return [{ key: `c${child.node.id}`, kind: "condition", text, x: centres[i] ?? 0, y }];
  });
  const { said } = fork;
  if (said === null) return labels;
  const split = roomsFor(fork, labels, gauge)
    .map((room) => splitAt(fork, gauge.fit(said, room, fork.part), labels, gauge))
    .find((place) => place !== null);
  return split ? [...labels, split] : labels;
}

/** For words at a fork: all above its cards, what conditions leave of that, a side of the handle. */
function roomsFor({ parent, children }: Fork, labels: readonly EdgeLabel[], gauge: Gauge) {
  const centre = parent.left + parent.width / 2;
  const ends = [children[0], children.at(-1)].map((child) =>
    child ? Math.abs(child.left + child.width / 2 - centre) + child.width / 2 : 0,
  );
  const half = Math.min(...ends);
  const sides = labels.map(({ x, text }) => Math.abs(x - centre) - gauge.width(text) / 2 - APART);
  const least = half - BESIDE_HANDLE - PILL;
  return [2 * half, 2 * Math.min(half, ...sides), least].filter((room) => room >= least);
}

/** In which row each text stands: all in one if they have room there, else in two by turns. */
function rowsOf(
  texts: readonly string[],
  fork: Fork,
  gauge: Gauge,
): readonly (number | undefined)[] {
  const spans = texts.map((_, i) => spanAt(texts, i, fork, gauge));
  const clear = (i: number, j: number) => (spans[i] as Span)[1] + AIR <= (spans[j] as Span)[0];
  if (texts.every((_, i) => i === 0 || clear(i - 1, i))) return texts.map(() => 0);
  const last = texts.length - 1;
  // The middle one stays low: the handle and the missing rows' tab hang above it.
  const low = (last >> 1) % 2;
  const shown: [number[], number[]] = [[], []];
  return texts.map((_, i) => {
    const row = i % 2 === low ? 0 : 1;
    const before = shown[row].at(-1);
    const inside = i === 0 || i === last || isInside(spans[i] as Span, fork);
    // What has no room there either stays unsaid: it would be taken for its neighbour's.
    if (!inside || (before !== undefined && !clear(before, i))) return undefined;
    shown[row].push(i);
    return row;
  });
}

type Span = readonly [from: number, to: number];

function spanAt(texts: readonly string[], i: number, { children }: Fork, gauge: Gauge): Span {
  const { left, width: wide } = children[i] as Placed;
  const half = gauge.width(texts[i] ?? "") / 2 + PILL;
  return [left + wide / 2 - half, left + wide / 2 + half];
}

/** Whether a label stays among its siblings' cards. */
function isInside([from, to]: Span, { children }: Fork): boolean {
  const [first, last] = [children[0], children.at(-1)];
  return (
    first !== undefined && last !== undefined && from >= first.left && to <= last.left + last.width
  );
}

function named(fork: Fork, i: number, room: number, gauge: Gauge): string {
  const [some, both] = [fork.levels?.[i] ?? [], fork.ends?.[i] ?? []];
  if (both.length) return betweenIn(both, room, gauge);
  if (some.length === 0) return gauge.fit(fork.texts[i] ?? "", room);
  const all = total((fork.levels ?? []).map((levels) => levels.length));
  const naming = { names: some, sign: fork.signs?.[i] ?? "", told: fork.told, all };
  return namedIn(naming, room, gauge);
}

/** So many cards' width a label has at most: it may stand beside the legend. */
const WIDEST = 2;

/** A label may reach half way to its neighbours. */
function roomAt(centres: readonly number[], i: number, { width }: Measures): number {
  const [before, here, after] = centres.slice(i, i + 3) as [number, number, number];
  return Math.min(here - before, after - here, WIDEST * width);
}

/** In the middle between the conditions, or the nearest place that is free in their rows or above. */
function splitAt(
  fork: Fork,
  said: string,
  labels: readonly EdgeLabel[],
  gauge: Gauge,
): EdgeLabel | null {
  const { parent } = fork;
  const first = fork.children[0];
  if (!first) return null;
  const wide = gauge.width(said);
  const centre = parent.left + parent.width / 2;
  const [low, high] = [first.top - ABOVE_CHILD, parent.top + parent.height + BELOW_PARENT];
  const apart = ({ text }: EdgeLabel) => (wide + gauge.width(text)) / 2 + APART;
  const beside = BESIDE_HANDLE + wide / 2 + PILL;
  const free = ([x, y]: readonly [number, number]): boolean => {
    // The handle stands in the middle, the missing rows' tab there and beside it.
    const hung = y - high < CLOSE;
    if (hung && (parent.node.missing > 0 || Math.abs(x - centre) < beside)) return false;
    if (x !== centre && !isInside([x - wide / 2, x + wide / 2], fork)) return false;
    // Nor below a condition, whose place before its card it would take.
    return labels.every((label) => label.y - y >= CLOSE || Math.abs(label.x - x) >= apart(label));
  };
  const sides = labels.flatMap((label) => [label.x + apart(label), label.x - apart(label)]);
  // Towards the root's middle: beyond the last node of a row there may be no canvas.
  const inside = centre > 0 ? -beside : beside;
  const places = [centre, centre + inside, centre - inside, ...sides]
    .sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre))
    .flatMap((x) => [low, low - ROW, high].map((y) => [x, y] as const));
  const place = places.find(free);
  if (!place) return null;
  return { key: `g${parent.node.id}`, kind: "fork", text: said, x: place[0], y: place[1] };
}

/** Whether a label, of one line or of two, stands in the row at a height. */
const meets = ({ y, text }: EdgeLabel, at: number): boolean =>
  Math.abs(y - at) < CLOSE + (text.includes("\n") ? ROW / 2 : 0);

/** Turned: the condition ends before its child, what is said of the split begins after its parent. */
export function asideLabels(fork: Fork, measures: Measures, gauge: Gauge): EdgeLabel[] {
  const room = measures.gapAside - 2 * AIR - 2 * PILL;
  const labels = fork.children.flatMap((child, i): EdgeLabel[] => {
    const text = inLines(fork, i, room, gauge);
    if (fork.small && text.split("\n").some((line) => gauge.width(line) > room + AIR)) return [];
    const [x, y] = [child.left - AIR, child.top + child.height / 2];
    return [{ key: `c${child.node.id}`, kind: "condition", text, x, y }];
  });
  const { parent, said } = fork;
  if (said === null) return labels;
  const middle = parent.top + parent.height / 2;
  const taken = labels.some((label) => Math.abs(label.y - middle) < 2 * BELOW_PARENT);
  const end = parent.top + parent.height;
  const places = taken ? [end - BELOW_PARENT, end + BELOW_PARENT] : [middle];
  const y = places.find((at) => !labels.some((label) => meets(label, at)));
  if (y === undefined) return labels;
  const x = parent.left + parent.width + BESIDE_HANDLE;
  const free = taken ? ASIDE : Math.max(ASIDE, measures.gapAside - BESIDE_HANDLE - 2 * AIR);
  const text = fork.small ? gauge.fit(said, free, fork.part) : said;
  return [...labels, { key: `g${parent.node.id}`, kind: "fork", text, x, y }];
}

/** The condition of a branch; an interval that is too wide has a line for each end. */
function inLines(fork: Fork, i: number, room: number, gauge: Gauge): string {
  const [text, both] = [fork.texts[i] ?? "", fork.ends?.[i] ?? []];
  if (gauge.width(text) <= room) return text;
  if (both.length) return betweenIn(both, 2 * room, gauge, ",\n");
  if (fork.names) return named(fork, i, room, gauge);
  const lines = (some: string) => some.replace(", ", ",\n");
  const fits = (some: string) =>
    lines(some)
      .split("\n")
      .every((line) => gauge.width(line) <= room);
  return lines(dateIn(text, fork.spare, fits));
}
