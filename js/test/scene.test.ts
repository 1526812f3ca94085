// What one view draws, without a page round it.
import { afterEach, describe, expect, it } from "vitest";
import { allClosed } from "../src/model/opening";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { View } from "../src/view-state";
import { FakeKernel, stateOf } from "./fakes";
import { largeTree } from "./trees";

let last: Scene | null = null;
afterEach(() => last?.dispose());

/** A scene of two thousand nodes, closed but for the first rows. */
function closedScene() {
  const tree = largeTree(10);
  const kernel = new FakeKernel(1, {
    _state: { ...stateOf(1), nodes: tree.columns },
    selected: 0,
    collapsed: allClosed(tree),
  });
  const scene = new Scene(new View(new Session(kernel.model)));
  last = scene;
  scene.resize(900, 500);
  return { kernel, scene };
}

describe("a crowd that opens while the whole tree is in view", () => {
  it("is seen whole, wherever it was opened", () => {
    const { kernel, scene } = closedScene();
    expect(scene.layout.value.icicle).toBe(false);
    kernel.model.set("collapsed", []);
    kernel.model.emit("change:collapsed");
    expect(scene.layout.value.icicle).toBe(true);
    const { left, width } = scene.onScreen(scene.layout.value.bounds);
    expect(left).toBeGreaterThan(0);
    expect(left + width).toBeLessThan(900);
  });

  it("leaves a camera where somebody has moved it", () => {
    const { kernel, scene } = closedScene();
    scene.zoomTo(1, { x: 100, y: 100 });
    kernel.model.set("collapsed", []);
    kernel.model.emit("change:collapsed");
    expect(scene.view.camera.value.zoom).toBe(1);
  });
});

describe("a canvas that is hidden", () => {
  it("is as it was when it is shown again", () => {
    const { scene } = closedScene();
    scene.zoomTo(1, { x: 100, y: 100 });
    const before = scene.view.camera.value;
    scene.resize(0, 0);
    expect(scene.view.canvas.value).toEqual({ width: 900, height: 500 });
    scene.resize(900, 500);
    expect(scene.view.camera.value).toBe(before);
  });
});
