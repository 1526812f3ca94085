/** The whole in small: how large it is, what of it is in view, and where its nodes are. */

import type { Box } from "./boxes";
import type { Area, Point } from "./camera";
import { lengthOf, walk } from "./cell-walk";
import type { Layout } from "./layout";
import { STRIP } from "./open-part";

const SIZE = { vertical: { width: 258, height: 88 }, horizontal: { width: 120, height: 176 } };
/** It takes a corner of a canvas that is large enough to lose one. */
const ROOM: Area = { width: 720, height: 280 };
const SLACK = 2;

/** Of what size it is drawn; null where all is in view. `whole` is the tree on the screen, in px. */
export function overviewSize(layout: Layout, whole: Box, canvas: Area): Area | null {
  if (canvas.width < ROOM.width || canvas.height < ROOM.height) return null;
  const inside =
    whole.left > -SLACK &&
    whole.top > -SLACK &&
    whole.left + whole.width < canvas.width + SLACK &&
    whole.top + whole.height < canvas.height + SLACK;
  return inside ? null : SIZE[layout.orientation];
}

/** What of it is in view. */
export function frameIn(size: Area, whole: Box, canvas: Area): Box {
  const [x, y] = [size.width / whole.width, size.height / whole.height];
  return {
    left: -whole.left * x,
    top: -whole.top * y,
    width: canvas.width * x,
    height: canvas.height * y,
  };
}

/** How far the tree moves so that what is at a point of the overview comes into the middle. */
export function panTo({ x, y }: Point, size: Area, whole: Box, canvas: Area): Point {
  return {
    x: canvas.width / 2 - whole.left - (x * whole.width) / size.width,
    y: canvas.height / 2 - whole.top - (y * whole.height) / size.height,
  };
}

/** Tell of each node where it is; of cells too small to be seen, of what stands for them. */
export function marks(layout: Layout, size: Area, tell: (entry: number, box: Box) => void): void {
  const { bounds, part } = layout;
  const [x, y] = [size.width / bounds.width, size.height / bounds.height];
  const put = (entry: number, stands: boolean): void => {
    const { left, top, width, height } = layout.box(entry, lengthOf(layout, entry, stands));
    tell(entry, {
      left: (left - bounds.left) * x,
      top: (top - bounds.top) * y,
      width: Math.max(width * x, 1),
      height: Math.max(height * y, 1),
    });
  };
  if (layout.icicle) {
    walk(layout, bounds, 1 / (layout.orientation === "vertical" ? x : y), put);
    return;
  }
  for (const [entry, kind] of part.kinds.entries()) {
    if (kind !== STRIP) put(entry, false);
  }
}
