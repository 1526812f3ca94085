/**
 * State that Python owns or shares: one Session for each model, whatever number of views show it.
 *
 * What belongs to one view alone (viewport, tab, open editor) is in `view-state.ts`.
 */

import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import {
  Connection,
  RequestError,
  type RequestOptions,
  type Status,
  type Word,
} from "./connection";
import { type HostModel, onKernelGone, type TraitName } from "./host";
import { type GestureName, type Job, Jobs, type Question } from "./jobs";
import { opened, revealed } from "./model/opening";
import { asSentence } from "./model/sentence";
import { byNode, type Stabilities } from "./model/stability";
import type { TreeModel } from "./model/tree";
import { fileLoaded } from "./panels-file";
import { Presses } from "./presses";
import type { GestureResult, Meta, Operations, Orientation, State, Traits } from "./protocol.gen";
import { type Asking, decides, reasonFor } from "./reasons";
import { Refusals } from "./refusals";
import { Replica } from "./replica";
import { until } from "./until";
import { STATUS } from "./words";

/** Steps back in the history, each as often as it is pressed. */
const STEPS: Partial<Record<GestureName, number>> = { undo: 1, redo: -1 };

export class Session {
  readonly meta: ReadonlySignal<Meta>;
  readonly state: ReadonlySignal<State>;
  readonly tree: ReadonlySignal<TreeModel>;
  readonly selected: ReadonlySignal<number>;
  readonly collapsed: ReadonlySignal<ReadonlySet<number>>;
  readonly orientation: ReadonlySignal<Orientation>;
  readonly editable: ReadonlySignal<boolean>;
  readonly height: ReadonlySignal<number>;
  /** What is known of how stable splits are. */
  readonly stabilities: ReadonlySignal<Stabilities>;
  readonly status: ReadonlySignal<Status>;
  readonly jobs: ReadonlySignal<readonly Job[]>;
  /** Ids of requests unanswered for two seconds. */
  readonly late: ReadonlySignal<ReadonlySet<string>>;
  /** Gestures can be made: the view is editable and somebody listens. */
  readonly canEdit: ReadonlySignal<boolean>;
  readonly asking: Signal<Asking | null> = signal(null);
  /** The view that was used last: what is to be asked is asked there. */
  used: unknown;

  readonly #model: HostModel;
  readonly #connection: Connection;
  readonly #replica: Replica;
  readonly #jobs = new Jobs();
  readonly #presses = new Presses(() => this.status.value !== "closed" && this.#replica.lags);
  /** Steps back that are still to come: less than 0 if they go forth. */
  readonly steps = this.#presses.steps;
  readonly #refusals = new Refusals();
  readonly refusal = this.#refusals.last;
  readonly refuse = this.#refusals.refuse;
  readonly said = this.#refusals.said;
  readonly dismiss = this.#refusals.dismiss;
  readonly #stops: (() => void)[] = [];
  /** The node to select once the state that has it is here. */
  #wanted: number | null = null;
  /** The node that was asked for last as it is not in the portion that is here. */
  #sought: number | null = null;
  /** The selected node that was in sight last. */
  #seen = -1;
  /** How often a node was selected here: a later choice stands against what a gesture selects. */
  #choices = 0;

