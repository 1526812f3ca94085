// Bins of a column's values at a node, made from the cumulative sums of its listed cuts. An edge is
// always a cut, so it falls between values and never through one: a bar is on one side of any cut.
import type { CutWire, ProfileResult } from "../protocol.gen";
import { first } from "./arrays";
import { less } from "./sums";

export interface Bin {
  /** where the bar stands on the axis */
  from: number;
  to: number;
  rows: number;
  /** [statistics...], as in the profile */
  stats: number[];
  /** bar height in rows; less than `rows` where the bar covers more than one bin's width */
  height: number;
}

export interface Histogram {
  bins: Bin[];
  /** the axis */
  from: number;
  to: number;
  highest: number;
}

type Profiled = Pick<
  ProfileResult,
  "left" | "total" | "missing" | "low" | "high" | "complete" | "kind"
> & {
  cuts: readonly CutWire[];
  /** It is cut out of a whole: nothing stands beyond its ends. */
  part?: boolean;
};

/** Part of the axis. */
export interface Window {
  low: number;
  high: number;
}

/** A column of fewer cuts has a bar for each value. */
const FEW = 20;
/** Of so many rows one may stand beyond either end of what is shown first, or two. */
const TAIL = 100;
/** An end that is no farther away than this part of what is shown is shown, too. */
const NEAR = 1 / 9;

/**
 * Where nearly all rows stand, from cut to cut, and what is to be kept in sight; null where that is
 * half of the axis or more.
 */
export function bulk(profile: Profiled, kept: readonly number[]): Window | null {
  const { low, high } = profile;
  if (low === null || high === null || profile.cuts.length < FEW) return null;
  const [begin, end] = quantiles(profile, 2 / TAIL);
  const [before, after] = quantiles(profile, 1 / TAIL);
  const air = (end - begin) * NEAR;
  // The last cut may stand in the middle of a gap: then the one before it leaves out few rows more.
  const from = Math.min(begin - before > air ? begin : before, ...kept);
  const to = Math.max(after - end > air ? end : after, ...kept);
  if (2 * (to - from) > high - low) return null;
  return { low: from - low > air ? from : low, high: high - to > air ? to : high };
}

/** The cuts beyond which, at either end, stands no more than a share of the known rows. */
function quantiles(profile: Profiled, tail: number): readonly [number, number] {
  const { total, missing, left, cuts, low, high } = profile;
  const known = (total[0] ?? 0) - (missing[0] ?? 0);
  const begin = left.findLastIndex(([below = 0]) => below <= tail * known);
  const end = left.findIndex(([below = 0]) => known - below <= tail * known);
  return [cuts[begin]?.value ?? low ?? 0, cuts[end]?.value ?? high ?? 0];
}

/** About how many bins suit so many rows: twice the root, as far as there is room. */
function wanted(rows: number, room: number): number {
  return Math.max(Math.min(Math.ceil(2 * Math.sqrt(rows)), room), 6);
}

/** The step of values that stand on a lattice (whole numbers, tenths), else 0. */
function lattice(values: readonly number[]): number {
  let step = Number.POSITIVE_INFINITY;
  for (let i = 1; i < values.length; i++)
    step = Math.min(step, (values[i] ?? 0) - (values[i - 1] ?? 0));
  if (!Number.isFinite(step) || step <= 0) return 0;
  const first = values[0] ?? 0;
  // Midpoints of a lattice with holes lie on its halves.
  const regular = values.every((value) => {
    const halves = ((value - first) * 2) / step;
    return Math.abs(halves - Math.round(halves)) < 1e-4;
  });
  return regular ? step : 0;
}

