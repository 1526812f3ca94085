// The cost-complexity sequence: what goes at a step, and where its curves run. Pure.
import type { PruneToArgs, PruningResult } from "../protocol.gen";
import { at } from "./arrays";
import { type Scale, scale, type Tick } from "./axis";
import { literal } from "./python";
import { errorTicks, rangeOf } from "./strip";

/** Whether a node, by its position in the tree, has gone at a step. */
export const goes = ({ gone }: PruningResult, position: number, step: number): boolean =>
  at(gone, position) <= step;

/** `tree.prune_to(leaves=9, risk="impurity")` */
export function pruneLine(args: PruneToArgs): string {
  const { leaves, method, risk, keep, confidence, subtree_raising: raising } = args;
  const parts = [
    method ? `method=${literal(method)}` : `leaves=${leaves}`,
    risk && `risk=${literal(risk)}`,
    keep === false && "keep=False",
    confidence !== undefined && `confidence=${confidence}`,
    raising !== undefined && `subtree_raising=${raising ? "True" : "False"}`,
  ];
  return `tree.prune_to(${parts.filter(Boolean).join(", ")})`;
}

export interface Curves {
  readonly x: Scale;
  readonly y: Scale;
  readonly ticks: readonly Tick[];
  /** Steps whose leaves are told on the axis. */
  readonly told: ReadonlySet<number>;
  readonly steps: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What is told of the leaves takes so much room. */
const TOLD = 34;

/** Steps stand side by side at equal distances, whatever their alphas. */
export function curvesOf(result: PruningResult, box: Box, percent: boolean): Curves {
  const { leaves, train, validation, cross_low, cross_high } = result;
  const steps = leaves.length;
  const [low, high] = rangeOf([...train, ...validation, ...cross_low, ...cross_high], 0.06);
  const y = scale(Math.max(low, 0), high, box.bottom, box.top);
  // A lone step stands in the middle.
  const x = scale(steps > 1 ? 0 : -1, Math.max(steps - 1, 1), box.left, box.right);
  const told = new Set<number>();
  let last = Number.POSITIVE_INFINITY;
  for (let step = steps - 1; step >= 0; step--) {
    if (last - x(step) < TOLD) continue;
    told.add(step);
    last = x(step);
  }
  return { x, y, ticks: errorTicks(low, high, 4, percent), told, steps };
}

interface Choice {
  readonly step: number;
  readonly text: string;
}

/** The names of the choices stand under their errors, a line apart where they would meet. */
const NAME_BELOW = 15;
const NAME_LINE = 14;
const NAME_AIR = 8;

/** Middle and baseline of each name, within the chart: beside it stand the numbers of the axes. */
export function choicePlaces(
  choices: readonly Choice[],
  low: readonly number[],
  { x, y }: Curves,
  box: Box,
  width: (text: string) => number,
): { text: string; x: number; y: number }[] {
  const placed = choices.map(({ step, text }) => {
    const half = width(text) / 2;
    const middle = Math.min(Math.max(x(step), box.left + half + NAME_AIR), box.right - half);
    return { text, half, x: middle, y: y(low[step] ?? 0) + NAME_BELOW };
  });
  const [one, other] = placed;
  const meet = one && other && Math.abs(one.x - other.x) < one.half + other.half + NAME_AIR;
  const top = Math.max(...placed.map((name) => name.y));
  return placed.map(({ text, x: middle, y: own }, i) => {
    const wanted = meet ? top + i * NAME_LINE : own;
    const most = box.bottom - 4 - (meet ? (placed.length - 1 - i) * NAME_LINE : 0);
    return { text, x: middle, y: Math.min(wanted, most) };
  });
}

export function linePath(values: readonly number[], { x, y }: Curves): string {
  return values
    .map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
}
