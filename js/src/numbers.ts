// Every figure on the screen passes through here. Numbers follow the reader's locale; code and
// copied rules never do (they come from Python, with a dot).

/** Narrow no-break space: stands before a unit so that it never wraps away from its number. */
export const NNBSP = "\u202f";
export const MINUS = "\u2212";
/** What stands where there is no value. */
export const NONE = "\u2013";

const formats = new Map<string, Intl.NumberFormat>();

function format(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    // A value that rounds to zero has no sign: "-0.00" would claim a direction.
    found = new Intl.NumberFormat(undefined, { ...options, signDisplay: "negative" });
    formats.set(key, found);
  }
  return found.format(value).replaceAll("-", MINUS);
}

/** How a reader's locale writes numbers. */
interface Signs {
  readonly decimal: string;
  readonly group: string;
}

const separators = new Intl.NumberFormat().formatToParts(1234567.5);
const DECIMAL = separators.find((part) => part.type === "decimal")?.value ?? ".";
const GROUP = separators.find((part) => part.type === "group")?.value ?? ",";
const SIGNS: Signs = { decimal: DECIMAL, group: GROUP };

/** A number with a fixed count of decimals. */
export function fixed(value: number, decimals: number): string {
  return format(value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** A count of rows: 2,400. Weights get ≈ and, under 100, one decimal. */
export function count(value: number): string {
  return format(value, { maximumFractionDigits: 0 });
}

/** A weighted count: ≈ 136, ≈ 12.5, ≈ 1.2e−41; whole numbers, but for what sums round, carry no ≈. */
export function weight(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e12 || (size > 0 && size < 0.05)) return `≈${NNBSP}${measure(value)}`;
  if (Math.abs(value - Math.round(value)) <= 1e-9 * size) return count(value);
  return `≈${NNBSP}${fixed(value, size < 100 ? 1 : 0)}`;
}

/** A share with one decimal and no sign: 54.3, <0.1, >99.9, 0, 100. */
export function shareFigure(share: number, decimals = 1): string {
  if (share === 0) return "0";
  if (share === 1) return "100";
  const percent = share * 100;
  const step = 10 ** -decimals;
  if (percent > 0 && percent < step / 2) return `<${fixed(step, decimals)}`;
  if (percent < 100 && percent >= 100 - step / 2) return `>${fixed(100 - step, decimals)}`;
  return fixed(percent, decimals);
}

/** A share or an error rate: 54.3 %; 0 % and 100 % only when exact. */
export function share(value: number, decimals = 1): string {
  return `${shareFigure(value, decimals)}${NNBSP}%`;
}

/** A share beside a count on a card: whole percent from 10 %, one decimal below. */
export function cardShare(value: number): string {
  return share(value, value >= 0.0995 ? 0 : 1);
}

/** A difference of two shares, in points: +0.38 pts. */
export function points(difference: number): string {
  const value = difference * 100;
  const text = fixed(Math.abs(value), 2);
  const sign = /[1-9]/.test(text) ? (value > 0 ? "+" : MINUS) : "";
  return `${sign}${text}${NNBSP}pts`;
}

/** A difference of two measures: +1.24, −0.031. */
export function signed(difference: number, digits = 3): string {
  return `${difference > 0 ? "+" : ""}${measure(difference, digits)}`;
}

/** The power of ten of a figure's first digit. */
export const powerOf = (value: number): number => Math.floor(Math.log10(Math.abs(value)) + 1e-12);

/** Decimals that show `value` with `digits` significant digits. */
export function decimalsFor(value: number, digits: number): number {
  const size = Math.abs(value);
  if (!(size > 0) || !Number.isFinite(size)) return digits - 1;
  // Rounding may carry: 0.0996 with two digits is 0.10, whose decimals are those of 0.1.
  const rounded = Number(size.toPrecision(digits));
  return Math.min(Math.max(digits - 1 - powerOf(rounded), 0), 12);
}

/** A measure with `digits` significant digits (2 on a card, 3 in the inspector). */
export function measure(value: number, digits = 3): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-6) return scientific(value, digits);
  return fixed(value, decimalsFor(value, digits));
}

/** The same in the fewest letters: 6.34e9. */
export function scientific(value: number, digits: number): string {
  return format(value, { notation: "scientific", maximumSignificantDigits: digits }).replace(
    "E",
    "e",
  );
}

/** The same in thousands or millions, as many letters as digits: 314k, 1.08M. */
export function thousands(value: number, digits: number): string {
  // Rounding may carry: 999,900 is 1.00M.
  const size = Math.abs(Number(value.toPrecision(digits)));
  if (size < 1e3) return measure(value, digits);
  const [unit, sign] = size < 1e6 ? [1e3, "k"] : [1e6, "M"];
  return fixed(value / unit, decimalsFor(value / unit, digits)) + sign;
}

