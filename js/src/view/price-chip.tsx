/** The price of a pruning that has not happened yet. */

import type { Box } from "../model/boxes";
import type { Area, Point } from "../model/camera";
import { pruningPrice } from "../model/price";
import type { Scene } from "../scene";
import { Difference } from "./difference";
import { Icon } from "./icons";

/** Half of what it takes across, about, and with one word more; along; and its distance from things. */
const HALF = 130;
const HALF_NAMED = 165;
const HIGH = 28;
const AIR = 6;

/** Its middle, and its top: under the node, or at the edge of the canvas where that is out of sight. */
export function chipPlace(box: Box, canvas: Area, half = HALF): Point {
  const within = (at: number, least: number, most: number) => Math.max(Math.min(at, most), least);
  return {
    x: within(box.left + box.width / 2, half + AIR, canvas.width - half - AIR),
    y: within(box.top + box.height + AIR, AIR, canvas.height - HIGH - AIR),
  };
}

/** "−1 leaf ● +1.08 ○ +0.38 pts", under the node that Prune is about to be pressed for. */
export function PriceChip({ scene }: { scene: Scene }) {
  const id = scene.view.ghost.value;
  const tree = scene.view.tree.value;
  const place = id === null ? undefined : scene.layout.value.find(id);
  if (!place || place.node.leaf) return null;
  const half = tree.meta.stakes ? HALF_NAMED : HALF;
  const { x, y } = chipPlace(scene.onScreen(place), scene.view.canvas.value, half);
  return (
    <div class="tw-price" style={{ left: `${x}px`, top: `${y}px` }}>
      <Icon name="prune" size={14} />
      <Difference meta={tree.meta} of={pruningPrice(tree, place.node.id)} />
    </div>
  );
}
