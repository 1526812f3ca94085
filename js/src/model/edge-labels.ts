/** What stands on the edges: each branch's condition before its child, the gain at the fork. */

import { type Gauge, someIn } from "./conditions";
import type { Measures } from "./detail";
import type { Placed } from "./layout";

export interface EdgeLabel {
  readonly key: string;
  readonly kind: "condition" | "gain";
  readonly text: string;
  /** Middle of the label (top-down), or its end (left-right). */
  readonly x: number;
  readonly y: number;
}

export interface Fork {
  readonly parent: Placed;
  readonly children: readonly Placed[];
  /** The condition of each child. */
  readonly texts: readonly string[];
  readonly gain: string | null;
  /** The levels in each condition that is made of several. */
  readonly levels?: readonly (readonly string[])[];
  /** Only names may be cut short; a number never is. */
  readonly names: boolean;
}

/** From the condition's middle to the child's edge. */
const ABOVE_CHILD = 13;
const BELOW_PARENT = 11;
const AIR = 6;
const PILL = 5;
/** From one row of conditions to the next. */
const ROW = 16;
/** Turned, the handle stands where the edges leave. */
const BESIDE_HANDLE = 17;

export function uprightLabels(fork: Fork, measures: Measures, gauge: Gauge): EdgeLabel[] {
  const centres = fork.children.map((child) => child.left + child.width / 2);
  const texts = fork.texts.map((text, i) => {
    const room = roomAt(centres, i, measures) - AIR - 2 * PILL;
    return fork.names ? named(fork, i, room, gauge) : text;
  });
  const rows = rowsOf(texts, fork, gauge);
  const labels = texts.flatMap((text, i): EdgeLabel[] => {
    const child = fork.children[i] as Placed;
    const row = rows[i];
    if (row === undefined) return [];
    const y = child.top - ABOVE_CHILD - row * ROW;
    return [{ key: `c${child.node.id}`, kind: "condition", text, x: centres[i] ?? 0, y }];
  });
  const inOneRow = rows.every((row) => row === 0);
  const gain = inOneRow ? gainAt(fork, labels, gauge) : null;
  return gain ? [...labels, gain] : labels;
}

/** In which row each text stands: all in one if they have room there, else in two by turns. */
function rowsOf(
  texts: readonly string[],
  fork: Fork,
  gauge: Gauge,
): readonly (number | undefined)[] {
  const spans = texts.map((text, i) => spanOf(gauge.width(text), fork.children[i] as Placed));
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

function spanOf(width: number, { left, width: wide }: Placed): Span {
  const half = width / 2 + PILL;
  return [left + wide / 2 - half, left + wide / 2 + half];
}

/** Whether a label stays among its siblings' cards. */
function isInside([from, to]: Span, { children }: Fork): boolean {
  const [first, last] = [children[0], children.at(-1)];
  return !!first && !!last && from >= first.left && to <= last.left + last.width;
}

function named({ texts, levels }: Fork, i: number, room: number, gauge: Gauge): string {
  const some = levels?.[i] ?? [];
  return some.length > 1 ? someIn(some, room, gauge) : gauge.fit(texts[i] ?? "", room);
}

/** A label may reach half way to its neighbours, and a little beyond its own card. */
function roomAt(centres: readonly number[], i: number, measures: Measures): number {
  const here = centres[i] ?? 0;
  const before = here - (centres[i - 1] ?? Number.NEGATIVE_INFINITY);
  const after = (centres[i + 1] ?? Number.POSITIVE_INFINITY) - here;
  return Math.min(before, after, measures.width + 2 * measures.sibling);
}

/** Between the conditions if there is room, else on a line of its own above them. */
function gainAt(fork: Fork, labels: readonly EdgeLabel[], gauge: Gauge): EdgeLabel | null {
  const { parent, gain } = fork;
  const first = fork.children[0];
  if (gain === null || !first) return null;
  const x = parent.left + parent.width / 2;
  const half = gauge.width(gain) / 2 + PILL;
  const clear = labels.every(
    (label) => Math.abs(label.x - x) > half + gauge.width(label.text) / 2 + PILL + AIR,
  );
  const key = `g${parent.node.id}`;
  if (clear) return { key, kind: "gain", text: gain, x, y: first.top - ABOVE_CHILD };
  if (parent.node.missing > 0) return null; // the missing rows' tab stands there
  // The handle stands in the middle.
  const beside = x + BESIDE_HANDLE + half;
  return { key, kind: "gain", text: gain, x: beside, y: parent.top + parent.height + BELOW_PARENT };
}

/** Turned: the condition ends before its child, the gain begins after its parent. */
export function asideLabels(fork: Fork, measures: Measures, gauge: Gauge): EdgeLabel[] {
  const room = measures.gapAside - 2 * AIR - 2 * PILL;
  const labels = fork.children.map((child, i): EdgeLabel => {
    const text = fork.texts[i] ?? "";
    return {
      key: `c${child.node.id}`,
      kind: "condition",
      text: fork.names ? named(fork, i, room, gauge) : text,
      x: child.left - AIR,
      y: child.top + child.height / 2,
    };
  });
  const { parent, gain } = fork;
  if (gain === null) return labels;
  const middle = parent.top + parent.height / 2;
  const taken = labels.some((label) => Math.abs(label.y - middle) < 2 * BELOW_PARENT);
  const y = taken ? parent.top + parent.height - BELOW_PARENT : middle;
  const x = parent.left + parent.width + BESIDE_HANDLE;
  return [...labels, { key: `g${parent.node.id}`, kind: "gain", text: gain, x, y }];
}
