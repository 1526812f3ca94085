// The line of Python a split will run, as the history will show it, and what such lines are made of.
// Only a preview: the line that counts comes back from Python.
import type { ColumnMeta, Plain } from "../protocol.gen";
import { levelName } from "./conditions";
import type { Draft, Profile } from "./profile";

/** A value as Python writes it. */
export function literal(value: Plain): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Arguments by name; what is not given is left out. */
export const keywords = (args: Readonly<Record<string, Plain | undefined>>): string[] =>
  Object.entries(args).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${literal(value)}`],
  );

const levelLiteral = (column: ColumnMeta, level: number): string =>
  column.literals?.[level] ?? literal(levelName(column, level));

function cutting(draft: Draft, profile: Profile, column: ColumnMeta): string {
  if (draft.groups) {
    const groups = draft.groups.map(
      (group) => `[${group.map((level) => levelLiteral(column, level)).join(", ")}]`,
    );
    return `groups=[${groups.join(", ")}]`;
  }
  const cuts = draft.cuts.map((cut) => profile.cuts[cut]?.exact ?? "?");
  return cuts.length === 1 ? `threshold=${cuts[0]}` : `threshold=[${cuts.join(", ")}]`;
}

/** `tree.split(2, "debt_ratio", threshold=0.495)` */
export function splitLine(
  node: number,
  column: ColumnMeta,
  draft: Draft,
  profile: Profile,
  replace: boolean,
): string {
  const parts = [String(node), column.literal ?? literal(column.name)];
  parts.push(cutting(draft, profile, column));
  if (draft.groups || draft.cuts.length) {
    if (draft.missing === "own") parts.push('missing="own"');
    else if (draft.missing !== null) parts.push(`missing=${draft.missing}`);
  }
  if (replace) parts.push("replace=True");
  return `tree.split(${parts.join(", ")})`;
}
