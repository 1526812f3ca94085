/** The node's rows, a page at a time. */

import { useState } from "preact/hooks";
import { count } from "../numbers";
import type { RowsResult } from "../protocol.gen";
import { INSPECT, ROWS } from "../words-inspect";
import { Mark } from "./glyph";
import type { NodeProps } from "./node-head";
import { hint, IconButton, useAnswer } from "./pieces";

const PAGE = 50;
const LONGEST = 200;

type Which = "train" | "validation";

export function Rows({ session, node }: NodeProps) {
  const [which, setWhich] = useState<Which>("train");
  const [offset, setOffset] = useState(0);
  const { value, error } = useAnswer(
    () => session.ask("rows", { node: node.id, offset, limit: PAGE, which }),
    [node.id, offset, which],
  );
  const total = which === "train" ? node.n : node.validationN;
  return (
    <div class="tw-rows">
      <div class="tw-rows-head">
        {session.meta.value.has_validation && (
          <Which
            which={which}
            onChange={(next) => {
              setWhich(next);
              setOffset(0);
            }}
          />
        )}
        <Pages total={value?.total ?? total} offset={offset} onMove={setOffset} />
      </div>
      {error !== null && <p class="tw-quiet-line">{error}</p>}
      {error === null && value === null && <p class="tw-quiet-line tw-late">{INSPECT.loading}</p>}
      {value && <Table page={value} />}
    </div>
  );
}

function Which({ which, onChange }: { which: Which; onChange: (which: Which) => void }) {
  return (
    <div class="tw-segments" role="radiogroup" aria-label={ROWS.which}>
      {(["train", "validation"] as const).map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: segments of one control, styled as buttons
        <button
          key={option}
          type="button"
          role="radio"
          aria-checked={option === which}
          onClick={() => onChange(option)}
        >
          <Mark hollow={option === "validation"} /> {ROWS[option]}
        </button>
      ))}
    </div>
  );
}

interface PagesProps {
  total: number;
  offset: number;
  onMove: (offset: number) => void;
}

function Pages({ total, offset, onMove }: PagesProps) {
  const last = Math.min(offset + PAGE, total);
  return (
    <div class="tw-pages">
      <span role="status">
        {total === 0 ? ROWS.none : ROWS.page(count(offset + 1), count(last), count(total))}
      </span>
      <IconButton
        label={ROWS.previous}
        icon="left"
        why={offset === 0 ? ROWS.previous : null}
        onClick={() => onMove(Math.max(offset - PAGE, 0))}
      />
      <IconButton
        label={ROWS.next}
        icon="right"
        why={last >= total ? ROWS.next : null}
        onClick={() => onMove(offset + PAGE)}
      />
    </div>
  );
}

const clip = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;

function Table({ page }: { page: RowsResult }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div class="tw-rows-scroll" tabIndex={0}>
      <table aria-label={ROWS.label}>
        <thead>
          <tr>
            <th scope="col">
              <span class="tw-hidden">{ROWS.index}</span>
            </th>
            {page.columns.map((name, i) => (
              <th key={i} scope="col" title={hint(name)}>
                <bdi>{clip(name)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.cells.map((cells, i) => (
            <tr key={i}>
              <th scope="row">{clip(page.index[i] ?? "")}</th>
              {cells.map((cell, j) => (
                <td key={j} title={hint(cell)}>
                  <bdi>{clip(cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
