/** What the toolbar gives up, one after another, until the rest of it fits its frame. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { View } from "../view-state";

/**
 * Words first, then figures, of which costs are the last; a tool only where nothing else is left: the
 * menus have it as well.
 */
const ORDER = [
  "words",
  "field",
  "leaves",
  "error",
  "figures",
  "target",
  "notes",
  "carets",
  "verbs",
];

/** The toolbar's element; measured by the browser at every width, and whenever a text changes. */
export function useGivingWay(view: View, wide: boolean): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  view.ruler.epoch.value; // read: words are as wide as their font
  // So is the search field once something is in it, and the place of the selected among what it found.
  view.query.value;
  view.session.selected.value;
  const measure = () => bar.current && giveWay(bar.current, wide ? 0 : 1);
  useLayoutEffect(() => {
    measure();
    const sizes = new ResizeObserver(measure);
    if (bar.current) sizes.observe(bar.current);
    return () => sizes.disconnect();
  });
  return bar;
}

function giveWay(bar: HTMLElement, least: number): void {
  for (let given = least; given <= ORDER.length; given += 1) {
    bar.setAttribute("data-given", ORDER.slice(0, given).join(" "));
    if (bar.scrollWidth <= bar.clientWidth) return;
  }
}
