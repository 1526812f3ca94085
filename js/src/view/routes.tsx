/** What becomes of the rows in which a node's split column is missing: how many, and which way. */

import { branchText } from "../model/conditions";
import { columnOf, missingText, wayText } from "../model/node-words";
import { count, share } from "../numbers";
import type { RoutesResult } from "../protocol.gen";
import { INSPECT } from "../words-inspect";
import { Name, useAnswer } from "./pieces";
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
      <Surrogates {...props} key={node.id} />
    </details>
  );
}

function Surrogates({ view, node }: NodeProps) {
  const { meta } = view.tree.value;
  const { session } = view;
  const ask = () => session.ask("routes", { node: node.id });
  const { value, error } = useAnswer<RoutesResult>(ask, [node.id, node.split]);
  if (!value) return <p>{error}</p>;
  return (
    <>
      <table>
        <tbody>
          {value.surrogates.map(({ split, flipped, agreement, rows }) => {
            const column = columnOf(meta, split.column);
            return (
              <tr key={split.column}>
                <th scope="row">
                  <Name text={column.name} /> {branchText(split, flipped ? 1 : 0, column)}
                </th>
                <td title={INSPECT.agreement}>{share(agreement)}</td>
                <td>
                  {count(rows)} {INSPECT.rows}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {value.rest > 0 && <p>{INSPECT.routes(count(value.rest), wayText(meta, node))}</p>}
    </>
  );
}