/** A measure in full, for a tooltip: the shortest number that is no other one. */
export function full(value: number): string {
  const [digits = "", power] = String(Math.abs(value)).split("e");
  const told = digits.replace(/^0\.0*|\./g, "").length;
  return power ? scientific(value, told) : format(value, { maximumSignificantDigits: told });
}

/** From here on figures that stand together count in a power of ten that the largest of them sets. */
const LARGE = 1e6;
/** And below this. */
const SMALL = 1e-5;

/** That power; 0 where the figures are written as they are. */
export function sharedPower(largest: number, large = LARGE): number {
  if (largest === 0 || (largest >= SMALL && largest < large)) return 0;
  return powerOf(largest);
}

/** What stands behind a figure that counts in a power of ten. */
export const powerText = (power: number): string =>
  power === 0 ? "" : `e${power < 0 ? MINUS : ""}${Math.abs(power)}`;

/** A measure that never has more than six digits. */
export function brief(value: number, digits: number): string {
  return Math.abs(value) >= LARGE ? scientific(value, digits) : measure(value, digits);
}

const POWER_DECIMALS = 2;

/** How the figures of one table column are written, so that their digits align. */
export interface Digits {
  readonly decimals: number;
  readonly power: number;
}

export function columnDigits(values: readonly (number | null)[], digits: number): Digits {
  let largest = 0;
  for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value));
  const power = sharedPower(largest);
  if (largest === 0 || power !== 0) return { decimals: power ? POWER_DECIMALS : 0, power };
  const needed = decimalsFor(largest, digits);
  return { decimals: largest < 1 ? Math.max(needed, 3) : needed, power };
}

/** An entry of such a column; a value too small to show is not shown as zero. */
export function aligned(value: number | null, { decimals, power }: Digits): string {
  if (value === null) return NONE;
  const part = value / 10 ** power;
  const smallest = 10 ** -decimals;
  const least = part > 0 && part < smallest / 2;
  return (least ? `<${fixed(smallest, decimals)}` : fixed(part, decimals)) + powerText(power);
}

/** A whole number that its zeros make long: its first digits, and how many follow them. */
const ROUND = /^(-?\d)(\d*?)0*$/;
const LONG = 11;

/** The text of a cut as Python wrote it, with the reader's signs; a date without its time zone. */
export function cutText(text: string, kind: string): string {
  if (kind === "datetime") return text.replace(/ \D.*/, "");
  if (kind !== "number" && kind !== "integer") return text;
  return shorter(text).replaceAll("-", MINUS).replace(".", DECIMAL);
}

/** A figure in a sentence, in Python's signs; what a name in quotes, a date or a version has is none. */
const FIGURE = /(?<![\w.,:'"])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?!\w|[.,]\d|['"])/g;

/** A sentence of Python's with its figures as the reader's locale writes them. */
export function localized(said: string, { decimal, group }: Signs = SIGNS): string {
  return said.replace(FIGURE, (figure) =>
    figure.replace(/[.,]/g, (sign) => (sign === "." ? decimal : group)),
  );
}

/** The same number in fewer letters, if it is a long one: -14400000000000 is -1.44e13. */
function shorter(text: string): string {
  const [, first = "", rest = ""] = (text.length >= LONG && ROUND.exec(text)) || [];
  const power = text.length - first.length;
  const short = `${first}${rest && `.${rest}`}e${power}`;
  return first && short.length < text.length - 3 ? short : text;
}

/**
 * What a person typed, as plain digits with a dot: 1 234,5 → 1234.5 where a comma is the dot. What
 * groups thousands does so only where it stands as in 1.234; a lone dot is meant as the dot it is.
 */
export function plainNumber(typed: string, { decimal, group }: Signs = SIGNS): string {
  const text = typed
    .trim()
    .replaceAll(MINUS, "-")
    .replace(/[\s\u202f\u00a0]/g, "");
  const [whole = "", ...rest] = text.split(decimal);
  const parts = whole.split(group);
  const grouped = /^-?[1-9]\d{0,2}$/.test(parts[0] ?? "") && parts.slice(1).every(isThousand);
  return [grouped ? parts.join("") : whole, ...rest].join(".");
}

const isThousand = (digits: string): boolean => /^\d{3}$/.test(digits);

/** The number in a field, null where it is empty; a word as it is, as Python says what is wrong. */
export function typedNumber(typed: string): number | string | null {
  const text = plainNumber(typed);
  if (text === "") return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : typed;
}
