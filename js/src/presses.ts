/** Gestures that are made faster than they are answered: a key pressed twice, a double click. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { until } from "./until";

interface Last {
  readonly key: string;
  readonly made: Promise<unknown>;
  /** Answered, and the tree is here that it made. */
  readonly over: Promise<void>;
}

export class Presses {
  readonly #lags: () => boolean;
  readonly #steps = signal(0);
  /** How many steps back are still to come, less those forth; every gesture is one forth. */
  readonly steps: ReadonlySignal<number> = this.#steps;
  #last: Last | null = null;

  /** `lags` reads signals: a tree is still to come that Python spoke of. */
  constructor(lags: () => boolean) {
    this.#lags = lags;
  }

  /**
   * Make a gesture; `key` is the same for the same one. Made again before it is over it is still one,
   * as the second could only turn out stale. A step back or forth (`steps` 1 or -1) waits until what
   * was made before it is over, and is not taken where that failed: it was meant for it.
   */
  take(key: string, steps: number, make: () => Promise<unknown>): Promise<unknown> {
    const last = this.#last;
    if (last?.key === key && steps === 0) return last.made;
    const back = steps || -1;
    this.#steps.value += back;
    const made = steps !== 0 && last ? last.made.then(() => last.over).then(make) : make();
    const over = made.then(this.#caughtUp, this.#caughtUp);
    const next = { key, made, over };
    this.#last = next;
    void over.then(() => {
      this.#steps.value -= back;
      if (this.#last === next) this.#last = null;
    });
    return made;
  }

  readonly #caughtUp = (): Promise<void> => until(() => !this.#lags());
}
