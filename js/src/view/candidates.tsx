/** The best split of each column, to sort, to look at and to take. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { command } from "../commands";
import {
  inPlace,
  isWhole,
  type Measure,
  type Row,
  type Sort,
  type SortKey,
  shareOfBest,
  sorted,
} from "../model/candidates";
import { levelsTold, shortCut, splitFull, splitWords } from "../model/conditions";
import { parting } from "../model/parting";
import { leadOf, rangeText } from "../model/stability";
import { aligned, columnDigits, count, type Digits, measure, share } from "../numbers";
import { loaded, withPanels } from "../panels-loader";
import type { CandidateWire, ColumnMeta, Meta, SplitWire } from "../protocol.gen";
import { CANDIDATES, INSPECT } from "../words-inspect";
import { Awaited } from "./awaited";
import { ColumnChoice } from "./column-choice";
import { Mark } from "./glyph";
import { hint, Name, rove, useAnswer } from "./pieces";
import type { NodeProps } from "./props";

/** What criteria rank by, where it is not the gain. */
const OWN: Readonly<Record<string, Measure>> = {
  gain_ratio: "gain_ratio",
  chi2: "p",
  g2: "p",
  f_test: "p",
};

/** So many columns are listed at first, and each time that somebody gets to the last. */
const SOME = 100;

/** Passing over a row is not looking at it, nor is resting where it comes to stand. */
const HOVER_MS = 60;

export function Candidates(props: NodeProps) {
  const { view, node } = props;
  const { meta } = view.tree.value;
  const { value } = useAnswer(() => view.questions.candidates(node.id), [node.id]);
  useEffect(() => () => view.questions.drop(), [node.id]);
  const [sort, setSort] = useState(() => firstSort(meta));
  const known = view.session.stabilities.value.get(node.id);
  const [chosen, choose] = useState<Measure[] | null>(null);
  const measures = chosen ?? firstMeasures(meta, known !== undefined);
  const unchecked = known === undefined && measures.includes("stability");
  useEffect(() => {
    if (unchecked) void view.session.check(node.id, false);
  }, [node.id, unchecked]);
  // Rows keep their places while some are still counted, and while somebody points at one.
  const table = useRef<HTMLTableElement>(null);
  const [, settle] = useState<Event>();
  const held = table.current?.matches(":hover, :focus-within");
  const told = value?.value ?? "";
  const failure = typeof told === "string";
  const rows = (failure ? [] : told).map((row) => ({
    ...row,
    stability: leadOf(known, row.column),
  }));
  const places = useMemo(
    () => new Map(sorted(rows, meta.columns, sort).map((row, i) => [row.column, i])),
    [value, rows.length, sort, known, held || !isWhole(rows)],
  );
  if (failure) return <Awaited view={view} error={told} />;
  const head = { sort, onSort: setSort };
  return (
    <table
      class="tw-candidates"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows take focus is a grid
      role="grid"
      aria-label={CANDIDATES.label}
      ref={table}
      onPointerLeave={settle}
      onFocusOut={settle}
    >
      <thead>
        <tr>
          <Head {...head} by="name" name={CANDIDATES.column} full={CANDIDATES.column}>
            <ColumnChoice shown={measures} onChange={choose} />
          </Head>
          <th scope="col">{CANDIDATES.cut}</th>
          {measures.map((key) => (
            <Head
              key={key}
              {...head}
              by={key}
              name={CANDIDATES.measures[key]}
              full={CANDIDATES.full[key]}
            />
          ))}
        </tr>
      </thead>
      <Body {...props} rows={inPlace(rows, places)} measures={measures} />
    </table>
  );
}

const rankingOf = ({ criterion }: Meta): Measure => OWN[criterion] ?? "gain";

/** What the method ranks by. */
function firstSort(meta: Meta): Sort {
  const ranking = rankingOf(meta);
  const key = ranking === "gain" && meta.criterion !== meta.measure ? "rank" : ranking;
  return { key, descending: key !== "p" };
}

/** The same, and beside it how stable it is, if that is known, or what validation rows say of it. */
function firstMeasures(meta: Meta, checked: boolean): Measure[] {
  const ranking = rankingOf(meta);
  if (checked) return [ranking, "stability"];
  if (ranking !== "gain") return [ranking, "gain"];
  return [ranking, meta.has_validation ? "validation_gain" : "gain_ratio"];
}

interface HeadProps {
  readonly by: SortKey;
  readonly name: string;
  readonly full: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly children?: ComponentChildren;
}

function Head({ by, name, full, sort, onSort, children }: HeadProps) {
  const on = sort.key === by;
  const direction = sort.descending ? "descending" : "ascending";
  const descending = on ? !sort.descending : by !== "name";
  return (
    <th scope="col" aria-sort={on ? direction : "none"}>
      <button
        type="button"
        class={on ? "tw-on" : ""}
        aria-label={full}
        onClick={() => onSort({ key: by, descending })}
      >
        {by === "validation_gain" && <Mark hollow />} {name}
        {on && (sort.descending ? " ↓" : " ↑")}
      </button>
      {children}
    </th>
  );
}

interface BodyProps extends NodeProps {
  rows: readonly Row[];
  measures: readonly Measure[];
}

