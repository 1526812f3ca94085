// Axes: where a value stands, and which round values are worth a tick. Pure.
import { fixed, powerText, sharedPower } from "../numbers";

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
