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

/** What is told of the leaves takes so much room. */
const TOLD = 34;

/** Steps stand side by side at equal distances, whatever their alphas. */
export function curvesOf(
  result: PruningResult,
  box: { left: number; right: number; top: number; bottom: number },
  percent: boolean,
): Curves {
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

export function linePath(values: readonly number[], { x, y }: Curves): string {
  return values
    .map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
}
