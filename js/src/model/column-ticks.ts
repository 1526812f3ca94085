// Ticks below a chart of a column, of whatever kind that is: in the panels alone.
import { cutText } from "../numbers";
import type { ColumnMeta } from "../protocol.gen";
import { roundStep, type Tick, ticks } from "./axis";

const MINUTE = 60_000;
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
    ...(step < MINUTE && { second: "2-digit" }),
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
