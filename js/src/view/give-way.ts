/** What the toolbar gives up, one after another, until the rest of it fits its frame. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { View } from "../view-state";

/**
 * The method first, then words, the target's last letters, then all of it, which the legend names as
 * well, and figures, of which costs are the last; a tool only where nothing else is left: the menus
 * have it as well.
 */
const ORDER = [
  "method",
  "words",
  "name",
  "field",
  "leaves",
  "target",
  "error",
  "figures",
  "notes",
  "carets",
  "verbs",
];

/** A narrow frame has neither the method nor words. */
const NARROW = 2;

/** The toolbar's element; measured by the browser at every width, and whenever a text changes. */
export function useGivingWay(view: View, wide: boolean): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  view.ruler.epoch.value; // read: words are as wide as their font
  // So is the search field once something is in it, and the place of the selected among what it found.
  view.query.value;
  view.session.selected.value;
  const measure = () => bar.current && giveWay(bar.current, wide ? 0 : NARROW);
  useLayoutEffect(() => {
    measure();
    const sizes = new ResizeObserver(measure);
    if (bar.current) sizes.observe(bar.current);
    return () => sizes.disconnect();
  });
  return bar;
}

function giveWay(bar: HTMLElement, least: number): void {
  const fits = (given: readonly string[]): boolean => {
    bar.setAttribute("data-given", given.join(" "));
    return bar.scrollWidth <= bar.clientWidth;
  };
  let given = least;
  while (!fits(ORDER.slice(0, given)) && given < ORDER.length) given += 1;
  // Figures that went may have left room for the name.
  const gone = ORDER.slice(0, given);
  if (gone.includes("target") && !fits(gone.filter((one) => one !== "target"))) fits(gone);
}
