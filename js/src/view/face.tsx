/** What a card shows, at each level of detail. */

import { LARGEST_TEXT } from "../model/detail";
import type { Layout, Placed } from "../model/layout";
import { meanText, predictedShare, rowsText } from "../model/node-words";
import { bySlot } from "../model/palette";
import { isRegression } from "../model/tree";
import { cardShare } from "../numbers";
import type { Scene } from "../scene";
import { CANVAS } from "../words";
import { badgesOf, Discs } from "./badges";
import {
  ClassLine,
  ErrorLine,
  type LineProps,
  leastSplitRoom,
  MeanLine,
  RowsLine,
  SplitLine,
} from "./card-parts";
import { ClassBar } from "./class-bar";
import { Glyph } from "./glyph";
import { Icon } from "./icons";
import type { NodeState } from "./node-state";
import { LeafStrip, leafColour, leafOpacity, Sheets } from "./stack";
import { ValueBars } from "./value-bars";

export interface FaceProps {
  readonly place: Placed;
  readonly scene: Scene;
  readonly state: NodeState | null;
}

/** Inside a card. */
const PADDING = { near: 10, middle: 8, far: 0 } as const;

export function Face({ place, scene, state }: FaceProps) {
  const { view } = scene;
  const tree = view.tree.value;
  const detail = scene.detail.value;
  const { node, collapsed } = place;
  if (detail.level === "far") return block({ place, scene, state });
  const slots = view.slots.value;
  const line: LineProps = {
    tree,
    node,
    ruler: view.ruler,
    detail,
    room: place.width - 2 * PADDING[detail.level],
  };
  const near = detail.level === "near";
  const regression = isRegression(tree.meta);
  // Where text would be too small for a third line, the first two have the card to themselves.
  const brief = !near && detail.small > 13;
  const kind = `tw-${detail.level}${regression ? " tw-values" : ""}${brief ? " tw-brief" : ""}`;
  return (
    <>
      {collapsed ? <Sheets /> : null}
      <span class={`tw-card ${kind}`}>
        {near ? (
          <NearTitle {...line} slot={slots[node.prediction] ?? 1} />
        ) : (
          <MiddleTitle {...line} slot={slots[node.prediction] ?? 1} brief={brief} />
        )}
        <span class="tw-row-picture">
          <Rows {...line} slots={slots} />
        </span>
        {brief ? null : (
          <span class="tw-row tw-row-n">
            {near ? <RowsLine {...line} /> : <MiddleRows {...line} />}
          </span>
        )}
        {near ? (
          <span class="tw-row tw-row-errors">
            <LastLine line={line} state={state} />
          </span>
        ) : null}
      </span>
      {near && collapsed ? <LeafStrip tree={tree} node={node} slots={slots} /> : null}
      <Discs badges={badgesOf(node, scene.view)} />
    </>
  );
}

/** One mark a node: there may be a thousand of them, and each is spared a component of its own. */
function block({ place, scene, state }: FaceProps) {
  const { node, collapsed } = place;
  const tree = scene.view.tree.value;
  const full = Math.round(100 * leafOpacity(tree, node));
  const colour = leafColour(tree, node, scene.view.slots.value);
  const told = state?.classes ?? "";
  const background = `color-mix(in srgb, ${colour} ${full}%, var(--tw-card))`;
  return (
    <>
      {collapsed ? <Sheets /> : null}
      <span class="tw-block" style={told.includes("tw-ghost") ? undefined : { background }} />
      {told.includes("tw-kept") ? <Kept place={place} scene={scene} /> : null}
      {node.leaf || told.includes("tw-ghost") ? null : <BlockSplit place={place} scene={scene} />}
    </>
  );
}

/** Air beside a block, as the style has it. */
const BESIDE = 8;

/** The split in words, where the block beside leaves room: in the upper rows of most trees. */
function BlockSplit({ place, scene }: Pick<FaceProps, "place" | "scene">) {
  const layout = scene.layout.value;
  const detail = scene.detail.value;
  if (layout.orientation !== "vertical" || detail.title > LARGEST_TEXT) return null;
  if (scene.view.pruning.value) return null; // what would become a leaf says what it predicts
  const next = layout.beside(place, 1);
  const end = next ? next.left - BESIDE : endOf(scene, layout);
  const { tree, ruler } = scene.view;
  const room = end - place.left - place.width - BESIDE;
  const line: LineProps = { tree: tree.value, node: place.node, ruler, detail, room };
  if (room < leastSplitRoom(line)) return null;
  return (
    <span class="tw-block-split">
      <SplitLine {...line} />
    </span>
  );
}

