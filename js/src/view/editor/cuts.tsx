/** What moves over the chart: the cuts with their chips, the best cut, and the ticks between them. */

import { type CutState, cutOf } from "../../cut-state";
import { cutText, measure } from "../../numbers";
import { CUT } from "../../words-cut";
import { taken } from "../pieces";
import type { EditorProps } from "../props";
import { useDrag } from "./drag";
import type { Plot } from "./plot";

const CHIP_PADDING = 16;
const CHIP = 12;
const TICK = 11;

interface CutsProps extends EditorProps {
  plot: Plot;
}

/** Words on the axis: their middle, and half of the room that they take. */
interface Words {
  readonly middle: number;
  readonly half: number;
}

/** A cut, and its chip. */
interface Mark extends Words {
  x: number;
  text: string;
  /** position of the cut in the list */
  at: number;
}

const meets = (a: Words, b: Words): boolean => Math.abs(a.middle - b.middle) < a.half + b.half + 4;

/** The words that have room beside each other: what comes first has it before the others. */
export function withRoom<W extends Words>(all: readonly W[]): W[] {
  const shown: W[] = [];
  for (const each of all) if (!shown.some((other) => meets(other, each))) shown.push(each);
  return shown;
}

/** Zoomed in on others, a cut is not seen. */
const outside = (x: number, { frame }: Plot): boolean => x < frame.left - 1 || x > frame.right + 1;

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
    const x = scales.x(listed?.value ?? 0);
    // Chips stay inside the chart: near an edge they stand beside their line.
    const middle = x + Math.max(half - x, 0) - Math.max(x + half - frame.width, 0);
    return { at, x, text, middle, half };
  };
  const cuts = cut.draft.value.cuts.map((at) => mark(at, (text) => `≤ ${text}`));
  const first = cut.bestDraft.value?.cuts[0];
  const found = first === undefined ? [] : [mark(first, CUT.best)];
  const best = found.filter((each) => !cuts.some(({ at }) => at === each.at));
  // The cut that is held has its chip in any case; the fields above have them all.
  const held = cuts.slice(cut.active.value, cut.active.value + 1);
  const chips = withRoom([...held, ...cuts, ...best].filter(({ x }) => !outside(x, plot)));
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
      <Ticks {...props} chips={chips} />
      {best.map((each) => (
        <div key="best" class="tw-cut tw-best-cut" style={moved(each, plot)} aria-hidden="true">
          <Line mark={each} plot={plot} worded={chips.includes(each)} />
        </div>
      ))}
      {cuts.map((each, i) => (
        <Cut key={i} {...props} mark={each} i={i} worded={chips.includes(each)} />
      ))}
    </div>
  );
}

/** The numbers of the axis between the chips. */
function Ticks({ view, plot, chips }: CutsProps & { chips: readonly Words[] }) {
  const { ticks, scales, frame } = plot;
  return ticks.x.map(({ value, text }) => {
    const tick = { middle: scales.x(value), half: view.ruler.width(text, TICK) / 2 };
    const style = { left: `${tick.middle}px`, top: `${frame.bars.bottom}px` };
    return (
      <span key={value} class="tw-axis-tick" style={style} aria-hidden="true">
        {chips.some((chip) => meets(chip, tick)) ? "" : text}
      </span>
    );
  });
}

/** The height of both parts of the chart. */
const rail = ({ frame }: Plot) => ({
  top: `${frame.curve.top}px`,
  height: `${frame.bars.bottom - frame.curve.top}px`,
});

/** Where a cut stands: only `transform` changes while it moves. */
function moved({ x }: Mark, plot: Plot) {
  return { transform: `translateX(${x}px)`, visibility: outside(x, plot) ? "hidden" : "visible" };
}

interface LineProps {
  mark: Mark;
  plot: Plot;
  /** Its chip has room. */
  worded: boolean;
}

/** A line with its dot on the curve and its chip on the axis. */
function Line({ mark, plot, worded }: LineProps) {
  const { frame, scales, curve } = plot;
  const { x, middle, half, text } = mark;
  const y = scales.gain(curve.training[mark.at] ?? 0);
  const place = { top: `${frame.bars.bottom + 6}px`, marginLeft: `${middle - half - x}px` };
  return (
    <>
      <i class="tw-cut-line" style={rail(plot)} />
      <i class="tw-dot" style={{ top: `${y}px` }} />
      {worded && (
        <span class="tw-chip" style={place}>
          {text}
        </span>
      )}
    </>
  );
}

function Cut({ view, plot, mark, i, worded }: CutsProps & LineProps & { i: number }) {
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
      <Line mark={mark} plot={plot} worded={worded} />
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
