/**
 * What a branch shows when it is opened. A large one opens a few levels at a time, so that what is
 * collapsed stays a short list: of what is visible, never of what is hidden.
 */

import { at } from "./arrays";
import type { TreeModel, TreeNode } from "./tree";

/** Up to so many nodes a branch opens whole. CROWD in Python's opening.py, which has the next, too. */
export const WHOLE = 255;
/** A larger one opens as many levels as have so few nodes. */
const GLANCE = 24;

function large(tree: TreeModel, node: TreeNode): boolean {
  return at(tree.ends, node.position) - node.position > WHOLE;
}

/** What is collapsed once a branch has been opened. */
export function opened(tree: TreeModel, collapsed: ReadonlySet<number>, id: number): number[] {
  const kept = new Set(collapsed);
  kept.delete(id);
  const node = tree.get(id);
  if (!large(tree, node)) return [...kept];
  let row = node.children;
  for (let shown = row.length; row.length > 0; ) {
    const next = row.flatMap((child) => (kept.has(child.id) ? [] : child.children));
    shown += next.length;
    if (shown > GLANCE) break;
    row = next;
  }
  return [...new Set([...kept, ...branches(row)])];
}

/** What is collapsed once a node can be seen; of a large branch only the way to it is opened. */
export function revealed(tree: TreeModel, collapsed: ReadonlySet<number>, id: number): number[] {
  const kept = new Set(collapsed);
  const path = tree.path(id);
  const way = path.slice(path.findIndex((node) => collapsed.has(node.id)));
  for (const node of way.slice(0, -1)) kept.delete(node.id);
  if (way.length < 2 || !large(tree, way[0] as TreeNode)) return [...kept];
  const aside = way
    .slice(0, -1)
    .flatMap((node) => node.children.filter((one) => !path.includes(one)));
  return [...new Set([...kept, ...branches([...aside, ...way.slice(-1)])])];
}

/** Everything collapsed; of a large tree the root says it all. */
export function allClosed(tree: TreeModel): number[] {
  return large(tree, tree.root) ? [tree.root.id] : branches(tree.below());
}

function branches(nodes: readonly TreeNode[]): number[] {
  return nodes.filter((node) => !node.leaf).map((node) => node.id);
}
