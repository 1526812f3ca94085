/** Moving the eye over the drawing: pure functions from camera to camera. */

import type { Box } from "./boxes";
import { type Level, levelAt, scaleAt, ZOOM_MAX, ZOOM_MIN, zoomFor } from "./detail";
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

export const MARGIN = 14;

export function toScreen(camera: Camera, level: Level, box: Box): Box {
  const scale = scaleAt(camera.zoom, level);
  return {
    left: camera.x + scale * box.left,
    top: camera.y + scale * box.top,
    width: scale * box.width,
    height: scale * box.height,
  };
}

export function clampZoom(zoom: number): number {
  return Math.min(Math.max(zoom, ZOOM_MIN), ZOOM_MAX);
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
  const scale = scaleAt(zoom, next);
  if (next === level) {
    const ratio = scale / scaleAt(camera.zoom, level);
    return { x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio, zoom };
  }
  const before = layouts(level);
  const near = nearest(camera, before, at);
  const place = layouts(next).find(near.id);
  if (!place) return { ...camera, zoom };
  const ratio = zoom / camera.zoom;
  return {
    x: at.x + (near.x - at.x) * ratio - scale * (place.left + place.width / 2),
    y: at.y + (near.y - at.y) * ratio - scale * (place.top + place.height / 2),
    zoom,
  };
}

/** The node whose middle is nearest to a point of the screen, and where that middle is. */
function nearest(camera: Camera, layout: Layout, at: Point): Point & { id: number } {
  let best = { id: layout.tree.root.id, x: camera.x, y: camera.y };
  let least = Number.POSITIVE_INFINITY;
  for (const place of layout.placed) {
    const box = toScreen(camera, layout.level, place);
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = { id: place.node.id, x, y };
  }
  return best;
}

/** The camera that leaves a node (or what stands for it) where it was, in a new layout. */
export function anchored(camera: Camera, before: Layout, after: Layout, id: number): Camera {
  const scale = scaleAt(camera.zoom, after.level);
  for (let node = after.tree.find(id) ?? null; node; node = node.parent) {
    const from = before.find(node.id);
    const to = after.find(node.id);
    if (!from || !to) continue;
    return {
      ...camera,
      x: camera.x + scale * (from.left + from.width / 2 - to.left - to.width / 2),
      y: camera.y + scale * (from.top - to.top),
    };
  }
  return camera;
}

/** Nothing stands in the corner. */
const FREE: Area = { width: 0, height: 0 };
/** How much smaller the tree may become to leave the corner free. */
const GIVE_WAY = 0.8;
const STEP = 8;

/**
 * The greatest zoom, up to 100 %, at which the whole tree is in view; clear of what stands in the
 * top left corner if that costs little.
 */
export function wholeTree(area: Area, layouts: LayoutAt, corner: Area = FREE): Camera {
  for (const level of ["near", "middle", "far"] as const) {
    const layout = layouts(level);
    const camera = fitted(area, layout, 0) ?? (level === "far" ? smallest(area, layout) : null);
    if (camera !== null) return clear(camera, area, layout, corner);
  }
  return { x: 0, y: 0, zoom: 1 };
}

/** The whole tree `lowered` px below the top; null if another level is drawn at that zoom. */
function fitted(area: Area, layout: Layout, lowered: number): Camera | null {
  const { bounds, level } = layout;
  const width = Math.max(area.width - 2 * MARGIN, 1);
  const height = Math.max(area.height - 2 * MARGIN - lowered, 1);
  const scale = Math.min(1, width / bounds.width, height / bounds.height);
  const zoom = zoomFor(scale, level);
  return zoom === null ? null : centred(area, layout, zoom, lowered);
}

function smallest(area: Area, layout: Layout): Camera {
  return centred(area, layout, ZOOM_MIN, 0);
}

/** The tree in the middle; drawn top-down, its root at the top. */
function centred(area: Area, layout: Layout, zoom: number, lowered: number): Camera {
  const { bounds, orientation, level } = layout;
  const scale = scaleAt(zoom, level);
  const spare = (area.height - scale * bounds.height) / 2;
  const top = MARGIN + lowered;
  return {
    x: (area.width - scale * bounds.width) / 2 - scale * bounds.left,
    y: (orientation === "vertical" ? top : Math.max(spare, top)) - scale * bounds.top,
    zoom,
  };
}

/** Moved aside, or else lowered and made a little smaller, until the corner is free. */
function clear(camera: Camera, area: Area, layout: Layout, corner: Area): Camera {
  const over = reachOver(camera, layout, corner);
  if (over <= 0) return camera;
  const { left, width } = toScreen(camera, layout.level, layout.bounds);
  if (over <= area.width - MARGIN - left - width) return { ...camera, x: camera.x + over };
  for (let lowered = STEP; lowered <= corner.height; lowered += STEP) {
    const lower = fitted(area, layout, lowered);
    if (lower === null || lower.zoom < camera.zoom * GIVE_WAY) break;
    if (reachOver(lower, layout, corner) <= 0) return lower;
  }
  return camera;
}

/** How far nodes reach into the corner from the right. */
function reachOver(camera: Camera, layout: Layout, corner: Area): number {
  return layout.placed.reduce((most, place) => {
    const box = toScreen(camera, layout.level, place);
    const inside = box.left < corner.width && box.top < corner.height;
    return inside ? Math.max(most, corner.width - box.left) : most;
  }, 0);
}

/** Move as little as needed to bring a box of the screen into the area. */
export function reveal(camera: Camera, box: Box, area: Area): Camera {
  return {
    ...camera,
    x: camera.x + shift(box.left, box.width, area.width),
    y: camera.y + shift(box.top, box.height, area.height),
  };
}

function shift(start: number, length: number, room: number): number {
  if (start < MARGIN || length > room - 2 * MARGIN) return MARGIN - start;
  return Math.min(0, room - MARGIN - (start + length));
}

/** Keep the tree from being pushed out of sight: some of it always shows. */
export function confine(camera: Camera, level: Level, bounds: Box, area: Area): Camera {
  const box = toScreen(camera, level, bounds);
  const keep = 60;
  const within = (start: number, length: number, room: number): number =>
    Math.min(Math.max(start, keep - length), room - keep) - start;
  return {
    ...camera,
    x: camera.x + within(box.left, box.width, area.width),
    y: camera.y + within(box.top, box.height, area.height),
  };
}
