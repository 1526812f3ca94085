// The words of a crowd's picture, as they are written on its canvas.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { Canvas } from "../src/view/canvas";
import { Icicle } from "../src/view/icicle";
import { View } from "../src/view-state";
import { FakeKernel, stateOf } from "./fakes";
import { largeTree } from "./trees";

afterEach(() => {
  render(null, document.body);
  vi.restoreAllMocks();
});

/** A scene of a crowd on a canvas so high. */
function crowd(height: number): Scene {
  const nodes = largeTree(10).columns;
  const kernel = new FakeKernel(1, { _state: { ...stateOf(1), nodes }, selected: 0 });
  const scene = new Scene(new View(new Session(kernel.model)));
  scene.resize(900, height);
  return scene;
}

/** The heights at which words stand on cells of a canvas so high, and their least size. */
async function written(height: number): Promise<{ rows: number; size: number }> {
  const said = new Set<number>();
  const sizes: number[] = [];
  const context = {
    font: "",
    measureText: (text: string) => ({ width: 5 * text.length }),
    fillText: (_: string, __: number, y: number) => {
      said.add(y);
      sizes.push(Number.parseFloat(context.font));
    },
  };
  const nothing = () => undefined;
  const made = new Proxy(context, { get: (one, name) => Reflect.get(one, name) ?? nothing });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(made as never);
  const scene = crowd(height);
  await act(() => render(<Icicle scene={scene} />, document.body));
  scene.dispose();
  return { rows: said.size, size: Math.min(...sizes) };
}

it("has words on every row with cells that are broad enough for them", async () => {
  // Four rows of eleven have such cells: they are high enough, whatever is left to the others.
  expect(await written(190)).toEqual({ rows: 4, size: 11 });
  expect(await written(115)).toEqual({ rows: 4, size: 11 });
  expect(await written(103)).toEqual({ rows: 4, size: 9 });
  expect(await written(80)).toEqual({ rows: 0, size: Number.POSITIVE_INFINITY });
});

it("is not pressed through the buttons of the zoom", async () => {
  const scene = crowd(400);
  await act(() => render(<Canvas scene={scene} />, document.body));
  const press = (on: Element | null, kind: string): void => {
    const place = { clientX: 60, clientY: 380, bubbles: true };
    on?.dispatchEvent(new MouseEvent(kind, place));
  };
  const { session } = scene.view;
  const nearer = document.body.querySelector('[aria-label="Zoom in"] svg');
  for (const kind of ["click", "click", "dblclick"]) await act(() => press(nearer, kind));
  expect(session.selected.value).toBe(0);
  expect(session.collapsed.value.size).toBe(0);
  await act(() => press(document.body.querySelector(".tw-icicle"), "click"));
  expect(session.selected.value).not.toBe(0);
  scene.dispose();
});
