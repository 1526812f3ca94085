/** Regression: the target's values at a node, with a line where the prediction stands. */

import { placeAmong, tails } from "../model/bars";

interface ValueBarsProps {
  readonly histogram: readonly number[];
  readonly edges: readonly number[];
  readonly prediction: number;
  readonly width: number;
  readonly height: number;
  /** Without the line: the small card has room for the shape alone. */
  readonly plain?: boolean;
}

export function ValueBars({ histogram, edges, prediction, width, height, plain }: ValueBarsProps) {
  const most = Math.max(...histogram, 1);
  const step = width / Math.max(histogram.length, 1);
  const x = width * placeAmong(edges, prediction);
  const [before, after] = tails(edges);
  const last = histogram.length - 1;
  const room = plain ? height : height - 4;
  return (
    <svg class="tw-value-bars" width={width} height={height} aria-hidden="true">
      {histogram.map((n, i) => {
        const tall = n > 0 ? Math.max(1, (n / most) * room) : 0;
        return (
          <rect
            key={i}
            class={(i === 0 ? before : i === last ? after : null) === null ? "" : "tw-tail"}
            x={i * step}
            y={height - 1 - tall}
            width={Math.max(step - 1, 0.5)}
            height={tall}
          />
        );
      })}
      <path class="tw-values-base" d={`M0 ${height - 0.5}H${width}`} />
      {plain ? null : <path class="tw-values-at" d={`M${x} ${height}V2M${x - 3.5} 0h7l-2 4h-3z`} />}
    </svg>
  );
}
