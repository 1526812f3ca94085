/**
 * The cut being edited in one view: which node and column, and what Python is asked about it.
 * Dragging and moving levels never wait for an answer (`drafting.ts`); a typed threshold and a zoom
 * ask for cuts that are not listed yet.
 */

import { batch, effect, type Signal, signal } from "@preact/signals";
import { Drafting } from "./drafting";
import { firstDraft, splitArgs } from "./model/draft";
import { bulk, type Window } from "./model/histogram";
import { leads } from "./model/leading";
import { merged } from "./model/merge";
import { Profile } from "./model/profile";
import { splitLine } from "./model/python";
import { became, type Typed } from "./model/typed";
import { MoreCuts } from "./more-cuts";
import { perView } from "./per-view";
import type { ColumnMeta, ProfileArgs, ProfileResult } from "./protocol.gen";
import type { Questions } from "./questions";
import type { Session } from "./session";
import { CUT } from "./words-cut";

/** The cut being edited in a view. */
export const cutOf = perView(({ session, questions }) => new CutState(session, questions));

/** Arrow keys in a column whose cuts are not all listed look so many listed cuts around. */
const AROUND = 12;

export class CutState extends Drafting {
  readonly node: Signal<number> = signal(-1);
  readonly column: Signal<number | null> = signal(null);
  /** The part of the axis in view; null is all of it. */
  readonly window: Signal<Window | null> = signal(null);
  /** Why there is nothing to edit; "" when the column cannot split the node. */
  readonly failure: Signal<string | null> = signal(null);
  readonly more: MoreCuts;

  readonly #session: Session;
  readonly #questions: Questions;
  #serial = 0;
  #committing = false;

  constructor(session: Session, questions: Questions) {
    super();
    this.#session = session;
    this.#questions = questions;
    this.more = new MoreCuts(session);
    // Whoever moves a cut out of sight sees the whole.
    effect(() => {
      const { low, high } = this.window.value ?? {};
      const at = this.#valueOf(this.draft.value.cuts[this.active.value]);
      if (low !== undefined && high !== undefined && (at < low || at > high)) {
        this.window.value = null;
      }
    });
  }

