/** Finding nodes by what is written on them. */

import { branchFull, splitWords } from "./conditions";
import { className, columnOf } from "./node-words";
import type { TreeModel, TreeNode } from "./tree";

/** Ids of the nodes that match, in pre-order; null when nothing is asked. */
export function search(tree: TreeModel, query: string): number[] | null {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const matches = (node: TreeNode): boolean => {
    const text = textOf(tree, node);
    return words.every(
      (word) => (/^\d+$/.test(word) && node.id === Number(word)) || text.includes(word),
    );
  };
  return tree.nodes.filter(matches).map((node) => node.id);
}

function textOf(tree: TreeModel, node: TreeNode): string {
  const { meta } = tree;
  const parts = [node.note];
  if (node.split) {
    const column = columnOf(meta, node.split.column);
    const { name, relation, value } = splitWords(node.split, column);
    parts.push(name, relation, value);
    if (node.split.groups) parts.push(branchFull(node.split, 0, column));
  } else if (meta.task === "classification") parts.push(className(meta, node));
  return parts.join(" ").toLocaleLowerCase();
}
