/** What is open of a tree, as arrays: a large tree is laid out without an object for each node. */

import { at } from "./arrays";
import type { TreeModel, TreeNode } from "./tree";

/** What an entry is, beside a node with all its children. */
export const CLOSED = 1;
/** The strip of what a collapsed node hides: it takes room as if it were its child. */
export const STRIP = 2;

/** Entries in pre-order. */
export interface OpenPart {
  /** Each entry's node, by its position in the tree. */
  readonly nodes: Int32Array;
  readonly kinds: Uint8Array;
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
  const most = tree.nodes.length;
  const closed = new Uint8Array(most);
  for (const id of collapsed) {
    const node = tree.find(id);
    if (node && !node.leaf) closed[node.position] = CLOSED;
  }
  const nodes = new Int32Array(2 * most);
  const kinds = new Uint8Array(2 * most);
  const entries = new Int32Array(most).fill(-1);
  const rows: number[][] = [];
  let count = 0;
  const add = (position: number, kind: number): void => {
    nodes[count] = position;
    kinds[count++] = kind;
  };
  for (let position = 0; position < most; ) {
    const kind = at(closed, position);
    const { depth } = tree.nodes[position] as TreeNode;
    rows[depth] ??= [];
    rows[depth]?.push(count);
    entries[position] = count;
    add(position, kind);
    if (kind === CLOSED && strips) add(position, STRIP);
    position = kind === CLOSED ? at(tree.ends, position) : position + 1;
  }
  const lists = { nodes: nodes.subarray(0, count), kinds: kinds.subarray(0, count) };
  const part = { ...lists, rows, entries };
  return { ...part, ends: endsOf(tree, part) };
}

function endsOf(tree: TreeModel, part: Omit<OpenPart, "ends">): Int32Array {
  const { nodes, entries, kinds } = part;
  const ends = new Int32Array(nodes.length);
  for (let entry = nodes.length - 1; entry >= 0; entry--) {
    ends[entry] = Math.max(at(ends, entry), entry + 1);
    const parent = at(tree.columns.parent, at(nodes, entry));
    const above = kinds[entry] === STRIP ? entry - 1 : parent < 0 ? 0 : at(entries, parent);
    ends[above] = Math.max(at(ends, above), at(ends, entry));
  }
  return ends;
}