  #valueOf(cut: number | undefined): number {
    return this.profile.value?.cuts[cut ?? -1]?.value ?? Number.NaN;
  }

  get #awaited(): boolean {
    return this.column.value !== null && !this.profile.value && this.failure.value === null;
  }

  get meta(): ColumnMeta {
    const { columns } = this.#session.meta.value;
    return columns[this.column.value ?? -1] ?? { name: "", kind: "number" };
  }

  /** The node is split already: Split replaces. */
  get replaces(): boolean {
    return this.#session.tree.value.find(this.node.value)?.leaf === false;
  }

  /** What Split would do is done: nothing below the node would go. */
  get inForce(): boolean {
    const profile = this.profile.value;
    return !!profile?.result.present && same(firstDraft(profile), this.draft.value);
  }

  get line(): string {
    const profile = this.profile.value;
    if (!profile) return "";
    return splitLine(this.node.value, this.meta, this.draft.value, profile, this.replaces);
  }

  protected touched(): void {
    this.more.drop();
  }

  /** Edit a node's cut, on a column or on the one that suits best. */
  async open(node: number, column: number | null = null): Promise<void> {
    const known = this.profile.peek()?.result;
    if (known?.node === node && (column === null || known.column === column)) {
      // The same place again. Only a split made meanwhile changes where editing starts.
      if (same(known.present, this.#present(known))) return;
      if (this.#lists(known)) {
        const [draft, was] = [this.draft.peek(), this.profile.peek()];
        this.#start(known);
        // Where a split has gone, what a hand had drafted is worth as much as before.
        if (was && !this.#present(known) && !same(firstDraft(was), draft)) this.set(draft, 0);
        return;
      }
    }
    // A column that was just chosen is on its way: whoever does not care for another waits for it.
    if (column === null && this.node.value === node && this.#awaited) return;
    this.#serial += 1;
    const serial = this.#serial;
    batch(() => {
      if (column !== null || this.node.value !== node) this.column.value = column;
      this.node.value = node;
      this.profile.value = null;
      this.failure.value = null;
      this.set(null, 0);
    });
    try {
      const chosen = column ?? (await this.#usual(node));
      let result = await this.#questions.profile(node, chosen);
      if (!this.#lists(result)) result = await this.#questions.profile(node, chosen, true);
      if (serial === this.#serial) this.#start(result);
    } catch (error) {
      if (serial === this.#serial) this.failure.value = (error as Error).message;
    }
  }

  /** The column a node is split on, or its best candidate's. */
  async #usual(node: number): Promise<number> {
    const split = this.#session.tree.value.find(node)?.split;
    if (split) return split.column;
    const ranking = await this.#questions.candidates(node);
    return new Promise((found, failed) => {
      effect(() => {
        const known = ranking.value;
        if (typeof known === "string") failed(new Error(known));
        else if (leads(known)) found(known[0]?.column ?? 0);
      });
    });
  }

  #present({ node, column }: ProfileResult) {
    const split = this.#session.tree.peek().find(node)?.split;
    return split?.column === column ? split : null;
  }

  /** Whether an answer has the cuts in force: one from before they were made may not. */
  #lists(result: ProfileResult): boolean {
    const listed = new Set(result.cuts.map(({ exact }) => exact));
    return (this.#present(result)?.cuts ?? []).every(({ exact }) => listed.has(exact));
  }

  #start(result: ProfileResult): void {
    const meta = this.#session.meta.value;
    this.#serial += 1;
    this.more.forget();
    batch(() => {
      this.column.value = result.column;
      const present = this.#present(result);
      const profile = new Profile({ ...result, present }, meta);
      this.window.value = null;
      this.profile.value = profile;
      this.restart();
      const cuts = [...this.draft.value.cuts, ...(this.bestDraft.value?.cuts ?? [])];
      const all = { ...profile.result, cuts: profile.cuts };
      this.window.value = bulk(
        all,
        cuts.map((cut) => this.#valueOf(cut)),
      );
    });
  }

  /** Back to where editing started. */
  restart(): void {
    const profile = this.profile.value;
    const draft = profile && firstDraft(profile);
    this.set(draft, 0);
    this.failure.value = profile && !draft ? "" : null;
  }

  /** Arrow keys: so many cuts up or down; infinitely many lead to the ends. */
  step(by: number): void {
    const cuts = this.profile.value?.cuts ?? [];
    const at = this.draft.value.cuts[this.active.value] ?? 0;
    const low = cuts[Math.max(at - AROUND, 0)]?.value ?? 0;
    const high = cuts[Math.min(at + AROUND, cuts.length - 1)]?.value ?? 0;
    this.move(at + by);
    this.#need({ low, high });
  }

  /** A quarter of what is in view, round the active cut. */
  zoomIn(): void {
    const { low, high } = this.profile.value?.result ?? {};
    const all = { low: low ?? 0, high: high ?? 1 };
    const shown = this.window.value ?? all;
    const span = (shown.high - shown.low) / 4;
    const at = this.draft.value.cuts[this.active.value] ?? -1;
    const middle = this.profile.value?.cuts[at]?.value ?? shown.low + 2 * span;
    const from = Math.max(Math.min(middle - span / 2, all.high - span), all.low);
    this.window.value = { low: from, high: from + span };
    this.#need(this.window.value);
  }

  /** Every cut of a range, asked for if it is not listed yet. */
  #need(range: Window): void {
    if (this.profile.value?.result.complete || this.more.covers(range)) return;
    void this.#ask({ low: range.low, high: range.high });
  }

  /** A typed threshold. The nearest listed cut stands in until Python has placed it. */
  type(typed: Typed): void {
    const [, axis] = typed;
    if (axis !== null) this.dragTo(axis);
    this.more.later(() => this.#place(typed));
  }

  async #place(typed: Typed): Promise<void> {
    const [value, axis] = typed;
    const before = new Set(this.profile.value?.cuts.map((cut) => cut.exact));
    const result = await this.#ask({ include: value });
    if (!result) return;
    const cut =
      became(result.cuts, typed, this.meta) ?? result.cuts.find(({ exact }) => !before.has(exact));
    const at = this.profile.value?.cuts.findIndex(({ exact }) => exact === cut?.exact) ?? -1;
    if (at >= 0) this.move(at);
    else if (axis !== null) this.dragTo(axis);
  }

  /** Ask for more cuts of this column and take them in. */
  async #ask(args: Partial<ProfileArgs>): Promise<ProfileResult | null> {
    const old = this.profile.value;
    if (!old) return null;
    const { node, column } = old.result;
    const result = await this.more.ask({ node, column, ...args });
    if (!result) return null;
    const profile = new Profile(merged(old.result, result), old.judging);
    const cuts = this.draft.value.cuts.map((cut) => {
      const exact = old.cuts[cut]?.exact;
      return profile.cuts.findIndex((listed) => listed.exact === exact);
    });
    batch(() => {
      this.profile.value = profile;
      this.draft.value = { ...this.draft.value, cuts };
    });
    return result;
  }

  /** Why nothing can be split, where nothing failed. */
  get nothing(): string {
    const { total, missing } = this.profile.value?.result ?? {};
    const none = !!total && total[0] === missing?.[0];
    return (none ? CUT.allMissing : CUT.nothing)(this.meta.name);
  }

  /** Make the split. True: it was made. */
  async commit(): Promise<boolean> {
    const profile = this.profile.value;
    // Pressed twice, it is still one split.
    if (!profile || this.#committing) return false;
    const args = splitArgs(this.node.value, profile, this.draft.value, this.replaces);
    this.#committing = true;
    try {
      return (await this.#session.act("split", args)) !== null;
    } finally {
      this.#committing = false;
    }
  }
}

/** Two splits sent over the wire are the same; null is none. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
