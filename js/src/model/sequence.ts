// The cost-complexity sequence: what goes at a step, and where its curves run. Pure.

import { count } from "../numbers";
import type { PruneToArgs, PruningResult } from "../protocol.gen";
import { at } from "./arrays";
import { type Scale, scale, type Tick } from "./axis";
import { keywords } from "./python";
import { errorTicks, rangeOf } from "./strip";

/** Whether a node, by its position in the tree, has gone at a step. */
export const goes = ({ gone }: PruningResult, position: number, step: number): boolean =>
  at(gone, position) <= step;

/** `tree.prune_to(leaves=9, risk="impurity")` */
export function pruneLine(args: PruneToArgs): string {
  return `tree.prune_to(${keywords({ ...args }).join(", ")})`;
}

export interface Curves {
  readonly x: Scale;
  readonly y: Scale;
  readonly ticks: readonly Tick[];
  readonly steps: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Steps stand side by side at equal distances, whatever their alphas. */
export function curvesOf(result: PruningResult, box: Box, percent: boolean): Curves {
  const { leaves, train, validation, cross_low, cross_high } = result;
  const steps = leaves.length;
  const [low, high] = rangeOf([...train, ...validation, ...cross_low, ...cross_high], 0.06);
  const y = scale(Math.max(low, 0), high, box.bottom, box.top);
  // A lone step stands in the middle.
  const x = scale(steps > 1 ? 0 : -1, Math.max(steps - 1, 1), box.left, box.right);
  return { x, y, ticks: errorTicks(low, high, 4, percent), steps };
}

/** Where it is written under the chart how many leaves each step keeps. */
export interface LeafAxis {
  readonly leaves: readonly number[];
  readonly x: Scale;
  readonly left: number;
  readonly right: number;
  readonly width: (text: string) => number;
}

export interface Told {
  readonly step: number;
  readonly text: string;
  readonly x: number;
  readonly half: number;
}

const TOLD_AIR = 12;

/** The leaves of a step, as far under it as there is room. */
export function leavesAt({ leaves, x, left, right, width }: LeafAxis, step: number): Told {
  const text = count(at(leaves, step));
  const half = width(text) / 2;
  return { step, text, half, x: Math.max(Math.min(x(step), right - half), left + half) };
}

export const areApart = (one: Told, other: Told): boolean =>
  Math.abs(one.x - other.x) >= one.half + other.half + TOLD_AIR;

/** The leaves of as many steps as there is room for, from the last on: of the whole tree before others. */
export function leavesTold(axis: LeafAxis): Told[] {
  const [first, end] = [leavesAt(axis, 0), leavesAt(axis, axis.leaves.length - 1)];
  const told = [end];
  for (let step = end.step - 1; step > 0; step--) {
    const last = told.at(-1) as Told;
    if (axis.x(step) > last.x - last.half) continue;
    const one = leavesAt(axis, step);
    const under = one.x <= axis.x(step);
    if (under && areApart(one, last) && areApart(one, first)) told.push(one);
  }
  return areApart(first, told.at(-1) as Told) ? [...told, first] : told;
}

interface Choice {
  readonly step: number;
  readonly text: string;
}

/**
 * The names of the choices stand under their errors, or over them at the foot of the chart, a line
 * apart where they would meet.
 */
const NAME_BELOW = 15;
const NAME_ABOVE = 8;
const NAME_LINE = 14;
const NAME_AIR = 8;
const NAME_FOOT = 4;

/** Middle and baseline of each name, within the chart: beside it stand the numbers of the axes. */
export function choicePlaces(
  choices: readonly Choice[],
  { cross_low: low, cross_high: high }: Pick<PruningResult, "cross_low" | "cross_high">,
  { x, y }: Curves,
  box: Box,
  width: (text: string) => number,
): { text: string; x: number; y: number }[] {
  const placed = choices.map(({ step, text }) => {
    const half = width(text) / 2;
    const middle = Math.min(Math.max(x(step), box.left + half + NAME_AIR), box.right - half);
    const under = y(at(low, step)) + NAME_BELOW;
    return { text, half, x: middle, under, over: y(at(high, step)) - NAME_ABOVE };
  });
  const [one, other] = placed;
  const meet = one && other && Math.abs(one.x - other.x) < one.half + other.half + NAME_AIR;
  const foot = box.bottom - NAME_FOOT;
  if (!meet)
    return placed.map(({ text, x: middle, under, over }) => ({
      text,
      x: middle,
      y: under > foot ? over : under,
    }));
  const lowest = Math.max(one.under, other.under) + NAME_LINE;
  const last = lowest > foot ? Math.min(one.over, other.over) : lowest;
  return [
    { text: one.text, x: one.x, y: last - NAME_LINE },
    { text: other.text, x: other.x, y: last },
  ];
}

/** Steps nearer to the one before than this, in px, are left out. */
const NEAR = 0.5;

export function linePath(values: readonly number[], { x, y }: Curves): string {
  let path = "";
  let last = Number.NEGATIVE_INFINITY;
  values.forEach((value, i) => {
    if (x(i) - last < NEAR && i < values.length - 1) return;
    last = x(i);
    path += `${path ? "L" : "M"}${last.toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return path;
}
