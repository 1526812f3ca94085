/** What the chart and the parts that move over it share. */

import type { Tick } from "../../model/axis";
import type { Frame, Scales } from "../../model/chart";
import type { Histogram } from "../../model/histogram";
import type { Curve } from "../../model/profile";

/** Everything the moving parts need to know of the picture behind them. */
export interface Plot {
  frame: Frame;
  scales: Scales;
  curve: Curve;
  bins: Histogram;
  /** Rows beyond the part in view. */
  outside: number;
  ticks: { x: Tick[]; gain: Tick[]; rows: Tick[] };
}
