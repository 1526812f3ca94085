/** The inspector's head and foot: which node, its rule, and the verbs. */

import { useState } from "preact/hooks";
import { command, perform, type Verb } from "../commands";
import type { Parting } from "../model/names";
import { predictionName } from "../model/node-words";
import { parting } from "../model/parting";
import { type Condition, rule } from "../model/rule";
import { count } from "../numbers";
import { INSPECT } from "../words-inspect";
import { Predicted } from "./facts";
import { ghosting } from "./ghosting";
import type { IconName } from "./icons";
import { Button, Name } from "./pieces";
import type { NodeProps } from "./props";

export function NodeHead({ view, node }: NodeProps) {
  return (
    <header class="tw-node-head">
      <h2>{INSPECT.node(node.id)}</h2>
      <span class="tw-muted">{INSPECT.depth(node.depth)}</span>
      <Predicted view={view} facts={node} named={predictionName(view.tree.value.meta, node)} />
    </header>
  );
}

export function RuleBox({ view, node }: NodeProps) {
  const tree = view.tree.value;
  const { columns } = tree.meta;
  const conditions = rule(tree.path(node.id), columns);
  const { name, run } = command(view.session, view, "copyRule", node.id);
  return (
    <div class="tw-rule">
      <div>
        {conditions.length
          ? conditions.map((one, i) => (
              <RuleLine
                key={`${node.id} ${one.name}`}
                {...one}
                first={i === 0}
                at={parting(columns).get(one.name)}
              />
            ))
          : INSPECT.allRows}
      </div>
      <Button icon="copy" label={name} onClick={run} />
    </div>
  );
}

interface RuleProps extends Condition {
  first: boolean;
  at: Parting | undefined;
}

function RuleLine({ before, name, after, folded, first, at }: RuleProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      {!first && `${INSPECT.and} `}
      {before && `${before} `}
      <Name text={name} at={at} />
      <bdi> {folded && !open ? folded.after : after}</bdi>
      {folded && (
        <>
          {" "}
          <button type="button" class="tw-link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? INSPECT.fewer : INSPECT.others(count(folded.left))}
          </button>
          {!open && folded.rest}
        </>
      )}
    </div>
  );
}

const VERBS: readonly [Verb, IconName][] = [
  ["editCut", "split"],
  ["grow", "grow"],
  ["prune", "prune"],
];

/** Edit cut, Grow and Prune for this node. */
export function Verbs({ view, node }: NodeProps) {
  const { session } = view;
  return (
    <div class="tw-verbs">
      {VERBS.map(([verb, icon]) => {
        const { name, reason } = command(session, view, verb, node.id);
        return (
          <Button
            key={verb}
            kind={verb === "editCut" ? "primary" : "edged"}
            icon={icon}
            why={reason}
            told
            once
            onClick={() => perform(session, view, verb, node.id)}
            onHover={verb === "prune" ? ghosting(view, node.id, reason) : undefined}
          >
            {name}
          </Button>
        );
      })}
    </div>
  );
}
