/** Growing by choice: the method, and of its options those that it allows, in the inspector's place. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { whyFixed } from "../commands";
import {
  choicesOf,
  choosable,
  costsOf,
  type Given,
  type Growing,
  growArgs,
  growLine,
  shown,
  worth,
} from "../model/growth";
import { plainName } from "../model/node-words";
import type { MethodsResult, MethodWire, OptionWire } from "../protocol.gen";
import type { View } from "../view-state";
import { REASONS, VERBS } from "../words";
import { GROWTH } from "../words-panels";
import { Awaited } from "./awaited";
import { Check } from "./check";
import { Code } from "./code";
import { ColumnCosts, OfTheTree } from "./growth-tables";
import { Fault } from "./panel-pieces";
import { Button, focusOn, onEnter, onEscape, Select, useAnswer } from "./pieces";
import type { NodeProps, ViewProps } from "./props";

const GROUPS = Object.entries(GROWTH.groups);

const leave = (view: View) => view.leave(view.growing, false);

export function Growth({ view }: ViewProps) {
  const { session } = view;
  const node = session.tree.value.get(session.selected.value);
  const { value, error } = useAnswer<MethodsResult>(() => session.ask("methods", {}), []);
  return (
    <div
      class="tw-inspector tw-growth"
      role="dialog"
      aria-label={GROWTH.title(node.id)}
      tabIndex={-1}
      ref={focusOn}
      onKeyDown={onEscape(() => leave(view))}
    >
      <header class="tw-node-head">
        <h2>{GROWTH.title(node.id)}</h2>
      </header>
      {value ? (
        <Form view={view} node={node} result={value} />
      ) : (
        <Awaited view={view} error={error} />
      )}
    </div>
  );
}

function Form({ view, node, result }: NodeProps & { result: MethodsResult }) {
  const { growing, choose, change } = useChoices(result);
  const { method, costs } = growing;
  const { why, fault, submit } = useSubmit(view, node, growing);
  const names = view.session.meta.value.columns.map((column) => column.name);
  return (
    <form
      onKeyDown={onEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="tw-fields">
        <Row name={GROWTH.method} help={method.source}>
          <Select
            label={GROWTH.method}
            value={method.name}
            options={result.methods.map((one) => [one.name, one.label])}
            onChange={choose}
          />
        </Row>
        <p class="tw-muted">{method.source}</p>
        <Options growing={growing} onChange={(given) => change({ given })} />
        {method.costed && (
          <ColumnCosts
            view={view}
            costs={costs ?? costsOf(result, growing.own)}
            changed={costs !== null}
            onChange={(to) => change({ costs: to })}
          />
        )}
        <OfTheTree view={view} result={result} />
        <Whole growing={growing} onChange={change} />
      </div>
      <footer>
        <Code line={growLine(growArgs(node.id, growing), names)} />
        <Fault text={fault} />
        <Decide view={view} why={why} onGrow={() => void submit()} />
      </footer>
    </form>
  );
}

interface DecideProps extends ViewProps {
  readonly why: string | null;
  readonly onGrow: () => void;
}

function Decide({ view, why, onGrow }: DecideProps) {
  return (
    <div>
      <Button onClick={() => leave(view)}>
        {VERBS.cancel} <kbd class="tw-kbd">Esc</kbd>
      </Button>
      <Button kind="primary" icon="grow" why={why} onClick={onGrow}>
        {VERBS.grow}
      </Button>
    </div>
  );
}

interface WholeProps {
  readonly growing: Growing;
  readonly onChange: (to: Partial<Pick<Growing, "levels" | "keep">>) => void;
}

/** How far all of it grows, and what of what is there stays. */
function Whole({ growing: { levels, keep }, onChange }: WholeProps) {
  return (
    <fieldset>
      <legend>{GROWTH.whole}</legend>
      <Row name={GROWTH.levels}>
        <Text value={levels} empty={GROWTH.all} onChange={(to) => onChange({ levels: to })} />
      </Row>
      <Check
        name={GROWTH.keep}
        help={GROWTH.keepHelp}
        on={keep}
        onChange={(to) => onChange({ keep: to })}
      />
    </fieldset>
  );
}

