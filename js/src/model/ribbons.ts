/**
 * The edges as ribbons: as wide as the rows that flow, striped by class.
 *
 * Geometry is reckoned *across* and *along* (see layout.ts) and turned at the end. A ribbon leaves
 * the parent side by side with its sisters and enters the middle of its child.
 */

import type { Orientation } from "../protocol.gen";
import { total } from "./arrays";
import type { Box } from "./boxes";
import type { Layout, Placed } from "./layout";

/** Thinner than this nobody sees it. */
export const THINNEST = 1.5;

export interface Stripe {
  /** Colour slot, 1 to 8; 0 where rows have no class (regression). */
  readonly slot: number;
  /** Distance from the ribbon's near edge, and its own width. */
  readonly offset: number;
  readonly width: number;
}

export interface Ribbon {
  readonly parent: Placed;
  readonly child: Placed;
  /** Where the ribbon's middle leaves, measured from the parent's middle. */
  readonly leaves: number;
  readonly width: number;
  readonly stripes: readonly Stripe[];
}

/** The ribbons to a node's children. `slotted` gives a node's weights by colour slot. */
export function ribbonsOf(
  layout: Layout,
  parent: Placed,
  slotted: (place: Placed) => readonly number[],
): Ribbon[] {
  const children = parent.node.children.flatMap((child) => layout.find(child.id) ?? []);
  const widths = children.map((child) => widthOf(layout, child));
  let edge = -total(widths) / 2;
  return children.map((child, i) => {
    const width = widths[i] ?? THINNEST;
    const leaves = edge + width / 2;
    edge += width;
    return { parent, child, leaves, width, stripes: stripesOf(slotted(child), width) };
  });
}

/** How wide the ribbon to a node is. */
export function widthOf(layout: Layout, { node }: Placed): number {
  const { weight } = layout.tree.root;
  return Math.max(THINNEST, weight > 0 ? (node.weight * widest(layout)) / weight : 0);
}

/** Turned, a card's side is shorter than its foot: the root's ribbons still leave inside it. */
function widest({ measures, orientation, level }: Layout): number {
  if (orientation === "vertical" || level === "far") return measures.ribbon;
  return Math.min(measures.ribbon, measures.height - 12);
}

function stripesOf(weights: readonly number[], width: number): Stripe[] {
  const whole = total(weights);
  if (weights.length === 0 || whole <= 0) return [{ slot: 0, offset: 0, width }];
  let offset = 0;
  const stripes: Stripe[] = [];
  weights.forEach((weight, i) => {
    if (weight <= 0) return;
    const share = (width * weight) / whole;
    stripes.push({ slot: i + 1, offset, width: share });
    offset += share;
  });
  return stripes;
}

/** The outline of one stripe, from one box to another: two cubics with controls at half way. */
export function stripePath(
  ribbon: Pick<Ribbon, "leaves" | "width">,
  stripe: Stripe,
  parent: Box,
  child: Box,
  orientation: Orientation,
): string {
  const upright = orientation === "vertical";
  const [a0, from] = upright
    ? [parent.left + parent.width / 2, parent.top + parent.height]
    : [parent.top + parent.height / 2, parent.left + parent.width];
  const [b0, to] = upright
    ? [child.left + child.width / 2, child.top]
    : [child.top + child.height / 2, child.left];
  const start = a0 + ribbon.leaves - ribbon.width / 2 + stripe.offset;
  const end = b0 - ribbon.width / 2 + stripe.offset;
  const half = (from + to) / 2;
  const point = (across: number, along: number): string =>
    upright ? `${round(across)} ${round(along)}` : `${round(along)} ${round(across)}`;
  const curve = (a: number, z: number, last: number): string =>
    `C${point(a, half)} ${point(z, half)} ${point(z, last)}`;
  return (
    `M${point(start, from)}${curve(start, end, to)}` +
    `L${point(end + stripe.width, to)}${curve(end + stripe.width, start + stripe.width, from)}Z`
  );
}

/** How far across and along a ribbon's middle has come, `t` from 0 to 1. */
export function bend(t: number): readonly [across: number, along: number] {
  return [t * t * (3 - 2 * t), t * (1.5 - 1.5 * t + t * t)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
