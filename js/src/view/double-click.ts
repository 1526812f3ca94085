/**
 * A double click is one gesture. Where its first press changes what stands under the pointer, the
 * second press was not meant for that: it does nothing, and does not even take the keyboard there.
 */

import { useRef } from "preact/hooks";
import { taken } from "./pieces";

/** What a click is about, from the inside outwards. */
const PARTS = "button, tr, [data-node]";

/** Listens to every press, click and double click before anybody else does. */
export function useDoubleClicks(): (event: MouseEvent) => void {
  const first = useRef<Element | null>(null);
  return (event) => {
    const part = (event.target as Element).closest(PARTS);
    if (event.detail < 2) first.current = part;
    else if (part !== first.current) taken(event);
  };
}
