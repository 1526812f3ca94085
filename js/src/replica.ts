/** The tree as Python has it: its state as the host keeps it, and what Python says of it since. */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { HostModel } from "./host";
import { fits, patched } from "./model/patch";
import { TreeModel } from "./model/tree";
import type { Meta, Part, Patch, Reply, State } from "./protocol.gen";

/** So long the tree may lag behind what Python speaks of. */
const LAG_MS = 300;

export class Replica {
  readonly tree: ReadonlySignal<TreeModel>;
  readonly #state: Signal<State>;
  readonly state: ReadonlySignal<State>;
  readonly #model: HostModel;
  /** Asks for the whole tree. */
  readonly #whole: () => Promise<State>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest revision that Python spoke of. */
  #latest = 0;

  constructor(model: HostModel, meta: ReadonlySignal<Meta>, whole: () => Promise<State>) {
    this.#model = model;
    this.#whole = whole;
    this.#state = signal(this.#given());
    this.state = this.#state;
    this.tree = computed(() => {
      const { nodes, figures } = this.#state.value;
      return new TreeModel(meta.value, nodes, figures);
    });
  }

  /** The host has another state. */
  readonly update = (): void => {
    this.#show(this.#given());
  };

  /** Follow what Python says of a revision. */
  hear(word: Part | Patch | Reply): void {
    if (word.kind === "patch" && fits(word, this.tree.peek(), this.#state.peek())) {
      this.#show(patched(this.tree.peek(), this.#state.peek(), word));
    } else this.#follow(word.revision);
  }

  /** Python spoke of a later revision than is here. */
  get lags(): boolean {
    return this.#state.value.revision < this.#latest;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Ask for the whole tree if it does not come by itself: a patch was missed. */
  #follow(revision: number): void {
    if (revision <= this.#state.peek().revision) return;
    this.#latest = Math.max(this.#latest, revision);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#latest > this.#state.peek().revision)
        this.#whole().then(this.#show, () => undefined);
    }, LAG_MS);
  }

  /** The tree as the host has it; the nodes of a large one come as the bytes of their JSON. */
  #given(): State {
    const state = this.#model.get("_state");
    const nodes: unknown = state.nodes;
    if (nodes instanceof DataView) state.nodes = JSON.parse(new TextDecoder().decode(nodes));
    return state;
  }

  /**
   * Show a tree, if it is not an older one that was overtaken. The host's own copy is changed in
   * place: it is what a page saves with its notebook, and setting it would send it all to Python.
   */
  readonly #show = (state: State): void => {
    if (state.revision >= this.#state.peek().revision) this.#state.value = { ...state };
    Object.assign(this.#model.get("_state"), this.#state.peek());
  };
}
