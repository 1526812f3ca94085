// A hand on the canvas: what it drags, and what it lets go of.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PanZoom } from "../src/pan-zoom";

const pan = vi.fn();
const zoomBy = vi.fn();
let canvas: HTMLElement;
let panZoom: PanZoom;

beforeEach(() => {
  canvas = document.createElement("div");
  document.body.append(canvas);
  canvas.setPointerCapture = () => undefined;
  canvas.hasPointerCapture = () => true;
  panZoom = new PanZoom(canvas, { pan, zoomBy });
});

afterEach(() => {
  panZoom.dispose();
  canvas.remove();
  pan.mockReset();
  zoomBy.mockReset();
});

const send = (type: string, clientX: number, buttons: number, pointerType = "mouse") => {
  const made = { clientX, clientY: 300, buttons, pointerType, pointerId: 1, bubbles: true };
  canvas.dispatchEvent(new PointerEvent(type, made));
};

const drawTwiceAsLarge = () => {
  canvas.getBoundingClientRect = () => new DOMRect(10, 20, 1000, 800);
  Object.defineProperty(canvas, "offsetWidth", { value: 500 });
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

  it("follows the pointer on a page that is drawn twice as large", () => {
    drawTwiceAsLarge();
    send("pointerdown", 100, 1);
    send("pointermove", 160, 1);
    expect(pan).toHaveBeenCalledExactlyOnceWith(30, 0);
  });

  it("ends also where the button was let go outside, unheard", () => {
    send("pointerdown", 100, 1);
    send("pointermove", 150, 0);
    send("pointermove", 180, 1); // pressed elsewhere, and come back
    expect(pan).not.toHaveBeenCalled();
  });
});

describe("two fingers", () => {
  const finger = (pointerId: number, type: string, clientX: number, clientY: number) => {
    const made = { clientX, clientY, buttons: 1, pointerType: "touch", pointerId, bubbles: true };
    canvas.dispatchEvent(new PointerEvent(type, made));
  };

  it("zoom by how much further apart they are, round their middle, and pan by half each", () => {
    canvas.getBoundingClientRect = () => new DOMRect(10, 20, 500, 400);
    finger(1, "pointerdown", 100, 100);
    finger(2, "pointerdown", 130, 140); // 50 px away
    finger(2, "pointermove", 190, 220); // 150 px
    expect(pan).toHaveBeenCalledExactlyOnceWith(30, 40);
    expect(zoomBy).toHaveBeenCalledExactlyOnceWith(3, { x: 145 - 10, y: 160 - 20 });
    finger(1, "pointermove", 130, 140); // and back: 100 px
    expect(pan).toHaveBeenLastCalledWith(15, 20);
    expect(zoomBy.mock.lastCall?.[0]).toBeCloseTo(100 / 150);
    finger(1, "pointerup", 130, 140);
    finger(2, "pointermove", 200, 220);
    expect(pan).toHaveBeenLastCalledWith(10, 0);
    expect(zoomBy).toHaveBeenCalledTimes(2);
  });
});

describe("the wheel", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(1000); // the page is not new
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Turn it over an element; whether the page goes on scrolling. */
  const turn = (over: Element, { deltaX = 0, deltaY = 0, deltaMode = 0, ...keys }) => {
    const made = { clientX: 60, clientY: 70, bubbles: true, cancelable: true, ...keys };
    // The document of these tests has wheels without a place and keys.
    const event = Object.assign(new MouseEvent("wheel", made), { deltaX, deltaY, deltaMode });
    return over.dispatchEvent(event);
  };

  it("zooms round the pointer, as much forth as back", () => {
    canvas.getBoundingClientRect = () => new DOMRect(10, 20, 500, 400);
    expect(turn(canvas, { deltaY: -100 })).toBe(false);
    turn(canvas, { deltaY: 100 });
    const [[nearer, at], [farther]] = zoomBy.mock.calls as [[number, object], [number]];
    expect(at).toEqual({ x: 50, y: 50 });
    expect(nearer).toBeGreaterThan(1.1);
    expect(nearer * farther).toBeCloseTo(1, 12);
  });

  it("zooms round what lies under the pointer on a page that is drawn twice as large", () => {
    drawTwiceAsLarge();
    turn(canvas, { deltaY: -100 });
    expect(zoomBy.mock.lastCall?.[1]).toEqual({ x: 25, y: 25 });
  });

  it("counts lines where the browser does, and a pinch on a touchpad for more", () => {
    turn(canvas, { deltaY: -3 });
    turn(canvas, { deltaY: -3, deltaMode: WheelEvent.DOM_DELTA_LINE });
    turn(canvas, { deltaY: -3, ctrlKey: true });
    const [px = 0, lines = 0, pinch = 0] = zoomBy.mock.calls.map(([factor]) => Math.log(factor));
    expect(lines / px).toBeCloseTo(16);
    expect(pinch).toBeGreaterThan(2 * px);
  });

  it("pans aside where it is turned aside, or with Shift", () => {
    turn(canvas, { deltaX: 30, deltaY: -10 });
    turn(canvas, { deltaX: -30, deltaY: 10 });
    turn(canvas, { deltaY: 20, shiftKey: true });
    expect(pan.mock.calls).toEqual([
      [-30, 0],
      [30, 0],
      [-20, 0],
    ]);
    expect(zoomBy).not.toHaveBeenCalled();
  });

  it("is the page's as long as a scroll that began beside the canvas goes on", () => {
    turn(document.body, { deltaY: 50 });
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(200);
      expect(turn(canvas, { deltaY: 50 })).toBe(true);
    }
    expect(zoomBy).not.toHaveBeenCalled();
    turn(canvas, { deltaY: 50, ctrlKey: true }); // else the page would be zoomed
    expect(zoomBy).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(300);
    expect(turn(canvas, { deltaY: 50 })).toBe(false);
    expect(zoomBy).toHaveBeenCalledTimes(2);
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
