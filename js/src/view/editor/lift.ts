/** Lifting a chip with the pointer and setting it down in another branch. */

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface Lift {
  /** The level in the hand. */
  readonly level: number | null;
  /** The branch under it. */
  readonly over: number | null;
  readonly dx: number;
  readonly dy: number;
  start(event: PointerEvent, level: number): void;
}

interface Held {
  level: number;
  over: number | null;
  dx: number;
  dy: number;
}

/** A press that moves less than this is a click. */
const SLACK = 4;

export function useLift(
  box: RefObject<HTMLDivElement | null>,
  drop: (level: number, branch: number) => void,
): Lift {
  const [held, setHeld] = useState<Held | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const start = (event: PointerEvent, level: number) => {
    if (event.button !== 0) return;
    const chip = event.currentTarget as HTMLElement;
    const { clientX, clientY, pointerId } = event;
    let now: Held | null = null;
    const move = (next: PointerEvent) => {
      const dx = next.clientX - clientX;
      const dy = next.clientY - clientY;
      if (!now && Math.hypot(dx, dy) < SLACK) return;
      now = { level, dx, dy, over: branchAt(box.current, next.clientX, next.clientY) };
      setHeld(now);
    };
    const stop = (put: boolean) => {
      listeners.abort();
      end.current = null;
      setHeld(null);
      if (put && now && now.over !== null) drop(level, now.over);
    };
    const listeners = new AbortController();
    const options = { signal: listeners.signal };
    end.current = () => stop(false);
    chip.setPointerCapture(pointerId);
    chip.addEventListener("pointermove", move, options);
    chip.addEventListener("pointerup", () => stop(true), options);
    chip.addEventListener("pointercancel", () => stop(false), options);
    chip.addEventListener(
      "keydown",
      (key) => {
        if (key.key !== "Escape" || !now) return;
        key.stopPropagation();
        stop(false);
      },
      options,
    );
  };
  return {
    level: held?.level ?? null,
    over: held?.over ?? null,
    dx: held?.dx ?? 0,
    dy: held?.dy ?? 0,
    start,
  };
}

/** The branch whose box holds a point. */
function branchAt(box: HTMLElement | null, x: number, y: number): number | null {
  for (const branch of box?.querySelectorAll<HTMLElement>("[data-branch]") ?? []) {
    const { left, right, top, bottom } = branch.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return Number(branch.dataset.branch);
  }
  return null;
}
