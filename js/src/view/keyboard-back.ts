/** What goes with its fields and buttons: the keyboard goes back to where it is of use. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The element that may go; `back` is called as it does, if the keyboard is in it. */
export function useKeyboardBack<T extends Element>(back: () => void): RefObject<T | null> {
  const going = useRef<T>(null);
  useLayoutEffect(
    () => () => {
      if (going.current?.querySelector(":focus")) back();
    },
    [],
  );
  return going;
}
