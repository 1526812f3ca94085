/** The classes of a node as one bar: in class order, 1 px gaps, at least 1 px for a class with rows. */

import { slotColour } from "../model/palette";

interface ClassBarProps {
  /** Weights by colour slot (see `bySlot`). */
  readonly weights: readonly number[];
  readonly height?: number;
}

export function ClassBar({ weights, height = 6 }: ClassBarProps) {
  return (
    <span class="tw-class-bar" style={{ height: `${height}px` }} aria-hidden="true">
      {weights.map((weight, i) =>
        weight > 0 ? (
          <span key={i} style={{ flexGrow: weight, background: slotColour(i + 1) }} />
        ) : null,
      )}
    </span>
  );
}