/** Looking at a candidate: its branches as ghosts on the canvas, after a moment. */
function useLook({ view, node }: NodeProps): (row: CandidateWire | null) => void {
  const meta = view.session.meta.value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const looked = useRef("");
  const look = (row: CandidateWire | null) => {
    const what = row?.split ? `${node.id} ${row.column}` : "";
    if (what === looked.current) return;
    looked.current = what;
    clearTimeout(timer.current);
    view.preview.value = null;
    if (!row || !what) return;
    const asked = setTimeout(async () => {
      const panels = loaded(view.session).catch(() => null); // they have the ghosts
      const result = await view.questions.profile(node.id, row.column).catch(() => null);
      const made = await panels;
      if (!result || asked !== timer.current) return;
      const branches = made?.bestBranches(result, meta);
      if (branches) view.preview.value = { node: node.id, gain: row.gain, branches };
    }, HOVER_MS);
    timer.current = asked;
  };
  useEffect(() => () => look(null), [node.id]);
  return look;
}

function Body(props: BodyProps) {
  const { view, node, rows, measures } = props;
  const { session } = view;
  const [focused, setFocused] = useState(0);
  const [shown, setShown] = useState(SOME);
  const shares = shareOfBest(rows);
  const look = useLook(props);
  const digits = measures.map((measure) =>
    columnDigits(
      rows.map((row) => row[measure]),
      2,
    ),
  );
  const take = (row: CandidateWire) => {
    const why = row.split ? command(session, view, "editCut", node.id).reason : row.reason;
    look(null);
    if (why) session.refuse(why, node.id);
    else void session.act("split", { node: node.id, column: row.column, ...replacing(node) });
  };
  const edit = (row: CandidateWire) =>
    withPanels(session, (made) => void made.cutOf(view).open(node.id, row.column));
  return (
    <tbody onKeyDown={(event) => rove(event, "tr")} onPointerLeave={() => look(null)}>
      {rows.slice(0, shown).map((row, i) => (
        <tr
          key={row.column}
          class={row.counting ? "tw-counting" : row.split ? "" : "tw-none"}
          aria-current={node.split?.column === row.column}
          title={hint(row.reason ?? "")}
          tabIndex={i === focused ? 0 : -1}
          onFocus={() => {
            setFocused(i);
            look(row);
          }}
          onPointerMove={() => look(row)}
          onClick={() => void edit(row)}
          onDblClick={() => take(row)}
          onKeyDown={({ key, repeat }) => key === "Enter" && !repeat && take(row)}
        >
          <Cells {...props} row={row} share={shares(row)} digits={digits} />
        </tr>
      ))}
      {rows.length > shown && (
        <More left={rows.length - shown} onSeen={() => setShown(shown + SOME)} />
      )}
    </tbody>
  );
}

const replacing = (node: NodeProps["node"]) => (node.leaf ? {} : { replace: true });

/** The end of what is listed, which goes on when somebody gets there. */
function More({ left, onSeen }: { left: number; onSeen: () => void }) {
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const end = line.current as Element;
    // A little before: the arrow keys pass over the last one as over any other.
    const within = { root: end.closest("[role=tabpanel]"), rootMargin: "300px 0px" };
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && onSeen(), within);
    watch.observe(end);
    return () => watch.disconnect();
  });
  return (
    <tr ref={line} class="tw-none">
      <th scope="row">{INSPECT.others(count(left))}</th>
    </tr>
  );
}

function Cells({ view, node, measures, row, share: line, digits }: BodyProps & RowProps) {
  const { columns } = view.session.meta.value;
  const column = columns[row.column] as ColumnMeta;
  const { split } = row;
  const isOne = split?.cuts?.length === 1;
  const cuts = rangeText(view.session.stabilities.value.get(node.id), row.column);
  return (
    <>
      <th scope="row">
        <Name text={column.name} at={parting(columns).get(column.name)} />
        <i aria-hidden="true">
          <i style={{ width: `${line * 100}%` }} />
        </i>
      </th>
      {split === null ? (
        <td class="tw-reason" colSpan={measures.length + 1}>
          {row.reason}
        </td>
      ) : (
        <td class={column.kind === "datetime" ? "tw-date" : isOne ? "" : "tw-levels"}>
          <Cut split={split} column={column} />
        </td>
      )}
      {split !== null &&
        measures.map((measure, i) => (
          <td key={measure} title={measure === "stability" ? cuts : ""}>
            {figure(row[measure], measure, digits[i] as Digits)}
          </td>
        ))}
    </>
  );
}

/** A cut in few letters; of a level that is named, those that tell it from the others. */
function Cut({ split, column }: { split: SplitWire; column: ColumnMeta }) {
  const { relation, names = [] } = splitWords(split, column);
  const [name] = names;
  if (name === undefined || names.length > 1) {
    return (
      <bdi dir="ltr" title={hint(splitFull(split, column))}>
        {shortCut(split, column)}
      </bdi>
    );
  }
  return (
    <bdi dir="ltr" class="tw-one">
      {relation}
      <Name text={name} at={levelsTold(column).get(name)} />
    </bdi>
  );
}

interface RowProps {
  row: Row;
  share: number;
  digits: readonly Digits[];
}

function figure(value: number | null, name: Measure, digits: Digits): string {
  if (value === null) return aligned(value, digits);
  if (name === "missing_n") return count(value);
  if (name === "p") return measure(value, 2);
  if (name === "stability") return share(value, 0);
  return name === "balance" ? share(value) : aligned(value, digits);
}
