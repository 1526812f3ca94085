// The history as a small chart: where each step stands, and the two lines through their errors.
import type { HistoryWire, Step } from "../protocol.gen";
import { type Scale, scale, type Tick, ticks } from "./axis";

/** Steps stand so far apart if they can, and never nearer. */
const WIDEST = 41;
const NEAREST = 12;
/** Room for half a word beyond the first and the last step. */
const AIR = 48;
/** From this distance on every step carries its verb. */
export const WORDED = 38;

export interface StripFrame {
  height: number;
  top: number;
  bottom: number;
  left: number;
}

export interface Strip {
  /** px between steps */
  gap: number;
  width: number;
  x: (index: number) => number;
  y: Scale;
  /** the lines up to the present, and those of the redo steps after it */
  past: Lines;
  redo: Lines;
  ticks: Tick[];
}

export interface Lines {
  training: string;
  validation: string;
}

export function strip(history: HistoryWire, room: number, frame: StripFrame, rate: boolean): Strip {
  const { steps } = history;
  const gap = Math.min(
    Math.max((room - frame.left - AIR) / Math.max(steps.length - 1, 1), NEAREST),
    WIDEST,
  );
  const values = steps.flatMap((step) => [step.error, step.validation_error ?? step.error]);
  const [low, high] = rangeOf(values, 0.12);
  const y = scale(low, high, frame.bottom, frame.top);
  const x = (index: number) => frame.left + AIR / 2 + index * gap;
  const lines = (from: number, to: number): Lines => ({
    training: line(steps, from, to, x, (step) => y(step.error)),
    validation: line(steps, from, to, x, (step) =>
      step.validation_error === null ? null : y(step.validation_error),
    ),
  });
  return {
    gap,
    width: Math.max(x(steps.length - 1) + AIR / 2, room),
    x,
    y,
    past: lines(0, history.position + 1),
    redo: lines(history.position, steps.length),
    ticks: yTicks(low, high, rate),
  };
}

/** The errors' range with a little air; one value alone gets some too. */
export function rangeOf(values: readonly number[], part: number): [number, number] {
  // A sequence of prunings may have more of them than a call takes arguments.
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  // What differs by nothing is not shown as differing by much.
  const least = Math.abs(high) * 0.05 || 0.01;
  const air = Math.max((high - low) * part, (least - high + low) / 2);
  return [low - air, high + air];
}

/** Two ticks at most: there is little height. */
function yTicks(low: number, high: number, rate: boolean): Tick[] {
  const tried = [2, 4].map((most) => errorTicks(low, high, most, rate));
  const found = tried.find((some) => some.length > 1) ?? [];
  return found.filter((_, i) => i === 0 || i === found.length - 1);
}

/** Round errors in a range: rates in percent. No error is below nothing, though air may be. */
export function errorTicks(low: number, high: number, most: number, rate: boolean): Tick[] {
  const factor = rate ? 100 : 1;
  const unit = rate ? "\u202f%" : "";
  return ticks(Math.max(low, 0) * factor, high * factor, most).map(({ value, text }) => ({
    value: value / factor,
    text: text + unit,
  }));
}

function line(
  steps: readonly Step[],
  from: number,
  to: number,
  x: (index: number) => number,
  y: (step: Step) => number | null,
): string {
  let path = "";
  steps.slice(from, to).forEach((step, i) => {
    const at = y(step);
    if (at === null) return;
    path += `${path ? "L" : "M"}${x(from + i).toFixed(1)} ${at.toFixed(1)}`;
  });
  return path;
}
