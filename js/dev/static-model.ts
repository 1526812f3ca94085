/** A model without a kernel: what it holds can be read, written and listened to. */

import type { HostModel, TraitName } from "../src/host";
import type { Traits } from "../src/protocol.gen";

export class StaticModel implements HostModel {
  readonly sent: unknown[] = [];
  readonly send?: (content: unknown) => void;
  readonly #traits: Traits;
  readonly #listeners = new Map<string, Set<(...details: never[]) => void>>();

  constructor(traits: Traits, live = false) {
    this.#traits = { ...traits };
    if (live) this.send = (content) => void this.sent.push(content);
  }

  get<K extends TraitName>(name: K): Traits[K] {
    return this.#traits[name];
  }

  set<K extends TraitName>(name: K, value: Traits[K]): void {
    this.#traits[name] = value;
    this.emit(`change:${name}`);
  }

  save_changes(): void {}

  on(event: string, listener: (...details: never[]) => void): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  }

  off(event?: string | null, listener?: ((...details: never[]) => void) | null): void {
    if (event && listener) this.#listeners.get(event)?.delete(listener);
  }

  emit(event: string, ...details: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(details as never[]));
  }

  /** How many listen: two views must not leave any behind. */
  listeners(event: string): number {
    return this.#listeners.get(event)?.size ?? 0;
  }
}
