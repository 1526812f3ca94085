/**
 * Cuts beyond those first listed: those of a narrower range, or one that was typed. One question is
 * under way at a time, and the latest one wins.
 */

import { batch, type Signal, signal } from "@preact/signals";
import { RequestError } from "./connection";
import type { Window } from "./model/histogram";
import type { ProfileArgs, ProfileResult } from "./protocol.gen";
import type { Session } from "./session";

/** A pause in typing that ends a thought. */
const PAUSE_MS = 180;

export class MoreCuts {
  /** Something was asked: the figures on the screen are those of the nearest listed cut. */
  readonly waiting = signal(false);
  /** Why what was typed cannot be. */
  readonly fault: Signal<string | null> = signal(null);
  readonly #session: Session;
  /** Ranges of the axis whose every cut is listed. */
  #dense: Window[] = [];
  #serial = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #pending: (() => Promise<void>) | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whatever was asked no longer matters. */
  drop(): void {
    this.#serial += 1;
    clearTimeout(this.#pause);
    this.#pending = null;
    batch(() => {
      this.waiting.value = false;
      this.fault.value = null;
    });
  }

  /** Another column: nothing is known of it. */
  forget(): void {
    this.drop();
    this.#dense = [];
  }

  covers({ low, high }: Window): boolean {
    return this.#dense.some((range) => range.low <= low && high <= range.high);
  }

  /** Null: it was refused (`fault` says why), or something newer was asked. */
  async ask(args: ProfileArgs): Promise<ProfileResult | null> {
    this.drop();
    const serial = this.#serial;
    this.waiting.value = true;
    try {
      const result = await this.#session.ask("profile", args);
      if (serial !== this.#serial) return null;
      const { low, high } = args;
      if (result.complete && low !== undefined && high !== undefined) {
        this.#dense.push({ low, high });
      }
      return result;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (serial === this.#serial) this.fault.value = error.message;
      return null;
    } finally {
      if (serial === this.#serial) this.waiting.value = false;
    }
  }

  /** Run this once nothing more is typed for a moment, or at once when somebody needs it. */
  later(run: () => Promise<void>): void {
    this.drop();
    this.waiting.value = true;
    this.#pending = run;
    this.#pause = setTimeout(() => this.#go(), PAUSE_MS);
  }

  /** Everything asked has been answered. */
  async settled(): Promise<void> {
    this.#go();
    await this.#running;
  }

  #go(): void {
    clearTimeout(this.#pause);
    const run = this.#pending;
    this.#pending = null;
    if (run) this.#running = run();
  }
}
