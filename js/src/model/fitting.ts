/** Where the tree is shown so that it is in view: as a whole, or a node of it. */

import type { Orientation } from "../protocol.gen";
import type { Box } from "./boxes";
import {
  type Area,
  type Camera,
  type LayoutAt,
  NOTHING,
  type Point,
  scales,
  toScreen,
} from "./camera";
import { zoomFor } from "./detail";
import type { Room } from "./icicle";
import type { Layout } from "./layout";
import { bend, widthOf } from "./ribbons";

const MARGIN = 14;
/** How much smaller the tree may become to leave the corner free. */
const GIVE_WAY = 0.8;
/** The same of one that says nothing on its cards. */
const FAR_GIVES_WAY = 0.6;
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
  if (far.icicle) return fitted(areaOfCells(area, far.orientation), far, corner.height) as Camera;
  let near: Camera | undefined;
  for (const level of ["near", "middle"] as const) {
    const layout = layouts(level);
    const camera = standing(area, layout, 0);
    const cleared = camera && clear(camera, area, layout, corner);
    // Small cards that leave the corner free are better than large ones that do not.
    if (near && (cleared?.zoom ?? 0) < near.zoom * GIVE_WAY) return near;
    if (cleared) return cleared;
    if (camera && level !== "near") return camera;
    near = camera ?? undefined;
  }
  const camera = standing(area, far, 0) as Camera;
  return clear(camera, area, far, corner) ?? camera;
}

/** Whether a card stands in the corner; cells lie below it. */
export const meetsCards = (camera: Camera, layout: Layout, corner: Area): boolean =>
  !layout.icicle &&
  layout.placed.some((place) => {
    const { left, top, width } = toScreen(camera, layout, place);
    return left < corner.width && top < corner.height && left + width > 0;
  });

/** Cells leave the foot to the zoom's buttons where the root's, which all hang on, would end there. */
export function areaOfCells(area: Area, orientation: Orientation): Area {
  return orientation === "vertical" ? area : aboveFoot(area);
}

/** The room for cells in an area. */
export function roomIn(area: Area, corner: Area): Room {
  return {
    width: Math.max(area.width - 2 * MARGIN, 1),
    height: Math.max(area.height - 2 * MARGIN - corner.height, 1),
  };
}

/** The room for a tree that moves apart to fill it; top-down its root stands beside the legend. */
export function roomToFill(area: Area, corner: Area, orientation: Orientation): Room {
  const taken = orientation === "vertical" ? NOTHING : corner;
  return { ...roomIn(area, NOTHING), free: roomIn(aboveFoot(area), taken).height };
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

/**
 * Moved aside and lowered as little as needed until the corner is free, or else made a little
 * smaller as well; null where even that does not help.
 */
function clear(camera: Camera, area: Area, layout: Layout, corner: Area): Camera | null {
  let best: Camera | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let lowered = 0; lowered <= corner.height && lowered < least; lowered += STEP) {
    const lower = lowered > 0 ? standing(area, layout, lowered) : camera;
    const smallest = best ? 1 : layout.level === "far" ? FAR_GIVES_WAY : GIVE_WAY;
    if (lower === null || lower.zoom < camera.zoom * smallest) break;
    const over = reachOver(lower, layout, corner);
    const { left, width } = toScreen(lower, layout, layout.bounds);
    const spare = Math.max(area.width - MARGIN - left - width, 0);
    if (over > spare || over + lowered >= least) continue;
    best = { ...lower, x: lower.x + over };
    least = over + lowered;
  }
  return best;
}

/** How much of the gap before a node its condition takes; beside it, where that names levels. */
const SAID = 0.7;
const NAMED = 0.95;

/** How far nodes, conditions and edges reach into the corner from the right. */
function reachOver(camera: Camera, layout: Layout, corner: Area): number {
  const scale = Math.min(...scales(camera.zoom, layout));
  const upright = layout.orientation === "vertical";
  const { gap, gapAside } = layout.measures;
  return layout.placed.reduce((most, place) => {
    const box = toScreen(camera, layout, place);
    const { parent } = place.node;
    const told = parent && layout.level !== "far" ? scale : 0;
    const names = layout.tree.meta.columns[parent?.split?.column ?? -1]?.levels;
    const left = box.left - (upright ? 0 : (names ? NAMED : SAID) * told * gapAside);
    const top = box.top - (upright ? SAID * told * gap : 0);
    const above = parent && layout.find(parent.id);
    const edge = above ? edgeOver(toScreen(camera, layout, above), box, layout, corner) : 0;
    const half = edge > 0 ? (scale * widthOf(layout, place)) / 2 : 0;
    return Math.max(most, over(left, top, corner), edge + half);
  }, 0);
}

function over(left: number, top: number, corner: Area): number {
  return top < corner.height ? Math.max(corner.width - left, 0) : 0;
}

/** So many points of an edge are looked at. */
const POINTS = 24;

/** How far the middle of an edge between two boxes of the screen reaches into the corner. */
function edgeOver(from: Box, to: Box, { orientation }: Layout, corner: Area): number {
  const upright = orientation === "vertical";
  const start = middleOf(from, upright, 1);
  const end = middleOf(to, upright, 0);
  if (Math.min(start.x, end.x) >= corner.width || Math.min(start.y, end.y) >= corner.height) {
    return 0;
  }
  let most = 0;
  for (let k = 0; k <= POINTS; k += 1) {
    const [across, along] = bend(k / POINTS);
    const [x, y] = upright ? [across, along] : [along, across];
    const point = { x: start.x + (end.x - start.x) * x, y: start.y + (end.y - start.y) * y };
    most = Math.max(most, over(point.x, point.y, corner));
  }
  return most;
}

/** The middle of the side where edges enter (0) or leave (1). */
function middleOf({ left, top, width, height }: Box, upright: boolean, side: 0 | 1): Point {
  return upright
    ? { x: left + width / 2, y: top + side * height }
    : { x: left + side * width, y: top + height / 2 };
}

/**
 * Move as little as needed to bring a box of the screen into the area, clear of what stands in its
 * corners: the zoom's buttons and, where there is room beside or below it, the legend. Out of sight,
 * it comes into the middle if the `whole` that it is a part of is given: as far as that leaves no
 * end of the area empty.
 */
export function reveal(
  camera: Camera,
  box: Box,
  area: Area,
  whole?: Box,
  corner = NOTHING,
): Camera {
  const near = shifted(camera, box, area, whole);
  const there = { ...box, left: box.left + near.x - camera.x, top: box.top + near.y - camera.y };
  if (underFoot(there, area)) return shifted(near, there, aboveFoot(area));
  return asideOf(near, there, area, corner);
}

/** Moved right or down, whichever is less, until a box of the screen is clear of the corner. */
function asideOf(camera: Camera, box: Box, area: Area, corner: Area): Camera {
  const right = over(box.left, box.top, corner);
  if (right === 0) return camera;
  const down = corner.height - box.top;
  const fits = (end: number, room: number): boolean => end <= room - MARGIN;
  const beside = fits(box.left + box.width + right, area.width);
  const below = fits(box.top + box.height + down, area.height);
  if (beside && (right <= down || !below)) return { ...camera, x: camera.x + right };
  return below ? { ...camera, y: camera.y + down } : camera;
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
