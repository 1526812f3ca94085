/** The node's counts and shares, training and validation side by side. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { total } from "../model/arrays";
import { errorText, errorWords, isShared, valueText } from "../model/node-words";
import { heaviest } from "../model/palette";
import { parting } from "../model/parting";
import { isRegression, type TreeNode } from "../model/tree";
import { count, measure, NNBSP, NONE, weight } from "../numbers";
import { CANVAS, FIGURES } from "../words";
import { INSPECT } from "../words-inspect";
import { shareOf } from "./facts";
import { Glyph, Mark } from "./glyph";
import { Name } from "./pieces";
import type { NodeProps } from "./props";

/** So many classes stand in a frame of so many px, and one more for each line; the rest on demand. */
const CLASSES = 6;
const HEIGHT = 640;
const LINE = 22;
/** Counts of so many rows leave names a letter or two, in a frame narrower than this. */
const LONG = 1e5;
const ROOMY = 1300;
const SIGN = `${NNBSP}%`;

/** A count with its share, or one figure; of training and of validation. */
interface Line {
  name: ComponentChildren;
  training: readonly string[];
  validation: readonly string[];
  style?: string;
}

export function Counts(props: NodeProps) {
  const { session } = props.view;
  const { meta, root } = props.view.tree.value;
  const [open, setOpen] = useState(false);
  const most = CLASSES + Math.max(Math.floor((session.height.value - HEIGHT) / LINE), 0);
  // Where there are more, the link to them has a line.
  const shown = meta.classes.length > most ? most - 1 : most;
  const more = meta.classes.length - shown;
  const lines = isRegression(meta)
    ? moments(props)
    : classes(props, open ? meta.classes.length : shown);
  // Beside long counts the sign of the shares stands once, at the head: the names need the room.
  const twice = meta.has_validation && !isRegression(meta);
  const tight = twice && props.view.size.value.width < ROOMY && root.weight >= LONG;
  const head = (words: string, hollow: boolean) => (
    <th colSpan={2} scope="colgroup">
      <Mark hollow={hollow} /> {words}
      {tight && " %"}
    </th>
  );
  const cells = (figures: readonly string[], style: string) =>
    figures.map((figure, i) => (
      <td key={i} colSpan={3 - figures.length} class={style}>
        {tight ? figure.replace(SIGN, "") : figure}
      </td>
    ));
  return (
    <table class={`tw-counts${tight ? " tw-tight" : ""}`} aria-label={INSPECT.counts}>
      <thead>
        <tr>
          <td />
          {head(FIGURES.training, false)}
          {meta.has_validation && head(FIGURES.validation, true)}
        </tr>
      </thead>
      <tbody>
        {[...lines, ...totals(props)].map(({ name, training, validation, style }, i) => (
          <tr key={i} class={style}>
            <th scope="row">{name}</th>
            {cells(training, "")}
            {meta.has_validation && cells(validation, "tw-muted")}
          </tr>
        ))}
      </tbody>
      {more > 0 && (
        <caption>
          <button type="button" class="tw-link" onClick={() => setOpen(!open)}>
            {open ? INSPECT.fewer : INSPECT.more(count(more))}
          </button>
        </caption>
      )}
    </table>
  );
}

/** The heaviest classes, in their own order. */
function classes({ view, node }: NodeProps, most: number): Line[] {
  const { meta } = view.tree.value;
  const pair = (counts: readonly number[], k: number) => {
    const part = counts[k] ?? 0;
    return [weight(part), shareOf(part, total(counts))];
  };
  return heaviest(node.counts, most).map((k) => {
    const name = meta.classes[k] ?? "";
    return {
      name: (
        <>
          <Glyph slot={view.slots.value[k] ?? 8} />
          <Name text={name} at={parting(meta.classes).get(name)} strong={k === node.prediction} />
        </>
      ),
      training: pair(node.counts, k),
      validation: pair(node.validationCounts, k),
    };
  });
}

const DIGITS = 4;

/** Regression: mean, spread and error, which is the spread where nobody labelled the node. */
function moments({ view, node }: NodeProps): Line[] {
  const { meta } = view.tree.value;
  const line = (name: string, figure: (counts: readonly number[]) => string): Line => {
    const of = (counts: readonly number[]) => [(counts[0] ?? 0) > 0 ? figure(counts) : NONE];
    return { name, training: of(node.counts), validation: of(node.validationCounts) };
  };
  return [
    line(CANVAS.mean, ([, mean = 0]) => valueText(meta, mean, DIGITS)),
    line(CANVAS.deviation, ([, , variance = 0]) => measure(Math.sqrt(variance), DIGITS)),
    {
      name: errorWords(meta)[0],
      training: [errorText(meta, node.error, DIGITS)],
      validation: [errorText(meta, node.validationError, DIGITS)],
    },
  ];
}

/** Rows of the node, and their share of the root's; the weight where it differs. */
function totals({ view, node }: NodeProps): Line[] {
  const { meta, root } = view.tree.value;
  const rows = {
    name: FIGURES.rows,
    training: [count(node.n), shareOf(node.n, root.n)],
    validation: [count(node.validationN), shareOf(node.validationN, root.validationN)],
    style: "tw-total",
  };
  if (!meta.weighted && !isShared(node)) return [rows];
  const held = ({ validationCounts: counts }: TreeNode): number =>
    isRegression(meta) ? (counts[0] ?? 0) : total(counts);
  const beside = (part: number, whole: number) => [weight(part), shareOf(part, whole)];
  const training = beside(node.weight, root.weight);
  return [rows, { name: FIGURES.weight, training, validation: beside(held(node), held(root)) }];
}