/** Where the tree ends at the right, or the canvas, if that does later. */
function endOf({ view, scale }: Scene, { bounds }: Layout): number {
  const seen = (view.canvas.value.width - view.camera.value.x) / scale.value;
  return Math.max(bounds.left + bounds.width, seen - BESIDE);
}

/** The picture of a node's rows: its classes, or its values. */
function Rows({ tree, node, room, detail, slots }: LineProps & { slots: readonly number[] }) {
  const near = detail.level === "near";
  return !isRegression(tree.meta) ? (
    <ClassBar weights={bySlot(node.counts, slots)} height={near ? 6 : 4} />
  ) : (
    <ValueBars
      histogram={node.histogram}
      edges={tree.meta.target_edges}
      prediction={node.prediction}
      width={room}
      height={near ? 27 : 11}
      plain={!near}
    />
  );
}

/** Two chips nearer than this would lie on each other: side by side, and above each other. */
const APART = [60, 22] as const;
/** A chip with its sign alone; nearer ones are the bare signs. */
const CHIP = 26;

/** What a branch would predict as a leaf, where a pruning would make it one. */
function Kept({ place, scene }: Pick<FaceProps, "place" | "scene">) {
  const { node } = place;
  const layout = scene.layout.value;
  const gone = scene.ghosts.value;
  const from = (one: Placed): number => layout.sides(one)[0][0] * scene.scale.value;
  const room = Math.min(
    ...([-1, 1] as const).map((by) => {
      const other = layout.beside(place, by);
      return other && !gone.has(other.node.id) ? Math.abs(from(other) - from(place)) : 99;
    }),
  );
  const slot = scene.view.slots.value[node.prediction];
  return (
    <span class={`tw-kept-leaf ${room < CHIP ? "tw-bare" : ""}`}>
      {slot ? (
        <Glyph slot={slot} size={10} />
      ) : (
        meanText(scene.view.tree.value.meta, node.prediction)
      )}
      {slot && room > APART[layout.orientation === "vertical" ? 0 : 1]
        ? cardShare(predictedShare(node))
        : null}
    </span>
  );
}

type TitleProps = LineProps & { readonly slot: number };

function NearTitle({ slot, ...line }: TitleProps) {
  const { node, tree, ruler, detail, room } = line;
  if (tree.meta.task === "classification") {
    return (
      <span class="tw-row tw-row-title">
        {node.leaf ? <ClassLine {...line} slot={slot} /> : <SplitLine {...line} />}
      </span>
    );
  }
  const mean = meanText(tree.meta, node.prediction);
  const left = room - ruler.width(mean, detail.title, 600) - 8;
  // The cut is never cut short: where it needs the whole line, the mean stands in the picture alone.
  const tight = !node.leaf && left < leastSplitRoom(line);
  return (
    <span class="tw-row tw-row-title">
      {node.leaf ? (
        <MeanLine {...line} />
      ) : (
        <>
          <SplitLine {...line} room={tight ? room : left} />
          {tight ? null : <span class="tw-row-end tw-strong">{mean}</span>}
        </>
      )}
    </span>
  );
}

/** Where it is the only line, n stands in it instead of words. */
function MiddleTitle({ slot, brief, ...line }: TitleProps & { readonly brief: boolean }) {
  const { node, tree } = line;
  const rows = brief ? rowsText(tree.meta, node) : undefined;
  return (
    <span class="tw-row tw-row-title">
      {tree.meta.task === "classification" ? (
        <ClassLine {...line} slot={slot} instead={rows} />
      ) : (
        <MeanLine {...line} instead={rows} />
      )}
    </span>
  );
}

function MiddleRows({ tree, node, ruler, detail, room }: LineProps) {
  const rows = rowsText(tree.meta, node);
  const share = cardShare(tree.share(node));
  const fits = ruler.width(rows, detail.small) + 8 + ruler.width(share, detail.small) <= room;
  return (
    <>
      <span>{rows}</span>
      {fits ? <span class="tw-row-end tw-soft">{share}</span> : null}
    </>
  );
}

/** The errors; or what is going on with this node. */
function LastLine({ line, state }: { line: LineProps; state: NodeState | null }) {
  if (state?.refusal) {
    return (
      <>
        <Icon name="warn" size={12} />
        <span class="tw-cut-short">{state.refusal}</span>
      </>
    );
  }
  if (state?.job) {
    const { share } = state.job;
    const percent = share === null ? "" : ` ${Math.round(share * 100)}\u202f%`;
    return (
      <span class="tw-job">
        <span class="tw-spinner" />
        {`${CANVAS.computing}${percent}`}
      </span>
    );
  }
  return <ErrorLine {...line} />;
}
