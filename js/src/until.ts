/** Waiting for what signals tell. */

import { effect } from "@preact/signals";

/** Resolves once `met` holds, which reads signals. */
export async function until(met: () => boolean): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    stop = effect(() => {
      if (met()) resolve();
    });
  });
  stop();
}
