/** The status line: refusals and their reasons, waiting, progress, read-only. Spoken politely. */

import { useEffect, useState } from "preact/hooks";
import type { Job } from "../jobs";
import { WHOLE } from "../model/opening";
import { further, type Price } from "../model/price";
import { panels, withPanels } from "../panels-loader";
import type { LookResult, TreeFigures } from "../protocol.gen";
import type { Scene } from "../scene";
import type { View } from "../view-state";
import { STATUS, VERBS } from "../words";
import { Difference } from "./difference";
import { Icon } from "./icons";
import { useKeyboardBack } from "./keyboard-back";
import { Button } from "./pieces";

/** Work that takes longer than this shows its progress and can be cancelled. */
const LONG_MS = 1000;

export function Status({ scene }: { scene: Scene }) {
  const { view } = scene;
  const { session } = view;
  const long = useLongJob(session.jobs.value[0] ?? null);
  const late = session.jobs.value.find((other) => session.late.value.has(other.id)) ?? null;
  const job = late ?? long;
  const refusal = session.refusal.value;
  const look = view.looking.value;
  const closed = session.status.value === "closed";
  const news = refusal?.message || view.notice.value;
  const large = session.state.value.figures.nodes > WHOLE && session.canEdit.value;
  useEffect(() => {
    if (large) void withPanels(session, () => {});
  }, [large, session]);
  const known = closed && news === STATUS.readOnly; // it stands in the line below
  return (
    <div class="tw-status">
      {large && panels.value ? <panels.value.PruneOffer scene={scene} /> : null}
      {/* A region that comes with its words is silent: this one stays, and says all that comes. */}
      <div class="tw-news" role="status" aria-live="polite" aria-atomic="false">
        {job ? <Working view={view} job={job} waiting={late !== null} /> : null}
        {look ? <Looking view={view} look={look} /> : null}
        {news && !known ? (
          <div class={`tw-said${refusal ? " tw-error" : ""}`}>
            {refusal ? <Icon name="warn" size={16} /> : null}
            <span>{news}</span>
          </div>
        ) : null}
        {closed ? <div class="tw-said tw-calm">{STATUS.readOnly}</div> : null}
      </div>
    </div>
  );
}

/** Which step it is, how it compares with the present, and the ways from here. */
function Looking({ view, look: { step, figures } }: { view: View; look: LookResult }) {
  const { session } = view;
  const { meta, figures: now } = session.tree.value;
  const line = useKeyboardBack<HTMLDivElement>(view.focusCanvas);
  const back = () => {
    void view.look(null);
  };
  const go = () => {
    back();
    void session.act("checkout", { step });
  };
  return (
    <div ref={line} class="tw-said">
      <Icon name="history" size={16} />
      <span>{STATUS.looking(step)}</span>
      <span class="tw-difference">
        <span>{STATUS.besides}</span>
        <Difference meta={meta} of={changed(now, figures)} />
      </span>
      <Button onClick={back}>{STATUS.backToPresent}</Button>
      {session.canEdit.value ? (
        <Button kind="primary" onClick={go}>
          {STATUS.goThere}
        </Button>
      ) : null}
    </div>
  );
}

function changed(from: TreeFigures, to: TreeFigures): Price {
  const [before, after] = [from.validation_error, to.validation_error];
  return {
    leaves: from.leaves - to.leaves,
    error: further(from.error, to.error),
    validation: before === null || after === null ? null : further(before, after),
  };
}

interface WorkingProps {
  readonly view: View;
  readonly job: Job;
  readonly waiting: boolean;
}

function Working({ view, job, waiting }: WorkingProps) {
  const line = useKeyboardBack<HTMLDivElement>(view.focusCanvas);
  const percent = job.share === null ? null : Math.round(job.share * 100);
  const text = waiting ? STATUS.waiting : job.text || STATUS.busy;
  return (
    <div ref={line} class="tw-said">
      <span class="tw-spinner" />
      <span>{text}</span>
      {waiting || percent === null ? null : (
        <>
          <progress aria-label={text} max={100} value={percent} />
          <span class="tw-percent" aria-hidden="true">{`${percent}\u202f%`}</span>
        </>
      )}
      <Button onClick={() => view.session.cancel(job.id)}>{VERBS.cancel}</Button>
    </div>
  );
}

/** The job once it has lasted a second. */
function useLongJob(job: Job | null): Job | null {
  const [, again] = useState(0);
  const since = job?.since ?? null;
  useEffect(() => {
    if (since === null) return;
    const left = LONG_MS - (performance.now() - since);
    const timer = setTimeout(() => again((n) => n + 1), Math.max(left, 0) + 1);
    return () => clearTimeout(timer);
  }, [since]);
  return job && performance.now() - job.since >= LONG_MS ? job : null;
}
