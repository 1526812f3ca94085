/**
 * A glide: where each drawn node seems to come from, in px of the new layout's world.
 *
 * Reckoned on the screen, so that a change of camera and layout together moves nothing that stays.
 */

import type { Box } from "./boxes";
import type { Camera } from "./camera";
import { scaleAt } from "./detail";
import type { Layout, Placed } from "./layout";

export const GLIDE_MS = 200;

export interface Start {
  /** Distance from the final place at the beginning. */
  readonly dx: number;
  readonly dy: number;
  /** It was not there before: it fades in. */
  readonly fresh: boolean;
}

export interface Glide {
  readonly began: number;
  readonly starts: ReadonlyMap<number, Start>;
  /** What goes, in its old place. */
  readonly leaving: readonly Placed[];
}

interface Scenery {
  readonly layout: Layout;
  readonly camera: Camera;
}

export function glideBetween(
  before: Scenery & { readonly glide: Glide | null },
  after: Scenery,
  now: number = performance.now(),
): Glide {
  const { layout } = after;
  const scale = scaleAt(after.camera.zoom, layout.level);
  const old = (place: Placed): Box => {
    const from = scaleAt(before.camera.zoom, before.layout.level);
    const moving = offsetOf(before.glide, place.node.id, now);
    const x = before.camera.x + from * (place.left + moving.dx);
    const y = before.camera.y + from * (place.top + moving.dy);
    return {
      left: (x - after.camera.x) / scale,
      top: (y - after.camera.y) / scale,
      width: place.width,
      height: place.height,
    };
  };
  const starts = new Map<number, Start>();
  for (const place of layout.placed) {
    const was = before.layout.find(place.node.id);
    const from = was ? old(was) : origin(place, before.layout, old);
    if (from === null) continue;
    const dx = from.left + from.width / 2 - place.left - place.width / 2;
    const dy = from.top - place.top;
    if (!was || Math.abs(dx) > 0.5 || Math.abs(dy) > 0.5) {
      starts.set(place.node.id, { dx, dy, fresh: !was });
    }
  }
  const leaving = before.layout.placed
    .filter((place) => layout.find(place.node.id) === undefined)
    .map((place) => ({ ...place, ...old(place) }));
  return { began: now, starts, leaving };
}

/** What is new comes from its nearest ancestor that was there. */
function origin(place: Placed, before: Layout, old: (place: Placed) => Box): Box | null {
  for (let node = place.node.parent; node; node = node.parent) {
    const was = before.find(node.id);
    if (was) return old(was);
  }
  return null;
}

/** How far a node still seems to be from its place. */
export function offsetOf(glide: Glide | null, id: number, now: number): { dx: number; dy: number } {
  const start = glide?.starts.get(id);
  if (!glide || !start) return { dx: 0, dy: 0 };
  const left = 1 - ease((now - glide.began) / GLIDE_MS);
  return { dx: start.dx * left, dy: start.dy * left };
}

/** cubic-bezier(.2, 0, 0, 1), the easing of every layout motion. */
export function ease(progress: number): number {
  if (progress <= 0) return 0;
  if (progress >= 1) return 1;
  let [low, high] = [0, 1];
  for (let i = 0; i < 24; i++) {
    const t = (low + high) / 2;
    if (bezier(t, 0.2, 0) < progress) low = t;
    else high = t;
  }
  return bezier((low + high) / 2, 0, 1);
}

function bezier(t: number, first: number, second: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t;
}
