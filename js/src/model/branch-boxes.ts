/** Where the branches of a split that is only considered would stand. */

import type { Box } from "./boxes";
import type { Layout, Placed } from "./layout";

/** Side by side, under the node or beside it. */
export function branchBoxes(place: Placed, branches: number, layout: Layout): Box[] {
  const { measures, orientation } = layout;
  const upright = orientation === "vertical";
  const size = { width: measures.width, height: measures.height };
  const across = upright ? size.width : size.height;
  const step = across + measures.sibling;
  const first = -((branches - 1) * step) / 2;
  return Array.from({ length: branches }, (_, i) => {
    const aside = first + i * step;
    if (upright) {
      const left = place.left + place.width / 2 - size.width / 2 + aside;
      return { ...size, left, top: place.top + place.height + measures.gap };
    }
    const top = place.top + place.height / 2 - size.height / 2 + aside;
    return { ...size, left: place.left + place.width + measures.gapAside, top };
  });
}
