// What a growth is asked for, from what stands in its form. Pure.
import { plainNumber, typedNumber } from "../numbers";
import type { GrowArgs, MethodsResult, MethodWire, OptionWire, Plain } from "../protocol.gen";
import { keywords, literal } from "./python";

/** What was chosen or typed, by option; what is absent stays as it is. */
export type Given = Readonly<Record<string, string | boolean>>;

/** The method of a growth, and what its options start from. */
export interface Growing {
  readonly method: MethodWire;
  /** The tree's own, which needs no name. */
  readonly own: boolean;
  readonly given: Given;
  readonly levels: string;
  readonly keep: boolean;
  /** Costs of measuring, as typed, by the column's position; null is what the method starts from. */
  readonly costs: Costs | null;
}

export type Costs = Readonly<Record<number, string>>;

/** What the tree itself grows by; another method starts without costs. */
export const costsOf = ({ column_costs }: MethodsResult, own: boolean): Costs =>
  own ? Object.fromEntries(column_costs.map(([at = 0, cost]) => [at, String(cost)])) : {};

/** An option's value in a form: nothing where there is no limit. */
export const shown = (value: Plain): string => (value === null ? "" : String(value));

/** The options that can be chosen: one of a kind is no choice, nor what concerns another way. */
export function choosable(growing: Growing): OptionWire[] {
  const { options } = growing.method;
  const missing = options.find(({ name }) => name === "missing");
  const surrogates = missing && worth(growing, missing) === "surrogate";
  return options.filter(
    ({ name, kind, choices }) =>
      (kind !== "choice" || (choices ?? []).length > 1) &&
      (surrogates || !name.includes("surrogate")),
  );
}

/** What may be chosen of an option beside what else is: not every strategy goes with every split. */
export function choicesOf({ method, given }: Growing, option: OptionWire): readonly string[] {
  if (option.name !== "missing") return option.choices ?? [];
  const branching = method.options.find(({ name }) => name === "branching");
  const split = given.branching ?? branching?.value ?? "";
  return method.missing[String(split)] ?? option.choices ?? [];
}

/** What an option is worth: as typed; the method's own where it was emptied or is not allowed. */
export function worth(growing: Growing, option: OptionWire): Plain {
  const { kind, name, optional, value } = option;
  const given = growing.given[name] ?? value;
  if (kind === "choice") {
    const choices = choicesOf(growing, option);
    return choices.includes(String(given)) ? given : (choices[0] ?? given);
  }
  if (typeof given !== "string" || kind === "flag") return given;
  return typedNumber(given) ?? (optional ? null : option.default);
}

export function growArgs(node: number, growing: Growing): GrowArgs {
  const { method, own, levels, keep } = growing;
  const args: GrowArgs = { node };
  const depth = typedNumber(levels);
  if (depth !== null) args.levels = depth as number;
  if (!own) args.method = method.name;
  if (!keep) args.keep = false;
  const options: Record<string, Plain> = {};
  for (const option of method.options) {
    const value = worth(growing, option);
    if (value !== option.value) options[option.name] = value;
  }
  if (Object.keys(options).length) args.options = options;
  // What is no number, and an empty field, is no cost.
  if (growing.costs && method.costed)
    args.column_costs = Object.entries(growing.costs).flatMap(([at, text]) => {
      const cost = plainNumber(text);
      return cost === "" || Number.isNaN(Number(cost)) ? [] : [[Number(at), Number(cost)]];
    });
  return args;
}

/** `tree.grow(3, method="chaid", max_depth=3)` */
export function growLine(
  { node, options, column_costs: costs, ...args }: GrowArgs,
  names: readonly string[] = [],
): string {
  const parts = keywords({ ...args, ...options });
  const pairs = costs?.map(([at = 0, cost]) => `${literal(names[at] ?? "")}: ${cost}`);
  if (pairs) parts.push(`column_costs=${pairs.length ? `{${pairs.join(", ")}}` : "None"}`);
  return `tree.grow(${[...(node ? [String(node)] : []), ...parts].join(", ")})`;
}
