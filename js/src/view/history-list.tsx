/** Every gesture: of the line in force, all of it as Python, and of the lines that were left. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { HistoryResult, Step } from "../protocol.gen";
import { HISTORY } from "../words-inspect";
import { LIST } from "../words-panels";
import { Awaited } from "./awaited";
import { Code, Told } from "./code";
import { Icon } from "./icons";
import { Button, focusOn, Name, onEscape, useAnswer } from "./pieces";
import type { ListProps, ViewProps } from "./props";

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
            {LIST.copyAll}
          </Button>
        )}
        <Button icon="close" label={LIST.close} onClick={close} />
      </header>
      {value ? (
        <Entries view={view} history={value} onClose={close} />
      ) : (
        <Awaited view={view} error={error} />
      )}
    </div>
  );
}

function Entries({ view, history, onClose }: ListProps & { history: HistoryResult }) {
  const { steps, position, left } = history;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // After a long day the present is far below; a page that holds the frame does not scroll for it.
    const list = box.current as HTMLElement;
    const { offsetTop, offsetHeight } = list.querySelector("[aria-current=true]") as HTMLElement;
    list.scrollTop = offsetTop - list.offsetTop - (list.clientHeight - offsetHeight) / 2;
  }, []);
  const go = async (step: number) => {
    if (await view.session.act("checkout", { step })) onClose();
  };
  const entry = (step: Step, redo: boolean, present: boolean) => (
    <Entry key={step.step} {...{ view, step, redo, present }} onGo={() => void go(step.step)} />
  );
  return (
    <div ref={box} class="tw-history-entries">
      <ol>{steps.map((step, i) => entry(step, i > position, i === position))}</ol>
      {left.length > 0 && (
        <>
          <h3>{LIST.left}</h3>
          <ol aria-label={LIST.left}>{left.map((step) => entry(step, false, false))}</ol>
        </>
      )}
    </div>
  );
}

interface EntryProps extends ViewProps {
  step: Step;
  redo: boolean;
  present: boolean;
  onGo: () => void;
}

function Entry({ view, step: { step, line, text, checkpoint }, redo, present, onGo }: EntryProps) {
  return (
    <li class={redo ? "tw-redo" : ""} aria-current={present}>
      <span>{step}</span>
      <div>
        <Code line={line} />
        <Told text={text} />
      </div>
      {checkpoint !== null && (
        <span>
          <Icon name="flag" size={13} />
          <Name text={checkpoint} />
        </span>
      )}
      <Button icon="copy" label={`${HISTORY.copyLine} ${step}`} onClick={() => view.copy(line)} />
      <Button label={`${LIST.go} ${step}`} why={present ? LIST.present : null} onClick={onGo}>
        {LIST.go}
      </Button>
    </li>
  );
}
