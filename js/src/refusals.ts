/** Why the last gesture was refused, as long as that is of interest. */

import { type ReadonlySignal, signal } from "@preact/signals";

export interface Refusal {
  readonly message: string;
  readonly node: number | null;
}

const REFUSAL_MS = 6000;

export class Refusals {
  readonly #last = signal<Refusal | null>(null);
  readonly last: ReadonlySignal<Refusal | null> = this.#last;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Say why something cannot be done, as if Python had refused it. */
  readonly refuse = (message: string, node: number | null = null): void => {
    clearTimeout(this.#timer);
    this.#last.value = { message, node };
    this.#timer = setTimeout(this.dismiss, REFUSAL_MS);
  };

  /** Why the last gesture was refused; it is then said here, and nowhere else. */
  readonly said = (): string => {
    const message = this.#last.peek()?.message ?? "";
    this.dismiss();
    return message;
  };

  readonly dismiss = (): void => {
    clearTimeout(this.#timer);
    this.#last.value = null;
  };
}
