/** Dates with an hour in little room: what every cut of a column has in common goes first. */

import type { TreeModel } from "./tree";

/** Before a date that has an hour, what follows its minutes, and the hour. */
const YEAR = /\d{4}-(?=\d\d-\d\d \d)/g;
const SECONDS = /(:\d\d):[\d.]+/g;
const HOUR = / \d\d:\d\d[\d:.]*/g;

/** The text, or without its year where all cuts have the same, or else without its hour. */
export function dateIn(
  text: string,
  oneYear: boolean | undefined,
  fits: (text: string) => boolean,
): string {
  const short = text.replace(oneYear ? YEAR : HOUR, "…");
  return [text, short].find(fits) ?? short.replace(SECONDS, "$1…");
}

const known = new WeakMap<TreeModel, boolean[]>();

/** Whether a tree cuts a column at more than one date, and all of them have one year. */
export function isOfOneYear(tree: TreeModel, column: number): boolean {
  const found = known.get(tree) ?? [];
  known.set(tree, found);
  found[column] ??= ofOneYear(tree, column);
  return found[column];
}

function ofOneYear({ columns }: TreeModel, column: number): boolean {
  const dates = columns.split
    .flatMap((split) => (split?.column === column ? (split.cuts ?? []) : []))
    .map(({ text }) => text);
  const alike = (letters?: number) => new Set(dates.map((text) => text.slice(0, letters))).size;
  return alike() > 1 && alike(5) === 1;
}
