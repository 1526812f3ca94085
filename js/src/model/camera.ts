/** Moving the eye over the drawing: pure functions from camera to camera. */

import type { Box } from "./boxes";
import { type Level, levelAt, scaleAt, ZOOM_MAX, ZOOM_MIN } from "./detail";
import type { Layout } from "./layout";

/** Screen = (x, y) + scale × world. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Nominal zoom: 1 is 100 %. */
  readonly zoom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** Lays out the tree at a level. */
export type LayoutAt = (level: Level) => Layout;

/** How much nearer a key or a button goes. */
export const ZOOM_STEP = 1.25;

/** Px of the screen for one px of a layout's world, in x and in y. */
export function scales(zoom: number, layout: Layout): readonly [number, number] {
  const across = scaleAt(zoom, layout.level);
  const along = across ** layout.places.bend;
  return layout.orientation === "vertical" ? [across, along] : [along, across];
}

export function toScreen(camera: Camera, layout: Layout, box: Box): Box {
  const [x, y] = scales(camera.zoom, layout);
  return {
    left: camera.x + x * box.left,
    top: camera.y + y * box.top,
    width: x * box.width,
    height: y * box.height,
  };
}

/** The part of a layout's world that an area of the screen shows, and so many px round it. */
export function toWorld(camera: Camera, layout: Layout, area: Area, beyond: number): Box {
  const [x, y] = scales(camera.zoom, layout);
  return {
    left: (-beyond - camera.x) / x,
    top: (-beyond - camera.y) / y,
    width: (area.width + 2 * beyond) / x,
    height: (area.height + 2 * beyond) / y,
  };
}

/** A crowd may be seen from as far away as it needs. */
export function clampZoom(zoom: number, least = ZOOM_MIN): number {
  return Math.min(Math.max(zoom, Math.min(least, ZOOM_MIN)), ZOOM_MAX);
}

/**
 * Zoom so that what is under `at` stays there. When the level changes its world changes too: then
 * the node nearest to `at` keeps its place.
 */
export function zoomAround(
  camera: Camera,
  level: Level,
  zoom: number,
  at: Point,
  layouts: LayoutAt,
): Camera {
  const next = levelAt(zoom, level);
  const before = layouts(level);
  const [x, y] = scales(camera.zoom, before);
  const after = layouts(next);
  const [nextX, nextY] = scales(zoom, after);
  if (next === level) {
    return {
      x: at.x - ((at.x - camera.x) * nextX) / x,
      y: at.y - ((at.y - camera.y) * nextY) / y,
      zoom,
    };
  }
  const near = nearest(camera, before, at);
  const place = after.find(near.id);
  if (!place) return { ...camera, zoom };
  const ratio = zoom / camera.zoom;
  return {
    x: at.x + (near.x - at.x) * ratio - nextX * (place.left + near.right * place.width),
    y: at.y + (near.y - at.y) * ratio - nextY * (place.top + near.down * place.height),
    zoom,
  };
}

/** How far round a point the nodes are looked at. */
const ROUND = 2000;

/** A point of a node on the screen, and how far right and down in its box it is, from 0 to 1. */
interface Spot extends Point {
  readonly id: number;
  readonly right: number;
  readonly down: number;
}

const portion = (value: number): number => Math.min(Math.max(value, 0), 1);

/** The point of a node that is nearest to a point of the screen: a wide cell's middle may be far. */
function nearest(camera: Camera, layout: Layout, at: Point): Spot {
  let best = { id: layout.tree.root.id, x: camera.x, y: camera.y, right: 0.5, down: 0.5 };
  let least = Number.POSITIVE_INFINITY;
  const here = { ...camera, x: camera.x - at.x, y: camera.y - at.y };
  for (const place of layout.within(toWorld(here, layout, NOTHING, ROUND))) {
    const { left, top, width, height } = toScreen(camera, layout, place);
    const right = portion((at.x - left) / width);
    const down = portion((at.y - top) / height);
    const [x, y] = [left + right * width, top + down * height];
    const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = { id: place.node.id, x, y, right, down };
  }
  return best;
}

/** The camera that leaves a node (or what stands for it) where it was, in a new layout. */
export function anchored(camera: Camera, before: Layout, after: Layout, id: number): Camera {
  const [x, y] = scales(camera.zoom, before);
  const [nextX, nextY] = scales(camera.zoom, after);
  for (let node = after.tree.find(id) ?? null; node; node = node.parent) {
    const from = before.find(node.id);
    const to = after.find(node.id);
    if (!from || !to) continue;
    return {
      ...camera,
      x: camera.x + x * (from.left + from.width / 2) - nextX * (to.left + to.width / 2),
      y: camera.y + y * from.top - nextY * to.top,
    };
  }
  return camera;
}

export const NOTHING: Area = { width: 0, height: 0 };
/** Keep the tree from being pushed out of sight: some of it always shows, if anything does. */
export function confine(camera: Camera, layout: Layout, area: Area): Camera {
  if (!area.width) return camera;
  const box = toScreen(camera, layout, layout.bounds);
  const keep = 60;
  const within = (start: number, length: number, room: number): number =>
    Math.min(Math.max(start, keep - length), room - keep) - start;
  return {
    ...camera,
    x: camera.x + within(box.left, box.width, area.width),
    y: camera.y + within(box.top, box.height, area.height),
  };
}
