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
/** Turned, the handle stands where the edges leave. */
const BESIDE_HANDLE = 17;

export function uprightLabels(fork: Fork, measures: Measures, gauge: Gauge): EdgeLabel[] {
  const centres = fork.children.map((child) => child.left + child.width / 2);
  const texts = fork.texts.map((text, i) => {
    const room = roomAt(centres, i, measures) - AIR - 2 * PILL;
    return fork.names ? named(fork, i, room, gauge) : text;
  });
  const labels = texts.map((text, i): EdgeLabel => {
    const child = fork.children[i] as Placed;
    const y = child.top - ABOVE_CHILD;
    return { key: `c${child.node.id}`, kind: "condition", text, x: centres[i] ?? 0, y };
  });
  const gain = gainAt(fork, labels, gauge);
  return gain ? [...labels, gain] : labels;
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
