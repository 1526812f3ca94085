/** Finding nodes by what is written on them: names, levels, cuts, classes, notes, and ids. */

import { cutText, plainNumber } from "../numbers";
import type { CutWire, Kind, SplitWire } from "../protocol.gen";
import { levelName, splitWords } from "./conditions";
import { columnOf } from "./node-words";
import type { TreeModel } from "./tree";

/** No longer than this, a cut stands on cards as Python writes it: there may be very many. */
const SHORT = 10;

/** A cut as Python writes it, and in the fewer letters that a card has for a long one. */
const figuresOf = ({ text }: CutWire, kind: Kind): string =>
  text.length > SHORT ? `${text} ${plainNumber(cutText(text, kind))}` : text;

/** Positions of the nodes that match; null when nothing is asked. */
export function search(tree: TreeModel, query: string): number[] | null {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const tests = words.map((word) => matcher(tree, word));
  const all = tree.columns.id.map((_, position) => position);
  return all.filter((position) => tests.every((matches) => matches(position)));
}

/** Names are looked through once, not at every node: there may be a hundred thousand. */
function matcher({ meta, columns }: TreeModel, word: string): (position: number) => boolean {
  const has = (text: string): boolean => text.toLocaleLowerCase().includes(word);
  const id = /^\d+$/.test(word) ? Number(word) : -1;
  const classes = meta.classes.map(has);
  const names = meta.columns.map(({ name }) => has(name));
  const levels = meta.columns.map((column) =>
    column.levels?.map((_, i) => has(levelName(column, i))),
  );
  const figure = plainNumber(word);
  const onSplit = (split: SplitWire): boolean => {
    const column = columnOf(meta, split.column);
    const { cuts, groups } = split;
    if (
      names[split.column] ||
      groups?.some((group) => group.some((level) => levels[split.column]?.[level]))
    )
      return true;
    if (cuts && /^(num|int)/.test(column.kind)) {
      if (cuts.some((cut) => figuresOf(cut, column.kind).includes(figure))) return true;
      if (cuts.length === 1) return /^(≤|<=|>)$/.test(word);
    }
    const { relation, value } = splitWords(split, column);
    return has(`${relation} ${value}`);
  };
  return (position) => {
    const note = columns.note[position];
    if (columns.id[position] === id || (note && has(note))) return true;
    const split = columns.split[position];
    return split ? onSplit(split) : (classes[columns.prediction[position] ?? -1] ?? false);
  };
}
