/** A threshold as text: any number, date or level. What it becomes is said once Python knows. */

import { useEffect, useRef, useState } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { meant } from "../../model/typed";
import { cutText } from "../../numbers";
import { NAME_LIMIT } from "../../protocol.gen";
import { CUT } from "../../words-inspect";
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
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const cuts = cut.draft.value.cuts;
  const listed = cut.profile.value?.cuts[cuts[at] ?? -1];
  const text = listed ? cutText(listed.text, cut.meta.kind) : "";
  const on = cut.active.value === at;
  const fault = on ? cut.more.fault.value : null;
  const becomes =
    typed !== null && on && !fault && !cut.more.waiting.value && typed.trim() !== text;
  useEffect(() => {
    // What was refused stays to be read until the cut is moved by other means.
    if (!fault && !input.current?.matches(":focus")) setTyped(null);
  }, [fault]);
  const onInput = (value: string) => {
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
  return (
    <span class={`tw-threshold ${on ? "tw-on" : ""} ${fault ? "tw-wrong" : ""}`}>
      <span aria-hidden="true">≤</span>
      <input
        ref={input}
        type="text"
        autocomplete="off"
        spellcheck={false}
        aria-label={CUT.threshold(cuts.length > 1 ? at + 1 : 0)}
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={fault ? faultId : becomes ? becomesId : undefined}
        maxLength={NAME_LIMIT}
        size={Math.min(Math.max((typed ?? text).length, 4), 18)}
        value={typed ?? text}
        onFocus={(event) => {
          cut.active.value = at;
          event.currentTarget.select();
        }}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={() => fault || setTyped(null)}
        onKeyDown={onKeyDown}
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
