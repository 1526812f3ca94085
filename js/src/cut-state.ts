/**
 * The cut being edited in one view: which node and column, the draft, and what is still being
 * asked. Dragging and moving levels never wait for Python; typing a threshold and zooming ask for
 * cuts that are not listed yet, and until the answer the figures are marked as approximate.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { RequestError } from "./connection";
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
import { type Curve, type Draft, type Missing, Profile, type Verdict } from "./model/profile";
import { splitLine } from "./model/python";
import type { ColumnMeta, ProfileArgs, ProfileResult } from "./protocol.gen";
import type { Questions } from "./questions";
import type { Session } from "./session";

/** Part of the axis. */
export interface Window {
  low: number;
  high: number;
}

const EMPTY: Draft = { cuts: [], groups: null, missing: null };
/** Arrow keys in a column whose cuts are not all listed look so many listed cuts around. */
const AROUND = 12;

export class CutState {
  readonly node = signal<number | null>(null);
  readonly column = signal<number | null>(null);
  readonly profile: Signal<Profile | null> = signal(null);
  readonly draft: Signal<Draft> = signal(EMPTY);
  /** Which cut the keys and the typed threshold move. */
  readonly active = signal(0);
  /** The part of the axis in view; null is all of it. */
  readonly window: Signal<Window | null> = signal(null);
  /** Python has been asked for a cut that is not listed: the figures are the nearest one's. */
  readonly approximate = signal(false);
  /** Why the typed threshold cannot be. */
  readonly fault: Signal<string | null> = signal(null);
  /** Why there is nothing to edit. */
  readonly failure: Signal<string | null> = signal(null);
  /** The last thing done, for a screen reader. */
  readonly said = signal("");
  readonly verdict: ReadonlySignal<Verdict | null>;
  readonly best: ReadonlySignal<Verdict | null>;
  readonly curve: ReadonlySignal<Curve | null>;

  readonly #session: Session;
  readonly #questions: Questions;
  /** Ranges of the axis whose every cut is listed. */
  #dense: Window[] = [];
  #serial = 0;

