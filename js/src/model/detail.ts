/**
 * Semantic zoom: which of three levels of detail is drawn, at what scale, in what sizes.
 *
 * `zoom` is what the reader sees as a percentage. Each level has its own world, laid out in px at
 * its natural size; its scale runs on smoothly from the level above.
 */

import type { Task } from "../protocol.gen";

export type Level = "near" | "middle" | "far";

/** From these zooms on (inclusive) a level is drawn; leaving it downwards takes 3 % more. */
const NEAR_FROM = 0.75;
const MIDDLE_FROM = 0.4;
const HYSTERESIS = 0.03;

export const ZOOM_MAX = 2;
export const ZOOM_MIN = 0.04;

/** Text is drawn at 9 px or more, or not at all. */
const SMALLEST_TEXT = 9;
const SMALL = 11;
/** Larger letters, of blocks drawn so much smaller, would touch the levels round them. */
export const LARGEST_TEXT = 22;

export interface Measures {
  readonly width: number;
  readonly height: number;
  /** Between levels, top-down. */
  readonly gap: number;
  /** Between levels, left-right: the condition stands beside the edge. */
  readonly gapAside: number;
  /** Width of all ribbons together at the root. */
  readonly ribbon: number;
  readonly sibling: number;
  readonly cousin: number;
}

export interface Detail {
  readonly level: Level;
  /** Sizes of the two texts of a card, in px of the level's world. */
  readonly title: number;
  readonly small: number;
}

const FAR_LEAST = 6;
const FAR_MOST = 54;

export function measures(level: Level, task: Task): Measures {
  if (level === "near") {
    const height = task === "regression" ? 84 : 68;
    return { width: 138, height, gap: 38, gapAside: 104, ribbon: 88, sibling: 6, cousin: 12 };
  }
  if (level === "middle") {
    return { width: 104, height: 44, gap: 40, gapAside: 100, ribbon: 56, sibling: 6, cousin: 12 };
  }
  return { width: FAR_MOST, height: 14, gap: 32, gapAside: 36, ribbon: 30, sibling: 6, cousin: 12 };
}

/** Width of a far block: as the root of its share, so that its area can be compared. */
export function farWidth(share: number): number {
  return FAR_LEAST + (FAR_MOST - FAR_LEAST) * Math.sqrt(Math.min(Math.max(share, 0), 1));
}

/** The level at a zoom, given the one on the screen. */
export function levelAt(zoom: number, present: Level | null): Level {
  const nearFrom = present === "near" ? NEAR_FROM - HYSTERESIS : NEAR_FROM;
  const middleFrom = present === "middle" ? MIDDLE_FROM - HYSTERESIS : MIDDLE_FROM;
  if (zoom >= nearFrom) return "near";
  // Zooming in from far, or out from near: only the boundary that is crossed has hysteresis.
  return zoom >= middleFrom ? "middle" : "far";
}

/** Px of the screen for one px of the level's world. */
export function scaleAt(zoom: number, level: Level): number {
  if (level === "near") return zoom;
  return zoom / (level === "middle" ? NEAR_FROM : MIDDLE_FROM);
}

/** The zoom that draws a level at a scale; null if another level is drawn there. */
export function zoomFor(scale: number, level: Level): number | null {
  const zoom = level === "near" ? scale : scale * (level === "middle" ? NEAR_FROM : MIDDLE_FROM);
  const slightly = level === "near" ? zoom : Math.min(zoom, nextBelow(level));
  return levelAt(slightly, null) === level ? slightly : null;
}

function nextBelow(level: Level): number {
  return (level === "middle" ? NEAR_FROM : MIDDLE_FROM) - 1e-4;
}

/** The least size of a text that can be read at a scale, in px of the level's world. */
export function leastText(scale: number): number {
  return Math.min(Math.max(SMALL, Math.ceil(SMALLEST_TEXT / scale)), LARGEST_TEXT + 1);
}

export function detailOf(level: Level, least: number): Detail {
  return { level, title: Math.max(12, least), small: Math.max(SMALL, least) };
}
