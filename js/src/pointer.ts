/** Where a pointer is, in an element's own px: a page may be drawn larger or smaller, as slides are. */

import type { Point } from "./model/camera";

type At = Pick<MouseEvent, "clientX" | "clientY" | "currentTarget">;

/** From the top left corner of what hears the event. */
export function pointOf(event: At): Point {
  const element = event.currentTarget as HTMLElement;
  const box = element.getBoundingClientRect();
  const scale = element.offsetWidth / box.width || 1;
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
}
