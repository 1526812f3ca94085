/** The inspector's head and foot: which node, its rule, and the verbs. */

import { command, perform, type Verb } from "../commands";
import { rampColour } from "../model/palette";
import { type Condition, rule, ruleCode } from "../model/rule";
import type { TreeNode } from "../model/tree";
import { measure, share } from "../numbers";
import { INSPECT } from "../words-inspect";
import { useSlots } from "./counts";
import type { Props } from "./frame";
import { Glyph } from "./glyph";
import type { IconName } from "./icons";
import { Button, CopyButton, Name } from "./pieces";

export interface NodeProps extends Props {
  readonly node: TreeNode;
}

export function NodeHead({ session, node }: NodeProps) {
  return (
    <header class="tw-node-head">
      <h2>{INSPECT.node(node.id)}</h2>
      <span class="tw-depth">{INSPECT.depth(node.depth)}</span>
      <Prediction session={session} node={node} />
    </header>
  );
}

/** What the node predicts: glyph, class and share, or the mean. */
function Prediction({ session, node }: Pick<NodeProps, "session" | "node">) {
  const meta = session.meta.value;
  const slots = useSlots(session);
  if (meta.task === "regression") {
    return (
      <span class="tw-prediction">
        <i style={{ background: rampColour(node.prediction, meta.target_range) }} />
        <strong>{measure(node.prediction, 4)}</strong>
      </span>
    );
  }
  const weight = node.counts.reduce((sum, part) => sum + part, 0);
  return (
    <span class="tw-prediction">
      <Glyph slot={slots[node.prediction] ?? 1} size={12} />
      <Name text={meta.classes[node.prediction] ?? ""} class="tw-strong" />
      <span>{share(weight > 0 ? (node.counts[node.prediction] ?? 0) / weight : 0)}</span>
    </span>
  );
}

export function RuleBox({ session, view, node }: NodeProps) {
  const conditions = rule(view.tree.value.path(node.id), session.meta.value.columns);
  return (
    <div class="tw-rule">
      <div class="tw-rule-text">
        {conditions.length === 0 && <div>{INSPECT.allRows}</div>}
        {conditions.map((condition, i) => (
          <RuleLine key={i} condition={condition} first={i === 0} />
        ))}
      </div>
      <CopyButton text={() => ruleCode(conditions)} label={INSPECT.copyRule} />
    </div>
  );
}

function RuleLine({ condition, first }: { condition: Condition; first: boolean }) {
  return (
    <div class="tw-rule-line">
      {!first && <span>{INSPECT.and}&nbsp;</span>}
      {condition.before && <span class="tw-rule-cut">{condition.before}&nbsp;</span>}
      <Name text={condition.name} />
      <bdi class="tw-rule-cut">&nbsp;{condition.after}</bdi>
    </div>
  );
}

/** Edit cut, Grow and Prune for this node. */
export function Verbs({ session, view, node }: NodeProps) {
  return (
    <div class="tw-verbs">
      <VerbButton verb="editCut" icon="split" kind="primary" {...{ session, view, node }} />
      <VerbButton verb="grow" icon="grow" {...{ session, view, node }} />
      <VerbButton
        verb="prune"
        icon="prune"
        {...{ session, view, node }}
        onHover={(over) => {
          view.ghost.value = over ? node.id : null;
        }}
      />
    </div>
  );
}

interface VerbProps extends NodeProps {
  verb: Verb;
  icon: IconName;
  kind?: "primary" | "edged";
  onHover?: (over: boolean) => void;
}

function VerbButton({ session, view, node, verb, icon, kind = "edged", onHover }: VerbProps) {
  const { name, reason } = command(session, view, verb, node.id);
  return (
    <Button
      kind={kind}
      icon={icon}
      why={reason}
      onClick={() => perform(session, view, verb, node.id)}
      {...(onHover && { onHover: (over: boolean) => onHover(over && reason === null) })}
    >
      {name}
    </Button>
  );
}
