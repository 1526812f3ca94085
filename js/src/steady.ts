/** Signals that hold still. */

import { computed, type ReadonlySignal } from "@preact/signals";

/** A list that stays the same object while its entries are the same. */
export function steady<T>(list: () => readonly T[]): ReadonlySignal<readonly T[]> {
  let last: readonly T[] = [];
  return computed(() => {
    const next = list();
    const same = next.length === last.length && next.every((entry, i) => entry === last[i]);
    if (!same) last = next;
    return last;
  });
}
