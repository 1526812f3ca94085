/** The branches a cut makes: one card each, following every move. */

import { branchText } from "../../model/conditions";
import { splitOf } from "../../model/draft";
import { bySlot, rampColour } from "../../model/palette";
import { countsOf, predictionOf } from "../../model/preview";
import type { Branch } from "../../model/profile";
import { count, fixed, measure, NONE, share, weight } from "../../numbers";
import { INSPECT } from "../../words-inspect";
import { ClassBar } from "../class-bar";
import { useSlots } from "../counts";
import { Glyph, Mark } from "../glyph";
import { hint, Name } from "../pieces";
import type { EditorProps } from "./editor";

/** So many classes get a line of their own in a card. */
const MOST = 5;

export function Cards(props: EditorProps) {
  const { cut } = props.view;
  const profile = cut.profile.value;
  const verdict = cut.verdict.value;
  if (!profile || !verdict) return null;
  const split = splitOf(profile, cut.draft.value);
  return (
    <div class={`tw-cards ${cut.more.waiting.value ? "tw-approximate" : ""}`}>
      {verdict.branches.map((branch, i) => (
        <Card key={i} {...props} branch={branch} condition={branchText(split, i, cut.meta)} />
      ))}
    </div>
  );
}

interface CardProps extends EditorProps {
  branch: Branch;
  condition: string;
}

function Card(props: CardProps) {
  const { session, condition, wide } = props;
  const classes = session.meta.value.task === "classification";
  return (
    <section class="tw-branch-card" aria-label={condition}>
      <header>
        <bdi class="tw-condition" title={hint(condition)}>
          {condition}
        </bdi>
        {wide && <Predicted {...props} />}
      </header>
      <BranchBar {...props} />
      {wide && classes && <ClassLines {...props} />}
      <Lines {...props} />
    </section>
  );
}

const decimal = (value: number) => measure(value, 3);

/** What the branch would predict. */
export function Predicted({ session, view, branch }: Omit<CardProps, "condition">) {
  const meta = session.meta.value;
  const slots = useSlots(session);
  const profile = view.cut.profile.value;
  if (!profile) return null;
  if (meta.task === "regression") {
    return <strong>{decimal(predictionOf(branch, profile))}</strong>;
  }
  const part = branch.stats[branch.prediction] ?? 0;
  return (
    <span class="tw-prediction">
      <Glyph slot={slots[branch.prediction] ?? 1} />
      <Name text={meta.classes[branch.prediction] ?? ""} class="tw-strong" />
      <span>{branch.weight > 0 ? share(part / branch.weight) : NONE}</span>
    </span>
  );
}

/** The classes as a bar; for regression the place of the mean on the root's range. */
export function BranchBar({ session, view, branch }: Omit<CardProps, "condition">) {
  const slots = useSlots(session);
  const { task, target_range } = session.meta.value;
  if (task === "classification") {
    return <ClassBar weights={bySlot(branch.stats, slots)} height={7} />;
  }
  const profile = view.cut.profile.value;
  const [low = 0, high = 1] = target_range;
  const mean = profile ? predictionOf(branch, profile) : 0;
  const at = high > low ? Math.min(Math.max((mean - low) / (high - low), 0), 1) : 0.5;
  return (
    <span class="tw-mean-track" aria-hidden="true">
      <i style={{ left: `${at * 100}%`, background: rampColour(mean, target_range) }} />
    </span>
  );
}

function ClassLines({ session, branch }: CardProps) {
  const { classes } = session.meta.value;
  const order = branch.stats
    .map((part, k) => ({ part, k }))
    .sort((a, b) => b.part - a.part || a.k - b.k)
    .slice(0, classes.length > MOST ? MOST - 1 : MOST)
    .sort((a, b) => a.k - b.k);
  const rest = branch.weight - order.reduce((sum, { part }) => sum + part, 0);
  const line = (key: string, name: string, part: number) => (
    <tr key={key}>
      <th scope="row">
        <Name text={name} />
      </th>
      <td>{weight(part)}</td>
      <td>{branch.weight > 0 ? share(part / branch.weight) : NONE}</td>
    </tr>
  );
  return (
    <table class="tw-lines">
      <tbody>
        {order.map(({ part, k }) => line(String(k), classes[k] ?? "", part))}
        {classes.length > MOST && line("rest", INSPECT.others, rest)}
      </tbody>
    </table>
  );
}

/** Rows, impurity, error. */
function Lines({ session, view, node, branch, wide }: CardProps) {
  const meta = session.meta.value;
  const profile = view.cut.profile.value;
  const regression = meta.task === "regression";
  const spread = profile && regression ? Math.sqrt(countsOf(branch, profile)[2] ?? 0) : 0;
  return (
    <dl class="tw-lines">
      <div>
        <dt>{INSPECT.rows}</dt>
        <dd>
          <strong>{count(branch.rows)}</strong>
          <span>{node.n ? share(branch.rows / node.n) : NONE}</span>
        </dd>
      </div>
      {regression && !wide && profile && (
        <div>
          <dt>{INSPECT.mean}</dt>
          <dd>{decimal(predictionOf(branch, profile))}</dd>
        </div>
      )}
      <div>
        <dt>{regression ? INSPECT.deviationShort : meta.criterion}</dt>
        <dd>{regression ? decimal(spread) : impurityText(branch.impurity, meta.criterion)}</dd>
      </div>
      <div>
        <dt>{INSPECT.error}</dt>
        <dd>
          <Mark /> {errorText(branch.error, regression)}
          {meta.has_validation && (
            <>
              <Mark hollow /> {errorText(branch.validationError, regression)}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Equal decimals in both cards: three for shares of one. */
function impurityText(value: number, criterion: string): string {
  const text = fixed(value, 3);
  return criterion === "entropy" ? `${text} ${INSPECT.bits}` : text;
}

export function errorText(error: number | null, regression: boolean): string {
  if (error === null) return NONE;
  return regression ? decimal(error) : share(error);
}