  constructor(model: HostModel) {
    this.#model = model;
    this.#connection = new Connection(model, this.#hear);
    this.meta = this.#trait("_meta");
    this.#replica = new Replica(model, this.meta, () => this.ask("state", {}));
    this.state = this.#replica.state;
    this.tree = this.#replica.tree;
    this.#listen("_state", this.#replica.update);
    this.selected = this.#trait("selected");
    const collapsed = this.#trait("collapsed");
    this.collapsed = computed(() => new Set(collapsed.value));
    this.orientation = this.#trait("orientation");
    this.editable = this.#trait("editable");
    this.height = this.#trait("height");
    const known = this.#trait("_stability");
    this.stabilities = computed(() => byNode(known.value ?? [])); // a page that was saved has none
    this.status = this.#connection.status;
    this.late = this.#connection.late;
    this.jobs = this.#jobs.all;
    this.canEdit = computed(() => this.editable.value && this.status.value !== "closed");
    this.#stops.push(
      onKernelGone(model, () => this.close()),
      effect(() => {
        if (this.status.value === "closed") this.#jobs.drop();
      }),
      effect(() => {
        const away = this.tree.value.partial && !this.tree.value.has(this.selected.value);
        if (away) this.#wanted ??= this.selected.value;
        untracked(() => this.#selectWanted());
      }),
      effect(this.#keepInSight),
    );
  }

  /** Python sets what is selected and collapsed each by itself: the one set last holds. */
  readonly #keepInSight = (): void => {
    const [tree, id, collapsed] = [this.tree.value, this.selected.value, this.collapsed.value];
    if (!tree.has(id)) return;
    const moved = id !== this.#seen;
    this.#seen = id;
    const shown = tree.shownFor(id, collapsed).id;
    if (shown !== id) untracked(() => (moved ? this.#choose(id) : this.#write("selected", shown)));
  };

  /**
   * Make a gesture on the revision that is on the screen. Resolves with what it did, or with null
   * when it was refused: the reason then stands in `refusal`.
   */
  async act<G extends GestureName>(
    op: G,
    args: Operations[G]["args"],
  ): Promise<GestureResult | null> {
    const node = "node" in args && typeof args.node === "number" ? args.node : null;
    // While a reason is typed the tree may move on: the edit was meant for what was seen.
    const { revision } = this.state.value;
    const choices = this.#choices;
    this.dismiss();
    let job = "";
    try {
      const asked = this.meta.value.require_reason && decides(op);
      const why = asked ? await this.#why(op, args) : args;
      if (why === null) return null;
      const onSent = (id: string): void => {
        job = id;
        this.#jobs.start({ id, op, node, text: "", share: null });
      };
      const steps = STEPS[op] ?? 0;
      const made = this.#presses.take(JSON.stringify([op, why]), steps, () => {
        const seen = steps !== 0 ? this.state.value.revision : revision;
        return this.#connection.request(op, why, { revision: seen, onSent });
      });
      const result = (await made) as GestureResult;
      if (choices === this.#choices) this.#wanted = result.select;
      this.#selectWanted();
      return result;
    } catch (error) {
      this.#refuse(error, node);
      return null;
    } finally {
      this.#jobs.end(job);
    }
  }

  /** Ask something. Rejects with a RequestError. */
  async ask<Q extends Question>(
    op: Q,
    args: Operations[Q]["args"],
    options?: Omit<RequestOptions, "revision">,
  ): Promise<Operations[Q]["result"]> {
    const how = { ...options, revision: this.state.value.revision };
    try {
      return (await this.#connection.request(op, args, how)) as Operations[Q]["result"];
    } catch (error) {
      throw this.#worded(error);
    }
  }

  /** Find out how stable the split of a node is; or every one from there on. Null: it was refused. */
  async check(node: number, below: boolean): Promise<Stabilities | null> {
    try {
      await this.ask("stability", { node, below });
    } catch (error) {
      this.#refuse(error, node);
      return null;
    }
    // What was found comes a moment after the answer.
    await until(() => this.stabilities.value.has(node));
    return this.stabilities.value;
  }

  /** Take back a gesture under way, or stop a long computation. */
  cancel(id: string): void {
    this.#connection.cancel(id);
  }

  /** A view is there: ask whether anybody answers. */
  readonly hello = (): void => {
    void this.#connection.hello();
  };

  /** Nobody answers any more, or ever did. */
  readonly close = (): void => {
    this.#connection.close();
  };

  /** Select a node, and open what hides it. One that only a look at an old step shows cannot be. */
  select(id: number): void {
    if (!this.tree.value.has(id)) {
      this.refuse(STATUS.absent(id), id);
      return;
    }
    this.#choices += 1;
    this.#wanted = null;
    this.#choose(id);
  }

  #choose(id: number): void {
    const tree = this.tree.value;
    batch(() => {
      this.#write("selected", id);
      if (tree.shownFor(id, this.collapsed.value).id !== id) {
        this.#write("collapsed", revealed(tree, this.collapsed.value, id));
      }
    });
  }

  /** Collapse or open a branch. A selected node that gets hidden hands the selection up. */
  toggle(id: number, collapse: boolean = !this.collapsed.value.has(id)): void {
    const node = this.tree.value.find(id);
    if (!node || node.leaf) return;
    const { value } = this.collapsed;
    if (node.unsent) void this.#unfold(id);
    else if (collapse) this.setCollapsed([...new Set([...value, id])]);
    else this.setCollapsed(opened(this.tree.value, value, id));
  }

  /** Have the branches of a node sent, and open it. */
  async #unfold(id: number): Promise<void> {
    await this.#reach(id);
    if (this.tree.value.find(id)?.unsent === null) this.toggle(id, false);
  }

