// The way to a node as a rule: the conditions on one column merged into one, in the order in which
// the columns first come up. The copied text is Python's own `node(id).rule`.
import type { ColumnMeta, CutWire, Meta, SplitWire } from "../protocol.gen";
import { levelName, ownBranch, SHARE, shortLevel, shortText } from "./conditions";
import { isolated } from "./names";
import { columnOf } from "./node-words";
import type { TreeNode } from "./tree";

/** One column's condition, in parts: the view may shorten the name, never the cut. */
export interface Condition {
  name: string;
  /** stands before the name: "23 <" */
  before: string;
  /** stands after it: "≤ 37", "≠ holiday" */
  after: string;
  /** as Python writes it: "23 < age <= 37" */
  code: string;
  /** Of many levels the first few: what stands after the name, how many are left, what follows. */
  folded?: { after: string; left: number; rest: string };
}

/** So many levels are named; of more, only the first few, until somebody asks. */
const NAMED = 10;
const FEW = 2;

/** What is known of one column after some steps. */
interface Bounds {
  low: CutWire | null;
  high: CutWire | null;
  /** levels still allowed; null: not limited by levels */
  levels: readonly number[] | null;
  /** the levels excluded, while every step was "all but one" */
  without: readonly number[] | null;
  onlyMissing: boolean;
  /** rows without a value came along at every step */
  along: boolean;
  /** of the rows without a value only some came along, or shares of them */
  parted: boolean;
  /** how many lack a value where the column was last asked */
  missing: number;
}

const FREE: Bounds = {
  low: null,
  high: null,
  levels: null,
  without: [],
  onlyMissing: false,
  along: true,
  parted: false,
  missing: 0,
};

/** The merged conditions on the way to a node; none at the root. */
export function rule(path: readonly TreeNode[], columns: Meta["columns"]): Condition[] {
  const merged = new Map<number, Bounds>();
  path.slice(1).forEach((node, i) => {
    const parent = path[i];
    if (!parent?.split) return;
    const before = merged.get(parent.split.column) ?? FREE;
    merged.set(parent.split.column, narrowed(before, parent.split, node.branch, parent.missing));
  });
  return [...merged].map(([column, bounds]) => said(bounds, columnOf({ columns }, column)));
}

/** The rule as copied. */
export function ruleCode(conditions: readonly Condition[]): string {
  return conditions.map((condition) => condition.code).join(" and ") || "all rows";
}

function narrowed(before: Bounds, split: SplitWire, branch: number, missing: number): Bounds {
  const parted = split.missing === SHARE || !!split.surrogates;
  const along = before.along && (parted || branch === split.missing);
  const bounds = { ...before, along, parted: before.parted || parted, missing };
  if (branch === ownBranch(split)) return { ...bounds, onlyMissing: true };
  if (split.groups) return { ...bounds, ...inGroup(before, split.groups, branch) };
  const low = split.cuts?.[branch - 1];
  const high = split.cuts?.[branch];
  if (low && !(before.low && before.low.value >= low.value)) bounds.low = low;
  if (high && !(before.high && before.high.value <= high.value)) bounds.high = high;
  return bounds;
}

function inGroup(
  { levels, without }: Bounds,
  groups: readonly (readonly number[])[],
  branch: number,
): Pick<Bounds, "levels" | "without"> {
  if (groups.length === 1) return { levels, without }; // known against missing
  const group = groups[branch] ?? [];
  const other = groups.length === 2 ? (groups[1 - branch] ?? []) : [];
  const allBut = other.length === 1 && group.length > 1;
  return {
    levels: levels ? group.filter((level) => levels.includes(level)) : group,
    without: allBut && without ? [...without, ...other] : null,
  };
}

function said(bounds: Bounds, column: ColumnMeta): Condition {
  const { name } = column;
  if (bounds.onlyMissing)
    return { name, before: "", after: "is missing", code: `${name} is missing` };
  const known = bounds.levels
    ? ofLevels(bounds.levels, bounds.without, column)
    : between(bounds.low, bounds.high, column);
  if (!bounds.along || bounds.missing === 0) return { name, ...known };
  const missing = bounds.parted ? "(or missing, in part)" : "(or missing)";
  return {
    name,
    before: known.before,
    after: `${known.after} ${missing}`,
    code: `${known.code} ${missing}`,
    ...(known.folded && { folded: { ...known.folded, rest: ` ${missing}` } }),
  };
}

type Said = Omit<Condition, "name">;

function between(low: CutWire | null, high: CutWire | null, { name, kind }: ColumnMeta): Said {
  const show = (cut: CutWire) => shortText(cut, kind);
  if (low && high) {
    return {
      before: `${show(low)} <`,
      after: `≤ ${show(high)}`,
      code: `${low.text} < ${name} <= ${high.text}`,
    };
  }
  if (low) return { before: "", after: `> ${show(low)}`, code: `${name} > ${low.text}` };
  if (high) return { before: "", after: `≤ ${show(high)}`, code: `${name} <= ${high.text}` };
  return { before: "", after: "is known", code: `${name} is known` };
}

/** Names in a row: a comma in one of them would part it in two. */
const enumerated = (names: readonly string[]): string =>
  names.join(/,/.test(names.join(" ")) ? "; " : ", ");

function ofLevels(
  levels: readonly number[],
  without: readonly number[] | null,
  column: ColumnMeta,
): Said {
  const names = levels.map((level) => levelName(column, level));
  const shown = (without ?? levels).map((level) => isolated(shortLevel(column, level)));
  const single = shown.length === 1;
  const sign = without ? (single ? "≠" : "∉") : single ? "=" : "∈";
  const after = (some: readonly string[]) => `${sign} ${enumerated(some)}`;
  const code = `${column.name} in {${enumerated(names)}}`;
  const said = { before: "", after: after(shown), code };
  if (shown.length <= NAMED) return said;
  const few = shown.slice(0, FEW);
  return { ...said, folded: { after: after(few), left: shown.length - FEW, rest: "" } };
}
