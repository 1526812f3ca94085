/** Moving the eye over the drawing: pure functions from camera to camera. */

import type { Box } from "./boxes";
import { type Level, levelAt, scaleAt, ZOOM_MAX, ZOOM_MIN, zoomFor } from "./detail";
import type { Room } from "./icicle";
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
    x: at.x + (near.x - at.x) * ratio - nextX * (place.left + place.width / 2),
    y: at.y + (near.y - at.y) * ratio - nextY * (place.top + place.height / 2),
    zoom,
  };
}

/** How far round a point the nodes are looked at. */
const ROUND = 2000;

/** The node whose middle is nearest to a point of the screen, and where that middle is. */
function nearest(camera: Camera, layout: Layout, at: Point): Point & { id: number } {
  let best = { id: layout.tree.root.id, x: camera.x, y: camera.y };
  let least = Number.POSITIVE_INFINITY;
  const here = { ...camera, x: camera.x - at.x, y: camera.y - at.y };
  for (const place of layout.within(toWorld(here, layout, NOTHING, ROUND))) {
    const box = toScreen(camera, layout, place);
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

const NOTHING: Area = { width: 0, height: 0 };
/** How much smaller the tree may become to leave the corner free. */
const GIVE_WAY = 0.8;
const STEP = 8;
/** What the buttons of the zoom take of the bottom left corner: more where fingers press them. */
const FOOT: Area = { width: 139, height: 40 };
const FOOT_TOUCHED: Area = { width: 167, height: 56 };
const touched = matchMedia("(pointer: coarse)");
const foot = (): Area => (touched.matches ? FOOT_TOUCHED : FOOT);

/**
 * The greatest zoom, up to 100 %, at which the whole tree is in view; clear of what stands in the
 * top left corner if that costs little.
 */
export function wholeTree(area: Area, layouts: LayoutAt, corner: Area = NOTHING): Camera {
  const far = layouts("far");
  // Cells lie below the corner from the beginning, and fit.
  if (far.icicle) return fitted(area, far, corner.height) as Camera;
  for (const level of ["near", "middle", "far"] as const) {
    const layout = layouts(level);
    const camera = standing(area, layout, 0);
    if (camera !== null) return clear(camera, area, layout, corner);
  }
  return clear(fitted(area, far, 0) as Camera, area, far, corner);
}

/** The room for cells in an area. */
export function roomIn(area: Area, corner: Area): Room {
  return {
    width: Math.max(area.width - 2 * MARGIN, 1),
    height: Math.max(area.height - 2 * MARGIN - corner.height, 1),
  };
}

/** The whole tree `lowered` px below the top; null if another level is drawn at that zoom. */
function fitted(area: Area, layout: Layout, lowered: number): Camera | null {
  const { bounds, level, orientation, icicle } = layout;
  const { width, height } = roomIn(area, { width: 0, height: lowered });
  const [x, y] = [width / bounds.width, height / bounds.height];
  // Cells fit along by themselves.
  const scale = Math.min(1, icicle ? (orientation === "vertical" ? x : y) : Math.min(x, y));
  const zoom = zoomFor(scale, level);
  return zoom === null ? null : centred(area, layout, zoom, lowered);
}

/** The same, clear of the buttons of the zoom, which stand at the foot; null if that is too small. */
function standing(area: Area, layout: Layout, lowered: number): Camera | null {
  const camera = fitted(area, layout, lowered);
  if (camera === null) return null;
  const hidden = layout.placed.some((place) =>
    underFoot(toScreen(camera, layout, layout.reach(place)), area),
  );
  return hidden ? fitted(aboveFoot(area), layout, lowered) : camera;
}

function underFoot({ left, top, height }: Box, area: Area): boolean {
  const { width, height: kept } = foot();
  return left < width && top + height > area.height - kept;
}

function aboveFoot({ width, height }: Area): Area {
  return { width, height: height - foot().height };
}

/** The tree in the middle; drawn top-down, its root at the top. */
function centred(area: Area, layout: Layout, zoom: number, lowered: number): Camera {
  const { bounds, orientation } = layout;
  const [x, y] = scales(zoom, layout);
  const spare = (area.height - y * bounds.height) / 2;
  const top = MARGIN + lowered;
  return {
    x: (area.width - x * bounds.width) / 2 - x * bounds.left,
    y: (orientation === "vertical" ? top : Math.max(spare, top)) - y * bounds.top,
    zoom,
  };
}

/** Moved aside, or else lowered and made a little smaller, until the corner is free. */
function clear(camera: Camera, area: Area, layout: Layout, corner: Area): Camera {
  const over = reachOver(camera, layout, corner);
  if (over <= 0) return camera;
  const { left, width } = toScreen(camera, layout, layout.bounds);
  if (over <= area.width - MARGIN - left - width) return { ...camera, x: camera.x + over };
  for (let lowered = STEP; lowered <= corner.height; lowered += STEP) {
    const lower = standing(area, layout, lowered);
    if (lower === null || lower.zoom < camera.zoom * GIVE_WAY) break;
    if (reachOver(lower, layout, corner) <= 0) return lower;
  }
  return camera;
}

/** How far nodes reach into the corner from the right. */
function reachOver(camera: Camera, layout: Layout, corner: Area): number {
  return layout.placed.reduce((most, place) => {
    const box = toScreen(camera, layout, place);
    const inside = box.left < corner.width && box.top < corner.height;
    return inside ? Math.max(most, corner.width - box.left) : most;
  }, 0);
}

/**
 * Move as little as needed to bring a box of the screen into the area, clear of the zoom's buttons.
 * Out of sight, it comes into the middle if the `whole` that it is a part of is given: as far as
 * that leaves no end of the area empty.
 */
export function reveal(camera: Camera, box: Box, area: Area, whole?: Box): Camera {
  const near = shifted(camera, box, area, whole);
  const there = { ...box, left: box.left + near.x - camera.x, top: box.top + near.y - camera.y };
  return underFoot(there, area) ? shifted(near, there, aboveFoot(area)) : near;
}

function shifted(camera: Camera, box: Box, area: Area, whole?: Box): Camera {
  const x = shift(box.left, box.width, area.width, whole && [whole.left, whole.width]);
  const y = shift(box.top, box.height, area.height, whole && [whole.top, whole.height]);
  return x || y ? { ...camera, x: camera.x + x, y: camera.y + y } : camera;
}

/** The same for the whole of a tree, where there is room for it. */
export function inView(camera: Camera, layout: Layout, area: Area): Camera {
  const box = toScreen(camera, layout, layout.bounds);
  const room = roomIn(area, NOTHING);
  return box.width <= room.width && box.height <= room.height ? shifted(camera, box, area) : camera;
}

function shift(
  start: number,
  length: number,
  room: number,
  whole?: readonly [start: number, length: number],
): number {
  const [before, after] = [MARGIN - start, room - MARGIN - start - length];
  // Inside; or larger than the room, and filling it.
  if ((before < 1 && after > -1) || (before >= 0 && after <= 0)) return 0;
  if (whole) {
    const middle = (before + after) / 2;
    const [most, least] = [MARGIN - whole[0], room - MARGIN - whole[0] - whole[1]];
    return least < most ? Math.min(Math.max(middle, least), most) : middle;
  }
  return before > 0 || length > room - 2 * MARGIN ? before : after;
}

/** Keep the tree from being pushed out of sight: some of it always shows. */
export function confine(camera: Camera, layout: Layout, area: Area): Camera {
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
