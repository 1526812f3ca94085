/** Which cells of a crowd's picture stand in the page, and which one is at a point of the canvas. */

import type { Box } from "./boxes";
import { type Camera, type Point, scales, toWorld } from "./camera";
import { lengthOf, walk } from "./cell-walk";
import type { Layout, Placed } from "./layout";

/** Cells narrower than this on the screen are not in the page; the picture has them all. */
const LEAST = 14;

/** The cells of a window that are large enough to be told apart. */
export function cellsIn(layout: Layout, camera: Camera, window: Box): Placed[] {
  const seen: Placed[] = [];
  walk(layout, window, inWorld(LEAST, layout, camera), (entry, stands) => {
    if (!stands) seen.push(layout.place(entry));
  });
  return seen;
}

/** The node of what is drawn at a point of the canvas; null where there are no cells. */
export function cellAt(layout: Layout, camera: Camera, { x, y }: Point): number | null {
  if (!layout.icicle) return null;
  const here = { ...camera, x: camera.x - x, y: camera.y - y };
  const dot = toWorld(here, layout, { width: 0.01, height: 0.01 }, 0);
  const [, [deep]] = layout.sides(dot);
  let hit: number | null = null;
  walk(layout, dot, inWorld(1, layout, camera), (entry, stands) => {
    const place = layout.place(entry);
    const [, [start]] = layout.sides(place);
    if (start <= deep && deep < start + lengthOf(layout, entry, stands)) hit = place.node.id;
  });
  return hit;
}

/** What so many px of the screen are across the level's world. */
function inWorld(px: number, layout: Layout, { zoom }: Camera): number {
  const [x, y] = scales(zoom, layout);
  return px / (layout.orientation === "vertical" ? x : y);
}
