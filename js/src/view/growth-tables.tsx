/** What a growth is told in tables: costs of columns; and what belongs to the whole tree, to be read. */

import type { Costs } from "../model/growth";
import { middle } from "../model/names";
import { measure } from "../numbers";
import type { MethodsResult } from "../protocol.gen";
import { GROWTH } from "../words-panels";
import { Button, hint, Name, Select } from "./pieces";
import type { ViewProps } from "./props";

interface CostsProps extends ViewProps {
  readonly costs: Costs;
  readonly changed: boolean;
  readonly onChange: (costs: Costs) => void;
}

/** A line for each column that costs something else than the others, and one to add another. */
export function ColumnCosts({ view, costs, changed, onChange }: CostsProps) {
  const { columns } = view.session.meta.value;
  const name = (at: number) => columns[at]?.name ?? "";
  const listed = Object.keys(costs).map(Number);
  const others = columns.flatMap((column, at): [string, string][] =>
    at in costs ? [] : [[String(at), middle(column.name, 40)]],
  );
  return (
    <fieldset class="tw-costs">
      <legend class={changed ? "tw-changed" : ""} title={GROWTH.costsHelp}>
        {GROWTH.costs}
      </legend>
      {listed.map((at) => (
        <div key={at}>
          <Name text={name(at)} />
          <input
            type="text"
            inputMode="decimal"
            autocomplete="off"
            aria-label={GROWTH.cost(name(at))}
            value={costs[at]}
            onInput={({ currentTarget }) => onChange({ ...costs, [at]: currentTarget.value })}
          />
          <Button
            icon="close"
            label={GROWTH.noCost(name(at))}
            onClick={() => {
              const { [at]: _, ...rest } = costs;
              onChange(rest);
            }}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          label={GROWTH.addCost}
          value=""
          options={[["", GROWTH.addCost], ...others]}
          onChange={(at) => at && onChange({ ...costs, [at]: "1" })}
        />
      )}
    </fieldset>
  );
}

/** Priors and losses: labels, risks and shares all hang on them, so no growth may change them. */
export function OfTheTree({ view, result }: ViewProps & { readonly result: MethodsResult }) {
  const { priors, losses } = result;
  const { classes } = view.session.meta.value;
  if (!priors.length && !losses.length) return null;
  return (
    <fieldset class="tw-whole">
      <legend title={GROWTH.ofTreeHelp}>{GROWTH.ofTree}</legend>
      {priors.length > 0 && <Priors classes={classes} priors={priors} />}
      {losses.length > 0 && <Losses classes={classes} losses={losses} />}
    </fieldset>
  );
}

interface Classes {
  readonly classes: readonly string[];
}

function Priors({ classes, priors }: Classes & Pick<MethodsResult, "priors">) {
  return (
    <table>
      <caption>{GROWTH.priors}</caption>
      <tbody>
        {classes.map((name, i) => (
          <tr key={name}>
            <th scope="row" title={hint(name)}>
              {name}
            </th>
            <td>{measure(priors[i] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What each class costs where another is predicted. */
function Losses({ classes, losses }: Classes & Pick<MethodsResult, "losses">) {
  return (
    <div class="tw-scroll">
      <table>
        <caption>{GROWTH.losses}</caption>
        <thead>
          <tr>
            <td />
            {classes.map((name) => (
              <th key={name} scope="col" title={hint(name)}>
                {middle(name, 12)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {losses.map((row, i) => (
            <tr key={classes[i]}>
              <th scope="row" title={hint(classes[i] ?? "")}>
                {middle(classes[i] ?? "", 16)}
              </th>
              {row.map((cost, j) => (
                <td key={classes[j]}>{i === j ? "–" : measure(cost)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
