/** Under the canvas: every step with its errors, and the last gesture as its line of Python. */

import { useEffect, useRef, useState } from "preact/hooks";
import { isTold, middle } from "../model/names";
import { errorText, errorWords } from "../model/node-words";
import { type Strip, type StripFrame, strip, WORDED } from "../model/strip";
import { isRegression } from "../model/tree";
import { panels, withPanels } from "../panels-loader";
import type { Fork, HistoryWire, Step } from "../protocol.gen";
import type { View } from "../view-state";
import { TOOLBAR } from "../words";
import { HISTORY } from "../words-inspect";
import { Icon } from "./icons";
import { useKeyboardBack } from "./keyboard-back";
import { LastGesture } from "./last-gesture";
import { rove } from "./pieces";
import type { Props, StripProps, ViewProps } from "./props";
import { useSize } from "./use-size";

const FRAME: StripFrame = { height: 74, top: 14, bottom: 50, left: 8 };

/** What a flag takes of its name's room, and what the last one has at least. */
const FLAG = 20;
const NAMED = 84;

/** The lines that were left stand beside their step, below: at most so many, so far apart. */
const FORKS = 2;
const FORK = 14;
const FORK_Y = 51;

const forksAt = (forks: readonly Fork[], { step }: Step): Fork[] =>
  forks.filter(({ at }) => at === step).slice(-FORKS);

/** Its first word: "prune_to" would run into the next step's. */
const shortly = (verb: string): string => verb.replace(/_.*/, "");

export function HistoryStrip({ view }: Props) {
  const [listed, setListed] = useState(false);
  const list = () => void withPanels(view.session, () => setListed(true));
  return (
    <>
      <section class="tw-history" aria-label={TOOLBAR.history}>
        <Steps view={view} onList={list} />
        <LastGesture view={view} onList={list} />
      </section>
      {listed && panels.value && (
        <panels.value.HistoryList view={view} onClose={() => setListed(false)} />
      )}
    </>
  );
}

