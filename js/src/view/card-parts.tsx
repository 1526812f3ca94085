/** The lines of a card, each cut to its room by measuring. Words go before figures do. */

import type { Ruler } from "../measure";
import {
  countOf,
  type Gauge,
  levelsTold,
  namesIn,
  type SplitWords,
  splitWords,
  withMore,
} from "../model/conditions";
import { dateIn, spareOf } from "../model/dates";
import type { Detail } from "../model/detail";
import {
  cardMeasures,
  className,
  columnOf,
  deviation,
  errorFigure,
  errorText,
  errorWords,
  explained,
  impurityWords,
  meanText,
  predictedShare,
  rowsText,
} from "../model/node-words";
import { parting } from "../model/parting";
import { isRegression, type TreeModel, type TreeNode } from "../model/tree";
import { cardShare, measure, share as shareText, thousands } from "../numbers";
import type { ColumnMeta, SplitWire } from "../protocol.gen";
import { CANVAS, FIGURES } from "../words";
import { Glyph, Mark } from "./glyph";

export interface LineProps {
  readonly tree: TreeModel;
  readonly node: TreeNode;
  readonly ruler: Ruler;
  readonly detail: Detail;
  /** Width of the text, in px of the card. */
  readonly room: number;
}

const GAP = 6;
const MILLION = 1e6;

/** A name of which no more is left than a letter or two: the column's name has better use of the room. */
const NO_NAME = /^[^…]{0,2}…[^…]{0,2}$/u;

/** The split in words. */
export function SplitLine(props: LineProps) {
  const { split } = props.node;
  if (!split) return null;
  return split.branches > 2 ? (
    <ManyWays {...props} split={split} />
  ) : (
    <TwoWays {...props} split={split} />
  );
}

type SplitProps = LineProps & { readonly split: SplitWire };

/** The name, and how many ways: in fewer letters where the name would be cut short. */
function ManyWays({ tree, split, ruler, detail, room }: SplitProps) {
  const { columns } = tree.meta;
  const { name } = columnOf(tree.meta, split.column);
  const left = (text: string) => room - GAP - ruler.width(text, detail.small);
  const whole = CANVAS.branches(split.branches);
  const tight = ruler.width(name, detail.title, 500) > left(whole);
  const ways = tight ? CANVAS.manyway(split.branches) : whole;
  const at = parting(columns).get(name);
  return (
    <>
      <span class="tw-row-name">{ruler.fit(name, left(ways), detail.title, 500, at)}</span>
      <span class="tw-row-end tw-soft tw-row-small">{ways}</span>
    </>
  );
}

/** The name gives way, the cut stands. */
function TwoWays({ tree, split, ruler, detail, room }: SplitProps) {
  const column = columnOf(tree.meta, split.column);
  const words = splitWords(split, column);
  const size = detail.title;
  const at = parting(tree.meta.columns).get(words.name);
  const relation = words.relation ? ` ${words.relation} ` : " ";
  const sign = ruler.width(relation, size, 500);
  // What may stand whole gives way to no more of a name than that there is one.
  const whole = ruler.width(words.value, size, 700) <= room - sign - 2 * size;
  const number = /^(number|integer|datetime)$/.test(column.kind);
  const some = whole || number ? 2 * size : room * 0.3;
  const name = ruler.width(words.name, size, 500);
  const least = Math.min(name, some);
  const within = room - sign - least;
  const bold: Gauge = {
    width: (text) => ruler.width(text, size, 700),
    fit: (text, some, at) => ruler.fit(text, some, size, 700, at),
  };
  const fits = (text: string): boolean => bold.width(text) <= within;
  const value =
    column.kind === "datetime"
      ? dateIn(words.value, spareOf(tree, split.column), fits)
      : (valueIn(words, column, within, bold) ?? countIn(words, split, room - sign - name, bold));
  const left = room - sign - ruler.width(value, size, 700) - 1;
  return (
    <span class="tw-row-name">
      {/* A name from right to left takes neither the sign nor the cut with it. */}
      <bdi>{ruler.fit(words.name, left, size, 500, at)}</bdi>
      {relation}
      <b>
        <bdi>{value}</bdi>
      </b>
    </span>
  );
}

