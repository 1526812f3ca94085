/** A node's row: its sign, its condition, a bar of its rows, how many they are. */

import type { Placed } from "../model/layout";
import { columnOf, conditionText, rowsText, valueText } from "../model/node-words";
import { rampColour } from "../model/palette";
import { parting } from "../model/parting";
import { isRegression, type TreeNode } from "../model/tree";
import { cardShare } from "../numbers";
import type { Scene } from "../scene";
import { CANVAS, SPOKEN } from "../words";
import { badgesOf, Sign } from "./badges";
import { Bar } from "./facts";
import { Glyph } from "./glyph";
import { useTreeItem } from "./tree-item";

export const ROW = 49;
const MIDDLE = 24;
const EDGE = 20;
/** What stands beside the words: sign, air, figures or more of those; and each badge. */
const BESIDE = 54;
const FIGURES = 50;
const BADGE = 18;

interface RowProps {
  readonly place: Placed;
  readonly scene: Scene;
  readonly top: number;
  readonly step: number;
  /** Of the list, without its scrollbar. */
  readonly width: number;
}

export function Row({ place, scene, top, step, width }: RowProps) {
  const { view } = scene;
  const { node, collapsed } = place;
  const tree = view.tree.value;
  const { item, state } = useTreeItem(place, scene);
  const { id } = node;
  const regression = isRegression(tree.meta);
  const on = scene.path.value.has(id);
  const indent = node.depth * step;
  const figures = Math.max(view.ruler.width(rowsText(tree.meta, tree.root), 12, 600) + 2, FIGURES);
  return (
    <div {...item} class={state.classes} style={{ top: `${top}px` }}>
      <svg class={on ? "tw-on" : ""} width={indent + 2 * EDGE} height={ROW} aria-hidden="true">
        <path d={lines(node, collapsed, step)} />
      </svg>
      <button
        type="button"
        tabIndex={-1}
        style={{ marginLeft: `${indent}px` }}
        aria-label={collapsed ? CANVAS.expand(id) : CANVAS.collapse(id)}
        disabled={node.leaf}
        onClick={(event) => {
          event.stopPropagation();
          view.session.toggle(id);
        }}
      >
        {regression ? (
          <i style={{ background: rampColour(node.prediction, tree.meta) }} />
        ) : (
          <Glyph slot={view.slots.value[node.prediction] ?? 8} size={13} />
        )}
      </button>
      <span>
        <span>
          <Condition place={place} scene={scene} room={width - indent - BESIDE - figures} />
        </span>
        <span>
          {regression ? <b>{valueText(tree.meta, node.prediction)}</b> : null}
          <Bar view={view} counts={node.counts} height={6} />
        </span>
      </span>
      <span style={{ flexBasis: `${figures}px` }}>
        <b>{rowsText(tree.meta, node)}</b>
        <span>{cardShare(tree.share(node))}</span>
      </span>
    </div>
  );
}

/** The condition, what was done by hand, and how much is folded away. */
function Condition({ place, scene, room }: Pick<RowProps, "place" | "scene"> & { room: number }) {
  const { node, collapsed } = place;
  const { ruler, tree } = scene.view;
  const { meta } = tree.value;
  const split = node.parent?.split;
  const badges = badgesOf(node, scene.view);
  const folded = collapsed ? CANVAS.folded(tree.value.leafCount(node)) : "";
  const text = split ? conditionText(meta, node) : SPOKEN.root;
  const { name, kind } = columnOf(meta, split?.column ?? -1);
  const at = parting(meta.columns).get(name);
  const weight = scene.view.session.selected.value === node.id ? 600 : 400;
  const others =
    ruler.width(text, 12, weight) + ruler.width(folded, 11) + badges.length * BADGE + 8;
  // Names of levels give way to that of the column, which gives way to a time.
  const least = kind === "datetime" ? 16 : 40;
  return (
    <>
      {split ? <bdi>{ruler.fit(name, Math.max(room - others, least), 12, weight, at)}</bdi> : null}
      <span class="tw-cut-short">{text}</span>
      {badges.map((badge) => (
        <Sign key={badge.icon} badge={badge} size={14} />
      ))}
      {folded ? <em>{folded}</em> : null}
    </>
  );
}

/** From the parent's sign to this one's, past the rows of others, and on to the first child. */
function lines(node: TreeNode, collapsed: boolean, step: number): string {
  const at = (depth: number): number => EDGE + depth * step;
  let path = "";
  for (let below = node; below.parent; below = below.parent) {
    const x = at(below.depth - 1);
    const last = below.branch === below.parent.children.length - 1;
    if (!last) path += `M${x} 0V${ROW}`;
    if (below !== node) continue;
    path += `M${x} 0V${MIDDLE - 8}q0 8 8 8H${Math.max(at(node.depth) - 10, x + 8)}`;
  }
  return node.leaf || collapsed ? path : `${path}M${at(node.depth)} ${MIDDLE + 10}V${ROW}`;
}
