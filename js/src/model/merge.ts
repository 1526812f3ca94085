// Two answers about one column joined: a later answer brings the cuts of a narrower range, or one
// that was typed. Sums at a cut do not depend on which cuts stand beside it.
import type { CutWire, ProfileResult } from "../protocol.gen";

interface Line {
  cut: CutWire;
  left: number[];
  validation: number[] | undefined;
}

function lines(result: ProfileResult): Line[] {
  return result.cuts.map((cut, i) => ({
    cut,
    left: result.left[i] ?? [],
    validation: result.validation_left[i],
  }));
}

/** The cuts of both answers, in order, each once. */
export function merged(first: ProfileResult, second: ProfileResult): ProfileResult {
  const known = new Map<string, Line>();
  for (const line of [...lines(first), ...lines(second)]) known.set(line.cut.exact, line);
  // Whole numbers beyond 2^53 share places on the axis: the more rows below, the higher the cut.
  const all = [...known.values()].sort(
    (a, b) => a.cut.value - b.cut.value || (a.left[0] ?? 0) - (b.left[0] ?? 0),
  );
  return {
    ...first,
    cuts: all.map((line) => line.cut),
    left: all.map((line) => line.left),
    validation_left: all.flatMap((line) => (line.validation ? [line.validation] : [])),
    complete: first.complete,
  };
}
