/** Where rectangles meet, written down as plainly as can be. */

import type { Box } from "../src/model/boxes";

/** Whether two overlap, or come nearer than so much air. */
export function overlap(a: Box, b: Box, air = 0): boolean {
  return (
    a.left < b.left + b.width + air &&
    b.left < a.left + a.width + air &&
    a.top < b.top + b.height + air &&
    b.top < a.top + a.height + air
  );
}

/** The least box round two. */
export function hull(a: Box, b: Box): Box {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}
