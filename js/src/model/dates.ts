/** Dates with an hour in little room: what every cut of a column has in common goes first. */

import type { TreeModel } from "./tree";

/** Before a date that has an hour, or before the hour; what follows its minutes, and the hour. */
export const YEAR = /\d{4}-(?=\d\d-\d\d \d)/g;
const DAY = /\d{4}-\d\d-\d\d (?=\d)/g;
const SECONDS = /(:\d\d):[\d.]+/g;
const HOUR = / \d\d:\d\d[\d:.]*/g;

/** What may go of the dates of a column, the least first. */
export type Spare = readonly RegExp[];

/** The text, or without as little as fits of what may go: the hour, where nobody says what. */
export function dateIn(
  text: string,
  spare: Spare | undefined,
  fits: (text: string) => boolean,
): string {
  const shorter = (spare ?? [HOUR]).map((part) => text.replace(part, "…"));
  return [text, ...shorter].find(fits) ?? toMinutes(shorter.at(-1) ?? text);
}

/** Without its seconds, if it has any. */
export const toMinutes = (text: string): string => text.replace(SECONDS, "$1…");

const known = new WeakMap<TreeModel, Spare[]>();

/** Where a tree cuts a column at more than one date, the year or the day that all of them have. */
export function spareOf(tree: TreeModel, column: number): Spare {
  const found = known.get(tree) ?? [];
  known.set(tree, found);
  found[column] ??= inCommon(tree, column);
  return found[column];
}

function inCommon({ columns }: TreeModel, column: number): Spare {
  const dates = columns.split
    .flatMap((split) => (split?.column === column ? (split.cuts ?? []) : []))
    .map(({ text }) => text);
  const alike = (letters?: number) => new Set(dates.map((text) => text.slice(0, letters))).size;
  if (alike() < 2 || alike(5) > 1) return [HOUR];
  return alike(10) > 1 ? [YEAR] : [YEAR, DAY];
}
