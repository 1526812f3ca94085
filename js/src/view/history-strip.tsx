/** Under the canvas: every step with its errors, and the last gesture as its line of Python. */

import { useEffect, useRef, useState } from "preact/hooks";
import { middle } from "../model/conditions";
import { type StripFrame, strip, WORDED } from "../model/strip";
import { measure, share } from "../numbers";
import type { Step } from "../protocol.gen";
import { HISTORY } from "../words-inspect";
import type { Props } from "./frame";
import { HistoryList } from "./history-list";
import { Icon } from "./icons";
import { LastGesture } from "./last-gesture";
import { useSize } from "./use-size";

const FRAME: StripFrame = { height: 74, top: 14, bottom: 50, left: 88 };

export function HistoryStrip(props: Props) {
  const [listed, setListed] = useState(false);
  return (
    <>
      <section class="tw-history" aria-label={HISTORY.region}>
        <Steps {...props} />
        <LastGesture {...props} onList={() => setListed(true)} />
      </section>
      {listed && <HistoryList {...props} onClose={() => setListed(false)} />}
    </>
  );
}

/** "error 23.8 %, validation 25.3 %" */
export function figuresOf(step: Step, rate: boolean): string {
  const text = (value: number) => (rate ? share(value) : measure(value, 3));
  const validation = step.validation_error === null ? null : text(step.validation_error);
  return HISTORY.figures(text(step.error), validation);
}

function Steps({ session, view }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const { history } = session.state.value;
  const rate = session.meta.value.task === "classification";
  const looking = view.looking.value?.step ?? null;
  const present = history.steps[history.position]?.step;
  useEffect(() => {
    // A gesture, here or in a cell, ends the look back: what is on the screen is the present.
    view.looking.value = null;
  }, [view, session.state.value.revision]);
  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && box.current)
      box.current.scrollLeft = current.offsetLeft - box.current.clientWidth + 40;
  }, [history, size]);
  const drawn = size && strip(history, size.width, FRAME, rate);
  const look = async (step: number) => {
    if (step === present) view.looking.value = null;
    else view.looking.value = await session.ask("look", { step }).catch(() => null);
  };
  const go = (step: number) => {
    view.looking.value = null;
    if (step !== present) void session.act("checkout", { step });
  };
  return (
    <div class="tw-steps" ref={box}>
      <span class="tw-strip-title">{HISTORY.error}</span>
      {drawn && (
        <>
          <Lines drawn={drawn} steps={history.steps} position={history.position} />
          <ol aria-label={HISTORY.strip} onKeyDown={alongSteps}>
            {history.steps.map((step, i) => (
              <StepButton
                key={step.step}
                step={step}
                x={drawn.x(i)}
                gap={drawn.gap}
                state={i === history.position ? "present" : i > history.position ? "redo" : "past"}
                looked={step.step === looking}
                rate={rate}
                onLook={() => void look(step.step)}
                onGo={() => go(step.step)}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** Arrow keys from step to step. */
function alongSteps(event: KeyboardEvent): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  buttons[at + by]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

interface LinesProps {
  drawn: ReturnType<typeof strip>;
  steps: readonly Step[];
  position: number;
}

function Lines({ drawn, steps, position }: LinesProps) {
  const { x, y, width } = drawn;
  return (
    <svg class="tw-strip" width={width} height={FRAME.height} aria-hidden="true">
      {drawn.ticks.map((tick) => (
        <g key={tick.value}>
          <line class="tw-grid" x1={FRAME.left} x2={width} y1={y(tick.value)} y2={y(tick.value)} />
          <text class="tw-tick" x={FRAME.left - 6} y={y(tick.value) + 4} text-anchor="end">
            {tick.text}
          </text>
        </g>
      ))}
      <line class="tw-now" x1={x(position)} x2={x(position)} y1={6} y2={FRAME.bottom + 6} />
      <path class="tw-dashed" d={drawn.validation} />
      <path class="tw-solid" d={drawn.training} />
      {steps.map((step, i) => (
        <g key={step.step} class={i > position ? "tw-redo" : ""}>
          {step.validation_error !== null && (
            <circle class="tw-hollow" cx={x(i)} cy={y(step.validation_error)} r={3} />
          )}
          <circle cx={x(i)} cy={y(step.error)} r={i === position ? 4 : 3} />
        </g>
      ))}
    </svg>
  );
}

interface StepProps {
  step: Step;
  x: number;
  gap: number;
  state: "past" | "present" | "redo";
  looked: boolean;
  rate: boolean;
  onLook: () => void;
  onGo: () => void;
}

function StepButton({ step, x, gap, state, looked, rate, onLook, onGo }: StepProps) {
  const present = state === "present";
  const label = HISTORY.step(step.step, step.verb, figuresOf(step, rate));
  const named = step.checkpoint === null ? "" : `, ${HISTORY.checkpoint(middle(step.checkpoint))}`;
  return (
    <li style={{ left: `${x - gap / 2}px`, width: `${gap}px` }} class={`tw-step-${state}`}>
      <button
        type="button"
        class={looked ? "tw-looked" : ""}
        aria-label={label + named}
        aria-current={present ? "step" : undefined}
        aria-pressed={looked}
        tabIndex={present ? 0 : -1}
        title={`${label}${named}\n${middle(step.line, 120)}`}
        onClick={onLook}
        onDblClick={onGo}
      >
        {(gap >= WORDED || present) && <span class="tw-verb">{step.verb}</span>}
      </button>
      {step.checkpoint !== null && (
        <span class="tw-flag" aria-hidden="true">
          <Icon name="flag" size={13} />
          {gap >= WORDED && middle(step.checkpoint, 14)}
        </span>
      )}
    </li>
  );
}
