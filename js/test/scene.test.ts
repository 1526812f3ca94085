// What one view draws, without a page round it.
import { afterEach, describe, expect, it } from "vitest";
import { toScreen } from "../src/model/camera";
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

describe("a thread of few nodes and many levels", () => {
  it("is seen whole as cells, from edge to edge", () => {
    const nodes = largeTree(100, true).columns;
    const kernel = new FakeKernel(1, { _state: { ...stateOf(1), nodes } });
    const scene = new Scene(new View(new Session(kernel.model)));
    last = scene;
    scene.resize(1100, 420);
    expect(scene.layout.value.icicle).toBe(true);
    const { left, top, width, height } = scene.onScreen(scene.layout.value.bounds);
    expect([left, top, left + width, top + height].map(Math.round)).toEqual([14, 14, 1086, 406]);
  });
});

describe("cells from left to right", () => {
  it("leave the buttons of the zoom free, so that to go to the root moves nothing", () => {
    const nodes = largeTree(9).columns;
    const kernel = new FakeKernel(1, {
      _state: { ...stateOf(1), nodes },
      orientation: "horizontal",
      selected: 0,
    });
    const scene = new Scene(new View(new Session(kernel.model)));
    last = scene;
    scene.resize(980, 520);
    expect(scene.layout.value.icicle).toBe(true);
    const { camera } = scene.view;
    const before = camera.value;
    const { top, height } = scene.onScreen(scene.layout.value.bounds);
    expect(top + height).toBeLessThanOrEqual(520 - 40);
    scene.focus(0);
    expect(camera.value).toBe(before);
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

/** A scene of a small tree. */
function smallScene() {
  const kernel = new FakeKernel(11);
  const scene = new Scene(new View(new Session(kernel.model)));
  last = scene;
  scene.resize(900, 500);
  const { camera } = scene.view;
  /** What is drawn changes. */
  const changed = () => {
    const branches = scene.view.tree.value.root.children.filter((child) => !child.leaf);
    kernel.model.set("collapsed", [branches[0]?.id ?? 0]);
    kernel.model.emit("change:collapsed");
  };
  return { scene, camera, changed };
}

describe("a canvas of another size", () => {
  it("shows the whole tree again, unless somebody has moved it", () => {
    const { scene, camera } = smallScene();
    const { x, zoom } = camera.value;
    scene.resize(880, 440);
    expect(camera.value.zoom).toBeLessThan(zoom);
    scene.resize(900, 500);
    expect(camera.value).toMatchObject({ x, zoom });
    scene.zoomTo(1.2);
    scene.resize(880, 440);
    expect(camera.value.zoom).toBe(1.2);
  });

  it("keeps the selected node in sight where somebody has moved it, if it was", () => {
    const { scene, camera } = smallScene();
    scene.view.legend.value = { width: 160, height: 120 };
    const tip = scene.view.tree.value.tips(0)[0]?.id ?? 0;
    scene.view.session.select(tip);
    scene.zoomTo(1.2);
    scene.resize(500, 340);
    const place = scene.layout.value.find(tip);
    const { left, top, width, height } = scene.onScreen(place as NonNullable<typeof place>);
    expect(left).toBeGreaterThanOrEqual(14);
    expect(left + width).toBeLessThanOrEqual(500 - 14);
    expect(top + height).toBeLessThanOrEqual(340 - 14);
    expect(left >= 160 || top >= 120, "clear of the legend").toBe(true);
    scene.pan(5000, 0);
    const { x } = camera.value;
    scene.resize(480, 340);
    expect(camera.value.x, "out of sight before, beyond the edge").toBe(x - 20);
  });

  it("never loses the tree", () => {
    const { scene } = smallScene();
    const box = () => scene.onScreen(scene.layout.value.bounds);
    scene.zoomTo(2);
    scene.pan(0, 5000);
    expect(box().top).toBe(500 - 60);
    scene.resize(900, 170);
    expect(box().top).toBe(170 - 60);
  });

  it("leaves a node where a gesture left it, unless the size is quite another one", () => {
    const { scene, camera, changed } = smallScene();
    changed();
    const { x, y, zoom } = camera.value;
    scene.resize(900, 490);
    expect(camera.value).toEqual({ x, y, zoom });
    scene.resize(200, 100);
    expect(camera.value.zoom).toBeLessThan(zoom);
  });
});

describe("a tree that somebody has moved to the edge", () => {
  /** How much of it is in sight. */
  const seen = (scene: Scene) => {
    const { top, height } = scene.onScreen(scene.layout.value.bounds);
    return Math.min(top + height, 500) - Math.max(top, 0);
  };

  it("is in sight still after a zoom", () => {
    const { scene } = smallScene();
    scene.pan(0, -5000);
    expect(seen(scene)).toBeCloseTo(60, 9);
    scene.zoomTo(2, { x: 450, y: 500 });
    expect(seen(scene)).toBeGreaterThan(59.9);
  });

  it("is in sight still when less of it is drawn", () => {
    const { scene, changed } = smallScene();
    scene.zoomTo(2);
    scene.pan(0, -5000);
    changed();
    expect(seen(scene)).toBeGreaterThan(59.9);
  });
});

describe("a tree in a canvas that becomes wider", () => {
  const wide = () => {
    const kernel = new FakeKernel(1, {
      _state: { ...stateOf(1), nodes: largeTree(5).columns },
    });
    const scene = new Scene(new View(new Session(kernel.model)));
    last = scene;
    scene.resize(700, 300);
    return { kernel, scene };
  };
  const shown = (scene: Scene) => scene.onScreen(scene.layout.value.bounds).width;

  it("moves apart to use the room, and stands as it stood when that is gone again", () => {
    const { scene } = wide();
    const before = { width: shown(scene), camera: scene.view.camera.value };
    scene.resize(1560, 300);
    expect(shown(scene)).toBeGreaterThan(0.75 * 1560);
    expect(shown(scene)).toBeLessThanOrEqual(1560 - 28);
    scene.resize(700, 300);
    expect({ width: shown(scene), camera: scene.view.camera.value }).toEqual(before);
  });

  it("moves apart no more while it is worked on, and stands again as it stood when that is undone", () => {
    const { kernel, scene } = wide();
    scene.resize(1560, 300);
    const { value } = scene.layout;
    const below = scene.view.tree.value.below().filter(({ depth }) => depth === 3);
    const [one = 0, other = 0] = below.map(({ id }) => id);
    for (const closed of [[one], [one, other], []]) {
      kernel.model.set("collapsed", closed);
      kernel.model.emit("change:collapsed");
      expect(scene.layout.value).not.toBe(value);
      expect(scene.layout.value.measures).toEqual(value.measures);
    }
    expect(scene.layout.value.places).toEqual(value.places);
  });

  it("stays as it is where somebody has moved it", () => {
    const { scene } = wide();
    scene.pan(1, 0);
    const { value } = scene.layout;
    scene.resize(1560, 300);
    expect(scene.layout.value).toBe(value);
  });
});

describe("a tree that changes while all of it is in view", () => {
  it("is brought back where part of it would grow out of sight and there is room for all", () => {
    const tree = largeTree(5);
    const kernel = new FakeKernel(1, { _state: { ...stateOf(1), nodes: tree.columns } });
    const scene = new Scene(new View(new Session(kernel.model)));
    last = scene;
    scene.resize(900, 500);
    const [left = 0, right = 0] = tree.root.children.map(({ id }) => id);
    for (const [selected, closed] of [
      [left, right],
      [0, left],
      [left, right],
    ] as const) {
      scene.view.session.select(selected);
      kernel.model.set("collapsed", [closed]);
      kernel.model.emit("change:collapsed");
      const { layout, view } = scene;
      const box = toScreen(view.camera.value, layout.value, layout.value.bounds);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.left + box.width).toBeLessThanOrEqual(900);
    }
  });
});

describe("a tree too large for words, of which half is left", () => {
  it("has its words where they have room now, unless somebody has moved it", () => {
    for (const moved of [false, true]) {
      const tree = largeTree(4);
      const kernel = new FakeKernel(1, { _state: { ...stateOf(1), nodes: tree.columns } });
      const scene = new Scene(new View(new Session(kernel.model)));
      scene.resize(930, 500);
      if (moved) scene.pan(1, 0);
      const { zoom } = scene.view.camera.value;
      expect(scene.level.value).toBe("far");
      kernel.model.set("collapsed", [tree.root.children[0]?.id ?? 0]);
      kernel.model.emit("change:collapsed");
      expect(scene.view.camera.value.zoom / zoom).toBeLessThan(2);
      expect(scene.level.value).toBe(moved ? "far" : "near");
      scene.dispose();
    }
  });
});

describe("a large tree of which little is left", () => {
  it("is seen anew by who had gone nearer to it, and left to who had gone further away", () => {
    for (const factor of [1.2, 0.8]) {
      const tree = largeTree(7);
      const kernel = new FakeKernel(1, { _state: { ...stateOf(1), nodes: tree.columns } });
      const scene = new Scene(new View(new Session(kernel.model)));
      scene.resize(900, 500);
      scene.zoomBy(factor);
      const { zoom } = scene.view.camera.value;
      expect(zoom).toBeLessThan(0.4);
      kernel.model.set("collapsed", [0]);
      kernel.model.emit("change:collapsed");
      expect(scene.view.camera.value.zoom).toBe(factor > 1 ? 1 : zoom);
      scene.dispose();
    }
  });
});

describe("a survey of the whole tree", () => {
  it("leaves the zoom and the place that were there before, in whatever order sizes come", () => {
    for (const early of [true, false]) {
      const { scene, camera } = smallScene();
      scene.zoomTo(1.5, { x: 100, y: 100 });
      const before = camera.value;
      scene.survey(true);
      expect(camera.value.zoom).toBeLessThan(1.5);
      scene.resize(1100, 400);
      if (early) scene.resize(900, 500);
      scene.survey(false);
      if (!early) scene.resize(900, 500);
      expect(camera.value).toEqual({ ...before, x: expect.closeTo(before.x, 9) });
      expect(scene.level.value).toBe("near");
      scene.dispose();
    }
  });

  it("keeps the selected node in its place when the tree is another one after it", () => {
    const { scene, camera, changed } = smallScene();
    const root = () => scene.onScreen(scene.layout.value.place(0));
    scene.zoomTo(1.5, { x: 100, y: 100 });
    const before = root();
    scene.survey(true);
    changed();
    scene.survey(false);
    expect(camera.value.zoom).toBe(1.5);
    expect(root()).toEqual(before);
  });

  it("ends with the whole tree where nobody has moved it", () => {
    const { scene, camera } = smallScene();
    const before = camera.value;
    scene.survey(true);
    scene.zoomTo(1.5);
    scene.survey(false);
    expect(camera.value).toEqual(before);
  });
});
