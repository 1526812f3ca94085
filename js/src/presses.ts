/** Gestures that are made faster than they are answered: a key pressed twice, a double click. */

import { effect } from "@preact/signals";

interface Last {
  readonly key: string;
  readonly again: boolean;
  readonly made: Promise<unknown>;
  /** Answered, and the tree is here that it made. */
  readonly over: Promise<void>;
}

export class Presses {
  readonly #lags: () => boolean;
  #last: Last | null = null;

  /** `lags` reads signals: a tree is still to come that Python spoke of. */
  constructor(lags: () => boolean) {
    this.#lags = lags;
  }

  /**
   * Make a gesture; `key` is the same for the same one. Made again before it is over it is still one,
   * as the second could only turn out stale; one that can be meant `again` waits for its turn.
   */
  take(key: string, again: boolean, make: () => Promise<unknown>): Promise<unknown> {
    const last = this.#last;
    if (last?.key === key && !again) return last.made;
    const made = again && last?.again ? last.over.then(make) : make();
    const over = made.then(this.#caughtUp, this.#caughtUp);
    const next = { key, again, made, over };
    this.#last = next;
    void over.then(() => {
      if (this.#last === next) this.#last = null;
    });
    return made;
  }

  readonly #caughtUp = async (): Promise<void> => {
    let stop = (): void => undefined;
    await new Promise<void>((resolve) => {
      stop = effect(() => {
        if (!this.#lags()) resolve();
      });
    });
    stop();
  };
}
