/**
 * A pruning that is being considered in one view: the sequence, the step on it, and what would go.
 * Moving along the sequence asks nobody; what another method would do, Python tells.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { RequestError } from "./connection";
import { at, first } from "./model/arrays";
import { goes, pruneLine } from "./model/sequence";
import type { TreeNode } from "./model/tree";
import { typedNumber } from "./numbers";
import type {
  PreviewResult,
  PruneToArgs,
  PruningMethod,
  PruningResult,
  Risk,
} from "./protocol.gen";
import type { Session } from "./session";

/** Along the sequence of either risk, or by a method that needs none. */
export type Way = Risk | Exclude<PruningMethod, "1se" | "min">;

/** Whether it goes along the sequence, step by step. */
export function isStepwise(way: Way): way is Risk {
  return way === "error" || way === "impurity";
}

/** Figures of the tree that would be left; `cross` where folds were drawn. */
export interface Left {
  readonly leaves: number;
  readonly error: number;
  readonly validation: number | null;
  readonly cross: number | null;
}

const NOTHING: ReadonlySet<number> = new Set();
const nothing = () => undefined;

export class PruningState {
  readonly way: Signal<Way> = signal("error");
  /** Forced splits stay. */
  readonly keep: Signal<boolean> = signal(true);
  readonly folds: Signal<number> = signal(10);
  /** Of error-based pruning, as typed; "" and null are what the tree itself would take. */
  readonly confidence: Signal<string> = signal("");
  readonly raising: Signal<boolean | null> = signal(null);
  readonly result: Signal<PruningResult | null> = signal(null);
  readonly step: Signal<number> = signal(0);
  readonly preview: Signal<PreviewResult | null> = signal(null);
  readonly fault: Signal<string> = signal("");
  /** What is waited for keeps the buttons. */
  readonly busy: Signal<string | null> = signal(null);
  /** Ids of the nodes that would go. */
  readonly gone: ReadonlySignal<ReadonlySet<number>>;
  readonly left: ReadonlySignal<Left | null>;
  /** How many leaves there would be: all there are, where nothing would go. */
  readonly leaves: ReadonlySignal<number>;
  readonly #session: Session;
  #serial = 0;
  /** Takes back what was asked of a way that nobody looks at any more. */
  drop: () => void = nothing;

  constructor(session: Session) {
    this.#session = session;
    this.gone = computed(() => {
      const { value } = this.result;
      if (!this.stepwise) return new Set(this.preview.value?.removed);
      const { id } = session.tree.value.columns;
      if (value?.gone.length !== id.length) return NOTHING;
      const step = this.step.value;
      return new Set(id.filter((_, position) => goes(value, position, step)));
    });
    this.left = computed(() => {
      const { preview, result, step } = this;
      if (!this.stepwise) {
        const said = preview.value;
        return said && { ...said, validation: said.validation_error, cross: null };
      }
      const { value } = result;
      return value && this.at(value, step.value);
    });
    this.leaves = computed(() => this.left.value?.leaves ?? session.tree.value.figures.leaves);
  }

  get stepwise(): boolean {
    return isStepwise(this.way.value);
  }

  /** What is left at a step. */
  at({ leaves, train, validation, cross }: PruningResult, step: number): Left {
    return {
      leaves: at(leaves, step),
      error: at(train, step),
      validation: validation[step] ?? null,
      cross: cross[step] ?? null,
    };
  }

  get args(): PruneToArgs {
    const way = this.way.value;
    const keep = this.keep.value ? {} : { keep: false };
    if (way === "error-based") return { method: way, ...keep, ...this.#settings() };
    if (!isStepwise(way)) return { method: way, ...keep };
    const leaves = this.left.value?.leaves ?? 1;
    return { leaves, ...(way === "impurity" ? { risk: way } : {}), ...keep };
  }

  get line(): string {
    return pruneLine(this.args);
  }

  /** Whether a branch would become a leaf. */
  becomesLeaf({ id, children }: TreeNode): boolean {
    const gone = this.gone.value;
    return gone.size > 0 && !gone.has(id) && children.some((child) => gone.has(child.id));
  }

  /** Ask what there is to know of the way that is chosen. */
  async load(): Promise<void> {
    const onSent = (id: string): void => {
      this.drop = () => this.#session.cancel(id);
    };
    if (this.stepwise) {
      await this.#ask(() => this.#session.ask("pruning", this.#asked(), { onSent }), this.#take);
      return;
    }
    this.preview.value = null;
    await this.#ask(
      () => this.#session.ask("preview", this.args, { onSent }),
      (said) => {
        this.preview.value = said;
      },
    );
  }

  /** The place on the sequence is kept by what is left, not by its number. */
  readonly #take = (result: PruningResult): void => {
    const before = this.left.peek()?.leaves;
    // Folds that were drawn before, in a cell, serve as they are.
    if (!this.result.peek() && result.folds > 0) this.folds.value = result.folds;
    const near = first(result.leaves, (leaves) => leaves <= (before ?? leaves));
    this.result.value = result;
    this.step.value = Math.min(near, result.leaves.length - 1);
  };

  /** Draw the folds, and go to the step they choose. */
  async validate(choice?: "minimum" | "one_se"): Promise<void> {
    const known = this.result.value;
    if (choice && known?.folds === this.folds.value) {
      this.step.value = known[choice];
      return;
    }
    const args = { folds: this.folds.value, ...this.#asked() };
    await this.#ask(
      () => this.#session.ask("cross_validate", args),
      (result) => {
        this.#take(result);
        if (choice) this.step.value = result[choice];
      },
    );
  }

  async commit(): Promise<boolean> {
    const made = (await this.#session.act("prune_to", this.args)) !== null;
    if (!made) this.fault.value = this.#session.said();
    return made;
  }

  #settings(): PruneToArgs {
    const typed = typedNumber(this.confidence.value);
    const raising = this.raising.value;
    return {
      ...(typed === null ? {} : { confidence: typed as number }),
      ...(raising === null ? {} : { subtree_raising: raising }),
    };
  }

  #asked(): Pick<PruneToArgs, "risk" | "keep"> {
    const risk = this.way.value === "impurity" ? "impurity" : "error";
    return { risk, keep: this.keep.value };
  }

  /** The latest question is the one that is answered. */
  async #ask<T>(ask: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    this.drop();
    this.drop = nothing;
    this.#serial += 1;
    const serial = this.#serial;
    this.busy.value = "…";
    this.fault.value = "";
    let value: T | null = null;
    try {
      value = await ask();
    } catch (error) {
      const { code, message } = error as RequestError;
      // Who cancelled it knows.
      if (serial === this.#serial && code !== "cancelled") this.fault.value = message;
    }
    if (serial !== this.#serial) return;
    this.drop = nothing;
    batch(() => {
      this.busy.value = null;
      if (value) take(value);
    });
  }
}
