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
import { Check } from "./check";
import { Code } from "./code";
import { ColumnCosts, OfTheTree } from "./growth-tables";
import { Button, focusOn, onEnter, onEscape, Quiet, Select, useAnswer } from "./pieces";
import type { NodeProps, ViewProps } from "./props";

const GROUPS = Object.entries(GROWTH.groups);

const leave = (view: View): void => {
  view.growing.value = false;
  view.focusCanvas();
};

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
      {value ? <Form view={view} node={node} result={value} /> : <Quiet>{error}</Quiet>}
    </div>
  );
}

function Form({ view, node, result }: NodeProps & { result: MethodsResult }) {
  const { session } = view;
  const [name, setName] = useState(result.method);
  const [given, setGiven] = useState<Given>({});
  const [levels, setLevels] = useState("");
  const [keep, setKeep] = useState(true);
  const [costs, setCosts] = useState<Growing["costs"]>(null);
  const [fault, setFault] = useState("");
  const method = result.methods.find((one) => one.name === name) as MethodWire;
  const own = name === result.method;
  const growing: Growing = { method, own, given, levels, keep, costs };
  const args = growArgs(node.id, growing);
  const busy = session.jobs.value.some(({ op }) => op === "grow");
  const why =
    whyFixed(session, view) ?? (node.locked && node.leaf ? REASONS.locked(node.id) : null);
  const submit = async () => {
    if (why !== null || busy) return;
    setFault("");
    if (await session.act("grow", args)) leave(view);
    else setFault(session.said());
  };
  const options = choosable(growing);
  const names = session.meta.value.columns.map((column) => column.name);
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
            value={name}
            options={result.methods.map((one) => [one.name, one.label])}
            onChange={(to) => {
              setName(to);
              setGiven({});
              setCosts(null);
            }}
          />
        </Row>
        <p class="tw-muted">{method.source}</p>
        {GROUPS.map(([group, title]) => {
          const here = options.filter((option) => option.group === group);
          return (
            here.length > 0 && (
              <fieldset key={group}>
                <legend>{title}</legend>
                {here.map((option) => (
                  <Field
                    key={`${name} ${option.name}`}
                    growing={growing}
                    option={option}
                    onChange={(to) => setGiven({ ...given, [option.name]: to })}
                  />
                ))}
              </fieldset>
            )
          );
        })}
        {method.costed && (
          <ColumnCosts
            view={view}
            costs={costs ?? costsOf(result, own)}
            changed={costs !== null}
            onChange={setCosts}
          />
        )}
        <OfTheTree view={view} result={result} />
        <fieldset>
          <legend>{GROWTH.whole}</legend>
          <Row name={GROWTH.levels}>
            <Text value={levels} empty={GROWTH.all} onChange={setLevels} />
          </Row>
          <Check name={GROWTH.keep} help={GROWTH.keepHelp} on={keep} onChange={setKeep} />
        </fieldset>
      </div>
      <footer>
        <Code line={growLine(args, names)} />
        {fault && (
          <p class="tw-fault" role="alert">
            {fault}
          </p>
        )}
        <div>
          <Button onClick={() => leave(view)}>
            {VERBS.cancel} <kbd class="tw-kbd">Esc</kbd>
          </Button>
          <Button kind="primary" icon="grow" why={why} onClick={() => void submit()}>
            {VERBS.grow}
          </Button>
        </div>
      </footer>
    </form>
  );
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
