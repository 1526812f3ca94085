/** The branches of the split that is being considered, as ghosts in the places they would take. */

import { total } from "../model/arrays";
import type { Box } from "../model/boxes";
import { branchBoxes } from "../model/branch-boxes";
import { type Gauge, namedIn } from "../model/conditions";
import { dateIn, YEAR } from "../model/dates";
import { meanText, rowsText } from "../model/node-words";
import { bySlot } from "../model/palette";
import type { BranchPreview } from "../model/preview";
import { stripePath, THINNEST } from "../model/ribbons";
import { cardShare } from "../numbers";
import type { Meta } from "../protocol.gen";
import type { Scene } from "../scene";
import { CUT } from "../words-cut";
import { boxStyle } from "./card";
import { ClassBar } from "./class-bar";
import { Glyph } from "./glyph";

const GAP = 4;

export function SplitGhosts({ scene }: { scene: Scene }) {
  const preview = scene.view.preview.value;
  const layout = scene.layout.value;
  const place = preview ? layout.find(preview.node) : undefined;
  if (!preview || !place) return null;
  const boxes = branchBoxes(place, preview.branches.length, layout);
  const perWeight = layout.measures.ribbon / (layout.tree.root.weight || 1);
  let leaves = (-perWeight * total(preview.branches.map((branch) => branch.weight))) / 2;
  return (
    <div class="tw-preview" aria-hidden="true">
      <svg class="tw-ribbons" width="1" height="1" aria-hidden="true">
        {preview.branches.map((branch, i) => {
          const width = Math.max(THINNEST, perWeight * branch.weight);
          const ribbon = { leaves: leaves + width / 2, width };
          leaves += width;
          const stripe = { slot: 0, offset: 0, width };
          const d = stripePath(ribbon, stripe, place, boxes[i] as Box, layout.orientation);
          return <path key={branch.condition} class="tw-ghost-ribbon" d={d} />;
        })}
      </svg>
      {preview.branches.map((branch, i) => (
        <GhostCard key={branch.condition} branch={branch} box={boxes[i] as Box} scene={scene} />
      ))}
    </div>
  );
}

/** A mean, which is named where the nodes of the tree tell medians: sums do not tell those. */
function predicted(meta: Meta, mean: number): string {
  const text = meanText(meta, mean);
  return meta.measure === "absolute_error" ? CUT.mean(text) : text;
}

interface GhostProps {
  readonly branch: BranchPreview;
  readonly box: Box;
  readonly scene: Scene;
}

function GhostCard({ branch, box, scene }: GhostProps) {
  const { view } = scene;
  const { ruler } = view;
  const tree = view.tree.value;
  const slots = view.slots.value;
  const classification = tree.meta.task === "classification";
  const room = box.width - 20;
  const { small } = scene.detail.value;
  const gauge: Gauge = {
    width: (text) => ruler.width(text, small, 500),
    fit: (text, within, at) => ruler.fit(text, within, small, 500, at),
  };
  // Of a date the year goes first: what is left in the middle was no date.
  const fits = (text: string): boolean => gauge.width(text) <= room;
  const share = classification
    ? cardShare((branch.counts[branch.prediction] ?? 0) / (branch.weight || 1))
    : predicted(tree.meta, branch.prediction);
  const rows = rowsText(tree.meta, branch);
  const glyph = classification ? Math.round(small * 0.9) : 0;
  const taken = ruler.width(rows, small, 600) + gauge.width(share) + glyph + 3 * GAP;
  const whole = tree.meta.classes[branch.prediction] ?? "";
  const beside = Math.min(room / 2, taken > room ? room : room - taken);
  const name = classification && box.height > 60 ? gauge.fit(whole, beside) : "";
  return (
    <div class="tw-ghost-card" style={boxStyle(box)}>
      {box.height < 30 ? null : (
        <>
          <span class="tw-row">
            {branch.naming
              ? namedIn(branch.naming, room, gauge)
              : gauge.fit(dateIn(branch.condition, [YEAR], fits), room)}
          </span>
          {classification ? <ClassBar weights={bySlot(branch.counts, slots)} height={4} /> : null}
          <span class="tw-row">
            <span class="tw-strong">{rows}</span>
            <span class="tw-row-end">
              {classification ? <Glyph slot={slots[branch.prediction] ?? 1} size={glyph} /> : null}
              {/* A letter and an ellipsis name nothing: then the glyph speaks alone. */}
              {name.length > 2 || name === whole ? name : null} {taken > room ? null : share}
            </span>
          </span>
        </>
      )}
    </div>
  );
}
