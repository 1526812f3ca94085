/** Where the arrow keys lead: the drawing's own directions, turned with it. */

import { at } from "./arrays";
import type { Layout, Placed } from "./layout";

export type Direction = "parent" | "child" | "before" | "after" | "first" | "last";

const UPRIGHT: Readonly<Record<string, Direction>> = {
  ArrowUp: "parent",
  ArrowDown: "child",
  ArrowLeft: "before",
  ArrowRight: "after",
  Home: "first",
  End: "last",
};

const ASIDE: Readonly<Record<string, Direction>> = {
  ...UPRIGHT,
  ArrowLeft: "parent",
  ArrowRight: "child",
  ArrowUp: "before",
  ArrowDown: "after",
};

export function directionOf(key: string, layout: Pick<Layout, "orientation">): Direction | null {
  const keys = layout.orientation === "vertical" ? UPRIGHT : ASIDE;
  return keys[key] ?? null;
}

/** The drawn node in that direction; the same one at an edge. */
export function step(layout: Layout, from: Placed, direction: Direction): Placed {
  const { part } = layout;
  if (direction === "first") return layout.place(0);
  if (direction === "last") return layout.place(at(part.entries, part.nodes.at(-1) ?? 0));
  if (direction === "parent") return (from.node.parent && layout.find(from.node.parent.id)) ?? from;
  if (direction === "child") {
    const child = from.collapsed ? undefined : from.node.children[0];
    return (child && layout.find(child.id)) ?? from;
  }
  return layout.beside(from, direction === "before" ? -1 : 1) ?? from;
}
