/** Error along the sequence, with the slider under it: the whole chart is the slider's. */

import { useMemo, useRef } from "preact/hooks";
import {
  areApart,
  choicePlaces,
  curvesOf,
  leavesAt,
  leavesTold,
  linePath,
} from "../../model/sequence";
import { count } from "../../numbers";
import type { Meta, PruningResult } from "../../protocol.gen";
import type { PruningState } from "../../pruning-state";
import { FIGURES, TOOLBAR } from "../../words";
import { PRUNING } from "../../words-panels";
import { Button, focusOn } from "../pieces";
import { useSize } from "../use-size";
import { isShare, lossText, lossWords } from "./loss";
import type { PruningProps } from "./props";
import { commit } from "./side";

/** With more steps than this a dot for each says nothing. */
const DOTTED = 48;
const THUMB = 10;
const TEXT = 11;
/** Where the axis of leaves has its name. */
const NAMED = 8;
/** How far above the foot the numbers of leaves stand, and the slider's rail. */
const NUMBERS = 34;
const RAIL = 16;
const BOX = { left: 56, right: 16, top: 10, bottom: 50 };

export function PruningChart({ view, pruning }: PruningProps) {
  const { session } = view;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const result = pruning.result.value;
  const { meta } = session.tree.value;
  const folds = result?.folds ?? 0;
  return (
    <figure class="tw-pruning-chart">
      <figcaption>
        <strong>{PRUNING.chart(lossWords(meta)[1])}</strong>
        {folds > 0 && (
          <>
            <span>
              <i class="tw-solid" /> {PRUNING.cross(folds)}
            </span>
            <span>
              <i class="tw-band" /> {PRUNING.band}
            </span>
          </>
        )}
        <span>
          <i class="tw-thin" /> {FIGURES.training}
        </span>
        {meta.has_validation && (
          <span>
            <i class="tw-dashed" /> {FIGURES.validation}
          </span>
        )}
        <Folds pruning={pruning} />
      </figcaption>
      <div class="tw-plot" ref={box}>
        {result && size && <Plot view={view} pruning={pruning} result={result} {...size} />}
      </div>
    </figure>
  );
}

/** How many folds, and the button that draws them. */
function Folds({ pruning }: Pick<PruningProps, "pruning">) {
  return (
    <label class="tw-folds">
      <input
        type="number"
        min={2}
        max={100}
        value={pruning.folds.value}
        onChange={({ currentTarget }) => {
          pruning.folds.value = Math.max(Math.round(Number(currentTarget.value)) || 10, 2);
        }}
      />
      {PRUNING.folds}
      <Button why={pruning.busy.value} onClick={() => void pruning.validate()}>
        {PRUNING.validate}
      </Button>
    </label>
  );
}

interface PlotProps extends PruningProps {
  readonly result: PruningResult;
  readonly width: number;
  readonly height: number;
}

function Plot({ view, pruning, result, width, height }: PlotProps) {
  const { meta } = view.session.tree.value;
  const on = pruning.stepwise;
  const box = { ...BOX, right: width - BOX.right, bottom: height - BOX.bottom };
  const curves = curvesOf(result, box, isShare(meta));
  return (
    <>
      <input
        ref={focusOn}
        type="range"
        class="tw-slide"
        style={{ left: `${box.left - THUMB}px`, width: `${box.right - box.left + 2 * THUMB}px` }}
        min={0}
        max={curves.steps - 1}
        value={pruning.step.value}
        disabled={!on}
        aria-label={PRUNING.slider}
        aria-valuetext={spoken(pruning, result, meta)}
        onInput={({ currentTarget }) => {
          pruning.step.value = Number(currentTarget.value);
        }}
        // Held down it may be the one that opened this.
        onKeyDown={({ key, repeat }) =>
          key === "Enter" && !repeat && void commit({ view, pruning })
        }
      />
      <svg class={on ? "" : "tw-off"} width={width} height={height} aria-hidden="true">
        <Levels curves={curves} box={box} />
        <Validated result={result} curves={curves} />
        <path class="tw-thin" d={linePath(result.train, curves)} />
        <path class="tw-dashed" d={linePath(result.validation, curves)} />
        <Leaves {...{ view, pruning, result, curves, width, height }} />
        <path class="tw-rail" d={`M${box.left} ${height - RAIL}H${box.right}`} />
        {on && <Here {...{ pruning, result, curves, box, height }} />}
        <Chosen
          result={result}
          curves={curves}
          box={box}
          width={(text) => view.ruler.width(text, TEXT)}
        />
      </svg>
    </>
  );
}

