/**
 * The cut being edited in one view: which node and column, and the draft. Dragging and moving
 * levels never wait for Python; a typed threshold and a zoom ask for cuts that are not listed yet.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { isOrdered } from "./model/conditions";
import {
  addCut,
  addGroup,
  bestDraft,
  firstDraft,
  moveCut,
  moveLevel,
  removeCut,
  removeGroup,
  splitArgs,
} from "./model/draft";
import { merged } from "./model/merge";
import { type BranchPreview, branchesOf } from "./model/preview";
import { type Curve, type Draft, type Missing, Profile, type Verdict } from "./model/profile";
import { splitLine } from "./model/python";
import { MoreCuts, type Window } from "./more-cuts";
import type { ColumnMeta, CutWire, ProfileArgs, ProfileResult } from "./protocol.gen";
import type { Questions } from "./questions";
import type { Session } from "./session";

const EMPTY: Draft = { cuts: [], groups: null, missing: null };
/** Arrow keys in a column whose cuts are not all listed look so many listed cuts around. */
const AROUND = 12;

export class CutState {
  readonly node: Signal<number | null> = signal(null);
  readonly column: Signal<number | null> = signal(null);
  readonly profile: Signal<Profile | null> = signal(null);
  readonly draft: Signal<Draft> = signal(EMPTY);
  /** Which cut the keys and the typed threshold move. */
  readonly active = signal(0);
  /** The part of the axis in view; null is all of it. */
  readonly window: Signal<Window | null> = signal(null);
  /** Why there is nothing to edit; "" when the column cannot split the node. */
  readonly failure: Signal<string | null> = signal(null);
  readonly more: MoreCuts;
  readonly verdict: ReadonlySignal<Verdict | null>;
  /** The branches of the draft, as nodes. */
  readonly branches: ReadonlySignal<readonly BranchPreview[]>;
  /** The column's best split, and its figures. */
  readonly bestDraft: ReadonlySignal<Draft | null>;
  readonly best: ReadonlySignal<Verdict | null>;
  readonly curve: ReadonlySignal<Curve | null>;

  readonly #session: Session;
  readonly #questions: Questions;
  #serial = 0;

  constructor(session: Session, questions: Questions) {
    this.#session = session;
    this.#questions = questions;
    this.more = new MoreCuts(session);
    this.verdict = computed(() => this.profile.value?.judge(this.draft.value) ?? null);
    this.branches = computed(() => {
      const profile = this.profile.value;
      const verdict = this.verdict.value;
      return profile && verdict ? branchesOf(profile, this.draft.value, verdict, this.meta) : [];
    });
    this.bestDraft = computed(() => this.profile.value && bestDraft(this.profile.value));
    this.best = computed(() => {
      const draft = this.bestDraft.value;
      return (draft && this.profile.value?.judge(draft)) ?? null;
    });
    this.curve = this.#curve();
  }

