// The legend in its corner, and the tree that comes there.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { Canvas } from "../src/view/canvas";
import { View } from "../src/view-state";
import { FakeKernel, stateOf } from "./fakes";
import { largeTree, metaOf } from "./trees";

afterEach(() => render(null, document.body));

it("lies below a node that stands there, and above everything else", async () => {
  const scene = new Scene(new View(new Session(new FakeKernel(11).model)));
  scene.resize(900, 500);
  await act(() => render(<Canvas scene={scene} />, document.body));
  const under = () => document.querySelector(".tw-legend")?.matches(".tw-under");
  expect(under()).toBe(false);
  const { camera, legend } = scene.view;
  const root = scene.onScreen(scene.layout.value.place(0));
  const { x, y, zoom } = camera.value;
  const at = (left: number, top: number) =>
    act(() => {
      camera.value = { x: x + left - root.left, y: y + top - root.top, zoom };
    });
  const { width, height } = legend.value;
  await at(width - 2, height - 2);
  expect(under()).toBe(true);
  await at(width + 2, 0);
  expect(under()).toBe(false);
  await at(-root.width - 2, 0);
  expect(under(), "out of sight").toBe(false);
  scene.dispose();
});

it("names its classes whole where they have room", async () => {
  const classes = ["leaves for a competitor", "stays", "undecided"];
  const kernel = new FakeKernel(11, { _meta: { ...metaOf(), classes } });
  const scene = new Scene(new View(new Session(kernel.model)));
  for (const width of [900, 500]) {
    scene.resize(width, 500);
    await act(() => render(<Canvas scene={scene} />, document.body));
    const said = document.querySelector(".tw-legend")?.textContent;
    expect(said?.includes(classes[0] as string), `${width}`).toBe(width === 900);
  }
  scene.dispose();
});

it("takes no height from a tree whose root stands beside it", () => {
  const _state = { ...stateOf(1), nodes: largeTree(5).columns };
  const scene = new Scene(new View(new Session(new FakeKernel(1, { _state }).model)));
  scene.view.legend.value = { width: 150, height: 100 };
  scene.resize(1100, 560);
  const { top, height } = scene.onScreen(scene.layout.value.bounds);
  expect(top).toBe(14);
  // What the foot leaves, but for less than one step more.
  expect(height).toBeGreaterThan((560 - 2 * 14 - 40) / 1.25);
  expect(height).toBeLessThanOrEqual(560 - 2 * 14 - 40);
  scene.dispose();
});
