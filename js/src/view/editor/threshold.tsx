/** A threshold as text: any number, date or level. What it becomes is said once Python knows. */

import type { TargetedEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { meant } from "../../model/typed";
import { cutText } from "../../numbers";
import { NAME_LIMIT } from "../../protocol.gen";
import { CUT } from "../../words-cut";
import { Button, taken, useUnique } from "../pieces";
import type { EditorProps } from "../props";
import { commit } from "./foot";

interface ThresholdProps extends EditorProps {
  /** Which of the cuts. */
  readonly at: number;
  /** What stands where it is said why one that was typed cannot be. */
  readonly faultId: string;
}

export function Threshold(props: ThresholdProps) {
  const { view, at, faultId } = props;
  const cut = cutOf(view);
  const becomesId = useUnique();
  const { typed, text, fault, ...field } = useTyped(props);
  const many = cut.draft.value.cuts.length > 1;
  const on = cut.active.value === at;
  const becomes =
    typed !== null && on && !fault && !cut.more.waiting.value && typed.trim() !== text;
  return (
    <span class={`tw-threshold ${on ? "tw-on" : ""} ${fault ? "tw-wrong" : ""}`}>
      <span aria-hidden="true">≤</span>
      <input
        {...field}
        type="text"
        autocomplete="off"
        spellcheck={false}
        aria-label={CUT.threshold(many ? at + 1 : 0)}
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={fault ? faultId : becomes ? becomesId : undefined}
        maxLength={NAME_LIMIT}
        size={Math.min(Math.max((typed ?? text).length, 4), 18)}
        value={typed ?? text}
      />
      {cut.canRemove && (
        <Button icon="close" label={CUT.removeCut(text)} onClick={() => cut.removeBranch(at)} />
      )}
      {becomes && (
        <span id={becomesId} class="tw-becomes" role="status">
          {CUT.becomes(text)}
        </span>
      )}
    </span>
  );
}

/** What is being typed, if anything is, the cut as it stands, and how the field hears of both. */
function useTyped(props: ThresholdProps) {
  const { view, at } = props;
  const cut = cutOf(view);
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const listed = cut.profile.value?.cuts[cut.draft.value.cuts[at] ?? -1];
  const text = listed ? cutText(listed.text, cut.meta.kind) : "";
  const fault = cut.active.value === at ? cut.more.fault.value : null;
  useEffect(() => {
    // What was refused stays to be read until the cut is moved by other means.
    if (!fault && !ref.current?.matches(":focus")) setTyped(null);
  }, [fault]);
  const onFocus = (event: TargetedEvent<HTMLInputElement>) => {
    cut.active.value = at;
    event.currentTarget.select();
  };
  const onInput = (event: TargetedEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    setTyped(value);
    cut.active.value = at;
    if (value.trim()) cut.type(meant(value, cut.meta));
    else cut.more.drop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Enter") void commit(props);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      setTyped(null);
      cut.step((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
    } else return;
    taken(event);
  };
  const onBlur = () => fault || setTyped(null);
  return { typed, text, fault, ref, onFocus, onInput, onKeyDown, onBlur };
}
