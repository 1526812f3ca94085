/**
 * Pointer and wheel on the canvas: drag to pan, wheel or pinch to zoom.
 *
 * Every pointer of the element is followed; two of them are a pinch. A press that hardly moves
 * stays a click.
 */

import type { Point } from "./model/camera";
import { pointOf } from "./pointer";

export interface PanZoomTarget {
  pan(dx: number, dy: number): void;
  zoomBy(factor: number, at: Point): void;
}

const SLIP_PX = 4;
const WHEEL_STEP = 0.0022;
const PINCH_STEP = 0.012;
/** A page that scrolls under the pointer goes on scrolling: its wheel is not meant for us. */
const PASSING_MS = 250;
/** By then a drag's own click has come. A finger's sends none, and the next one is somebody else's. */
const CLICK_MS = 50;

export class PanZoom {
  readonly #element: HTMLElement;
  readonly #target: PanZoomTarget;
  readonly #listening = new AbortController();
  readonly #points = new Map<number, Point>();
  #moved = 0;
  #passed = 0;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, target: PanZoomTarget) {
    this.#element = element;
    this.#target = target;
    const { signal } = this.#listening;
    for (const [happens, heard] of [
      ["down", this.#down],
      ["move", this.#move],
      ["up", this.#up],
      ["cancel", this.#up],
    ] as const) {
      element.addEventListener(`pointer${happens}`, heard, { signal });
    }
    element.addEventListener("click", this.#click, { signal, capture: true });
    element.addEventListener("wheel", this.#wheel, { signal, passive: false });
    const aside = { signal, passive: true, capture: true };
    document.addEventListener("wheel", this.#elsewhere, aside);
  }

  dispose(): void {
    this.#forget();
    this.#listening.abort();
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0 && event.pointerType === "mouse") return;
    if (this.#points.size === 0) this.#forget();
    this.#points.set(event.pointerId, pointOf(event));
  };

  readonly #move = (event: PointerEvent): void => {
    const before = this.#points.get(event.pointerId);
    if (!before) return;
    if (event.buttons === 0) {
      // Let go outside, where an element hears of it only once it has captured the pointer.
      this.#up(event);
      return;
    }
    const now = pointOf(event);
    this.#moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (this.#moved < SLIP_PX) return;
    if (!this.#element.hasPointerCapture(event.pointerId)) {
      this.#element.setPointerCapture(event.pointerId);
    }
    const other = [...this.#points].find(([id]) => id !== event.pointerId)?.[1];
    this.#points.set(event.pointerId, now);
    const share = 1 / this.#points.size;
    this.#target.pan((now.x - before.x) * share, (now.y - before.y) * share);
    if (other) {
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      this.#target.zoomBy(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
  };

  readonly #up = (event: PointerEvent): void => {
    this.#points.delete(event.pointerId);
    if (this.#points.size === 0) this.#forgetting = setTimeout(this.#forget, CLICK_MS);
  };

  readonly #forget = (): void => {
    clearTimeout(this.#forgetting);
    this.#moved = 0;
  };

  /** The click that ends a drag selects nothing. */
  readonly #click = (event: MouseEvent): void => {
    if (this.#moved < SLIP_PX) return;
    this.#forget();
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  readonly #wheel = (event: WheelEvent): void => {
    if (performance.now() - this.#passed < PASSING_MS && !event.ctrlKey) {
      this.#passed = performance.now();
      return;
    }
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#target.pan(-(event.deltaX || event.deltaY) * unit, 0);
      return;
    }
    const step = event.ctrlKey ? PINCH_STEP : WHEEL_STEP;
    this.#target.zoomBy(Math.exp(-event.deltaY * unit * step), pointOf(event));
  };

  readonly #elsewhere = (event: WheelEvent): void => {
    if (!event.composedPath().includes(this.#element)) this.#passed = performance.now();
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