/** The positions of the cuts that serve as edges. */
export function edges(profile: Profiled, room: number): number[] {
  const values = profile.cuts.map((cut) => cut.value);
  const { low, high } = profile;
  if (low === null || high === null || values.length === 0) return [];
  const bins = wanted((profile.total[0] ?? 0) - (profile.missing[0] ?? 0), room);
  const every = values.map((_, i) => i);
  if (profile.complete && values.length < bins * 1.15) return every;
  const step = profile.complete ? lattice(values) : profile.kind === "integer" ? 1 : 0;
  const rough = (high - low) / bins;
  const width = step > 0 ? step * Math.ceil(rough / step - 1e-6) : rough;
  const start = step > 0 ? (values[0] ?? low) : low + width;
  const chosen = new Set<number>();
  let at = 0;
  for (let edge = start; edge < high; edge += width) {
    while (at + 1 < values.length && closer(values[at + 1], values[at], edge)) at += 1;
    chosen.add(at);
  }
  return [...chosen];
}

function closer(a: number | undefined, b: number | undefined, to: number): boolean {
  return Math.abs((a ?? 0) - to) <= Math.abs((b ?? 0) - to);
}

/** Bars of the known values, lowest first. */
export function histogram(profile: Profiled, room: number): Histogram {
  const { low, high } = profile;
  if (low === null || high === null) return { bins: [], from: 0, to: 1, highest: 0 };
  const at = edges(profile, room);
  const values = at.map((cut) => profile.cuts[cut]?.value ?? 0);
  const known = less(profile.total, profile.missing);
  const usual = usualWidth(values, low, high);
  const outer = profile.part ? 0 : Math.max(usual / 2, 0);
  const bounds = [low - outer, ...values, high + outer];
  const sums = [known.map(() => 0), ...at.map((cut) => profile.left[cut] ?? []), known];
  const bins: Bin[] = [];
  let highest = 0;
  // The outermost bins hold the ends of the range, whose places are known.
  const ends = profile.part ? [null, null] : [low, high];
  const place = (i: number) =>
    (i === 1 ? ends[0] : i === bounds.length - 1 ? ends[1] : null) ?? null;
  for (let i = 1; i < bounds.length; i++) {
    const part = less(sums[i] ?? [], sums[i - 1] ?? []);
    const edges: [number, number] = [bounds[i - 1] ?? 0, bounds[i] ?? 0];
    const bin = bar(edges, part, usual, profile.complete, place(i));
    bins.push(bin);
    highest = Math.max(highest, bin.height);
  }
  return { bins, from: low - outer, to: high + outer, highest };
}

/** The middle width of the inner bins (the lower of two): what a bar normally takes. */
function usualWidth(values: readonly number[], low: number, high: number): number {
  if (values.length < 2) return (high - low || 1) / 2;
  const widths = values.slice(1).map((value, i) => value - (values[i] ?? 0));
  widths.sort((a, b) => a - b);
  return widths[(widths.length - 1) >> 1] ?? 1;
}

/** A bar between two edges; a wide gap does not make a wide bar. */
function bar(
  [from, to]: [number, number],
  part: readonly number[],
  usual: number,
  complete: boolean,
  place: number | null,
): Bin {
  const rows = part[0] ?? 0;
  const stats = part.slice(1);
  const width = to - from;
  if (width <= usual * 1.6) return { from, to, rows, stats, height: rows };
  if (!complete) return { from, to, rows, stats, height: (rows * usual) / width };
  const middle = place ?? (from + to) / 2;
  return { from: middle - usual / 2, to: middle + usual / 2, rows, stats, height: rows };
}

/** A profile as if there were nothing but part of its axis. */
export function within<P extends Profiled>(profile: P, low: number, high: number): Profiled {
  const zero = profile.total.map(() => 0);
  const known = less(profile.total, profile.missing);
  const inside = profile.cuts.flatMap((cut, i) => (cut.value > low && cut.value < high ? [i] : []));
  const begin = inside[0] ?? first(profile.cuts, (cut) => cut.value >= high);
  const last = inside.at(-1) ?? begin - 1;
  const base = profile.left[begin - 1] ?? zero;
  const total = less(profile.left[last + 1] ?? known, base);
  return {
    ...profile,
    cuts: inside.flatMap((i) => profile.cuts[i] ?? []),
    left: inside.map((i) => less(profile.left[i] ?? zero, base)),
    total,
    missing: zero,
    low,
    high,
    part: true,
  };
}
