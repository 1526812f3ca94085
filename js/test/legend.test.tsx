// The legend in its corner, and the tree that comes there.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { meetsCards } from "../src/model/fitting";
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

it("is one line above a tree that its column would lie in, and a column again beside another", async () => {
  const { columns } = largeTree(3);
  const _state = { ...stateOf(1), nodes: columns };
  const scene = new Scene(new View(new Session(new FakeKernel(1, { _state }).model)));
  scene.resize(600, 380);
  await act(() => render(<Canvas scene={scene} />, document.body));
  const legend = document.querySelector(".tw-legend") as HTMLElement;
  const inLine = () => legend.matches(".tw-in-line");
  // As the page lays it out: a column of classes, or one line of them.
  const sizes: Record<string, () => number> = {
    offsetLeft: () => 16,
    offsetTop: () => 16,
    offsetWidth: () => (inLine() ? 560 : 210),
    offsetHeight: () => (inLine() ? 16 : 160),
  };
  for (const [name, get] of Object.entries(sizes)) Object.defineProperty(legend, name, { get });
  const shown = () =>
    act(() => {
      scene.measureLegend();
      scene.fit();
    });
  const covered = () =>
    scene.layout.value.placed.some((place) => {
      const { left, top } = scene.onScreen(place);
      const { width, height } = scene.view.legend.value;
      return left < width && top < height;
    });
  await shown();
  expect(inLine()).toBe(true);
  await shown();
  expect(covered()).toBe(false);
  await act(() => scene.resize(1500, 900));
  await shown();
  await shown();
  expect(inLine()).toBe(false);
  expect(covered()).toBe(false);
  scene.dispose();
});

it("stands above a tree that says nothing on its cards, though that be much smaller", () => {
  const _state = { ...stateOf(1), nodes: largeTree(4).columns };
  const scene = new Scene(new View(new Session(new FakeKernel(1, { _state }).model)));
  scene.resize(520, 200);
  const { camera, legend } = scene.view;
  const corner = { width: 480, height: 54 };
  const free = camera.value;
  expect(meetsCards(free, scene.layout.value, corner)).toBe(true);
  legend.value = corner;
  scene.fit();
  expect(scene.level.value).toBe("far");
  expect(camera.value.zoom).toBeLessThan(0.8 * free.zoom);
  expect(meetsCards(camera.value, scene.layout.value, corner)).toBe(false);
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
