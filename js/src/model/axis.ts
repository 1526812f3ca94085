// Axes: where a value stands, and which round values are worth a tick. Pure.
import { cutText, fixed, powerText, sharedPower } from "../numbers";
import type { ColumnMeta } from "../protocol.gen";

export interface Tick {
  value: number;
  text: string;
}

/** A straight line from values to px, and back. */
export interface Scale {
  (value: number): number;
  back(px: number): number;
}

export function scale(from: number, to: number, start: number, end: number): Scale {
  const span = to - from || 1;
  const place = (value: number) => start + ((value - from) / span) * (end - start);
  return Object.assign(place, {
    back: (px: number) => from + ((px - start) / (end - start || 1)) * span,
  });
}

/** 1, 2, 2.5 or 5 times a power of ten: about `most` steps in the span. */
export function roundStep(span: number, most: number, whole = false): number {
  const rough = span / Math.max(most, 1);
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factors = whole ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  const step = power * (factors.find((factor) => factor * power >= rough * 0.999) ?? 10);
  return whole ? Math.max(step, 1) : step;
}

/** As many decimals as tell the multiples of a step apart. */
function decimalsOf(step: number): number {
  let decimals = Math.max(-Math.floor(Math.log10(step) + 1e-9), 0);
  if (Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6) decimals += 1;
  return Math.min(decimals, 12);
}

/** Round values in the range; from `large` on they count in a power of ten. */
export function ticks(
  from: number,
  to: number,
  most: number,
  whole = false,
  large?: number,
): Tick[] {
  const step = roundStep(to - from, most, whole);
  const power = sharedPower(Math.max(Math.abs(from), Math.abs(to)), large);
  const unit = 10 ** power;
  const decimals = decimalsOf(step / unit);
  const text = (value: number) => fixed(value / unit, decimals) + powerText(power);
  const found: Tick[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
    found.push({ value: i * step + 0, text: i === 0 ? "0" : text(i * step) });
    // Beyond 2^53 counting stands still.
    if (found.length > 50 || i + 1 === i) break;
  }
  return found;
}

const DAY = 86_400_000;
const MONTH = 30.436875 * DAY;
/** Steps of the clock, in seconds. */
const CLOCK = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10800, 21600, 43200, 86400, 172800, 604800];

/** Ticks on a time axis (epoch milliseconds, shown as they stand in the data). */
export function timeTicks(from: number, to: number, most: number): Tick[] {
  const rough = (to - from) / Math.max(most, 1);
  // Months and years are counted in the calendar.
  const long = rough > 10 * DAY;
  const months =
    [1, 3, 6, 12].find((count) => count * MONTH >= rough) ??
    12 * roundStep(rough / MONTH / 12, 1, true);
  const step = 1000 * (CLOCK.find((seconds) => seconds * 1000 >= rough) ?? 604800);
  const place = (i: number) => (long ? Date.UTC(1970, i * months) : i * step);
  const format = new Intl.DateTimeFormat(undefined, {
    timeZone: "UTC",
    ...(!long && step < DAY && { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    ...(!long && step >= DAY && { month: "short", day: "numeric" }),
    ...(long && (months < 12 ? { month: "short", year: "numeric" } : { year: "numeric" })),
  });
  const found: Tick[] = [];
  let i = Math.floor(from / (long ? months * MONTH : step)) - 1;
  for (; place(i) <= to && found.length < 50; i++) {
    const value = place(i);
    if (value >= from) found.push({ value, text: format.format(value) });
  }
  return found;
}

/** Ticks stand about so far apart, in px; or nearer, where those would be fewer than this. */
const APART = 90;
const NEAR = 45;
const FEW = 4;
/** Between two texts there is at least so much. */
const GAP = 14;

/** Ticks in a span of px: nearer ones where there would be few, and their texts have the room. */
export function roomyTicks(
  ticksFor: (most: number) => Tick[],
  px: number,
  width: (text: string) => number,
): Tick[] {
  const apart = ticksFor(px / APART);
  const near = apart.length < FEW ? ticksFor(px / NEAR) : apart;
  const widest = Math.max(...near.map(({ text }) => width(text)));
  return widest + GAP <= px / near.length ? near : apart;
}

/** Below a chart there is room for numbers of so many digits. */
const WIDE = 1e9;

/** Ticks of a column's own kind. */
export function columnTicks(column: ColumnMeta, from: number, to: number, most: number): Tick[] {
  if (column.kind === "datetime") return timeTicks(from, to, most);
  if (column.kind !== "ordered") return ticks(from, to, most, column.kind === "integer", WIDE);
  const every = Math.max(Math.ceil((to - from) / Math.max(most, 1)), 1);
  return (column.levels ?? []).flatMap((text, value) =>
    value >= from && value <= to && value % every === 0
      ? [{ value, text: cutText(text, column.kind) }]
      : [],
  );
}
