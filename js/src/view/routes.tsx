/** What becomes of the rows in which a node's split column is missing: how many, and which way. */

import { missingText } from "../model/node-words";
import { Late } from "./late";
import type { NodeProps } from "./props";

export function Routes(props: NodeProps) {
  const { view, node } = props;
  const { split, missing } = node;
  if (!split || (missing === 0 && !split.surrogates)) return null;
  const said = missingText(view.tree.value.meta, node);
  if (!split.surrogates || view.looking.value) return <p class="tw-routes tw-muted">{said}</p>;
  return (
    <details class="tw-routes">
      <summary>{said}</summary>
      <Late view={view} show={(made) => <made.Surrogates {...props} key={node.id} />} />
    </details>
  );
}