  /** Have a node sent, the way to it, and its branches: a page holds a portion of a large tree. */
  async #reach(id: number): Promise<void> {
    await this.ask("unfold", { node: id }).catch((error: unknown) => this.#refuse(error, id));
  }

  /** Have a node sent that is not here; whether it came. */
  async seek(id: number): Promise<boolean> {
    if (!this.tree.value.partial || this.tree.value.has(id)) return false;
    await this.#reach(id);
    return this.tree.value.has(id);
  }

  setCollapsed(ids: readonly number[]): void {
    this.#write("collapsed", [...ids]);
  }

  setOrientation(orientation: Orientation): void {
    this.#write("orientation", orientation);
  }

  dispose(): void {
    this.dismiss();
    this.#replica.dispose();
    for (const stop of this.#stops.splice(0)) stop();
    this.#connection.dispose();
  }

  #trait<K extends TraitName>(name: K): ReadonlySignal<Traits[K]> {
    const value = signal(this.#model.get(name));
    const update = (): void => {
      value.value = this.#model.get(name);
    };
    this.#listen(name, update);
    return value;
  }

  #listen(name: TraitName, update: () => void): void {
    this.#model.on(`change:${name}`, update);
    this.#stops.push(() => this.#model.off(`change:${name}`, update));
  }

  #write<K extends "selected" | "collapsed" | "orientation">(name: K, value: Traits[K]): void {
    this.#model.set(name, value);
    // With nobody to save to, the host would complain; the view itself goes on.
    if (this.status.peek() !== "closed") this.#model.save_changes();
  }

  /** The arguments with a reason; nothing if none was given. */
  async #why(op: GestureName, args: object): Promise<object | null> {
    await fileLoaded(this);
    const reason = await reasonFor({ op, args, view: this.used }, this.asking);
    return reason === null ? null : { ...args, reason };
  }

  /** What Python said stands by itself on the screen. */
  #worded(error: unknown): unknown {
    if (error instanceof RequestError) error.message = asSentence(error.message, this.meta.peek());
    return error;
  }

  #refuse(reason: unknown, node: number | null): void {
    const error = this.#worded(reason);
    if (!(error instanceof RequestError)) throw error;
    if (error.code === "cancelled") return;
    const closed = this.status.peek() === "closed";
    this.refuse(closed ? STATUS.readOnly : error.message, error.node ?? node);
  }

  #selectWanted(): void {
    const id = this.#wanted;
    if (id === null) return;
    if (this.tree.peek().has(id)) {
      this.#wanted = this.#sought = null;
      this.#choose(id);
    } else if (this.tree.peek().partial && this.#sought !== id) {
      this.#sought = id;
      void this.#reach(id);
    }
  }

  readonly #hear = (word: Word): void => {
    if (word.kind === "progress") this.#jobs.hear(word);
    else this.#replica.hear(word);
  };
}
