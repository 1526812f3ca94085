// A threshold as it was typed: what Python is asked for, and which of its cuts that became. Pure.
import { plainNumber } from "../numbers";
import type { ColumnMeta, CutWire } from "../protocol.gen";

/** What Python is asked for, and about where it lies on the axis (null: only Python knows). */
export type Typed = [value: number | string, axis: number | null];

export function meant(typed: string, column: ColumnMeta): Typed {
  const text = typed.trim();
  if (column.kind === "number" || column.kind === "integer") {
    const plain = plainNumber(text);
    const number = Number(plain);
    if (plain === "" || !Number.isFinite(number)) return [text, null];
    return [column.kind === "number" ? number : plain, number];
  }
  if (column.kind === "ordered") {
    const level = column.levels?.indexOf(text) ?? -1;
    return [text, level < 0 ? null : level + 0.5];
  }
  const { moment } = dated(text);
  return [text, Number.isNaN(moment) ? null : moment];
}

/** The cut that it became, among those of the answer. */
export function became(
  cuts: readonly CutWire[],
  [value, axis]: Typed,
  { kind }: ColumnMeta,
): CutWire | undefined {
  const named = cuts.find((cut) => cut.text === value);
  if (named || kind !== "datetime") return named ?? cuts.find((cut) => cut.value === axis);
  // No cut lies between a time and its own, which is in the column's unit. Without an offset the
  // time is what clocks show in the column's time zone: it is compared with what they show.
  const { clock, moment, offset } = dated(String(value));
  return cuts.findLast((cut) => (offset ? cut.value <= moment : dated(cut.text).clock <= clock));
}

/** A date with its time of day and its offset, or its time zone, as Python reads it. */
const DATE = /^(\d{4}(?:-\d\d){0,2})(?:[T ](\d\d:\d\d\S*?))?(?: ?(Z|[+-]\d\d:\d\d)| \S.*)?$/;

/** What a clock shows, in ms, and the moment it does; the reader's own time zone is no matter. */
function dated(text: string) {
  const [, day, time = "00:00", offset] = DATE.exec(text) ?? [];
  const at = (ahead: string) => Date.parse(`${day}T${time}${ahead}`);
  return { clock: at("Z"), moment: at(offset ?? "Z"), offset };
}