/**
 * Names of levels give way, and of a long number what follows its first digits. Null where nothing
 * would be left of a name.
 */
function valueIn(words: SplitWords, column: ColumnMeta, room: number, bold: Gauge): string | null {
  const { names, value } = words;
  if (names) {
    const shown = namesIn(names, room, bold, levelsTold(column));
    const nameless = shown.length < names.length && NO_NAME.test(shown.join());
    return nameless ? null : withMore(shown, names.length);
  }
  if (column.levels) return bold.fit(value, room);
  if (bold.width(value) <= room) return value;
  return bold.fit(value, room, /e/.test(value) ? undefined : { letter: value.length, word: 0 });
}

/** How many of the levels go first, where that has room beside the column's whole name. */
function countIn({ names }: SplitWords, { groups }: SplitWire, room: number, bold: Gauge): string {
  const some = countOf(names?.length ?? 0, groups?.flat().length ?? 0);
  return bold.width(some) <= room ? some : "…";
}

/**
 * Room for the cut whole, or how many ways there are, and a few letters of the name. Beside a block
 * the name and how many of the levels go first will do.
 */
export function leastSplitRoom({ tree, node, ruler, detail }: LineProps): number {
  const { split } = node;
  if (!split) return 0;
  const { title, small, level } = detail;
  const { name, names, relation, value } = splitWords(split, columnOf(tree.meta, split.column));
  const whole = ruler.width(value, title, 700);
  const some = names && level === "far" ? ruler.width(name, title, 500) + 2 * title : whole;
  const cut =
    split.branches > 2
      ? GAP + ruler.width(CANVAS.manyway(split.branches), small)
      : ruler.width(` ${relation} `, title, 500) + Math.min(whole, some);
  return cut + 3 * title;
}

interface Instead {
  /** Stands in place of the class's name, and of the share where both have no room; of the spread. */
  readonly instead?: string | undefined;
}

interface ClassProps extends LineProps, Instead {
  readonly slot: number;
}

/** Glyph, class and share: the name gives way. */
export function ClassLine({ tree, node, ruler, detail, room, slot, instead }: ClassProps) {
  const near = detail.level === "near";
  const size = near ? detail.title : detail.small;
  const share = cardShareOf(node, near);
  const glyph = near ? 11 : Math.round(detail.small * 0.9);
  const beside = room - glyph - (near ? 5 + GAP : 8) - ruler.width(share, size, 600);
  const whole = className(tree.meta, node);
  const at = parting(tree.meta.classes).get(whole);
  const name = instead ?? ruler.fit(whole, beside, size, 500, at);
  // A letter and an ellipsis name nothing: then the glyph speaks alone.
  const told = instead || name.length > 2 || name === whole;
  const tight = instead !== undefined && ruler.width(instead, size, 500) > beside;
  return (
    <>
      <Glyph slot={slot} size={glyph} />
      <span class="tw-row-name tw-row-class">{told ? name : ""}</span>
      {tight ? null : <span class="tw-row-end tw-strong">{share}</span>}
    </>
  );
}

function cardShareOf(node: TreeNode, near: boolean): string {
  const share = predictedShare(node);
  // One decimal where the class's share is the card's headline, whole percent in the small card.
  return near ? shareText(share) : cardShare(share);
}

/** n, share of the root, impurity: the share goes first when room is short, then the impurity. */
export function RowsLine({ tree, node, ruler, detail, room }: LineProps) {
  const size = detail.small;
  const whole = rowsText(tree.meta, node);
  const share = node.parent
    ? cardShare(tree.share(node))
    : FIGURES[tree.meta.weighted ? "weight" : "rows"];
  const { name, figure } = measureOf(tree, node);
  const measured = (name ? ruler.width(`${name} `, size) : 0) + ruler.width(figure, size, 500) + 8;
  // A sum of case weights may have ten digits: the last ones say less than the measure does.
  const tight = ruler.width(whole, size, 600) + 2 + measured > room;
  const rows = tight && node.weight >= MILLION ? thousands(node.weight, 3) : whole;
  let rest = room - ruler.width(rows, size, 600) - 2;
  const showMeasure = figure !== "" && measured <= rest;
  if (showMeasure) rest -= measured;
  const showShare = ruler.width(share, size) + GAP <= rest;
  return (
    <>
      <span class="tw-strong">{rows}</span>
      {showShare ? <span class="tw-soft tw-row-share">{share}</span> : null}
      {showMeasure ? (
        <span class="tw-row-end">
          {name ? <span class="tw-soft">{`${name} `}</span> : null}
          <span class="tw-row-figure">{figure}</span>
        </span>
      ) : null}
    </>
  );
}

