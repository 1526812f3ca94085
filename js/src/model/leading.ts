import type { CandidateWire } from "../protocol.gen";

/** Whether the first is the best of all: of the others all is known that could change that. */
export function leads(rows: readonly CandidateWire[]): boolean {
  return !rows.some((row) => row.counting && row.gain === null);
}
