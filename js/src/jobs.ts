/** Work under way: gestures asked for in a view, and what a cell began. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Operations, Progress } from "./protocol.gen";

/** Operations that change nothing. */
export type Question =
  | ("candidates" | "profile" | "rows" | "history" | "look" | "state" | "panels")
  | ("methods" | "routes" | "pruning" | "preview" | "cross_validate" | "unfold")
  | "stability";
/** Gestures and moves in the history: operations that change the tree. */
export type GestureName = Exclude<keyof Operations, Question>;

/** A gesture under way, or work that a cell began. */
export interface Job {
  readonly id: string;
  /** The gesture asked for here; null when a cell began the work. */
  readonly op: GestureName | null;
  readonly node: number | null;
  readonly text: string;
  /** null until the first progress message. */
  readonly share: number | null;
  /** `performance.now()` at the start. */
  readonly since: number;
}

export class Jobs {
  readonly #all = signal<readonly Job[]>([]);
  /** In the order they began in. */
  readonly all: ReadonlySignal<readonly Job[]> = this.#all;

  start(job: Omit<Job, "since">): void {
    this.#all.value = [...this.#all.value, { ...job, since: performance.now() }];
  }

  end(id: string): void {
    this.#all.value = this.#all.value.filter((job) => job.id !== id);
  }

  /** Nobody is there any more who would say of any of them that it ended. */
  drop(): void {
    this.#all.value = [];
  }

  hear({ id, node, text, share, end }: Progress): void {
    const known = this.#all.value.find((job) => job.id === id);
    if (end) this.end(id);
    else if (known) {
      const next = { ...known, node: node ?? known.node, text, share };
      this.#all.value = this.#all.value.map((job) => (job.id === id ? next : job));
    } else this.start({ id, op: null, node, text, share });
  }
}
