/** The node's counts and shares, training and validation side by side. */

import { useState } from "preact/hooks";
import { classSlots } from "../model/palette";
import type { TreeNode } from "../model/tree";
import { count, measure, NONE, share, weight } from "../numbers";
import type { Session } from "../session";
import { INSPECT } from "../words-inspect";
import { Glyph, Mark } from "./glyph";
import type { NodeProps } from "./node-head";
import { Name } from "./pieces";

/** So many classes are shown at once; the rest on demand. */
const MOST = 8;

/** The colour of each class. */
export function useSlots(session: Session): number[] {
  return classSlots(session.tree.value.root.counts);
}

export function Counts({ session, view, node }: NodeProps) {
  const { task, has_validation: held } = session.meta.value;
  return (
    <table class="tw-counts" aria-label={INSPECT.counts}>
      <thead>
        <tr>
          <td />
          <th colSpan={2} scope="colgroup">
            <Mark /> {INSPECT.training}
          </th>
          {held && (
            <th colSpan={2} scope="colgroup">
              <Mark hollow /> {INSPECT.validation}
            </th>
          )}
        </tr>
      </thead>
      {task === "classification" ? (
        <ClassRows session={session} view={view} node={node} />
      ) : (
        <Moments session={session} view={view} node={node} />
      )}
    </table>
  );
}

const total = (counts: readonly number[]): number => counts.reduce((sum, part) => sum + part, 0);

function ClassRows({ session, view, node }: NodeProps) {
  const [open, setOpen] = useState(false);
  const { classes, has_validation: held } = session.meta.value;
  const slots = useSlots(session);
  const shown = open ? classes.length : Math.min(classes.length, MOST);
  const order = mostly(node.counts, shown);
  const whole = total(node.counts);
  const heldWhole = total(node.validationCounts);
  return (
    <tbody>
      {order.map((k) => (
        <tr key={k} class={k === node.prediction ? "tw-strong" : ""}>
          <th scope="row">
            <Glyph slot={slots[k] ?? 8} />
            <Name text={classes[k] ?? ""} />
          </th>
          <Pair part={node.counts[k] ?? 0} whole={whole} />
          {held && <Pair part={node.validationCounts[k] ?? 0} whole={heldWhole} hollow />}
        </tr>
      ))}
      {classes.length > MOST && (
        <tr>
          <td colSpan={held ? 5 : 3}>
            <button type="button" class="tw-link" onClick={() => setOpen(!open)}>
              {open ? INSPECT.fewerClasses : INSPECT.moreClasses(count(classes.length - shown))}
            </button>
          </td>
        </tr>
      )}
      <Total session={session} view={view} node={node} />
    </tbody>
  );
}

/** The positions of the heaviest, in their own order. */
function mostly(counts: readonly number[], most: number): number[] {
  return counts
    .map((weight, k) => ({ weight, k }))
    .sort((a, b) => b.weight - a.weight || a.k - b.k)
    .slice(0, most)
    .map(({ k }) => k)
    .sort((a, b) => a - b);
}

function Pair({ part, whole, hollow }: { part: number; whole: number; hollow?: boolean }) {
  return (
    <>
      <td class={hollow ? "tw-held" : ""}>{weight(part)}</td>
      <td class={hollow ? "tw-held" : ""}>{whole > 0 ? share(part / whole) : NONE}</td>
    </>
  );
}

/** Rows of the node, and their share of the root's. */
function Total({ session, view, node }: NodeProps) {
  const { root } = view.tree.value;
  const { has_validation: held, weighted } = session.meta.value;
  return (
    <>
      <tr class="tw-total">
        <th scope="row">{INSPECT.rows}</th>
        <td>{count(node.n)}</td>
        <td>{share(root.n ? node.n / root.n : 0)}</td>
        {held && <td class="tw-held">{count(node.validationN)}</td>}
        {held && (
          <td class="tw-held">
            {root.validationN ? share(node.validationN / root.validationN) : NONE}
          </td>
        )}
      </tr>
      {weighted && (
        <tr>
          <th scope="row">{INSPECT.weight}</th>
          <td>{weight(node.weight)}</td>
          <td>{share(root.weight ? node.weight / root.weight : 0)}</td>
        </tr>
      )}
    </>
  );
}

/** Regression: mean, spread and error. */
function Moments(props: NodeProps) {
  const { node, session } = props;
  const held = session.meta.value.has_validation;
  const line = (name: string, training: number | null, validation: number | null) => (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={2}>{shown(training)}</td>
      {held && (
        <td colSpan={2} class="tw-held">
          {shown(validation)}
        </td>
      )}
    </tr>
  );
  return (
    <tbody>
      {line(INSPECT.mean, moment(node.counts, 1), moment(node.validationCounts, 1))}
      {line(INSPECT.deviation, deviation(node.counts), deviation(node.validationCounts))}
      {line(INSPECT.error, node.error, node.validationError)}
      <Total {...props} />
    </tbody>
  );
}

function shown(value: number | null): string {
  return value === null ? NONE : measure(value, 4);
}

/** Of [weight, mean, variance]; null where there are no rows. */
function moment(counts: TreeNode["counts"], at: number): number | null {
  return (counts[0] ?? 0) > 0 ? (counts[at] ?? null) : null;
}

function deviation(counts: TreeNode["counts"]): number | null {
  const variance = moment(counts, 2);
  return variance === null ? null : Math.sqrt(variance);
}
