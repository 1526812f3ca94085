// A hand on the canvas: what it drags, and what it lets go of.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PanZoom } from "../src/pan-zoom";

const pan = vi.fn();
let canvas: HTMLElement;
let panZoom: PanZoom;

beforeEach(() => {
  canvas = document.createElement("div");
  document.body.append(canvas);
  canvas.setPointerCapture = () => undefined;
  canvas.hasPointerCapture = () => true;
  panZoom = new PanZoom(canvas, { pan, zoomBy: () => undefined });
});

afterEach(() => {
  panZoom.dispose();
  canvas.remove();
  pan.mockReset();
});

const send = (type: string, clientX: number, buttons: number, pointerType = "mouse") => {
  const made = { clientX, clientY: 300, buttons, pointerType, pointerId: 1, bubbles: true };
  canvas.dispatchEvent(new PointerEvent(type, made));
};

describe("a drag", () => {
  it("moves the canvas while a button is down", () => {
    send("pointerdown", 100, 1);
    send("pointermove", 120, 1);
    expect(pan).toHaveBeenCalledWith(20, 0);
    send("pointerup", 120, 0);
    send("pointermove", 150, 0);
    expect(pan).toHaveBeenCalledTimes(1);
  });

  it("ends also where the button was let go outside, unheard", () => {
    send("pointerdown", 100, 1);
    send("pointermove", 150, 0);
    send("pointermove", 180, 1); // pressed elsewhere, and come back
    expect(pan).not.toHaveBeenCalled();
  });
});

describe("the click that ends a drag", () => {
  const clicked = vi.fn();
  const drag = (pointerType: string) => {
    send("pointerdown", 100, 1, pointerType);
    send("pointermove", 150, 1, pointerType);
    send("pointerup", 150, 0, pointerType);
  };
  beforeEach(() => {
    vi.useFakeTimers();
    clicked.mockReset();
    canvas.addEventListener("click", clicked);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is none; the next one is", () => {
    drag("mouse");
    canvas.click();
    expect(clicked).not.toHaveBeenCalled();
    canvas.click();
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it("is one after a slip of the hand", () => {
    send("pointerdown", 100, 1);
    send("pointermove", 102, 1);
    send("pointerup", 102, 0);
    canvas.click();
    expect(pan).not.toHaveBeenCalled();
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it("never comes of a finger's: the first one by the keyboard counts", () => {
    drag("touch");
    vi.advanceTimersByTime(100);
    canvas.click();
    expect(clicked).toHaveBeenCalledTimes(1);
  });
});