  constructor(session: Session, questions: Questions) {
    this.#session = session;
    this.#questions = questions;
    this.verdict = computed(() => this.profile.value?.judge(this.draft.value) ?? null);
    this.best = computed(() => {
      const profile = this.profile.value;
      const draft = profile && bestDraft(profile);
      return profile && draft ? profile.judge(draft) : null;
    });
    // The curve stands still while its own cut is moved.
    const others = computed(() => {
      const { cuts } = this.draft.value;
      return cuts.filter((_, i) => i !== this.active.value).join();
    });
    const missing = computed(() => this.draft.value.missing);
    this.curve = computed(() => {
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

  /** Edit a node's cut, on a column or on the one that suits best. */
  async open(node: number, column: number | null = null): Promise<void> {
    if (this.node.peek() === node && (column === null || column === this.column.peek())) {
      if (this.profile.peek() || this.#serial === 0) return;
    }
    const serial = this.#reset(node, column);
    try {
      const chosen = column ?? (await this.#usual(node));
      if (serial !== this.#serial) return;
      this.column.value = chosen;
      const result = await this.#questions.profile(node, chosen);
      if (serial === this.#serial) this.#start(result);
    } catch (error) {
      if (serial === this.#serial) this.failure.value = words(error);
    }
  }

  #reset(node: number, column: number | null): number {
    this.#serial += 1;
    batch(() => {
      if (this.node.value !== node) this.column.value = null;
      this.node.value = node;
      if (column !== null) this.column.value = column;
      this.profile.value = null;
      this.#clear();
    });
    return this.#serial;
  }

  #clear(): void {
    batch(() => {
      this.draft.value = EMPTY;
      this.active.value = 0;
      this.window.value = null;
      this.approximate.value = false;
      this.fault.value = null;
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

  #start(result: ProfileResult): void {
    const present = this.#session.tree.value.find(result.node)?.split ?? null;
    const own = present?.column === result.column ? present : null;
    const profile = new Profile({ ...result, present: own }, this.#session.meta.value.criterion);
    this.#dense = [];
    batch(() => {
      this.profile.value = profile;
      const draft = firstDraft(profile);
      if (draft) this.draft.value = draft;
      else this.failure.value = "";
    });
  }

  /** Back to where editing started. */
  restart(): void {
    const profile = this.profile.value;
    this.#serial += 1;
    this.#clear();
    const draft = profile && firstDraft(profile);
    if (draft) this.draft.value = draft;
    else if (profile) this.failure.value = "";
  }

  useBest(): void {
    const profile = this.profile.value;
    const draft = profile && bestDraft(profile);
    if (draft) this.#set(draft, 0);
  }

  #set(draft: Draft, active = this.active.value): void {
    this.#serial += 1;
    batch(() => {
      this.draft.value = draft;
      this.active.value = active;
      this.approximate.value = false;
      this.fault.value = null;
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

  /** Arrow keys: so many cuts up or down. */
  step(by: number): void {
    const profile = this.profile.value;
    const at = this.draft.value.cuts[this.active.value];
    if (!profile || at === undefined) return;
    const from = profile.cuts[Math.max(at - AROUND, 0)]?.value ?? 0;
    const to = profile.cuts[Math.min(at + AROUND, profile.cuts.length - 1)]?.value ?? 0;
    this.#move(at + by);
    if (!this.#isDense(from, to)) void this.#range({ low: from, high: to });
  }

  /** Home and End: the first or the last cut. */
  toEnd(last: boolean): void {
    this.#move(last ? (this.profile.value?.cuts.length ?? 1) - 1 : 0);
  }

  /** The axis from `low` to `high`; null shows all of it. */
  zoom(window: Window | null): void {
    this.window.value = window;
    if (window && !this.#isDense(window.low, window.high)) void this.#range(window);
  }

  #isDense(low: number, high: number): boolean {
    if (this.profile.value?.result.complete) return true;
    return this.#dense.some((range) => range.low <= low && high <= range.high);
  }

  async #range(range: Window): Promise<void> {
    const result = await this.#more({ low: range.low, high: range.high });
    if (result?.complete) this.#dense.push(range);
  }

  /** A typed threshold. The nearest listed cut stands in until Python has placed it. */
  async type(value: number | string, axis: number | null): Promise<void> {
    const profile = this.profile.value;
    if (!profile) return;
    const before = new Set(profile.cuts.map((cut) => cut.exact));
    if (axis !== null) this.#move(profile.nearest(axis));
    const result = await this.#more({ include: value });
    if (!result) return;
    const exact = result.cuts.find((cut) => cut.value === axis);
    const fresh = exact ?? result.cuts.find((cut) => !before.has(cut.exact));
    const found = fresh ?? result.cuts.find((cut) => cut.text === value);
    const merged = this.profile.value;
    if (found && merged) this.#move(merged.cuts.findIndex((cut) => cut.exact === found.exact));
    else if (merged && axis !== null) this.#move(merged.nearest(axis));
  }

  /** Ask for more cuts and take them in. Null: something newer was asked, or it was refused. */
  async #more(args: Partial<ProfileArgs>): Promise<ProfileResult | null> {
    const profile = this.profile.value;
    const node = this.node.value;
    if (!profile || node === null) return null;
    this.#serial += 1;
    const serial = this.#serial;
    batch(() => {
      this.approximate.value = true;
      this.fault.value = null;
    });
    try {
      const column = profile.result.column;
      const result = await this.#session.ask("profile", { node, column, ...args });
      if (serial !== this.#serial) return null;
      this.#takeIn(result);
      return result;
    } catch (error) {
      if (serial === this.#serial) this.fault.value = words(error);
      return null;
    } finally {
      if (serial === this.#serial) this.approximate.value = false;
    }
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
    if (!isOrdered(profile.result.kind)) return this.#set(addGroup(this.draft.value));
    const gains = profile.curve(this.draft.value.cuts, null).training;
    const added = addCut(this.draft.value, gains);
    if (added) this.#set(added.draft, added.active);
  }

  removeBranch(branch: number): void {
    const draft = this.draft.value;
    if (draft.groups) return this.#set(removeGroup(draft, branch));
    const removed = removeCut(draft, branch);
    this.#set(removed.draft, removed.active);
  }

  moveLevel(level: number, branch: number): void {
    this.#set(moveLevel(this.draft.value, level, branch));
  }

  setMissing(missing: Missing): void {
    this.#set({ ...this.draft.value, missing });
  }

  /** A branch that no row can reach: the split would be refused. */
  get emptyBranch(): number {
    return (this.draft.value.groups ?? []).findIndex((group) => group.length === 0);
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

function words(error: unknown): string {
  if (error instanceof RequestError) return error.message;
  throw error;
}