  /** The curve over every cut; it stands still while its own cut is moved. */
  #curve(): ReadonlySignal<Curve | null> {
    const others = computed(() =>
      this.draft.value.cuts.filter((_, i) => i !== this.active.value).join(),
    );
    const missing = computed(() => this.draft.value.missing);
    return computed(() => {
      const held = others.value === "" ? [] : others.value.split(",").map(Number);
      return this.profile.value?.curve(held, missing.value) ?? null;
    });
  }

  get meta(): ColumnMeta {
    const column = this.column.value ?? 0;
    return this.#session.meta.value.columns[column] ?? { name: "", kind: "number" };
  }

  /** The node is split already: Split replaces. */
  get replaces(): boolean {
    return this.#session.tree.value.find(this.node.value ?? -1)?.leaf === false;
  }

  get line(): string {
    const profile = this.profile.value;
    if (!profile || this.node.value === null) return "";
    return splitLine(this.node.value, this.meta, this.draft.value, profile, this.replaces);
  }

  /** A branch that no row can reach, or -1: the split would be refused. */
  get emptyBranch(): number {
    return (this.draft.value.groups ?? []).findIndex((group) => group.length === 0);
  }

  /** Edit a node's cut, on a column or on the one that suits best. */
  async open(node: number, column: number | null = null): Promise<void> {
    const known = this.profile.peek()?.result;
    if (known?.node === node && (column === null || known.column === column)) {
      // The same place again. Only a split made meanwhile changes where editing starts.
      if (same(known.present, this.#present(known))) return;
      this.#serial += 1;
      return this.#start(known);
    }
    const serial = this.#reset(node, column);
    try {
      const chosen = column ?? (await this.#usual(node));
      if (serial !== this.#serial) return;
      this.column.value = chosen;
      const result = await this.#questions.profile(node, chosen);
      if (serial === this.#serial) this.#start(result);
    } catch (error) {
      if (serial === this.#serial) this.failure.value = (error as Error).message;
    }
  }

  #reset(node: number, column: number | null): number {
    this.#serial += 1;
    batch(() => {
      this.column.value = column ?? (this.node.value === node ? this.column.value : null);
      this.node.value = node;
      this.profile.value = null;
      this.#clear();
    });
    return this.#serial;
  }

  #clear(): void {
    this.more.forget();
    batch(() => {
      this.draft.value = EMPTY;
      this.active.value = 0;
      this.window.value = null;
      this.failure.value = null;
    });
  }

  /** The column a node is split on, or its best candidate's. */
  async #usual(node: number): Promise<number> {
    const split = this.#session.tree.value.find(node)?.split;
    if (split) return split.column;
    const { candidates } = await this.#questions.candidates(node);
    return candidates[0]?.column ?? 0;
  }

  #present({ node, column }: ProfileResult) {
    const split = this.#session.tree.peek().find(node)?.split ?? null;
    return split?.column === column ? split : null;
  }

  #start(result: ProfileResult): void {
    const present = this.#present(result);
    const { criterion } = this.#session.meta.value;
    batch(() => {
      this.#clear();
      this.profile.value = new Profile({ ...result, present }, criterion);
      this.restart();
    });
  }

  /** Back to where editing started. */
  restart(): void {
    const profile = this.profile.value;
    this.more.drop();
    batch(() => {
      const draft = profile && firstDraft(profile);
      this.active.value = 0;
      if (draft) this.draft.value = draft;
      else if (profile) this.failure.value = "";
    });
  }

  useBest(): void {
    const draft = this.bestDraft.value;
    if (draft) this.#set(draft, 0);
  }

  #set(draft: Draft, active = this.active.value): void {
    this.more.drop();
    batch(() => {
      this.draft.value = draft;
      this.active.value = active;
    });
  }

  /** Drag: the active cut to the listed one nearest to a place on the axis. */
  dragTo(value: number): void {
    const profile = this.profile.value;
    if (profile) this.#move(profile.nearest(value));
  }

  #move(to: number): void {
    const profile = this.profile.value;
    if (!profile) return;
    const draft = moveCut(this.draft.value, this.active.value, to, profile.cuts.length);
    if (draft !== this.draft.value) this.#set(draft);
  }

  /** Arrow keys: so many cuts up or down; infinitely many lead to the ends. */
  step(by: number): void {
    const profile = this.profile.value;
    const at = this.draft.value.cuts[this.active.value];
    if (!profile || at === undefined) return;
    const low = profile.cuts[Math.max(at - AROUND, 0)]?.value ?? 0;
    const high = profile.cuts[Math.min(at + AROUND, profile.cuts.length - 1)]?.value ?? 0;
    this.#move(at + by);
    this.#need({ low, high });
  }

  /** A quarter of what is in view, round the active cut. */
  zoomIn(): void {
    const { low, high } = this.profile.value?.result ?? {};
    const all = { low: low ?? 0, high: high ?? 1 };
    const shown = this.window.value ?? all;
    const span = (shown.high - shown.low) / 4;
    const at = this.profile.value?.cuts[this.draft.value.cuts[this.active.value] ?? -1]?.value;
    const middle = at ?? shown.low + 2 * span;
    const from = Math.max(Math.min(middle - span / 2, all.high - span), all.low);
    this.zoom({ low: from, high: from + span });
  }

  /** The axis from `low` to `high`; null shows all of it. */
  zoom(window: Window | null): void {
    this.window.value = window;
    if (window) this.#need(window);
  }

  /** Every cut of a range, asked for if it is not listed yet. */
  #need(range: Window): void {
    if (this.profile.value?.result.complete || this.more.covers(range)) return;
    void this.#ask({ low: range.low, high: range.high });
  }

  /** A typed threshold. The nearest listed cut stands in until Python has placed it. */
  type(value: number | string, axis: number | null): void {
    const profile = this.profile.value;
    if (!profile) return;
    if (axis !== null) this.#move(profile.nearest(axis));
    this.more.later(() => this.#place(value, axis));
  }

  async #place(value: number | string, axis: number | null): Promise<void> {
    const before = new Set(this.profile.value?.cuts.map((cut) => cut.exact));
    const result = await this.#ask({ include: value });
    const profile = this.profile.value;
    if (!result || !profile) return;
    const is = (test: (cut: CutWire) => boolean) => result.cuts.find(test)?.exact;
    const exact =
      is((cut) => cut.value === axis) ??
      is((cut) => !before.has(cut.exact)) ??
      is((cut) => cut.text === value);
    if (exact !== undefined) this.#move(profile.cuts.findIndex((cut) => cut.exact === exact));
    else if (axis !== null) this.#move(profile.nearest(axis));
  }

  /** Ask for more cuts of this column and take them in. */
  async #ask(args: Partial<ProfileArgs>): Promise<ProfileResult | null> {
    const { node, column } = this.profile.value?.result ?? { node: -1, column: -1 };
    const result = await this.more.ask({ node, column, ...args });
    if (result) this.#takeIn(result);
    return result;
  }

  #takeIn(result: ProfileResult): void {
    const old = this.profile.value;
    if (!old) return;
    const profile = new Profile(merged(old.result, result), old.criterion);
    const cuts = this.draft.value.cuts.map((cut) => {
      const exact = old.cuts[cut]?.exact;
      return profile.cuts.findIndex((listed) => listed.exact === exact);
    });
    batch(() => {
      this.profile.value = profile;
      this.draft.value = { ...this.draft.value, cuts };
    });
  }

  addBranch(): void {
    const profile = this.profile.value;
    if (!profile) return;
    const draft = this.draft.value;
    if (!isOrdered(profile.result.kind)) this.#set(addGroup(draft));
    else {
      const added = addCut(draft, profile.curve(draft.cuts, null).training);
      if (added) this.#set(added.draft, added.active);
    }
  }

  removeBranch(branch: number): void {
    const draft = this.draft.value;
    if (draft.groups) this.#set(removeGroup(draft, branch));
    else if (draft.cuts.length > 1) {
      const removed = removeCut(draft, branch);
      this.#set(removed.draft, removed.active);
    }
  }

  moveLevel(level: number, branch: number): void {
    this.#set(moveLevel(this.draft.value, level, branch));
  }

  setMissing(missing: Missing): void {
    this.#set({ ...this.draft.value, missing });
  }

  /** Make the split. True: it was made. */
  async commit(): Promise<boolean> {
    const profile = this.profile.value;
    const node = this.node.value;
    if (!profile || node === null) return false;
    const args = splitArgs(node, profile, this.draft.value, this.replaces);
    return (await this.#session.act("split", args)) !== null;
  }
}

/** Two splits sent over the wire are the same; null is none. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
