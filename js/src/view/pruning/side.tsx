/** By which method, what it leaves beside what there is, and the button that does it. */

import { whyFixed } from "../../commands";
import { sentenceCase } from "../../model/sentence";
import { FLAGS } from "../../model/tree";
import { count, measure } from "../../numbers";
import type { Meta, MethodsResult } from "../../protocol.gen";
import { isStepwise, type Left, type Way } from "../../pruning-state";
import { FIGURES } from "../../words";
import { PRUNING } from "../../words-panels";
import { Check } from "../check";
import { Code } from "../code";
import { type Compared, Comparison } from "../comparison";
import { Fault } from "../panel-pieces";
import { Button, Select, useAnswer } from "../pieces";
import { lossNow, lossText, lossWords } from "./loss";
import type { PruningProps } from "./props";

/** What somebody decided by hand at a node. */
const EDITED = FLAGS.forced | FLAGS.labelled | FLAGS.pruned;
const WAYS = Object.entries(PRUNING.ways) as [Way, string][];

export function PruningSide(props: PruningProps) {
  const { view, pruning } = props;
  const { session } = view;
  const { value: result } = pruning.result;
  const alpha = pruning.stepwise ? result?.alpha[pruning.step.value] : undefined;
  const forced = session.tree.value.columns.flags.some((flags) => flags & FLAGS.forced);
  return (
    <div class="tw-pruning-side">
      <div class="tw-pruning-way">
        <Select
          label={PRUNING.by}
          value={pruning.way.value}
          options={waysOf(session.meta.value)}
          onChange={(way) => {
            pruning.way.value = way;
          }}
        />
        {alpha !== undefined && <span class="tw-muted">α {measure(alpha)}</span>}
      </div>
      {forced && (
        <Check
          name={PRUNING.keep}
          on={pruning.keep.value}
          onChange={(on) => {
            pruning.keep.value = on;
          }}
        />
      )}
      {pruning.way.value === "error-based" && <ErrorBased {...props} />}
      {/* What cannot be leaves nothing to compare, and needs the room. */}
      {pruning.fault.value ? (
        <Fault text={pruning.fault.value} />
      ) : (
        <>
          <Figures {...props} />
          <Code line={pruning.line} />
        </>
      )}
      <Foot {...props} />
    </div>
  );
}

function Foot(props: PruningProps) {
  const { pruning } = props;
  return (
    <footer>
      {pruning.stepwise && (
        <>
          <Choice pruning={pruning} choice="minimum" />
          <Choice pruning={pruning} choice="one_se" />
        </>
      )}
      <Button kind="primary" told why={whyNot(props)} onClick={() => void commit(props)}>
        {PRUNING.prune(pruning.leaves.value)}
      </Button>
    </footer>
  );
}

/** The ways that have a meaning for the tree's task and its rows. */
function waysOf({ pruning_rules }: Meta): [Way, string][] {
  return WAYS.filter(([way]) => isStepwise(way) || pruning_rules.includes(way));
}

/** How sure error-based pruning wants to be, and whether a branch may take its parent's place. */
function ErrorBased({ view, pruning }: PruningProps) {
  const { value } = useAnswer<MethodsResult>(() => view.session.ask("methods", {}), []);
  return (
    <div class="tw-fields">
      <label title={PRUNING.confidenceHelp}>
        <span>{PRUNING.confidence}</span>
        <input
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={pruning.confidence.value}
          placeholder={value ? String(value.confidence) : ""}
          onChange={({ currentTarget }) => {
            pruning.confidence.value = currentTarget.value;
          }}
        />
      </label>
      <Check
        name={PRUNING.raising}
        help={PRUNING.raisingHelp}
        on={pruning.raising.value ?? value?.subtree_raising ?? true}
        onChange={(on) => {
          pruning.raising.value = on;
        }}
      />
    </div>
  );
}

function whyNot({ view, pruning }: PruningProps): string | null {
  const { session } = view;
  const left = pruning.left.value;
  const fixed = whyFixed(session, view);
  if (fixed !== null) return fixed;
  return left && left.leaves < session.tree.value.figures.leaves
    ? null
    : pruning.fault.value || PRUNING.nothing;
}

/** Prune as it is considered, if it can be. */
export async function commit(props: PruningProps): Promise<void> {
  const { view, pruning } = props;
  const why = whyNot(props);
  if (why !== null) view.session.refuse(sentenceCase(why));
  else if (await pruning.commit()) view.leave(view.pruning, null);
}

interface ChoiceProps extends Pick<PruningProps, "pruning"> {
  readonly choice: "minimum" | "one_se";
}

/** To the step that cross-validation chooses; nobody has asked it yet: then first of all that. */
function Choice({ pruning, choice }: ChoiceProps) {
  return (
    <Button why={pruning.busy.value} onClick={() => void pruning.validate(choice)}>
      {choice === "minimum" ? PRUNING.minimum : PRUNING.one_se}
    </Button>
  );
}

/** "now" beside "pruned". */
function Figures({ view, pruning }: PruningProps) {
  const { session } = view;
  const { meta, figures, columns } = session.tree.value;
  const result = pruning.result.value;
  const now: Left = {
    leaves: figures.leaves,
    ...lossNow(meta, figures),
    cross: (pruning.stepwise && result?.cross[0]) || null,
  };
  const left = pruning.left.value;
  const [error] = lossWords(meta);
  const fold = PRUNING.fold(result?.folds ?? 0);
  const lines: Compared<Left>[] = [
    [PRUNING.leaves, true, ({ leaves }) => count(leaves)],
    [PRUNING.of(error, FIGURES.training), true, ({ error }) => lossText(meta, error)],
    [
      PRUNING.of(error, FIGURES.validation),
      meta.has_validation,
      ({ validation }) => lossText(meta, validation),
    ],
    [PRUNING.of(error, fold), now.cross !== null, ({ cross }) => lossText(meta, cross)],
  ];
  return (
    <>
      <Comparison heads={[PRUNING.now, PRUNING.pruned]} of={[now, left]} lines={lines} />
      {now.cross !== null && columns.flags.some((flags) => flags & EDITED) && (
        <p class="tw-muted">{PRUNING.unedited(fold)}</p>
      )}
    </>
  );
}
