/** The node's rows, a page at a time. */

import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { count } from "../numbers";
import { perView } from "../per-view";
import type { RowsResult } from "../protocol.gen";
import { FIGURES } from "../words";
import { ROWS } from "../words-panels";
import { Awaited } from "./awaited";
import { Mark } from "./glyph";
import { Segments } from "./panel-pieces";
import { Button, hint, useAnswer } from "./pieces";
import type { NodeProps, ViewProps } from "./props";

const PAGE = 50;
const LONGEST = 200;
/** Numbers are read from their end, words from their beginning. */
const NUMBER = "tw-number";

type Which = "train" | "validation";

/** Which rows a view shows, of whatever node. */
const shownOf = perView(() => signal<Which>("train"));

export function Rows({ view, node }: NodeProps) {
  const shown = shownOf(view);
  const which = view.session.meta.value.has_validation ? shown.value : "train";
  const [offset, setOffset] = useState(0);
  const { value, error } = useAnswer(
    () => view.session.ask("rows", { node: node.id, offset, limit: PAGE, which }),
    [node.id, offset, which],
  );
  // The page before stands, faint, until the next one is there: what was scrolled to stays in sight.
  const before = useRef<{ which: Which; page: RowsResult } | null>(null);
  if (value && value !== before.current?.page) before.current = { which, page: value };
  const page = before.current?.which === which && !error ? before.current.page : null;
  const total = which === "train" ? node.n : node.validationN;
  const last = Math.min(offset + PAGE, total);
  return (
    <div class="tw-rows">
      <div class="tw-rows-head">
        {view.session.meta.value.has_validation && (
          <Segments<Which>
            label={ROWS.which}
            value={which}
            options={[
              ["train", [<Mark />, FIGURES.training]],
              ["validation", [<Mark hollow />, FIGURES.validation]],
            ]}
            onChange={(next) => {
              shown.value = next;
              setOffset(0);
            }}
          />
        )}
        <span class="tw-pages">
          <span role="status">
            {total ? ROWS.page(count(offset + 1), count(last), count(total)) : ROWS.none}
          </span>
          <Button
            label={ROWS.previous}
            icon="left"
            why={offset ? null : ROWS.previous}
            onClick={() => setOffset(offset - PAGE)}
          />
          <Button
            label={ROWS.next}
            icon="right"
            why={last < total ? null : ROWS.next}
            onClick={() => setOffset(offset + PAGE)}
          />
        </span>
      </div>
      {page ? (
        <Table view={view} page={page} late={!value} line={lineOf(node.id, which)} />
      ) : (
        <Awaited view={view} error={error} />
      )}
    </div>
  );
}

/** The rows as a frame, in the next cell. */
const lineOf = (id: number, which: Which): string =>
  `tree.rows(${id}${which === "train" ? "" : `, which="${which}"`})`;

function Cell({ text }: { text: string }) {
  return <bdi title={hint(text)}>{text.slice(0, LONGEST)}</bdi>;
}

interface TableProps extends ViewProps {
  readonly page: RowsResult;
  /** Another page was asked for. */
  readonly late: boolean;
  readonly line: string;
}

function Table({ view, page, late, line }: TableProps) {
  const { columns, more_columns: more, index, cells, shares, numeric } = page;
  const side = (column: number) => (numeric[column] ? NUMBER : "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div class="tw-rows-scroll" tabIndex={0} aria-busy={late}>
      <table aria-label={ROWS.label}>
        <thead>
          <tr>
            <th scope="col" aria-label={ROWS.index}>
              <Button icon="copy" label={ROWS.copy(line)} onClick={() => view.copy(line)} />
            </th>
            {shares.length > 0 && (
              <th scope="col" class={NUMBER} title={ROWS.shareHelp}>
                {ROWS.share}
              </th>
            )}
            {columns.map((name, i) => (
              <th key={i} scope="col" class={side(i)}>
                <Cell text={name} />
              </th>
            ))}
            {more > 0 && <th scope="col">{ROWS.more(more)}</th>}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, i) => (
            <tr key={i}>
              <th scope="row">
                <Cell text={index[i] ?? ""} />
              </th>
              {shares.length > 0 && <td class={NUMBER}>{shares[i]}</td>}
              {row.map((cell, j) => (
                <td key={j} class={side(j)}>
                  <Cell text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
