/** Every gesture of the line in force, and all of it as Python. */

import { middle } from "../model/names";
import type { HistoryResult } from "../protocol.gen";
import { HISTORY } from "../words-inspect";
import { Code, Told } from "./code";
import { Icon } from "./icons";
import { Button, focusOn, onEscape, Quiet, useAnswer } from "./pieces";
import type { ViewProps } from "./props";

interface ListProps extends ViewProps {
  onClose: () => void;
}

export function HistoryList({ view, onClose }: ListProps) {
  const { session } = view;
  const { revision } = session.state.value;
  const { value, error } = useAnswer(() => session.ask("history", {}), [revision]);
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
      ref={focusOn}
      onKeyDown={onEscape(close)}
    >
      <header>
        <h2>{HISTORY.all}</h2>
        {value && (
          <Button kind="plain" icon="copy" onClick={() => view.copy(value.code)}>
            {HISTORY.copyAll}
          </Button>
        )}
        <Button icon="close" label={HISTORY.close} onClick={close} />
      </header>
      {value ? <Entries view={view} history={value} onClose={close} /> : <Quiet>{error}</Quiet>}
    </div>
  );
}

function Entries({ view, history, onClose }: ListProps & { history: HistoryResult }) {
  const { steps, position } = history;
  const go = async (step: number) => {
    if (await view.session.act("checkout", { step })) onClose();
  };
  return (
    <ol>
      {steps.map(({ step, line, text, checkpoint }, i) => (
        <li key={step} class={i > position ? "tw-redo" : ""} aria-current={i === position}>
          <span>{step}</span>
          <div>
            <Code line={line} />
            <Told text={text} />
          </div>
          {checkpoint !== null && (
            <span>
              <Icon name="flag" size={13} /> {middle(checkpoint)}
            </span>
          )}
          <Button
            icon="copy"
            label={`${HISTORY.copyLine} ${step}`}
            onClick={() => view.copy(line)}
          />
          <Button
            label={`${HISTORY.go} ${step}`}
            why={i === position ? HISTORY.present : null}
            onClick={() => void go(step)}
          >
            {HISTORY.go}
          </Button>
        </li>
      ))}
    </ol>
  );
}
