/** The bars of a target's values on a card: equally wide, though a long tail has one of its own. */

import { first } from "./arrays";
import { placeIn } from "./palette";

/** How far along the bars a value lies, 0 to 1, by the edges of their bins. */
export function placeAmong(edges: readonly number[], value: number): number {
  const bins = Math.max(edges.length - 1, 1);
  const at = Math.min(Math.max(first(edges, (edge) => edge > value) - 1, 0), bins - 1);
  return (at + placeIn(edges.slice(at, at + 2), value)) / bins;
}

/** A bin so much wider than the middle one holds a tail. */
const WIDER = 1.5;

/** The edges beyond which the first and the last bar hold a tail; null where one holds none. */
export function tails(edges: readonly number[]): readonly [number | null, number | null] {
  const width = (at: number): number => (edges[at + 1] ?? 0) - (edges[at] ?? 0);
  const last = edges.length - 2;
  const most = WIDER * width(last >> 1);
  const inner = (at: number, edge: number) => (width(at) > most ? (edges[edge] ?? null) : null);
  return [inner(0, 1), inner(last, last)];
}