function measureOf(tree: TreeModel, node: TreeNode): { name: string; figure: string } {
  if (tree.meta.task === "classification") return impurityWords(tree.meta, node.impurity, 2);
  if (tree.meta.measure !== "squared_error") {
    const figure = cardMeasures(tree.meta).written(node.impurity, 2);
    return { ...impurityWords(tree.meta, node.impurity, 2), figure };
  }
  const share = explained(node);
  return share === null ? { name: "", figure: "" } : { name: "R²", figure: measure(share, 2) };
}

/** ● training ○ validation, as if the node were a leaf: in fewer digits where they have no room. */
export function ErrorLine({ tree, node, ruler, detail, room }: LineProps) {
  const { meta } = tree;
  const size = detail.small;
  const [unit] = errorWords(meta);
  const errors = meta.has_validation ? [node.error, node.validationError] : [node.error];
  const [last, apart] = [errors.length - 1, 8];
  const { written, tight } = cardMeasures(meta);
  const measured = (how: typeof written, digits: number) =>
    errors.map((error) => (error ? how(error, digits) : errorFigure(meta, error)));
  const mark = size * 0.64 + 4;
  const widthOf = (texts: readonly string[]) =>
    texts.reduce((sum, text) => sum + mark + ruler.width(text, size), last * apart);
  const tried = isRegression(meta)
    ? [measured(written, 3), measured(tight, 3), measured(tight, 2)]
    : [errors.map((error, i) => (i < last ? errorFigure : errorText)(meta, error))];
  const shown = tried.find((texts) => widthOf(texts) <= room) ?? (tried.at(-1) as string[]);
  return (
    <>
      {shown.map((text, i) => (
        <span key={i} class="tw-pair">
          <Mark hollow={i > 0} />
          {text}
        </span>
      ))}
      {widthOf(shown) + GAP + ruler.width(unit, size) <= room ? (
        <span class="tw-row-end tw-soft">{unit}</span>
      ) : null}
    </>
  );
}

/** The mean, and the spread where it has room, or what stands instead: digits give way to that. */
export function MeanLine({ tree, node, ruler, detail, room, instead }: LineProps & Instead) {
  const near = detail.level === "near";
  const size = near ? detail.title : detail.small;
  const weight = near ? 700 : 600;
  const { written, tight } = cardMeasures(tree.meta);
  const whole = meanText(tree.meta, node.prediction);
  const fits = (text: string, left: number) => ruler.width(text, size, weight) <= left;
  const beside = instead === undefined ? room : room - GAP - ruler.width(instead, detail.small);
  // Of a figure in thousands the third digit gives way; any other would read as another one.
  const means = [whole, written(node.prediction, written === tight ? 2 : 3)];
  const mean =
    means.find((text) => fits(text, beside)) ??
    means.find((text) => fits(text, room)) ??
    tight(node.prediction, 3);
  const rest = room - ruler.width(mean, size, weight) - GAP;
  const spread = deviation(node);
  const ends = instead
    ? [instead]
    : [written(spread, 2), tight(spread, 2)].map((text) => `${CANVAS.deviation} ${text}`);
  const end = ends.find((text) => ruler.width(text, detail.small) <= rest);
  return (
    <>
      {near ? <b>{mean}</b> : <span class="tw-strong">{mean}</span>}
      {end ? <span class="tw-row-end tw-soft tw-row-small">{end}</span> : null}
    </>
  );
}
