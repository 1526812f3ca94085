/** Lifting a chip with the pointer and setting it down in another branch. */

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { pointOf } from "../../pointer";
import { taken } from "../pieces";

/** The level in the hand, and the branch under it. */
interface Held {
  readonly level: number | null;
  readonly over: number | null;
}

export interface Lift extends Held {
  start(event: PointerEvent, level: number): void;
}

/** A press that moves less than this is a click. */
const SLACK = 4;
/** So near an end of what scrolls it does, to branches out of sight: at most so many px a ms. */
const EDGE = 36;
const SPEED = 1.2;
/** Pictures that are further apart, in ms, scroll no further: nobody would follow. */
const LONG = 100;
const NOTHING: Held = { level: null, over: null };

export function useLift(
  box: RefObject<HTMLDivElement | null>,
  drop: (level: number, branch: number) => void,
): Lift {
  const [held, setHeld] = useState(NOTHING);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const start = (event: PointerEvent, level: number) => {
    if (event.button !== 0) return;
    const chip = event.currentTarget as HTMLElement;
    const face = chip.firstElementChild as HTMLElement;
    let now = NOTHING;
    let at = { clientX: 0, clientY: 0 };
    let frame = 0;
    let before = 0;
    const from = pointOf(event);
    const pane = scrollerOf(box.current?.querySelector<HTMLElement>(".tw-branches") ?? null);
    // What follows the pointer makes what it scrolls in longer, so that there was no end to it.
    const last = pane ? pane.scrollHeight - pane.clientHeight : 0;
    const scroll = (time: number) => {
      const by = pane ? pull(pane.getBoundingClientRect(), at.clientY) : 0;
      if (pane && by !== 0) {
        const far = by * Math.min(Math.max(time - before, 0), LONG);
        pane.scrollTop = Math.min(pane.scrollTop + far, last);
        follow();
      }
      before = time;
      frame = requestAnimationFrame(scroll);
    };
    const move = (moved: PointerEvent) => {
      at = moved;
      follow();
    };
    const follow = () => {
      const { clientX, clientY } = at;
      const to = pointOf({ clientX, clientY, currentTarget: chip });
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      if (now === NOTHING && Math.hypot(dx, dy) < SLACK) return;
      // Only the chip follows every move; the branches are drawn again when it enters another.
      face.style.transform = `translate(${dx}px, ${dy}px) rotate(-1.5deg)`;
      const over = branchAt(box.current, clientX, clientY);
      if (now === NOTHING || over !== now.over) {
        if (now === NOTHING) {
          before = performance.now();
          frame = requestAnimationFrame(scroll);
        }
        now = { level, over };
        setHeld(now);
      }
    };
    const stop = (put: boolean) => {
      listeners.abort();
      cancelAnimationFrame(frame);
      end.current = null;
      face.style.transform = "";
      setHeld(NOTHING);
      if (put && now.over !== null) drop(level, now.over);
    };
    const listeners = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      hear: (event: HTMLElementEventMap[K]) => void,
    ) => chip.addEventListener(name, hear, { signal: listeners.signal });
    end.current = () => stop(false);
    chip.setPointerCapture(event.pointerId);
    on("pointermove", move);
    on("pointerup", () => stop(true));
    on("pointercancel", () => stop(false));
    on("keydown", (key) => {
      if (key.key !== "Escape" || now === NOTHING) return;
      taken(key);
      stop(false);
    });
  };
  return { ...held, start };
}

/** What an element scrolls in: itself, or what it stands in. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  if (!element) return null;
  const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
  const longer = element.scrollHeight > element.clientHeight + 1;
  return scrolls && longer ? element : scrollerOf(element.parentElement);
}

/** How fast to scroll where a point is near an end of a box: the nearer, the faster. */
function pull({ top, bottom }: Pick<DOMRect, "top" | "bottom">, y: number): number {
  const over = Math.max(y - (bottom - EDGE), 0) - Math.max(top + EDGE - y, 0);
  return SPEED * Math.min(Math.max(over / EDGE, -1), 1);
}

/** The branch whose box holds a point. */
function branchAt(box: HTMLElement | null, x: number, y: number): number | null {
  for (const branch of box?.querySelectorAll<HTMLElement>("[data-branch]") ?? []) {
    const { left, right, top, bottom } = branch.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return Number(branch.dataset.branch);
  }
  return null;
}
