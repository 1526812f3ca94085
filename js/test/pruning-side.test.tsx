// What a pruning leaves, beside what there is; and the dots of its steps.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Meta } from "../src/protocol.gen";
import { PruningState } from "../src/pruning-state";
import { Session } from "../src/session";
import { PruningChart } from "../src/view/pruning/chart";
import { PruningSide } from "../src/view/pruning/side";
import { View } from "../src/view-state";
import { FakeKernel, stateOf } from "./fakes";
import { metaOf } from "./trees";

afterEach(() => vi.unstubAllGlobals());

/** The panel of a tree whose first node has these flags. */
function side(flags: number, meta = metaOf()): HTMLElement {
  const state = stateOf(1);
  state.nodes.flags[0] = flags;
  const session = new Session(new FakeKernel(1, { _state: state, _meta: meta }).model);
  const pruning = new PruningState(session);
  const [cross, none] = [[0.21, 0.4], state.nodes.id.map(() => 2)];
  pruning.result.value = {
    ...{ alpha: [0, 0.1], leaves: [8, 1], train: [0.2, 0.4], validation: [], cut: none },
    ...{ gone: none, folds: 10, cross, cross_low: cross, cross_high: cross },
    ...{ minimum: 0, one_se: 0 },
  };
  const box = document.createElement("div");
  render(<PruningSide view={new View(session)} pruning={pruning} />, box);
  session.dispose();
  return box;
}

describe("beside priors or losses", () => {
  it("is told what a case costs, as a cross-validation counts it", () => {
    const stakes = { altered: [1, 1], costs: [] };
    const said = side(0, { ...metaOf(), stakes }).querySelector("table")?.textContent;
    for (const part of ["training", "10-fold"]) expect(said).toContain(`cost, ${part}`);
    expect(said).toContain("0.210");
    expect(said).not.toMatch(/mistakes|error|%/);
    expect(side(0).textContent).toMatch(/error, 10-fold.*21.0\u202f%/);
  });
});

describe("the error of a cross-validation", () => {
  const NOTE = "10-fold: the tree as the method grows it; edits by hand take no part";

  it("is told apart from those of a tree that was edited by hand", () => {
    for (const edited of [1, 4, 8]) expect(side(edited).textContent).toContain(NOTE);
    for (const grown of [0, 2]) expect(side(grown).textContent).not.toContain(NOTE);
  });
});

describe("the button", () => {
  it("says that nothing would go where it is pressed all the same", async () => {
    const session = new Session(new FakeKernel(1).model);
    const pruning = new PruningState(session);
    const box = document.createElement("div");
    render(<PruningSide view={new View(session)} pruning={pruning} />, box);
    const [button] = [...box.querySelectorAll<HTMLElement>("button.tw-primary")];
    expect(button?.getAttribute("aria-disabled")).toBe("true");
    await act(() => button?.click());
    expect(session.refusal.value?.message).toBe("Nothing would go");
    session.dispose();
  });
});

describe("the ways of pruning", () => {
  const ways = (meta: Meta) =>
    [...side(0, meta).querySelectorAll("option")].map((option) => option.value);

  it("are along the sequence, and the rules that have a meaning for the tree", () => {
    const all = ["error", "impurity", "error-based", "reduced-error", "pessimistic", "mdl"];
    expect(ways(metaOf())).toEqual(all);
    const some = ["error", "impurity", "mdl"];
    expect(ways({ ...metaOf(), pruning_rules: ["mdl"] })).toEqual(some);
  });
});

describe("the dots of a cross-validation", () => {
  /** How large the dots along so many steps are. */
  async function dots(steps: number, minimum: number, oneSe: number): Promise<number[]> {
    class Sizes {
      constructor(readonly changed: ResizeObserverCallback) {}
      observe(): void {
        const entry = { contentRect: { width: 400, height: 300 } };
        this.changed([entry] as ResizeObserverEntry[], this);
      }
      unobserve(): void {}
      disconnect(): void {}
    }
    vi.stubGlobal("ResizeObserver", Sizes);
    const session = new Session(new FakeKernel(1).model);
    const pruning = new PruningState(session);
    const each = Array.from({ length: steps }, (_, i) => i / steps);
    pruning.result.value = {
      ...{ alpha: each, leaves: each, train: each, validation: [], cut: [], gone: [], folds: 5 },
      ...{ cross: each, cross_low: each, cross_high: each, minimum, one_se: oneSe },
    };
    const box = document.createElement("div");
    await act(() => render(<PruningChart view={new View(session)} pruning={pruning} />, box));
    session.dispose();
    return [...box.querySelectorAll(".tw-point")].map((dot) => Number(dot.getAttribute("r")));
  }

  it("are one for each step of a few, and of many the choices alone", async () => {
    expect(await dots(5, 1, 3)).toEqual([3.5, 5, 3.5, 5, 3.5]);
    expect(await dots(500, 1, 3)).toEqual([5, 5]);
    expect(await dots(500, 2, 2)).toEqual([5]);
  });
});
