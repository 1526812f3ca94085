/** What is open of a tree, as arrays: a large tree is laid out without an object for each node. */

import { at } from "./arrays";
import { endsOf, type TreeModel } from "./tree";

/** What an entry is, beside a node with all its children. */
export const CLOSED = 1;
/** The strip of what a collapsed node hides: it takes room as if it were its child. */
export const STRIP = 2;

/** Entries in pre-order. */
export interface OpenPart {
  /** Each entry's node, by its position in the tree. */
  readonly nodes: Int32Array;
  readonly kinds: Uint8Array;
  /** The entry above each; the first has itself. */
  readonly parents: Int32Array;
  /** The entry after the last one below. */
  readonly ends: Int32Array;
  /** Entries of each depth from left to right, strips left out. */
  readonly rows: readonly number[][];
  /** The entry of a node, by its position in the tree; -1 if it is hidden. */
  readonly entries: Int32Array;
}

export function openPart(
  tree: TreeModel,
  collapsed: ReadonlySet<number>,
  strips: boolean,
): OpenPart {
  const { depths, columns } = tree;
  const most = depths.length;
  const closed = new Uint8Array(most);
  for (const id of collapsed) {
    const node = tree.find(id);
    if (node && !node.leaf) closed[node.position] = CLOSED;
  }
  columns.unsent.forEach((unsent, position) => {
    if (unsent) closed[position] = CLOSED;
  });
  const all = new Int32Array(2 * most);
  const above = new Int32Array(2 * most);
  const kinds = new Uint8Array(2 * most);
  const entries = new Int32Array(most).fill(-1);
  const rows: number[][] = [];
  let count = 0;
  for (let position = 0; position < most; ) {
    const kind = at(closed, position);
    const depth = at(depths, position);
    rows[depth] ??= [];
    rows[depth]?.push(count);
    if (depth > 0) above[count] = at(entries, at(columns.parent, position));
    entries[position] = count;
    all[count] = position;
    kinds[count++] = kind;
    if (kind === CLOSED && strips) {
      above[count] = count - 1;
      all[count] = position;
      kinds[count++] = STRIP;
    }
    position = kind === CLOSED ? at(tree.ends, position) : position + 1;
  }
  const [nodes, parents] = [all.subarray(0, count), above.subarray(0, count)];
  return { nodes, parents, kinds: kinds.subarray(0, count), ends: endsOf(parents), rows, entries };
}
