/** Why an edit is made, where that has to be said before it is. */

import type { Signal } from "@preact/signals";
import type { GestureName } from "./jobs";

/** An edit that waits to be told why it is made. */
export interface Asking {
  readonly op: GestureName;
  readonly args: object;
  /** The view it was made in. */
  readonly view: unknown;
  /** With nothing the edit is given up. */
  readonly tell: (reason: string | null) => void;
}

/** A note says itself why it is made; moves in the history change nothing that was decided. */
const ASKED = /^(split|grow|prune|l)/;

/** Whether a reason is asked for an edit, where reasons are. */
export function decides(op: GestureName): boolean {
  return ASKED.test(op);
}

/** Have an edit wait until it is told why it is made; one that waits already is given up. */
export async function reasonFor(
  edit: Omit<Asking, "tell">,
  asking: Signal<Asking | null>,
): Promise<string | null> {
  asking.peek()?.tell(null);
  return new Promise((resolve) => {
    const tell = (said: string | null): void => {
      if (asking.peek() === waiting) asking.value = null;
      resolve(said);
    };
    const waiting: Asking = { ...edit, tell };
    asking.value = waiting;
  });
}
