/** Every gesture of the line in force, and all of it as Python. */

import { useEffect, useRef } from "preact/hooks";
import { middle } from "../model/conditions";
import type { Step } from "../protocol.gen";
import { HISTORY, INSPECT } from "../words-inspect";
import { Code } from "./code";
import type { Props } from "./frame";
import { figuresOf } from "./history-strip";
import { Icon } from "./icons";
import { Button, CopyButton, hint, IconButton, useAnswer } from "./pieces";

export function HistoryList({ session, view, onClose }: Props & { onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const { revision } = session.state.value;
  const { value, error } = useAnswer(() => session.ask("history", {}), [revision]);
  useEffect(() => {
    box.current?.focus();
  }, []);
  const close = () => {
    onClose();
    view.focusCanvas();
  };
  return (
    <div
      class="tw-history-list"
      role="dialog"
      aria-label={HISTORY.all}
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <h2>{HISTORY.all}</h2>
        {value && (
          <CopyButton text={() => value.code} label={HISTORY.copyAll}>
            {HISTORY.copyAll}
          </CopyButton>
        )}
        <IconButton icon="close" label={HISTORY.close} onClick={close} />
      </header>
      {error !== null && <p class="tw-quiet-line">{error}</p>}
      {error === null && value === null && <p class="tw-quiet-line tw-late">{INSPECT.loading}</p>}
      {value && (
        <Entries
          {...{ session, view }}
          steps={value.steps}
          position={value.position}
          onGone={close}
        />
      )}
    </div>
  );
}

interface EntriesProps extends Props {
  steps: readonly Step[];
  position: number;
  onGone: () => void;
}

function Entries({ session, steps, position, onGone }: EntriesProps) {
  const rate = session.meta.value.task === "classification";
  const go = async (step: number) => {
    if (await session.act("checkout", { step })) onGone();
  };
  return (
    <ol>
      {steps.map((step, i) => (
        <li key={step.step} class={i > position ? "tw-redo" : ""} aria-current={i === position}>
          <span class="tw-entry-step">{step.step}</span>
          <span class="tw-entry">
            <Code line={step.line} />
            <span class="tw-extent" title={hint(step.text)}>
              {step.text || figuresOf(step, rate)}
            </span>
          </span>
          {step.checkpoint !== null && (
            <span class="tw-entry-flag">
              <Icon name="flag" size={13} /> {middle(step.checkpoint)}
            </span>
          )}
          <CopyButton text={() => step.line} label={`${HISTORY.copyLine} ${step.step}`} />
          <Button
            label={`${HISTORY.go} ${step.step}`}
            why={i === position ? HISTORY.present : null}
            onClick={() => void go(step.step)}
          >
            {HISTORY.go}
          </Button>
        </li>
      ))}
    </ol>
  );
}
