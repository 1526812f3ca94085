/** What is known of a node, or of a branch it would have: one look for both. */

import {
  errorText,
  errorWords,
  isShared,
  plainName,
  type RowCount,
  unitOf,
  valueText,
} from "../model/node-words";
import { bySlot, placeIn, rampColour } from "../model/palette";
import { parting } from "../model/parting";
import type { BranchPreview } from "../model/preview";
import { isRegression } from "../model/tree";
import { count, fixed, measure, NONE, share, weight as weighted } from "../numbers";
import type { Meta } from "../protocol.gen";
import type { View } from "../view-state";
import { CANVAS, FIGURES } from "../words";
import { ClassBar } from "./class-bar";
import { Glyph, Mark } from "./glyph";
import { Name } from "./pieces";

export type Facts = Pick<
  BranchPreview,
  "n" | "weight" | "counts" | "prediction" | "impurity" | "error" | "validationError"
>;

export interface FactsProps {
  readonly view: View;
  readonly facts: Facts;
}

/** A part of a whole in percent; – where there is no whole. */
export function shareOf(part: number, whole: number): string {
  return whole > 0 ? share(part / whole) : NONE;
}

/**
 * The rows of a branch, and what part of its node's they are. Rows that go to several branches in
 * shares count by those, as on the cards that a split makes: in numbers they would be more than all.
 */
export function rowsOf(meta: Meta, branch: RowCount, node: RowCount): readonly [string, string] {
  return !meta.weighted && isShared(branch)
    ? [weighted(branch.weight), shareOf(branch.weight, node.weight)]
    : [count(branch.n), shareOf(branch.n, node.n)];
}

/**
 * Glyph, class and share; or the number with its colour, and what number it is: of a branch to come,
 * a mean also where the nodes of the tree tell medians.
 */
export function Predicted({ view, facts, named }: FactsProps & { named?: string }) {
  const { meta } = view.session.tree.value;
  const { prediction, counts, weight } = facts;
  if (isRegression(meta)) {
    return (
      <span class="tw-prediction">
        <span class="tw-muted">{named ?? (meta.measure === "absolute_error" && CANVAS.mean)}</span>
        <i style={{ background: rampColour(prediction, meta) }} />
        <strong>{valueText(meta, prediction, 4)}</strong>
      </span>
    );
  }
  const name = meta.classes[prediction] ?? "";
  return (
    <span class="tw-prediction">
      <Glyph slot={view.slots.value[prediction] ?? 8} />
      <Name text={name} at={parting(meta.classes).get(name)} strong />
      <span>{shareOf(counts[prediction] ?? 0, weight)}</span>
    </span>
  );
}

interface BarProps {
  view: View;
  counts: readonly number[];
  height: number;
}

/** The classes as a bar; for regression the place of the mean on the root's range. */
export function Bar({ view, counts, height }: BarProps) {
  const { meta } = view.session.tree.value;
  if (!isRegression(meta)) {
    return <ClassBar weights={bySlot(counts, view.slots.value)} height={height} />;
  }
  const mean = counts[1] ?? 0;
  const left = `${100 * placeIn(meta.target_range, mean)}%`;
  const style = { left, background: rampColour(mean, meta) };
  return (
    <span class="tw-mean-track" style={{ height: `${height}px` }} aria-hidden="true">
      <i style={style} />
    </span>
  );
}

/** Rows, impurity (or spread) and error, line by line. */
export function Lines({ view, facts, of }: FactsProps & { of: RowCount }) {
  const { meta } = view.session.tree.value;
  const [rows, part] = rowsOf(meta, facts, of);
  const regression = isRegression(meta);
  return (
    <dl class="tw-lines">
      <dt>{FIGURES.rows}</dt>
      <dd>
        <strong>{rows}</strong> <span>{part}</span>
      </dd>
      <dt>{regression ? CANVAS.deviation : plainName(meta.measure)}</dt>
      <dd>
        {regression ? measure(Math.sqrt(facts.counts[2] ?? 0)) : fixed(facts.impurity, 3)}
        {unitOf(meta)}
      </dd>
      <dt>{errorWords(meta)[0]}</dt>
      <dd>
        <Mark /> {errorText(meta, facts.error)}
        {meta.has_validation && (
          <span>
            <Mark hollow /> {errorText(meta, facts.validationError)}
          </span>
        )}
      </dd>
    </dl>
  );
}
