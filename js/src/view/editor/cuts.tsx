/** What moves over the chart: the cuts with their chips, the best cut, and the ticks between them. */

import { cutText, measure } from "../../numbers";
import { CUT } from "../../words-inspect";
import type { Plot } from "./chart";
import type { EditorProps } from "./editor";

const CHIP_PADDING = 16;
const CHIP = 12;

interface MovingProps extends EditorProps {
  plot: Plot;
}

interface Mark {
  /** position of the cut in the list */
  at: number;
  x: number;
  text: string;
  /** half of what its chip takes on the axis */
  half: number;
}

/** The cuts of the draft, and the best one unless the draft is there already. */
function marks({ view, plot }: MovingProps): { cuts: Mark[]; best: Mark | null } {
  const profile = view.cut.profile.value;
  const { kind } = view.cut.meta;
  const mark = (at: number, said: (text: string) => string, weight: 400 | 600): Mark => {
    const listed = profile?.cuts[at];
    const text = said(cutText(listed?.text ?? "", kind));
    const half = (plot.ruler.width(text, CHIP, weight) + CHIP_PADDING) / 2;
    return { at, x: plot.scales.x(listed?.value ?? 0), text, half };
  };
  const cuts = view.cut.draft.value.cuts.map((at) => mark(at, (text) => `≤ ${text}`, 600));
  const first = view.cut.bestDraft.value?.cuts[0];
  const best = first === undefined ? null : mark(first, CUT.best, 400);
  return { cuts, best };
}

const overlap = (a: { x: number; half: number }, b: { x: number; half: number }): boolean =>
  Math.abs(a.x - b.x) < a.half + b.half + 4;

/** Ticks of the axis; those under a chip hide. */
export function AxisTicks(props: MovingProps) {
  const { plot } = props;
  const { cuts, best } = marks(props);
  const chips = best ? [...cuts, best] : cuts;
  return (
    <div class="tw-axis" style={{ top: `${plot.frame.bars.bottom}px` }} aria-hidden="true">
      {plot.ticks.map(({ value, text }) => {
        const place = { x: plot.scales.x(value), half: plot.ruler.width(text, 11) / 2 };
        const hidden = chips.some((chip) => overlap(chip, place));
        return (
          <span key={value} style={{ left: `${place.x}px` }}>
            {hidden ? "" : text}
          </span>
        );
      })}
    </div>
  );
}

export function Cuts(props: MovingProps) {
  const { view, plot } = props;
  const { cuts, best } = marks(props);
  const { frame, scales, curve } = plot;
  const shown = (mark: Mark) => mark.x >= frame.left - 1 && mark.x <= frame.right + 1;
  const y = (at: number) => scales.gain(curve.training[at] ?? 0);
  return (
    <>
      {best && shown(best) && !cuts.some((mark) => mark.at === best.at) && (
        <div
          class="tw-best-cut"
          style={{ transform: `translateX(${best.x}px)` }}
          aria-hidden="true"
        >
          <i class="tw-dotted" style={line(frame)} />
          <i class="tw-dot tw-hollow" style={{ top: `${y(best.at)}px` }} />
          {!cuts.some((mark) => overlap(mark, best)) && (
            <span class="tw-chip" style={chip(best, plot)}>
              {best.text}
            </span>
          )}
        </div>
      )}
      {cuts.map((mark, i) => (
        <Cut key={i} {...props} mark={mark} i={i} many={cuts.length > 1} y={y(mark.at)} />
      ))}
      {view.cut.draft.value.cuts.length === 0 && <p class="tw-quiet-line">{CUT.missing}</p>}
    </>
  );
}

const line = (frame: Plot["frame"]) => ({
  top: `${frame.curve.top}px`,
  height: `${frame.bars.bottom - frame.curve.top}px`,
});

/** Chips stay inside the chart: near an edge they stand beside their line. */
function chip({ x, half }: Mark, { frame }: Plot) {
  const shift = Math.max(half - x, 0) - Math.max(x + half - frame.width, 0);
  return { top: `${frame.bars.bottom + 6}px`, transform: `translateX(calc(-50% + ${shift}px))` };
}

/** Every other branch lies on a tint, under the picture. */
export function Shades(props: MovingProps) {
  const { frame } = props.plot;
  const { cuts } = marks(props);
  const inside = (x: number) => Math.min(Math.max(x, frame.left), frame.right);
  return (
    <>
      {cuts.map((mark, i) => {
        const left = inside(mark.x);
        const width = inside(cuts[i + 1]?.x ?? frame.right) - left;
        const style = { ...line(frame), left: `${left}px`, width: `${width}px` };
        return i % 2 === 0 && <i key={i} class="tw-shade" style={style} />;
      })}
    </>
  );
}

interface CutProps extends MovingProps {
  mark: Mark;
  i: number;
  many: boolean;
  y: number;
}

function Cut({ view, plot, mark, i, many, y }: CutProps) {
  const { cut } = view;
  const { frame } = plot;
  const on = cut.active.value === i;
  const listed = cut.profile.value?.cuts[mark.at];
  const gain = measure(cut.verdict.value?.gain ?? 0, 3);
  const hidden = mark.x < frame.left - 1 || mark.x > frame.right + 1;
  return (
    <div
      class={`tw-cut ${on ? "tw-on" : ""}`}
      style={{ transform: `translateX(${mark.x}px)`, visibility: hidden ? "hidden" : undefined }}
      role="slider"
      tabIndex={0}
      aria-label={many ? CUT.cutOf(i + 1) : CUT.cut}
      aria-valuemin={0}
      aria-valuemax={(cut.profile.value?.cuts.length ?? 1) - 1}
      aria-valuenow={mark.at}
      aria-valuetext={CUT.cutText(cut.meta.name, listed?.text ?? "", gain)}
      onFocus={() => {
        cut.active.value = i;
      }}
      onKeyDown={(event) => onKey(event, () => keys(cut, event))}
    >
      <i class="tw-cut-line" style={line(frame)} />
      <i class="tw-dot" style={{ top: `${y}px` }} />
      <i class="tw-grip" style={{ top: `${(frame.bars.top + frame.bars.bottom) / 2}px` }} />
      <span class="tw-chip" style={chip(mark, plot)}>
        {mark.text}
      </span>
    </div>
  );
}

function onKey(event: KeyboardEvent, act: () => boolean): void {
  if (!act()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Arrows one cut, with Shift ten; Home and End the ends; Delete takes one of several away. */
function keys(cut: EditorProps["view"]["cut"], { key, shiftKey }: KeyboardEvent): boolean {
  const by = shiftKey ? 10 : 1;
  if (key === "ArrowRight" || key === "ArrowUp") cut.step(by);
  else if (key === "ArrowLeft" || key === "ArrowDown") cut.step(-by);
  else if (key === "PageUp") cut.step(10);
  else if (key === "PageDown") cut.step(-10);
  else if (key === "Home") cut.toEnd(false);
  else if (key === "End") cut.toEnd(true);
  else if (key === "Delete" && cut.draft.value.cuts.length > 1) cut.removeBranch(cut.active.value);
  else return false;
  return true;
}