/** The method and what is chosen with it: at first that of the tree, as it is. */
function useChoices({ method: own, methods }: MethodsResult) {
  const [chosen, setChosen] = useState({
    name: own,
    given: {} as Given,
    levels: "",
    keep: true,
    costs: null as Growing["costs"],
  });
  const method = methods.find((one) => one.name === chosen.name) as MethodWire;
  const growing: Growing = { ...chosen, method, own: chosen.name === own };
  const change = (to: Partial<typeof chosen>) => setChosen((before) => ({ ...before, ...to }));
  const choose = (name: string) => change({ name, given: {}, costs: null });
  return { growing, choose, change };
}

/** Why it cannot be grown so (null: it can), what Python said against it, and the way to do it. */
function useSubmit(view: View, node: NodeProps["node"], growing: Growing) {
  const { session } = view;
  const args = growArgs(node.id, growing);
  const asked = JSON.stringify(args);
  const [said, setSaid] = useState({ fault: "", asked });
  const busy = session.jobs.value.some(({ op }) => op === "grow");
  const locked = node.locked && node.leaf ? REASONS.locked(node.id) : null;
  const why = whyFixed(session, view) ?? locked ?? (busy ? GROWTH.busy : null);
  const submit = async () => {
    if (why !== null) return;
    setSaid({ fault: "", asked });
    if (await session.act("grow", args)) leave(view);
    else setSaid({ fault: session.said(), asked });
  };
  // What was said against other choices is no word about these.
  return { why, fault: said.asked === asked ? said.fault : "", submit };
}

interface OptionsProps {
  readonly growing: Growing;
  readonly onChange: (given: Given) => void;
}

/** The options that a method allows, in their groups. */
function Options({ growing, onChange }: OptionsProps) {
  const { method, given } = growing;
  const options = choosable(growing);
  return GROUPS.map(([group, title]) => {
    const here = options.filter((option) => option.group === group);
    return (
      here.length > 0 && (
        <fieldset key={group}>
          <legend>{title}</legend>
          {here.map((option) => (
            <Field
              key={`${method.name} ${option.name}`}
              growing={growing}
              option={option}
              onChange={(to) => onChange({ ...given, [option.name]: to })}
            />
          ))}
        </fieldset>
      )
    );
  });
}

interface FieldProps {
  readonly growing: Growing;
  readonly option: OptionWire;
  readonly onChange: (to: string | boolean) => void;
}

/** An option by its kind; one that is not at its start is told apart. */
function Field({ growing, option, onChange }: FieldProps) {
  const { name, kind, help, optional } = option;
  const words = plainName(name);
  const value = worth(growing, option);
  const initial = shown(option.default);
  const hint = `${name}: ${help} (${GROWTH.given(initial || GROWTH.none)})`;
  const changed = value !== option.value;
  if (kind === "flag") {
    return (
      <Check name={words} help={hint} on={value === true} changed={changed} onChange={onChange} />
    );
  }
  return (
    <Row name={words} help={hint} changed={changed}>
      {kind === "choice" ? (
        <Select
          label={words}
          value={String(value)}
          options={choicesOf(growing, option).map((choice) => [choice, plainName(choice)])}
          onChange={onChange}
        />
      ) : (
        <Text
          value={String(growing.given[name] ?? shown(option.value))}
          empty={optional ? GROWTH.none : initial}
          onChange={onChange}
        />
      )}
    </Row>
  );
}

interface RowProps {
  readonly name: string;
  readonly help?: string;
  readonly changed?: boolean;
}

function Row({ name, help, changed, children }: RowProps & { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control comes as a child
    <label class={changed ? "tw-changed" : ""} title={help}>
      <span>{name}</span>
      {children}
    </label>
  );
}

interface TextProps {
  readonly value: string;
  readonly empty: string;
  readonly onChange: (to: string) => void;
}

function Text({ value, empty, onChange }: TextProps) {
  return (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      value={value}
      placeholder={empty}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
