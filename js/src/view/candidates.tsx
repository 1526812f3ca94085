/** The best split of each column, to sort, to look at and to take. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { command } from "../commands";
import { type Measure, type Sort, type SortKey, shareOfBest, sorted } from "../model/candidates";
import { shortCut } from "../model/conditions";
import { bestDraft } from "../model/draft";
import { previewOf } from "../model/preview";
import { Profile } from "../model/profile";
import { aligned, columnDecimals, count, NONE, share } from "../numbers";
import type { CandidateWire } from "../protocol.gen";
import { CANDIDATES, INSPECT } from "../words-inspect";
import { ColumnChoice } from "./column-choice";
import { Mark } from "./glyph";
import type { NodeProps } from "./node-head";
import { hint, Name, useAnswer } from "./pieces";

const HOVER_MS = 60;

export function Candidates(props: NodeProps) {
  const { session, view, node } = props;
  const { value, error } = useAnswer(() => view.questions.candidates(node.id), [node.id]);
  const [sort, setSort] = useState<Sort>({ key: "gain", descending: true });
  const [measures, setMeasures] = useState<Measure[]>(() =>
    session.meta.value.has_validation ? ["gain", "validation_gain"] : ["gain", "gain_ratio"],
  );
  if (error !== null) return <p class="tw-quiet-line">{error}</p>;
  if (value === null) return <p class="tw-quiet-line tw-late">{INSPECT.loading}</p>;
  const rows = sorted(value.candidates, session.meta.value.columns, sort);
  const by = (key: SortKey) =>
    setSort({ key, descending: sort.key === key ? !sort.descending : key !== "name" });
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows take focus is a grid
    <table class="tw-candidates" role="grid" aria-label={CANDIDATES.label}>
      <thead>
        <tr>
          <Head name={CANDIDATES.column} sort={sort} of="name" by={by}>
            <ColumnChoice shown={measures} onChange={setMeasures} />
          </Head>
          <th scope="col">
            <span class="tw-cut-head">{CANDIDATES.cut}</span>
          </th>
          {measures.map((measure) => (
            <Head
              key={measure}
              name={CANDIDATES.measures[measure]}
              full={CANDIDATES.full[measure]}
              hollow={measure === "validation_gain"}
              sort={sort}
              of={measure}
              by={by}
            />
          ))}
        </tr>
      </thead>
      <Body {...props} rows={rows} measures={measures} />
    </table>
  );
}

interface HeadProps {
  name: string;
  full?: string;
  hollow?: boolean;
  sort: Sort;
  of: SortKey;
  by: (key: SortKey) => void;
  children?: ComponentChildren;
}

function Head({ name, full, hollow, sort, of, by, children }: HeadProps) {
  const on = sort.key === of;
  const direction = sort.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={on ? direction : "none"}>
      <button
        type="button"
        class={on ? "tw-on" : ""}
        aria-label={full ?? name}
        onClick={() => by(of)}
      >
        {hollow && <Mark hollow />}
        {name}
        {on && <i aria-hidden="true">{sort.descending ? "↓" : "↑"}</i>}
      </button>
      {children}
    </th>
  );
}

interface BodyProps extends NodeProps {
  rows: readonly CandidateWire[];
  measures: readonly Measure[];
}

function Body({ session, view, node, rows, measures }: BodyProps) {
  const [focused, setFocused] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const decimals = new Map(
    measures.map((measure) => [
      measure,
      columnDecimals(
        rows.map((row) => row[measure]),
        2,
      ),
    ]),
  );
  const clear = () => {
    clearTimeout(timer.current);
    if (view.preview.value?.node === node.id) view.preview.value = null;
  };
  useEffect(() => clear, []);
  const look = (row: CandidateWire) => {
    clear();
    if (row.split) timer.current = setTimeout(() => void preview(row), HOVER_MS);
  };
  const preview = async (row: CandidateWire) => {
    const asked = timer.current;
    const result = await view.questions.profile(node.id, row.column).catch(() => null);
    if (!result || asked !== timer.current) return;
    const profile = new Profile(result, session.meta.value.criterion);
    const draft = bestDraft(profile);
    const column = session.meta.value.columns[row.column];
    if (!draft || !column) return;
    view.preview.value = {
      node: node.id,
      gain: row.gain,
      branches: previewOf(profile, draft, column),
    };
  };
  const apply = (row: CandidateWire) => {
    const why = row.split
      ? command(session, view, "editCut", node.id).reason
      : (row.reason ?? null);
    if (why) return session.refuse(why, node.id);
    clear();
    void session.act("split", {
      node: node.id,
      column: row.column,
      ...(node.leaf ? {} : { replace: true }),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused];
    if (event.key === "Enter" && row) apply(row);
    else if (event.key === "ArrowDown") move(event, focused + 1);
    else if (event.key === "ArrowUp") move(event, focused - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const move = (event: KeyboardEvent, to: number) => {
    const body = event.currentTarget as HTMLElement;
    (body.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <tbody onKeyDown={onKeyDown} onPointerLeave={clear}>
      {rows.map((row, i) => (
        <Row
          key={row.column}
          row={row}
          {...{ session, view, node, measures, decimals }}
          length={shareOfBest(row, rows)}
          tabIndex={i === focused ? 0 : -1}
          onFocus={() => {
            setFocused(i);
            look(row);
          }}
          onHover={() => look(row)}
          onTake={() => apply(row)}
        />
      ))}
    </tbody>
  );
}

interface RowProps extends NodeProps {
  row: CandidateWire;
  measures: readonly Measure[];
  decimals: ReadonlyMap<Measure, number>;
  length: number;
  tabIndex: number;
  onFocus: () => void;
  onHover: () => void;
  onTake: () => void;
}

function Row({ session, view, node, row, measures, decimals, length, ...rest }: RowProps) {
  const column = session.meta.value.columns[row.column];
  if (!column) return null;
  const current = node.split?.column === row.column;
  const cut = row.split ? shortCut(row.split, column) : null;
  return (
    <tr
      class={current ? "tw-current" : row.split ? "" : "tw-none"}
      aria-current={current ? "true" : undefined}
      title={row.split ? row.reason || undefined : hint(row.reason ?? "")}
      tabIndex={rest.tabIndex}
      onFocus={rest.onFocus}
      onPointerEnter={rest.onHover}
      onClick={() => void view.cut.open(node.id, row.column)}
      onDblClick={rest.onTake}
    >
      <th scope="row">
        <Name text={column.name} />
        <i class="tw-gain-line" aria-hidden="true">
          <i style={{ width: `${length * 100}%` }} />
        </i>
      </th>
      {cut === null ? (
        <td class="tw-reason" colSpan={measures.length + 1}>
          {row.reason}
        </td>
      ) : (
        <>
          <td class={row.split?.groups ? "tw-cut-cell tw-levels" : "tw-cut-cell"}>
            <bdi title={hint(cut)}>{cut}</bdi>
          </td>
          {measures.map((measure) => (
            <td key={measure} class={measure === "gain" ? "tw-first" : ""}>
              {figure(row[measure], measure, decimals.get(measure) ?? 3)}
            </td>
          ))}
        </>
      )}
    </tr>
  );
}

function figure(value: number | null, measure: Measure, decimals: number): string {
  if (value === null) return NONE;
  if (measure === "missing_n") return count(value);
  return measure === "balance" ? share(value) : aligned(value, decimals);
}
