/** Dragging a cut: the pointer is captured, the cut snaps to the listed ones, Escape puts it back. */

import { useRef } from "preact/hooks";
import { type CutState, cutOf } from "../../cut-state";
import type { Draft } from "../../model/profile";
import { pointOf } from "../../pointer";
import { taken } from "../pieces";
import type { EditorProps } from "../props";
import type { Plot } from "./plot";

/** So far beyond its ends a press is still meant for the chart. */
const BEYOND = 16;

/** A press brings the nearest cut, which follows from there. */
export function useDrag({ view, plot }: EditorProps & { plot: Plot }) {
  const { scales, frame } = plot;
  const cut = cutOf(view);
  const before = useRef<Draft | null>(null);
  // What lies beyond the part in view is no place to drag to.
  const value = (px: number): number => {
    const shown = cut.window.value ? Math.min(Math.max(px, frame.left), frame.right) : px;
    return scales.x.back(shown);
  };
  const stop = () => {
    before.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || cut.draft.value.cuts.length === 0) return;
      const { x: px } = pointOf(event);
      if (px < frame.left - BEYOND || px > frame.right + BEYOND) return;
      event.preventDefault();
      const layer = event.currentTarget as HTMLElement;
      before.current = cut.draft.value;
      cut.active.value = nearestCut(cut, scales.x, px);
      cut.dragTo(value(px));
      layer.setPointerCapture(event.pointerId);
      layer.querySelectorAll<HTMLElement>("[role=slider]")[cut.active.value]?.focus();
    },
    onPointerMove(event: PointerEvent) {
      if (before.current) cut.dragTo(value(pointOf(event).x));
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onLostPointerCapture: stop,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || !before.current) return;
      taken(event);
      cut.draft.value = before.current;
      stop();
    },
  };
}

function nearestCut(cut: CutState, x: (value: number) => number, px: number): number {
  const { cuts } = cut.draft.value;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  cuts.forEach((at, i) => {
    const distance = Math.abs(x(cut.profile.value?.cuts[at]?.value ?? 0) - px);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}
