// The way to a node as a rule: the conditions on one column merged into one, in the order in which
// the columns first come up.
import { cutText } from "../numbers";
import type { ColumnMeta, CutWire } from "../protocol.gen";
import { levelName, middle, ownBranch } from "./conditions";
import type { TreeNode } from "./tree";

/** One column's condition. Parts, so that the view can shorten the name and not the cut. */
export interface Condition {
  name: string;
  /** on the screen: "≤ 30", "≠ holiday", "in (23, 37]" */
  text: string;
  /** in copied rules: "<= 30", "!= 'holiday'" */
  code: string;
}

/** What is known of one column after some steps. */
interface Bounds {
  low: CutWire | null;
  high: CutWire | null;
  /** levels still allowed; null: not yet limited */
  levels: number[] | null;
  /** the levels excluded, while every step so far was "all but one" */
  without: number[] | null;
  missing: "only" | "none" | "too" | "unsaid";
}

/** The merged conditions on the way to a node. */
export function rule(path: readonly TreeNode[], columns: readonly ColumnMeta[]): Condition[] {
  const merged = new Map<number, Bounds>();
  path.slice(1).forEach((node, i) => {
    const parent = path[i];
    if (!parent?.split) return;
    const column = parent.split.column;
    const before = merged.get(column) ?? free();
    merged.set(column, narrowed(before, parent, node.branch));
  });
  return [...merged].map(([column, bounds]) =>
    said(bounds, columns[column] ?? { name: String(column), kind: "number" }),
  );
}

/** The rule as copied: Python's operators and a dot. */
export function ruleCode(conditions: readonly Condition[]): string {
  return conditions.map((condition) => `${condition.name} ${condition.code}`).join(" and ");
}

function free(): Bounds {
  return { low: null, high: null, levels: null, without: null, missing: "unsaid" };
}

function narrowed(before: Bounds, parent: TreeNode, branch: number): Bounds {
  const split = parent.split;
  if (!split) return before;
  if (branch === ownBranch(split)) return { ...before, missing: "only" };
  const bounds = { ...before, missing: missingAfter(before, parent, branch) };
  if (split.groups) return inGroup(bounds, split.groups, branch);
  const low = split.cuts?.[branch - 1] ?? null;
  const high = split.cuts?.[branch] ?? null;
  if (low && (!before.low || low.value > before.low.value)) bounds.low = low;
  if (high && (!before.high || high.value < before.high.value)) bounds.high = high;
  return bounds;
}

/** Missing rows come along only if every step so far sent them here. */
function missingAfter(before: Bounds, parent: TreeNode, branch: number): Bounds["missing"] {
  if (parent.split?.missing !== branch) return "none";
  if (before.missing !== "unsaid") return before.missing;
  return parent.missing > 0 ? "too" : "unsaid";
}

function inGroup(bounds: Bounds, groups: readonly (readonly number[])[], branch: number): Bounds {
  const group = groups[branch] ?? [];
  const other = groups.length === 2 ? (groups[1 - branch] ?? []) : [];
  const allBut = other.length === 1 && group.length > 1;
  const excluded = bounds.levels === null ? [] : bounds.without;
  const levels = bounds.levels;
  return {
    ...bounds,
    levels: levels ? group.filter((level) => levels.includes(level)) : [...group],
    without: allBut && excluded ? [...excluded, ...other] : null,
  };
}

function said(bounds: Bounds, column: ColumnMeta): Condition {
  const { text, code } = known(bounds, column);
  if (bounds.missing === "only") return { name: column.name, text: "missing", code: "is missing" };
  if (bounds.missing !== "too") return { name: column.name, text, code };
  return { name: column.name, text: `${text} or missing`, code: `${code} or missing` };
}

function known(bounds: Bounds, column: ColumnMeta): { text: string; code: string } {
  if (bounds.levels) {
    const excluded = bounds.without !== null;
    return oneOf(bounds.without ?? bounds.levels, excluded, column);
  }
  const { low, high } = bounds;
  const show = (cut: CutWire) => cutText(middle(cut.text), column.kind);
  if (low && high) {
    return { text: `∈ (${show(low)}, ${show(high)}]`, code: `in (${low.text}, ${high.text}]` };
  }
  if (high) return { text: `≤ ${show(high)}`, code: `<= ${high.text}` };
  if (low) return { text: `> ${show(low)}`, code: `> ${low.text}` };
  return { text: "known", code: "is known" };
}

function oneOf(
  levels: readonly number[],
  excluded: boolean,
  column: ColumnMeta,
): { text: string; code: string } {
  const names = levels.map((level) => levelName(column, level));
  const [only] = names;
  if (names.length === 1 && only !== undefined) {
    return excluded
      ? { text: `≠ ${middle(only)}`, code: `!= ${only}` }
      : { text: `= ${middle(only)}`, code: `== ${only}` };
  }
  const list = names.map((name) => middle(name)).join(", ");
  const sign = excluded ? "∉" : "∈";
  return { text: `${sign} ${list}`, code: `${excluded ? "not in" : "in"} {${names.join(", ")}}` };
}
