/** A class's sign, so that colour never speaks alone; and the two signs of training, validation. */

import { slotColour, slotShape } from "../model/palette";

const PATHS = {
  circle: "M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z",
  square: "M1 1h8v8H1z",
  triangle: "M5 .3l5 9.1H0z",
  diamond: "M5 -.4L10.2 5 5 10.4 -.2 5z",
} as const;

export function Glyph({ slot, size = 10 }: { slot: number; size?: number }) {
  return (
    <svg class="tw-glyph" viewBox="-.2 -.4 10.4 10.8" width={size} height={size} aria-hidden="true">
      <path d={PATHS[slotShape(slot)]} style={{ fill: slotColour(slot) }} />
    </svg>
  );
}

/** ● training, ○ validation: drawn, so that every font gives the same two signs. */
export function Mark({ hollow = false, size = 7 }: { hollow?: boolean; size?: number }) {
  return (
    <svg class="tw-mark" viewBox="0 0 8 8" width={size} height={size} aria-hidden="true">
      {hollow ? (
        <circle cx="4" cy="4" r="3" stroke="currentcolor" stroke-width="1.6" />
      ) : (
        <circle cx="4" cy="4" r="3.6" fill="currentcolor" />
      )}
    </svg>
  );
}
