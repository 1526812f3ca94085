/** Curve over histogram, with the cuts to drag. The picture is drawn once; only the cuts move. */

import { useMemo, useRef } from "preact/hooks";
import { Ruler } from "../../measure";
import { columnTicks, type Scale, type Tick, ticks } from "../../model/axis";
import {
  curvePath,
  type Frame,
  frameOf,
  highest,
  type Part,
  type Scales,
  scalesOf,
  stacks,
} from "../../model/chart";
import { meanOf } from "../../model/criteria";
import { type Histogram, histogram, within } from "../../model/histogram";
import { bySlot, rampColour, slotColour } from "../../model/palette";
import type { Curve, Profile } from "../../model/profile";
import type { Session } from "../../session";
import type { Size } from "../../view-state";
import { CUT } from "../../words-inspect";
import { useSlots } from "../counts";
import { Name } from "../pieces";
import { useSize } from "../use-size";
import { AxisTicks, Cuts, Shades } from "./cuts";
import { useDrag } from "./drag";
import type { EditorProps } from "./editor";

/** A bar is at least about so wide. */
const BAR_PX = 9;
/** What the labels beside the chart take, about. */
const MARGIN = 56;
const TICK = 11;

/** Everything the moving parts need to know of the picture behind them. */
export interface Plot {
  frame: Frame;
  scales: Scales;
  curve: Curve;
  ticks: Tick[];
  ruler: Ruler;
}

export function Chart(props: EditorProps) {
  const { view, wide, session } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const profile = view.cut.profile.value;
  const curve = view.cut.curve.value;
  const shown = view.cut.window.value;
  const held = session.meta.value.has_validation;
  const plot = useMemo(() => {
    if (!profile || !curve || !size) return null;
    return layOut(profile, curve, size, props, box.current);
  }, [profile, curve, size, wide, shown]);
  return (
    <figure class="tw-chart">
      <figcaption>
        <span>{profile?.result.complete ? CUT.gainAtEveryCut : CUT.gainAtListedCuts}</span>
        {wide && held && <LineLegend />}
      </figcaption>
      <div class="tw-plot" ref={box}>
        {plot && profile && (
          <>
            <Shades {...props} plot={plot} />
            <Picture session={session} profile={profile} {...plot} />
            <Moving {...props} plot={plot} />
          </>
        )}
      </div>
      {wide && <Name text={view.cut.meta.name} class="tw-axis-name" />}
    </figure>
  );
}

interface Laid extends Plot {
  bins: Histogram;
  yTicks: { gain: Tick[]; rows: Tick[] };
}

function layOut(
  profile: Profile,
  curve: Curve,
  { width, height }: Size,
  { view, wide }: EditorProps,
  element: HTMLElement | null,
): Laid {
  const shown = view.cut.window.value;
  const ruler = new Ruler(() => (element ? getComputedStyle(element).fontFamily : "sans-serif"));
  const part = shown ? within(profile.result, shown.low, shown.high) : profile.result;
  const bins = histogram(part, Math.floor((width - MARGIN) / BAR_PX));
  const yTicks = {
    gain: ticks(0, highest(curve), wide ? 3 : 2),
    rows: ticks(0, bins.highest, 3, true),
  };
  const widest = [...yTicks.gain, ...yTicks.rows].map(({ text }) => ruler.width(text, TICK));
  const frame = frameOf(width, height, wide, Math.max(...widest) + (wide ? 14 : 9));
  const scales = scalesOf(frame, bins, highest(curve));
  const most = (frame.right - frame.left) / 90;
  return {
    frame,
    scales,
    curve,
    bins,
    yTicks,
    ticks: columnTicks(view.cut.meta, bins.from, bins.to, most),
    ruler,
  };
}

function LineLegend() {
  return (
    <span class="tw-line-legend">
      <i class="tw-solid" /> training <i class="tw-dashed" /> validation
    </span>
  );
}

/** The parts of a bar: the classes, or all rows in the colour of their mean. */
function usePartsOf(session: Session, profile: Profile): (stats: readonly number[]) => Part[] {
  const slots = useSlots(session);
  const { task, target_range } = session.meta.value;
  if (task === "classification") {
    return (stats) =>
      bySlot(stats, slots).map((weight, i) => ({ weight, fill: slotColour(i + 1) }));
  }
  const { centre } = profile.result;
  return (stats) => [
    { weight: stats[0] ?? 0, fill: rampColour(centre + meanOf(stats), target_range) },
  ];
}

interface PictureProps extends Laid {
  session: Session;
  profile: Profile;
}

function Picture({ session, profile, frame, scales, curve, bins, yTicks }: PictureProps) {
  const partsOf = usePartsOf(session, profile);
  // The same element again: nothing is compared, nothing is drawn.
  return useMemo(
    () => (
      <svg class="tw-picture" width={frame.width} height={frame.height} aria-hidden="true">
        <Grid frame={frame} scales={scales} yTicks={yTicks} />
        {stacks(bins, partsOf, scales, frame).map(({ fill, ...place }, i) => (
          <rect key={i} {...place} style={{ fill }} />
        ))}
        {curve.validation && (
          <path class="tw-dashed" d={curvePath(profile.cuts, curve.validation, scales, frame)} />
        )}
        <path class="tw-solid" d={curvePath(profile.cuts, curve.training, scales, frame)} />
      </svg>
    ),
    [bins, curve, frame],
  );
}

function Grid({ frame, scales, yTicks }: Pick<Laid, "frame" | "scales" | "yTicks">) {
  const lines = (ticks: Tick[], scale: Scale) =>
    ticks.map(({ value, text }) => {
      const y = scale(value);
      return (
        <g key={y}>
          <line class="tw-grid" x1={frame.left} x2={frame.right} y1={y} y2={y} />
          <text class="tw-tick" x={frame.left - 7} y={y + 4} text-anchor="end">
            {text}
          </text>
        </g>
      );
    });
  return (
    <>
      {lines(yTicks.gain, scales.gain)}
      {lines(yTicks.rows, scales.rows)}
      {frame.wide && (
        <text class="tw-tick tw-strong" x={frame.left} y={frame.bars.top - 12}>
          {CUT.rows}
        </text>
      )}
    </>
  );
}

function Moving(props: EditorProps & { plot: Plot }) {
  const handlers = useDrag(props, props.plot);
  return (
    <div class="tw-moving" {...handlers}>
      <AxisTicks {...props} />
      <Cuts {...props} />
    </div>
  );
}
