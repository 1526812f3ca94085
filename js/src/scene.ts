/**
 * What one view draws: the layout of its level of detail, seen through its camera.
 *
 * When the tree changes, the selected node keeps its place on the screen and everything else glides
 * there once. The layout itself is final at once: only the picture takes its time.
 */

import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import {
  type Camera,
  clampZoom,
  confine,
  type LayoutAt,
  type Point,
  reveal,
  toScreen,
  wholeTree,
  zoomAround,
} from "./model/camera";
import { type Detail, detailAt, type Level, levelAt } from "./model/detail";
import { type Box, type Layout, layOut, type Placed } from "./model/layout";
import type { Glide } from "./model/motion";
import { glideBetween } from "./model/motion";
import type { View } from "./view-state";

/** How far beyond its edges the view is drawn, in px of the screen. */
const BEYOND = 240;

export class Scene {
  readonly view: View;
  readonly level: Signal<Level> = signal("near");
  readonly layout: ReadonlySignal<Layout>;
  readonly detail: ReadonlySignal<Detail>;
  /** Nodes near the view, and the focused one wherever it is. */
  readonly drawn: ReadonlySignal<readonly Placed[]>;
  /** The motion under way; what it says holds until `glide.until`. */
  readonly glide: Signal<Glide | null> = signal(null);
  /** The node that has the keyboard's attention. */
  readonly focused: Signal<number>;
  readonly #layouts: ReadonlySignal<LayoutAt>;
  readonly #stop: () => void;
  #previous: Layout | null = null;
  /** Nobody has moved the camera since it last showed the whole tree. */
  #whole = true;

  constructor(view: View) {
    this.view = view;
    const { session } = view;
    this.focused = signal(session.selected.peek());
    this.#layouts = computed(() => {
      const tree = view.tree.value;
      const collapsed = session.collapsed.value;
      const orientation = session.orientation.value;
      const known = new Map<Level, Layout>();
      return (level) => {
        const layout = known.get(level) ?? layOut(tree, collapsed, level, orientation);
        known.set(level, layout);
        return layout;
      };
    });
    this.layout = computed(() => this.#layouts.value(this.level.value));
    this.detail = computed(() => detailAt(view.camera.value.zoom, this.level.value));
    this.drawn = this.#drawn();
    this.#stop = effect(() => {
      const layout = this.layout.value;
      untracked(() => this.#follow(layout));
    });
  }

  dispose(): void {
    this.#stop();
    this.glide.value = null;
  }

  /** The canvas has a new size. */
  resize(width: number, height: number): void {
    const { canvas, camera } = this.view;
    const before = canvas.peek();
    if (before.width === width && before.height === height) return;
    batch(() => {
      canvas.value = { width, height };
      if (this.#whole || before.width === 0) this.fit();
      else camera.value = { ...camera.value, x: camera.value.x + (width - before.width) / 2 };
    });
  }

  fit(): void {
    const { canvas, camera } = this.view;
    if (canvas.peek().width === 0) return;
    batch(() => {
      const next = wholeTree(canvas.peek(), this.#layouts.peek());
      this.level.value = levelAt(next.zoom, null);
      camera.value = next;
    });
    this.#whole = true;
  }

  pan(dx: number, dy: number): void {
    const { camera, canvas } = this.view;
    const moved = { ...camera.peek(), x: camera.peek().x + dx, y: camera.peek().y + dy };
    const { bounds } = this.layout.peek();
    camera.value = confine(moved, this.level.peek(), bounds, canvas.peek());
    this.#whole = false;
  }

  /** Zoom by a factor round a point of the canvas; round the selected node when none is given. */
  zoomBy(factor: number, at: Point = this.#heart()): void {
    this.zoomTo(this.view.camera.peek().zoom * factor, at);
  }

  zoomTo(zoom: number, at: Point = this.#heart()): void {
    const { camera } = this.view;
    const next = clampZoom(zoom);
    batch(() => {
      const level = this.level.peek();
      camera.value = zoomAround(camera.peek(), level, next, at, this.#layouts.peek());
      this.level.value = levelAt(next, level);
    });
    this.#whole = false;
  }

  /** Bring a node into view. */
  reveal(id: number): void {
    const place = this.layout.peek().find(id);
    const { camera, canvas } = this.view;
    if (!place || canvas.peek().width === 0) return;
    const next = reveal(camera.peek(), this.onScreen(place), canvas.peek());
    if (next.x !== camera.peek().x || next.y !== camera.peek().y) {
      camera.value = next;
      this.#whole = false;
    }
  }

  onScreen(box: Box): Box {
    return toScreen(this.view.camera.value, this.level.value, box);
  }

  /** The node that stands for `id` on the screen: itself, or the collapsed one that hides it. */
  shown(id: number): Placed | undefined {
    const { tree, find } = this.layout.value;
    for (let node = tree.find(id) ?? null; node; node = node.parent) {
      const place = find(node.id);
      if (place) return place;
    }
    return undefined;
  }

  #heart(): Point {
    const { width, height } = this.view.canvas.peek();
    const place = untracked(() => this.shown(this.view.session.selected.peek()));
    const box = place && untracked(() => this.onScreen(place));
    if (!box) return { x: width / 2, y: height / 2 };
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const inside = x > 0 && y > 0 && x < width && y < height;
    return inside ? { x, y } : { x: width / 2, y: height / 2 };
  }

  /** The tree, what is collapsed, or the orientation changed; a zoom into a new level did not. */
  #follow(layout: Layout): void {
    const previous = this.#previous;
    this.#previous = layout;
    if (!previous || previous === layout || previous.level !== layout.level) return;
    const { camera, session } = this.view;
    const before = camera.peek();
    if (previous.orientation !== layout.orientation) this.fit();
    else camera.value = this.#anchored(previous, layout, session.selected.peek());
    if (this.level.peek() !== layout.level) return;
    const glide = glideBetween(
      { layout: previous, camera: before, glide: this.glide.peek() },
      { layout, camera: camera.peek() },
    );
    this.glide.value = glide;
  }

  /** The camera that leaves the selected node (or what stands for it) where it was. */
  #anchored(previous: Layout, layout: Layout, selected: number): Camera {
    const camera = this.view.camera.peek();
    const { scale } = this.detail.peek();
    for (let node = layout.tree.find(selected) ?? null; node; node = node.parent) {
      const from = previous.find(node.id);
      const to = layout.find(node.id);
      if (!from || !to) continue;
      return {
        ...camera,
        x: camera.x + scale * (from.left + from.width / 2 - to.left - to.width / 2),
        y: camera.y + scale * (from.top - to.top),
      };
    }
    return camera;
  }

  #drawn(): ReadonlySignal<readonly Placed[]> {
    let last: readonly Placed[] = [];
    return computed(() => {
      const { width, height } = this.view.canvas.value;
      const { x, y } = this.view.camera.value;
      const { scale } = this.detail.value;
      const left = (-BEYOND - x) / scale;
      const right = (width + BEYOND - x) / scale;
      const top = (-BEYOND - y) / scale;
      const bottom = (height + BEYOND - y) / scale;
      const focused = this.focused.value;
      const next = this.layout.value.placed.filter(
        (box) =>
          box.node.id === focused ||
          (box.left < right &&
            box.left + box.width > left &&
            box.top < bottom &&
            box.top + box.height > top),
      );
      const same = next.length === last.length && next.every((box, i) => box === last[i]);
      if (!same) last = next;
      return last;
    });
  }
}
