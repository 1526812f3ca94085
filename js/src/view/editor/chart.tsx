/** Curve over histogram, with the cuts to drag. The picture is drawn once; only the cuts move. */

import { useMemo, useRef } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { type Scale, type Tick, ticks } from "../../model/axis";
import { curvePath, frameOf, highest, type Part, scalesOf, stacks } from "../../model/chart";
import { columnTicks, roomyTicks } from "../../model/column-ticks";
import { meanOf } from "../../model/criteria";
import { histogram, within } from "../../model/histogram";
import { bySlot, rampColour, slotColour } from "../../model/palette";
import type { Curve, Profile } from "../../model/profile";
import { less } from "../../model/sums";
import { isRegression } from "../../model/tree";
import type { Size, View } from "../../view-state";
import { FIGURES } from "../../words";
import { CUT } from "../../words-cut";
import { Button, Name } from "../pieces";
import type { EditorProps } from "../props";
import { useSize } from "../use-size";
import { Cuts } from "./cuts";
import type { Plot } from "./plot";

/** A bar is at least about so wide. */
const BAR_PX = 9;
/** What the labels beside the chart take, about. */
const MARGIN = 56;
const TICK = 11;
/** With fewer cuts than this each has its own pixels: there is nothing to zoom into. */
const MANY = 100;

export function Chart(props: EditorProps) {
  const { view, wide } = props;
  const cut = cutOf(view);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const profile = cut.profile.value;
  const curve = cut.curve.value;
  const shown = cut.window.value;
  const plot = useMemo(
    () => profile && curve && size && layOut(profile, curve, size, view, wide),
    [profile, curve, size, wide, shown],
  );
  return (
    <figure class="tw-chart">
      {/* The words of the curve begin where its axis does. */}
      <figcaption style={{ paddingInlineStart: `${plot?.frame.left ?? 0}px` }}>
        <strong>{profile?.result.complete ? CUT.gainAtEveryCut : CUT.gainAtListedCuts}</strong>
        {wide && curve?.validation && (
          <>
            <span>
              <i class="tw-solid" /> {FIGURES.training}
            </span>
            <span>
              <i class="tw-dashed" /> {FIGURES.validation}
            </span>
          </>
        )}
        {profile && profile.cuts.length > MANY && (
          <Button icon="search" label={CUT.zoomIn} onClick={() => cut.zoomIn()} />
        )}
        {shown && (
          <>
            <span title={CUT.outside(plot?.outside ?? 0)}>
              {(wide ? CUT.outside : CUT.more)(plot?.outside ?? 0)}
            </span>
            <Button
              icon="expand"
              label={CUT.zoomOut}
              onClick={() => {
                cut.window.value = null;
              }}
            />
          </>
        )}
      </figcaption>
      <div class="tw-plot" ref={box}>
        {plot && profile && <Picture view={view} profile={profile} plot={plot} />}
        {plot && <Cuts {...props} plot={plot} />}
      </div>
      {wide && <Name text={cut.meta.name} strong />}
    </figure>
  );
}

function layOut(
  profile: Profile,
  curve: Curve,
  { width, height }: Size,
  view: View,
  wide: boolean,
): Plot {
  const { ruler } = view;
  const { meta, window } = cutOf(view);
  const shown = window.value;
  const all = { ...profile.result, cuts: profile.cuts };
  const part = shown ? within(all, shown.low, shown.high) : all;
  const bins = histogram(part, Math.floor((width - MARGIN) / BAR_PX));
  const gain = ticks(0, highest(curve), wide ? 3 : 2);
  const rows = ticks(0, bins.highest, 3, true);
  const widest = Math.max(...[...gain, ...rows].map(({ text }) => ruler.width(text, TICK)));
  const frame = frameOf(width, height, wide, widest + (wide ? 14 : 9));
  const x = roomyTicks(
    (most) => columnTicks(meta, bins.from, bins.to, most),
    frame.right - frame.left,
    (text) => ruler.width(text, TICK),
  );
  return {
    frame,
    curve,
    bins,
    outside: (profile.training.known[0] ?? 0) - (less(part.total, part.missing)[0] ?? 0),
    scales: scalesOf(frame, bins, highest(curve)),
    ticks: { x, gain, rows },
  };
}

/** The parts of a bar: the classes, or all rows in the colour of their mean. */
function partsFor(view: View, profile: Profile): (stats: readonly number[]) => Part[] {
  const { meta } = view.session.tree.value;
  const { centre } = profile.result;
  return isRegression(meta)
    ? (stats) => [{ weight: stats[0] ?? 0, fill: rampColour(centre + meanOf(stats), meta) }]
    : (stats) =>
        bySlot(stats, view.slots.value).map((weight, i) => ({ weight, fill: slotColour(i + 1) }));
}

function Picture({ view, profile, plot }: { view: View; profile: Profile; plot: Plot }) {
  // The same element again: nothing is compared, nothing is drawn.
  return useMemo(() => {
    const { frame, scales, curve, bins } = plot;
    const line = (gains: Float64Array | null, style: string) =>
      gains && <path class={style} d={curvePath(profile.cuts, gains, scales, frame)} />;
    const grid = (lines: Tick[], scale: Scale) =>
      lines.map(({ value, text }) => (
        <>
          <path class="tw-grid" d={`M${frame.left} ${scale(value)}H${frame.right}`} />
          <text class="tw-tick" x={frame.left - 7} y={scale(value) + 4} text-anchor="end">
            {text}
          </text>
        </>
      ));
    return (
      <svg class="tw-picture" width={frame.width} height={frame.height} aria-hidden="true">
        {grid(plot.ticks.gain, scales.gain)}
        {grid(plot.ticks.rows, scales.rows)}
        {frame.wide && (
          <text class="tw-tick tw-strong" x={frame.left} y={frame.bars.top - 12}>
            {FIGURES.rows}
          </text>
        )}
        {stacks(bins, partsFor(view, profile), scales, frame).map(({ fill, ...place }, i) => (
          <rect key={i} {...place} style={{ fill }} />
        ))}
        {line(curve.validation, "tw-dashed")}
        {line(curve.training, "tw-solid")}
      </svg>
    );
  }, [plot]);
}
