// What Python sends and computes, written by tests/contract/make.py.
import { readFileSync } from "node:fs";
import type {
  CandidatesResult,
  Meta,
  Patch,
  ProfileResult,
  SplitWire,
  State,
} from "../src/protocol.gen";

/** A split by hand with the figures Python took from the rows; or why it was refused. */
export interface Expected {
  cuts: number[];
  groups: number[][] | null;
  missing: number | "own" | null;
  refused?: string;
  split: SplitWire;
  gain: number;
  gain_ratio: number | null;
  validation_gain: number | null;
  n: number[];
  weight: number[];
  impurity: number[];
  prediction: number[];
  error: number[];
  validation_n: number[];
  validation_error: (number | null)[];
}

export interface Contract {
  meta: Meta;
  state: State;
  candidates: CandidatesResult[];
  profiles: { node: number; column: number; result: ProfileResult; expected: Expected[] }[];
  words: { node: number; split: string | null; branches: string[]; rule: string }[];
}

export const NAMES = ["iris", "regression", "weighted", "shares", "staked", "hostile"] as const;

/** Splits of columns with gaps, by criteria that are no impurity's. */
export type Ranked = Pick<Contract, "meta" | "profiles">[];

/** One edit after another on a tree, and what each leads to. */
export interface Patches {
  meta: Meta;
  state: State;
  patches: { patch: Patch; state: State }[];
}

export const contract = (name: (typeof NAMES)[number]): Contract => read(name);
export const ranked = (): Ranked => read("ranked");
export const patches = (): Patches => read("patches");

function read<T>(name: string): T {
  const file = `${import.meta.dirname}/../../tests/contract/${name}.json`;
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
