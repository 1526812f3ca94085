// The geometry of the cut editor's chart: what stands where, in px, for a profile and a size.
import { type Scale, scale } from "./axis";
import type { Histogram } from "./histogram";
import type { Curve } from "./profile";

export interface Frame {
  wide: boolean;
  width: number;
  left: number;
  right: number;
  /** the criterion curve */
  curve: { top: number; bottom: number };
  /** the histogram */
  bars: { top: number; bottom: number };
  height: number;
}

/** Both sizes of the editor have the same parts; the narrow one has fewer words between them. */
export function frameOf(width: number, height: number, wide: boolean, left: number): Frame {
  const axis = wide ? 44 : 30;
  const gap = wide ? 38 : 10;
  const top = wide ? 8 : 6;
  const room = Math.max(height - top - gap - axis, 60);
  const curve = { top, bottom: top + room * 0.34 };
  const bars = { top: curve.bottom + gap, bottom: height - axis };
  return { wide, width, left, right: width - (wide ? 8 : 6), curve, bars, height };
}

export interface Scales {
  x: Scale;
  gain: Scale;
  rows: Scale;
}

/** The highest gain on either curve; a flat zero still gets an axis. */
export function highest(curve: Curve): number {
  let most = 0;
  for (const line of [curve.training, curve.validation]) {
    if (line) for (const value of line) if (value > most) most = value;
  }
  return most || 1;
}

export function scalesOf(frame: Frame, bins: Histogram, top: number): Scales {
  return {
    x: scale(bins.from, bins.to, frame.left, frame.right),
    gain: scale(0, top * 1.08, frame.curve.bottom, frame.curve.top),
    rows: scale(0, (bins.highest || 1) * 1.04, frame.bars.bottom, frame.bars.top),
  };
}

const short = (px: number): string => px.toFixed(1);

/** A line through the gains of the cuts; points closer than half a px are left out. */
export function curvePath(
  cuts: readonly { value: number }[],
  gains: Float64Array,
  { x, gain }: Scales,
  frame: Frame,
): string {
  let path = "";
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < gains.length; i++) {
    const px = x(cuts[i]?.value ?? 0);
    if (px < frame.left - 1 || px > frame.right + 1) continue;
    const peak = (gains[i] ?? 0) > (gains[i - 1] ?? 0) && (gains[i] ?? 0) >= (gains[i + 1] ?? 0);
    if (px - last < 0.5 && !peak) continue;
    path += `${path ? "L" : "M"}${short(px)} ${short(gain(gains[i] ?? 0))}`;
    last = px;
  }
  return path;
}

export interface Segment {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
}

/** One part of a bar. */
export interface Part {
  weight: number;
  fill: string;
}

/** Stacked bars: the parts in their order from the bottom, 1 px apart. */
export function stacks(
  bins: Histogram,
  partsOf: (stats: readonly number[]) => readonly Part[],
  { x, rows }: Scales,
  frame: Frame,
): Segment[] {
  const segments: Segment[] = [];
  for (const bin of bins.bins) {
    const left = Math.max(x(bin.from), frame.left);
    const right = Math.min(x(bin.to), frame.right);
    if (bin.rows === 0 || right <= left) continue;
    const gap = right - left > 4 ? 1 : 0;
    const width = Math.max(right - left - gap, 0.6);
    const parts = partsOf(bin.stats).filter((part) => part.weight > 0);
    const whole = parts.reduce((sum, part) => sum + part.weight, 0) || 1;
    let base = rows(0);
    for (const { weight, fill } of parts) {
      const height = Math.max((rows(0) - rows(bin.height)) * (weight / whole), 1);
      segments.push({ x: left + gap / 2, y: base - height, width, height: height - 0.5, fill });
      base -= height;
    }
  }
  return segments;
}
