// The whole tree's own figures, in the toolbar.
import { render } from "preact";
import { beforeAll, expect, it } from "vitest";
import { loaded } from "../src/panels-loader";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { Figures } from "../src/view/figures";
import { View } from "../src/view-state";
import { contract } from "./contract";
import { FakeKernel, stateOf } from "./fakes";
import { mounted } from "./mounted";
import { figuresOf, metaOf } from "./trees";

beforeAll(() => loaded({} as Session));

it("says what a case costs, where there are priors or losses", () => {
  const said = (costs: object, has_validation = true) => {
    const figures = figuresOf({ leaves: 3, error: 0.2, validation_error: 0.25, ...costs });
    const _meta = { ...metaOf(), has_validation };
    const kernel = new FakeKernel(1, { _meta, _state: { ...stateOf(1), figures } });
    const session = new Session(kernel.model);
    const el = document.createElement("div");
    render(<Figures scene={new Scene(new View(session))} />, el);
    session.dispose();
    return el.textContent?.replaceAll("\u202f", " ");
  };
  const errors = "3 leaveserror training20.0 %validation25.0 %";
  expect(said({})).toBe(errors);
  expect(said({ cost: 0.3125, validation_cost: null })).toBe(
    `${errors}cost training0.313validation–`,
  );
  expect(said({ cost: 0.5 }, false)).toBe("3 leaveserror training20.0 %cost training0.500");
});

it("calls errors by one word: at the top, in the inspector and over the steps", async () => {
  for (const [name, word] of [
    ["iris", /error/gi],
    ["regression", /rmse/gi],
    ["staked", /mistakes/gi],
  ] as const) {
    const { meta: _meta, state: _state } = contract(name);
    const cleanups: (() => void)[] = [];
    const el = await mounted(new FakeKernel(1, { _meta, _state, selected: 1 }), cleanups);
    // The criterion has a name of its own.
    const text = el.textContent?.replace(/squared.error/g, "") ?? "";
    const said = text.match(/error|rmse|mistakes/gi) ?? [];
    expect(said.length, name).toBeGreaterThan(1);
    expect(said, name).toEqual(text.match(word));
    for (const cleanup of cleanups.reverse()) cleanup();
  }
});
