/** What a node shall predict: one of the classes, a number, or again what the rows say. */

import { useEffect, useRef, useState } from "preact/hooks";
import { middle } from "../model/names";
import { plainNumber } from "../numbers";
import { LABELS } from "../words-panels";
import { type Entry, MenuItems } from "./menu-items";
import { Fault, staying } from "./panel-pieces";
import { Button, hint, onEnter, useUnique } from "./pieces";
import type { LabelProps } from "./props";

export function LabelForm(props: LabelProps) {
  const { meta } = props.scene.view.tree.value;
  return meta.task === "classification" ? <ClassChoice {...props} /> : <ValueForm {...props} />;
}

function ClassChoice({ scene, node, onDone }: LabelProps) {
  const { session } = scene.view;
  const { meta } = scene.view.tree.value;
  const set = (value: number | null) => () => void session.act("label", { node, value });
  const classes = meta.classes.map(
    (name, value): Entry => ({ text: middle(name, 32), key: "", reason: null, run: set(value) }),
  );
  const none: Entry = {
    text: LABELS.none,
    key: "",
    reason: null,
    rule: true,
    run: set(null),
  };
  return <MenuItems name={LABELS.as} entries={[...classes, none]} onClose={onDone} />;
}

function ValueForm({ scene, node, onDone }: LabelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState("");
  const faultId = useUnique();
  const { session } = scene.view;
  useEffect(() => input.current?.focus(), []);
  const set = (value: number | null): void => {
    onDone();
    void session.act("label", { node, value });
  };
  return (
    <form
      class="tw-label-form"
      onMouseDown={staying}
      onSubmit={(event) => {
        event.preventDefault();
        const { value = "" } = input.current ?? {};
        const typed = plainNumber(value);
        if (typed !== "" && Number.isFinite(Number(typed))) set(Number(typed));
        else {
          setFault(LABELS.noNumber(hint(value.trim())));
          input.current?.select();
        }
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onDone();
        onEnter(event);
        event.stopPropagation();
      }}
    >
      <input
        ref={input}
        class="tw-input"
        inputMode="decimal"
        aria-label={LABELS.value}
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={fault ? faultId : undefined}
        onInput={() => setFault("")}
      />
      <button type="submit" class="tw-button tw-primary">
        {LABELS.set}
      </button>
      <Button onClick={() => set(null)}>{LABELS.none}</Button>
      <Fault id={faultId} text={fault} />
    </form>
  );
}
