/** What moves over the chart: the cuts with their chips, the best cut, and the ticks between them. */

import { type CutState, cutOf } from "../../cut-state";
import { cutText, measure } from "../../numbers";
import { CUT } from "../../words-inspect";
import { taken } from "../pieces";
import type { EditorProps } from "../props";
import type { Plot } from "./chart";
import { useDrag } from "./drag";

const CHIP_PADDING = 16;
const CHIP = 12;
const TICK = 11;

interface CutsProps extends EditorProps {
  plot: Plot;
}

/** Something on the axis, and half of the room its words take there. */
interface Mark {
  x: number;
  half: number;
  text: string;
  /** position of the cut in the list */
  at: number;
}

const meets = (a: Mark, b: Mark): boolean => Math.abs(a.x - b.x) < a.half + b.half + 4;

export function Cuts(props: CutsProps) {
  const { view, plot } = props;
  const { frame, scales } = plot;
  const cut = cutOf(view);
  const { ruler } = view;
  const handlers = useDrag(props);
  const mark = (at: number, said: (text: string) => string): Mark => {
    const listed = cut.profile.value?.cuts[at];
    const text = said(cutText(listed?.text ?? "", cut.meta.kind));
    const half = (ruler.width(text, CHIP, 600) + CHIP_PADDING) / 2;
    return { at, x: scales.x(listed?.value ?? 0), text, half };
  };
  const cuts = cut.draft.value.cuts.map((at) => mark(at, (text) => `≤ ${text}`));
  const first = cut.bestDraft.value?.cuts[0];
  const found = first === undefined ? [] : [mark(first, CUT.best)];
  const best = found.filter((each) => !cuts.some(({ at }) => at === each.at));
  const chips = [...cuts, ...best];
  const inside = (x: number) => Math.min(Math.max(x, frame.left), frame.right);
  return (
    <div class="tw-moving" {...handlers}>
      {cuts.map(({ x }, i) => {
        // Every other branch lies on a tint.
        const left = inside(x);
        const width = inside(cuts[i + 1]?.x ?? frame.right) - left;
        const style = { ...rail(plot), left: `${left}px`, width: `${width}px` };
        return i % 2 === 0 && <i key={i} class="tw-shade" style={style} />;
      })}
      {plot.ticks.x.map(({ value, text }) => {
        const tick = { x: scales.x(value), half: ruler.width(text, TICK) / 2, text, at: -1 };
        const style = { left: `${tick.x}px`, top: `${frame.bars.bottom}px` };
        return (
          <span key={value} class="tw-axis-tick" style={style} aria-hidden="true">
            {chips.some((chip) => meets(chip, tick)) ? "" : text}
          </span>
        );
      })}
      {best.map((each) => (
        <div key="best" class="tw-cut tw-best-cut" style={moved(each, plot)} aria-hidden="true">
          <Line mark={each} plot={plot} wordless={cuts.some((own) => meets(own, each))} />
        </div>
      ))}
      {cuts.map((each, i) => (
        <Cut key={i} {...props} mark={each} i={i} />
      ))}
    </div>
  );
}

/** The height of both parts of the chart. */
const rail = ({ frame }: Plot) => ({
  top: `${frame.curve.top}px`,
  height: `${frame.bars.bottom - frame.curve.top}px`,
});

/** Where a cut stands: only `transform` changes while it moves. */
function moved({ x }: Mark, { frame }: Plot) {
  const hidden = x < frame.left - 1 || x > frame.right + 1;
  return { transform: `translateX(${x}px)`, visibility: hidden ? "hidden" : "visible" };
}

interface LineProps {
  mark: Mark;
  plot: Plot;
  wordless?: boolean;
}

/** A line with its dot on the curve and its chip on the axis. */
function Line({ mark, plot, wordless }: LineProps) {
  const { frame, scales, curve } = plot;
  const { x, half, text } = mark;
  const y = scales.gain(curve.training[mark.at] ?? 0);
  // Chips stay inside the chart: near an edge they stand beside their line.
  const shift = Math.max(half - x, 0) - Math.max(x + half - frame.width, 0);
  const place = { top: `${frame.bars.bottom + 6}px`, marginLeft: `${shift - half}px` };
  return (
    <>
      <i class="tw-cut-line" style={rail(plot)} />
      <i class="tw-dot" style={{ top: `${y}px` }} />
      {!wordless && (
        <span class="tw-chip" style={place}>
          {text}
        </span>
      )}
    </>
  );
}

function Cut({ view, plot, mark, i }: CutsProps & { mark: Mark; i: number }) {
  const cut = cutOf(view);
  const { bars } = plot.frame;
  const profile = cut.profile.value;
  const many = cut.draft.value.cuts.length > 1;
  const gain = measure(cut.verdict.value?.gain ?? 0);
  return (
    <div
      class={`tw-cut ${cut.active.value === i ? "tw-on" : ""}`}
      style={moved(mark, plot)}
      role="slider"
      tabIndex={0}
      aria-label={CUT.cut(many ? i + 1 : 0)}
      aria-valuemin={0}
      aria-valuemax={(profile?.cuts.length ?? 1) - 1}
      aria-valuenow={mark.at}
      aria-valuetext={CUT.cutText(cut.meta.name, profile?.cuts[mark.at]?.text ?? "", gain)}
      onFocus={() => {
        cut.active.value = i;
      }}
      onKeyDown={(event) => onKey(cut, event)}
    >
      <Line mark={mark} plot={plot} />
      <i class="tw-grip" style={{ top: `${(bars.top + bars.bottom) / 2}px` }} />
    </div>
  );
}

/** So many cuts a key moves; Home and End go to the ends. */
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Arrows one cut, with Shift ten; Delete takes one of several away. */
function onKey(cut: CutState, event: KeyboardEvent): void {
  const by = STEPS[event.key];
  if (by) cut.step(event.shiftKey ? 10 * by : by);
  else if (event.key === "Delete") cut.removeBranch(cut.active.value);
  else return;
  taken(event);
}
