/**
 * Where every visible node stands, in px of its level's world.
 *
 * d3-hierarchy's tidy tree works along one axis (*across*: siblings side by side); depth runs along
 * the other. Turned, the same gives the left-right drawing.
 */

import { hierarchy, tree as tidyTree } from "d3-hierarchy";
import type { Orientation } from "../protocol.gen";
import type { Box } from "./boxes";
import { farWidth, type Level, type Measures, measures } from "./detail";
import type { TreeModel, TreeNode } from "./tree";

export interface Placed extends Box {
  readonly node: TreeNode;
  /** A branch whose subtree is hidden. */
  readonly collapsed: boolean;
}

export interface Layout {
  readonly tree: TreeModel;
  readonly level: Level;
  readonly orientation: Orientation;
  readonly measures: Measures;
  /** Visible nodes in pre-order. */
  readonly placed: readonly Placed[];
  readonly bounds: Box;
  find(id: number): Placed | undefined;
}

/** Room after a collapsed card for its sheets, the strip of hidden leaves and its line. */
export const STACK_BELOW = 54;
export const STACK_ASIDE = 146;

/** A node of the tidy tree; the hidden leaves' strip takes room as if it were a child. */
interface Item {
  readonly node: TreeNode;
  readonly strip: boolean;
  readonly children: Item[];
}

interface Sizes {
  across(item: Item): number;
  along(item: Item): number;
}

export function layOut(
  tree: TreeModel,
  collapsed: ReadonlySet<number>,
  level: Level,
  orientation: Orientation,
): Layout {
  const size = measures(level, tree.meta.task);
  const upright = orientation === "vertical";
  const sizes = sizesOf(tree, level, size, upright);
  const root = tidyTree<Item>()
    .nodeSize([1, 1])
    .separation((a, b) => {
      const apart = a.parent === b.parent ? size.sibling : size.cousin;
      return (sizes.across(a.data) + sizes.across(b.data)) / 2 + apart;
    })(hierarchy(itemOf(tree.root, collapsed, level === "near"), (item) => item.children));

  const starts = depthStarts(root, sizes, upright ? airy(root, size, level) : size.gapAside);
  const placed: Placed[] = [];
  root.eachBefore(({ data, x, depth }) => {
    if (data.strip) return;
    const across = sizes.across(data);
    const along = sizes.along(data);
    const from = x - across / 2;
    const start = starts[depth] ?? 0;
    placed.push({
      node: data.node,
      collapsed: collapsed.has(data.node.id) && !data.node.leaf,
      ...(upright
        ? { left: from, top: start, width: across, height: along }
        : { left: start, top: from, width: along, height: across }),
    });
  });
  const byId = new Map(placed.map((place) => [place.node.id, place]));
  return {
    tree,
    level,
    orientation,
    measures: size,
    placed,
    bounds: boundsOf(placed, level === "near" ? orientation : null),
    find: (id) => byId.get(id),
  };
}

function sizesOf(tree: TreeModel, level: Level, size: Measures, upright: boolean): Sizes {
  const [across, along] = upright ? [size.width, size.height] : [size.height, size.width];
  return {
    across: level === "far" ? ({ node }) => farWidth(tree.share(node)) : () => across,
    along: () => (level === "far" ? size.height : along),
  };
}

function itemOf(node: TreeNode, collapsed: ReadonlySet<number>, strips: boolean): Item {
  const hides = collapsed.has(node.id) && !node.leaf;
  const children = hides ? [] : node.children.map((child) => itemOf(child, collapsed, strips));
  if (hides && strips) children.push({ node, strip: true, children: [] });
  return { node, strip: false, children };
}

interface Ranked {
  readonly depth: number;
  readonly x: number;
  readonly data: Item;
  eachBefore(visit: (node: Ranked) => void): unknown;
}

/** A canvas is about twice as wide as it is high. */
const ASPECT = 2;
const AIRIEST = 2.2;

/**
 * The gap between levels, top-down. Seen from afar a broad tree leaves half of the canvas empty:
 * its levels move apart, within reason, until it is as high as the canvas is for its width.
 */
function airy(root: Ranked & { height: number }, size: Measures, level: Level): number {
  if (level === "near" || root.height === 0) return size.gap;
  let [left, right] = [root.x, root.x];
  root.eachBefore(({ x }) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
  });
  const cards = (root.height + 1) * size.height;
  const gap = ((right - left + size.width) / ASPECT - cards) / root.height;
  return Math.min(Math.max(gap, size.gap), size.gap * AIRIEST);
}

/** Where each depth begins: after the largest card of the depth before, and the gap. */
function depthStarts(root: Ranked, sizes: Sizes, gap: number): number[] {
  const largest: number[] = [];
  root.eachBefore(({ data, depth }) => {
    if (!data.strip) largest[depth] = Math.max(largest[depth] ?? 0, sizes.along(data));
  });
  const starts: number[] = [];
  let start = 0;
  for (const along of largest) {
    starts.push(start);
    start += along + gap;
  }
  return starts;
}

function boundsOf(placed: readonly Placed[], stacks: Orientation | null): Box {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const box of placed) {
    const aside = box.collapsed && stacks === "horizontal" ? STACK_ASIDE : 0;
    const below = box.collapsed && stacks === "vertical" ? STACK_BELOW : 0;
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.left + box.width + aside);
    bottom = Math.max(bottom, box.top + box.height + below);
  }
  return { left, top, width: right - left, height: bottom - top };
}