/** Where the slider stands, in words. */
function spoken(pruning: PruningState, result: PruningResult, meta: Meta): string {
  const { leaves, error, validation, cross } = pruning.at(result, pruning.step.value);
  const said = [
    `${count(leaves)} ${TOOLBAR.leaves(leaves)}`,
    `${FIGURES.training} ${lossText(meta, error)}`,
  ];
  if (validation !== null) said.push(`${FIGURES.validation} ${lossText(meta, validation)}`);
  if (cross !== null) said.push(`${PRUNING.fold(result.folds)} ${lossText(meta, cross)}`);
  return said.join(", ");
}

type Curves = ReturnType<typeof curvesOf>;
type Box = Parameters<typeof curvesOf>[1];

function Levels({ curves, box }: { readonly curves: Curves; readonly box: Box }) {
  return curves.ticks.map(({ value, text }) => {
    const level = curves.y(value);
    return (
      <g key={value}>
        <path class="tw-grid" d={`M${box.left} ${level}H${box.right}`} />
        <text class="tw-tick" x={box.left - 10} y={level + 4} text-anchor="end">
          {text}
        </text>
      </g>
    );
  });
}

/** How many leaves there are along the sequence; the present number gives way to none. */
function Leaves({ view, pruning, result, curves, width, height }: PlotProps & { curves: Curves }) {
  const ruled = (text: string) => view.ruler.width(text.replace(/\d/g, "0"), TEXT, 600);
  const left = NAMED + ruled(PRUNING.leaves) + 6;
  const axis = { leaves: result.leaves, x: curves.x, left, right: width, width: ruled };
  const each = useMemo(() => leavesTold(axis), [result, width, view.ruler.epoch.value]);
  const here = pruning.stepwise ? leavesAt(axis, pruning.step.value) : null;
  const told = here ? [here, ...each.filter((one) => areApart(one, here))] : each;
  return (
    <>
      <text class="tw-tick" x={NAMED} y={height - NUMBERS}>
        {PRUNING.leaves}
      </text>
      {told.map((one) => (
        <text
          key={one.step}
          class={one === here ? "tw-here" : "tw-tick"}
          x={one.x}
          y={height - NUMBERS}
          text-anchor="middle"
        >
          {one.text}
        </text>
      ))}
    </>
  );
}

interface HereProps extends Pick<PlotProps, "pruning" | "result" | "height"> {
  readonly curves: Curves;
  readonly box: Box;
}

/** Where the slider stands: what lies behind it is cut off. */
function Here({ pruning, result, curves, box, height }: HereProps) {
  const step = pruning.step.value;
  const now = curves.x(step);
  const error = (result.cross[step] ?? result.train[step]) as number;
  return (
    <>
      <path class="tw-rail tw-cut-off" d={`M${now} ${height - RAIL}H${box.right}`} />
      <path class="tw-solid" d={`M${now} ${box.top}V${box.bottom + 4}`} />
      <circle class="tw-knob" cx={now} cy={curves.y(error)} r={5} />
      <circle class="tw-thumb" cx={now} cy={height - RAIL} r={THUMB - 1} />
    </>
  );
}

interface ValidatedProps {
  readonly result: PruningResult;
  readonly curves: Curves;
}

/** The cross-validated curve with its errors, its minimum and the 1-SE choice. */
function Validated({ result, curves }: ValidatedProps) {
  const { cross, cross_low: low, cross_high: high, minimum, one_se: oneSe } = result;
  const { x, y, steps } = curves;
  if (!cross.length) return null;
  const [least, most] = [y(cross[minimum] as number), y(high[minimum] as number)];
  const marked = new Set([minimum, oneSe]);
  return (
    <>
      <rect class="tw-band" x={x(0)} y={most} width={x(steps - 1) - x(0)} height={least - most} />
      <path class="tw-solid" d={linePath(cross, curves)} />
      {[...(steps > DOTTED ? marked : cross.keys())].map((i) => (
        <g key={i}>
          <path
            class="tw-bar"
            d={`M${x(i) - 4} ${y(high[i] as number)}h8m-4 0V${y(low[i] as number)}m-4 0h8`}
          />
          <circle
            class="tw-point"
            cx={x(i)}
            cy={y(cross[i] as number)}
            r={marked.has(i) ? 5 : 3.5}
          />
        </g>
      ))}
    </>
  );
}

interface ChosenProps extends ValidatedProps {
  readonly box: Box;
  readonly width: (text: string) => number;
}

/** Their names, over every line. */
function Chosen({ result, curves, box, width }: ChosenProps) {
  const { cross, minimum, one_se: oneSe } = result;
  if (!cross.length) return null;
  const { minimum: least, one_se: simplest } = PRUNING;
  const both = minimum === oneSe;
  const choices = [
    { step: minimum, text: both ? `${least}, ${simplest}` : least },
    ...(both ? [] : [{ step: oneSe, text: simplest }]),
  ];
  return (
    <>
      {choicePlaces(choices, result, curves, box, width).map(({ text, x, y }) => (
        <text key={text} class="tw-choice" x={x} y={y} text-anchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}
