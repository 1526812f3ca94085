/** Conditions, and gains or columns, drawn on the edges of cards. */

import { type Gauge, levelsTold } from "../model/conditions";
import { spareOf } from "../model/dates";
import {
  around,
  asideLabels,
  type EdgeLabel,
  type Fork,
  uprightLabels,
} from "../model/edge-labels";
import type { Layout, Placed } from "../model/layout";
import { offsetOf } from "../model/motion";
import { columnOf, edgeEnds, edgeNames, edgeSign, edgeText } from "../model/node-words";
import { parting } from "../model/parting";
import type { TreeNode } from "../model/tree";
import { brief } from "../numbers";
import type { Scene } from "../scene";
import { CANVAS } from "../words";
import { isDim } from "./node-state";

export function EdgeLabels({ scene }: { scene: Scene }) {
  const layout = scene.layout.value;
  if (layout.level === "far") return null;
  const parents = new Set(scene.ribbons.value.map(({ parent }) => parent));
  return (
    <div class="tw-edges" aria-hidden="true">
      {[...parents].map((parent) => (
        <ForkLabels key={parent.node.id} parent={parent} layout={layout} scene={scene} />
      ))}
    </div>
  );
}

interface ForkProps {
  readonly parent: Placed;
  readonly layout: Layout;
  readonly scene: Scene;
}

function ForkLabels({ parent, layout, scene }: ForkProps) {
  const { small } = scene.detail.value;
  const { ruler } = scene.view;
  const upright = layout.orientation === "vertical";
  const place = upright ? uprightLabels : asideLabels;
  const gauge: Gauge = {
    width: (text) => ruler.width(text, small),
    fit: (text, room, at) => ruler.fit(text, room, small, 400, at),
  };
  const labels = place(forkOf(layout, parent), layout.measures, gauge);
  const ghost = scene.ghosts.value.has(parent.node.children[0]?.id ?? -1);
  const considered = scene.view.preview.value?.node;
  const now = scene.clock.value;
  return (
    <>
      {labels.map((label) => {
        const owner = ownerOf(label);
        const { dx, dy } = offsetOf(scene.glide.value, owner, now);
        const node = parent.node.children.find(({ id }) => id === owner) ?? parent.node;
        // Another split considered here takes the place of this one's gain too.
        const dim = isDim(scene, node) || (considered === owner && node === parent.node);
        const state = ghost ? " tw-ghost" : dim ? " tw-dim" : "";
        return (
          <span
            key={label.key}
            class={`tw-edge tw-edge-${label.kind}${upright ? "" : " tw-aside"}${state}`}
            style={{ left: `${label.x + dx}px`, top: `${label.y + dy}px` }}
          >
            {label.text}
          </span>
        );
      })}
    </>
  );
}

/** Labels ride with the node they belong to. */
function ownerOf(label: EdgeLabel): number {
  return Number(label.key.slice(1));
}

function forkOf(layout: Layout, parent: Placed): Fork {
  const { meta } = layout.tree;
  const { node } = parent;
  const children = node.children.flatMap((child) => layout.find(child.id) ?? []);
  const column = columnOf(meta, node.split?.column ?? 0);
  return {
    parent,
    children,
    around: around(layout, children),
    texts: children.map((child) => edgeText(meta, child.node)),
    levels: children.map((child) => edgeNames(meta, child.node)),
    signs: children.map((child) => edgeSign(meta, child.node)),
    told: levelsTold(column),
    ends: children.map((child) => edgeEnds(meta, child.node)),
    ...saidAt(layout, node),
    small: layout.level === "middle",
    spare: column.kind === "datetime" ? spareOf(layout.tree, node.split?.column ?? -1) : undefined,
    names: !/^(number|integer|datetime)$/.test(column.kind),
  };
}

/** The gain of a split; a small card does not name the column: then that. */
function saidAt(layout: Layout, { split, gain }: TreeNode) {
  if (layout.level === "near") {
    return { said: gain === null ? null : `${CANVAS.gain} ${brief(gain, 2)}` };
  }
  const { columns } = layout.tree.meta;
  const name = columns[split?.column ?? -1]?.name;
  if (name === undefined) return { said: null };
  return { said: name, part: parting(columns).get(name) };
}
