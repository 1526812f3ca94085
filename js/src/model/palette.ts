/** Which of the eight colours and four shapes each class wears. */

import type { Meta } from "../protocol.gen";
import { total } from "./arrays";

export const COLOURS = 8;

export type Shape = "circle" | "square" | "triangle" | "diamond";

const SHAPES: readonly Shape[] = ["circle", "square", "triangle", "diamond"];

/**
 * The colour (1 to 8) of each class, in the order of the classes. With more than eight classes the
 * seven heaviest at the root have their own; the rest share the last.
 */
export function classSlots(rootCounts: readonly number[]): number[] {
  if (rootCounts.length <= COLOURS) return rootCounts.map((_, k) => k + 1);
  const own = heaviest(rootCounts, COLOURS - 1);
  return rootCounts.map((_, k) => {
    const place = own.indexOf(k);
    return place < 0 ? COLOURS : place + 1;
  });
}

/** The positions of so many of the heaviest, in their own order. */
export function heaviest(weights: readonly number[], most: number): number[] {
  const order = weights.map((_, k) => k);
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  return order.slice(0, most).sort((a, b) => a - b);
}

export function slotShape(slot: number): Shape {
  return SHAPES[(slot - 1) % SHAPES.length] as Shape;
}

export function slotColour(slot: number): string {
  return `var(--tw-class-${slot})`;
}

/** A bar's segments: weights by slot, in class order, the shared slot last. */
export function bySlot(counts: readonly number[], slots: readonly number[]): number[] {
  if (slots.length === 0) return [];
  const sums = new Array<number>(Math.max(...slots)).fill(0);
  counts.forEach((weight, k) => {
    const slot = (slots[k] ?? COLOURS) - 1;
    sums[slot] = (sums[slot] ?? 0) + weight;
  });
  return sums;
}

/** How pure a node is, 0 to 1: the share of its heaviest class over that of an even mixture. */
export function purity(counts: readonly number[]): number {
  const whole = total(counts);
  if (whole <= 0 || counts.length < 2) return 1;
  const even = 1 / counts.length;
  return Math.max(0, (Math.max(...counts) / whole - even) / (1 - even));
}

/** How far along a range a value lies, 0 to 1: from its first number to its last. */
export function placeIn(range: readonly number[], value: number): number {
  const [low, high] = [range[0] ?? 0, range.at(-1) ?? 1];
  return high > low ? Math.min(Math.max((value - low) / (high - low), 0), 1) : 0.5;
}

/** The regression ramp: from the quiet fill to the first class's colour over the root's range. */
export function rampColour(value: number, meta: Pick<Meta, "target_range">): string {
  const percent = Math.round(12 + 88 * placeIn(meta.target_range, value));
  return `color-mix(in oklab, var(--tw-class-1) ${percent}%, var(--tw-fill2))`;
}
