// What stands beside the blocks of a tree that is seen from afar.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { Canvas } from "../src/view/canvas";
import { View } from "../src/view-state";
import { FakeKernel, stateOf } from "./fakes";
import { largeTree } from "./trees";

const DEPTH = 5;

beforeEach(() => {
  for (const [side, value] of Object.entries({ clientWidth: 900, clientHeight: 400 })) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value });
  }
});

afterEach(() => render(null, document.body));

async function seen(orientation: "vertical" | "horizontal"): Promise<Scene> {
  const nodes = largeTree(DEPTH).columns;
  const kernel = new FakeKernel(1, {
    _state: { ...stateOf(1), nodes },
    selected: 0,
    orientation,
  });
  const scene = new Scene(new View(new Session(kernel.model)));
  scene.resize(900, 400);
  await act(() => render(<Canvas scene={scene} />, document.body));
  expect(scene.detail.value.level).toBe("far");
  return scene;
}

const splits = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".tw-block-split")];

it("says how upper rows are split, and lies over no block", async () => {
  const scene = await seen("vertical");
  const layout = scene.layout.value;
  const said = splits();
  expect(said.length).toBeGreaterThanOrEqual(7);
  expect(said.length).toBeLessThan(2 ** DEPTH - 1);
  for (const text of said) {
    const id = Number(text.closest("[data-node]")?.getAttribute("data-node"));
    const place = layout.find(id);
    if (!place) throw new Error(`node ${id} is not drawn`);
    expect(text.textContent).toMatch(/≤|=|≠|branches/);
    const width = scene.view.ruler.width(text.textContent ?? "", scene.detail.value.title, 500);
    const end = place.left + place.width + 8 + width;
    expect(end).toBeLessThan(layout.beside(place, 1)?.left ?? Number.POSITIVE_INFINITY);
  }
  scene.dispose();
});

it("speaks in letters that can be read at any zoom, or not at all", async () => {
  const scene = await seen("vertical");
  const world = document.querySelector<HTMLElement>(".tw-world");
  for (const zoom of [0.36, 0.3, 0.24, 0.18]) {
    await act(() => scene.zoomTo(zoom, { x: 450, y: 0 }));
    expect(splits().length, `${zoom}`).toBeGreaterThan(0);
    const size = Number.parseFloat(world?.style.getPropertyValue("--tw-title") ?? "");
    expect(size * scene.scale.value, `${zoom}`).toBeGreaterThanOrEqual(9);
  }
  await act(() => scene.zoomTo(0.1, { x: 450, y: 0 }));
  expect(splits()).toHaveLength(0);
  scene.dispose();
});

it("says nothing where branches lie beside their node, nor of what a pruning would take", async () => {
  const aside = await seen("horizontal");
  expect(splits()).toHaveLength(0);
  aside.dispose();
  render(null, document.body);
  const scene = await seen("vertical");
  const [first, second] = scene.view.tree.value.root.children;
  await act(() => {
    scene.view.ghost.value = first?.id ?? -1;
  });
  const left = splits().map((text) =>
    Number(text.closest("[data-node]")?.getAttribute("data-node")),
  );
  expect(left).toContain(second?.id);
  expect(left.filter((id) => scene.ghosts.value.has(id))).toEqual([]);
  scene.dispose();
});