function Steps({ view, onList }: StripProps) {
  const { session } = view;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const { history, revision } = session.state.value;
  const { meta } = session.tree.value;
  const { steps, position, forks } = history;
  useEffect(() => {
    // A gesture, here or in a cell, ends the look back: what is on the screen is the present.
    void view.look(null);
  }, [view, revision]);
  useEffect(() => {
    const strip = box.current;
    const now = strip?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (strip && now) strip.scrollLeft = now.offsetLeft - strip.clientWidth + 60;
  }, [history, size]);
  // Flags stand above the lines, not on them.
  const top = steps.some(({ checkpoint }) => checkpoint !== null) ? 21 : FRAME.top;
  const drawn = size && strip(history, size.width, { ...FRAME, top }, !isRegression(meta));
  return (
    <div class="tw-steps">
      <b>{errorWords(meta)[1]}</b>
      {drawn?.ticks.map(({ value, text }) => (
        <span key={value} style={{ top: `${drawn.y(value) - 8}px` }}>
          {text}
        </span>
      ))}
      <div ref={box}>
        {drawn && <Lines {...{ drawn, steps, position, forks }} />}
        {drawn && steps[0]?.step !== 0 && (
          <button type="button" class="tw-earlier" title={HISTORY.earlier} onClick={onList}>
            …
          </button>
        )}
        {drawn && (
          <ol aria-label={HISTORY.strip} onKeyDown={(event) => rove(event, "button")}>
            {steps.map((step, i) => (
              <Place key={step.step} {...{ view, drawn, step, i }} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

interface PlaceProps extends ViewProps {
  readonly drawn: Strip;
  readonly step: Step;
  readonly i: number;
}

/** A step under its dots, with the lines that were left there and its checkpoint. */
function Place({ view, drawn, step, i }: PlaceProps) {
  const { history } = view.session.state.value;
  const { position, forks } = history;
  const { gap } = drawn;
  const words = wordsOf(view, step);
  const told = (gap >= WORDED && step.checkpoint) || "";
  const name = told && view.ruler.fit(told, roomFor(history, drawn, i), 11);
  const item = useKeyboardBack<HTMLLIElement>(view.focusCanvas);
  return (
    <li
      ref={item}
      style={{ left: `${drawn.x(i) - gap / 2}px`, width: `${gap}px` }}
      class={i > position ? "tw-redo" : ""}
    >
      <button
        type="button"
        aria-label={words}
        aria-current={i === position ? "step" : undefined}
        tabIndex={i === position ? 0 : -1}
        {...leading(view, step, words)}
      >
        {(gap >= WORDED || i === position) && shortly(step.verb)}
      </button>
      {forksAt(forks, step).map((fork, k) => (
        <button
          key={fork.step}
          type="button"
          class="tw-fork"
          style={{ left: `${gap / 2 + k * FORK}px` }}
          aria-label={HISTORY.fork(fork)}
          tabIndex={-1}
          {...leading(view, fork, HISTORY.fork(fork))}
        />
      ))}
      {step.checkpoint !== null && (
        <span aria-hidden="true">
          <Icon name="flag" size={13} />
          {isTold(name) && name}
        </span>
      )}
    </li>
  );
}

/** For the name of a checkpoint: as far as the next flag, or the end; where that is near, beyond. */
function roomFor({ steps }: HistoryWire, drawn: Strip, i: number): number {
  const next = steps.findIndex(({ checkpoint }, k) => k > i && checkpoint !== null);
  const room = (next < 0 ? drawn.width : drawn.x(next)) - drawn.x(i) - FLAG;
  return next < 0 ? Math.max(room, NAMED) : room;
}

function wordsOf(view: View, step: Step): string {
  const { meta } = view.session.tree.value;
  const validation = step.validation_error === null ? "" : errorText(meta, step.validation_error);
  const said = HISTORY.step(
    step,
    `${errorWords(meta)[0]} ${errorText(meta, step.error)}`,
    validation,
  );
  return step.checkpoint === null
    ? said
    : `${said}, ${HISTORY.checkpoint(middle(step.checkpoint))}`;
}

/** What a button does that stands for a version: a click looks at it, a second one goes there. */
function leading(view: View, { step, line }: Step | Fork, words: string) {
  const { session } = view;
  const { steps, position } = session.state.value.history;
  const present = step === steps[position]?.step;
  const go = () => {
    void view.look(null);
    if (!present) void session.act("checkout", { step });
  };
  return {
    "aria-pressed": step === view.looking.value?.step,
    title: `${words}\n${middle(line, 120)}`,
    onClick: () => void view.look(present ? null : step),
    onDblClick: go,
  };
}

interface LinesProps {
  drawn: Strip;
  steps: readonly Step[];
  position: number;
  forks: readonly Fork[];
}

function Lines({ drawn, steps, position, forks }: LinesProps) {
  const { x, y, width } = drawn;
  const at = x(position);
  return (
    <svg class="tw-strip" width={width} height={FRAME.height} aria-hidden="true">
      {drawn.ticks.map(({ value }) => (
        <path key={value} class="tw-grid" d={`M0 ${y(value)}H${width}`} />
      ))}
      <line class="tw-now" x1={at} x2={at} y1={6} y2={FRAME.bottom + 6} />
      {steps.map((step, i) =>
        forksAt(forks, step).map((fork, k) => {
          const end = x(i) + (k + 1) * FORK - 2;
          const from = `M${x(i)} ${y(step.error)}Q${x(i)} ${FORK_Y} ${end} ${FORK_Y}`;
          return (
            <g key={fork.step} class="tw-left">
              <path d={from} />
              <circle cx={end} cy={FORK_Y} r={2.5} />
            </g>
          );
        }),
      )}
      {[drawn.redo, drawn.past].map(({ training, validation }, i) => (
        <g key={i} class={i ? "" : "tw-redo"}>
          <path class="tw-dashed" d={validation} />
          <path class="tw-solid" d={training} />
        </g>
      ))}
      {steps.map(({ error, validation_error: held }, i) => (
        <g key={i} class={i > position ? "tw-redo" : ""}>
          {held !== null && <circle class="tw-hollow" cx={x(i)} cy={y(held)} r={3} />}
          <circle cx={x(i)} cy={y(error)} r={i === position ? 4 : 3} />
        </g>
      ))}
    </svg>
  );
}
