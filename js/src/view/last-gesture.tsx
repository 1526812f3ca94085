/** The last gesture: its line of Python, what it did, Copy, Checkpoint, and the way to all of them. */

import { useRef, useState } from "preact/hooks";
import { whyFixed } from "../commands";
import { panels, withPanels } from "../panels-loader";
import { HISTORY } from "../words-inspect";
import { Code, Told } from "./code";
import { Button } from "./pieces";
import type { StripProps } from "./props";

export function LastGesture({ view, onList }: StripProps) {
  const [naming, setNaming] = useState(false);
  const header = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const name = () => {
    // By a press there is none: the keyboard is of more use on the canvas.
    opener.current = header.current?.querySelector<HTMLElement>(":focus-visible") ?? null;
    void withPanels(view.session, () => setNaming(true));
  };
  const back = () => (opener.current ? opener.current.focus() : view.focusCanvas());
  const { steps, position } = view.session.state.value.history;
  const step = steps[position];
  if (!step) return null;
  return (
    <div class="tw-last">
      <header ref={header}>
        <strong>{HISTORY.last}</strong>
        <span class="tw-muted">{HISTORY.where(step.step, step.node)}</span>
        <Button
          kind="plain"
          icon="copy"
          label={HISTORY.copyLine}
          onClick={() => view.copy(step.line)}
        >
          {HISTORY.copy}
        </Button>
        <Button kind="plain" icon="flag" why={whyFixed(view.session, view)} onClick={name}>
          {HISTORY.addCheckpoint}
        </Button>
        <Button icon="list" label={HISTORY.all} onClick={onList} />
      </header>
      {naming && panels.value ? (
        <panels.value.Naming view={view} onBack={back} onDone={() => setNaming(false)} />
      ) : (
        <div role="status">
          <Code line={step.line} />
          <Told text={step.text} />
        </div>
      )}
    </div>
  );
}
