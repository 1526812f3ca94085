/** The columns that are asked where a node's own is missing, and how many rows each of them sends. */

import { branchText } from "../model/conditions";
import { columnOf, wayText } from "../model/node-words";
import { count, share } from "../numbers";
import type { RoutesResult } from "../protocol.gen";
import { FIGURES } from "../words";
import { SURROGATES } from "../words-panels";
import { Name, useAnswer } from "./pieces";
import type { NodeProps } from "./props";

export function Surrogates({ view, node }: NodeProps) {
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
                <td title={SURROGATES.agreement}>{share(agreement)}</td>
                <td>
                  {count(rows)} {FIGURES.rows}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {value.rest > 0 && <p>{SURROGATES.rest(count(value.rest), wayText(meta, node))}</p>}
    </>
  );
}
