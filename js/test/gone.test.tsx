// What is open for a node that goes meanwhile: a cell has pruned it, or another view.
import { act } from "preact/test-utils";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { command, perform } from "../src/commands";
import { loaded } from "../src/panels-loader";
import type { State } from "../src/protocol.gen";
import { Session } from "../src/session";
import { View } from "../src/view-state";
import { FakeKernel, settled, stateOf } from "./fakes";
import { mounted } from "./mounted";
import { metaOf } from "./trees";

const SEED = 11;
let cleanups: (() => void)[] = [];

beforeAll(async () => {
  Object.defineProperty(Element.prototype, "animate", { configurable: true, value: undefined });
  await loaded({} as Session);
});

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
  cleanups = [];
});

/** The tree when all of it is pruned but the root. */
function pruned(): State {
  const { nodes, ...state } = stateOf(SEED, 2);
  const each = Object.entries(nodes).map(([name, column]) => [
    name,
    column.slice(0, column.length / nodes.id.length),
  ]);
  return { ...state, nodes: { ...Object.fromEntries(each), split: [null], unsent: [] } };
}

const node = (el: HTMLElement, id: number): HTMLElement =>
  el.querySelector(`[data-node="${id}"]`) as HTMLElement;

async function shown() {
  const kernel = new FakeKernel(SEED);
  const el = await mounted(kernel, cleanups);
  const id = kernel.model.get("_state").nodes.id[1] as number;
  const press = (key: string, target = node(el, id), more: KeyboardEventInit = {}) =>
    act(async () => {
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
      await settled();
    });
  const go = () =>
    act(async () => {
      kernel.show(pruned());
      kernel.model.set("selected", 1);
      await settled();
    });
  await act(() => node(el, id).click());
  return { kernel, el, id, press, go };
}

describe("a verb on a node that has gone", () => {
  it("is refused, and not done to the root; those on the whole tree need no node", () => {
    const kernel = new FakeKernel(SEED, { _meta: metaOf() });
    const session = new Session(kernel.model);
    const view = new View(session);
    perform(session, view, "prune", 999);
    expect(kernel.asked("prune")).toEqual([]);
    expect(session.refusal.value).toEqual({ message: "Node 999 is not in this tree", node: 999 });
    expect(command(session, view, "growTree", 999).reason).toBeNull();
    expect(command(session, view, "undo", 999).reason).toBe("nothing to undo");
    session.dispose();
  });
});

describe("the keyboard", () => {
  it("goes along when a step in the history selects another node, and stays elsewhere", async () => {
    const { kernel, el, id, press } = await shown();
    await act(() => node(el, id).focus());
    await press("g");
    const answer = { line: "", text: "", select: 1 };
    const asked = kernel.asked("grow")[0]?.id ?? "";
    await act(async () => {
      kernel.answer(asked, answer, 1);
      await settled();
    });
    expect(node(el, 1).getAttribute("aria-selected")).toBe("true");
    expect(document.activeElement).toBe(node(el, 1));
    const find = el.querySelector<HTMLElement>("[type=search]");
    await act(() => find?.focus());
    await act(() => kernel.model.set("selected", id));
    expect(document.activeElement).toBe(find);
    expect(node(el, id).tabIndex).toBe(0);
  });
});

describe("a node's menu", () => {
  it("closes when its node goes, and gives the keyboard back", async () => {
    const { el, press, go } = await shown();
    await press("ContextMenu");
    expect(el.querySelector("[role=menu]")).not.toBeNull();
    await go();
    expect(el.querySelector("[role=menu]")).toBeNull();
    expect(document.activeElement).toBe(node(el, 1));
  });
});

describe("the wide editor of a node's cut", () => {
  it("closes when its node goes, and leaves the keyboard to the canvas", async () => {
    const { kernel, el, id, press, go } = await shown();
    await press("Enter");
    const dialog = () => el.querySelector("[role=dialog]");
    expect(dialog()?.getAttribute("aria-label")).toContain(`${id}`);
    await go();
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(node(el, 1));
    await press("p", node(el, 1));
    expect(el.textContent).toContain("Node 1 is a leaf: there is nothing to prune");
    await act(() => kernel.show({ ...stateOf(SEED, 3) }));
    expect(dialog()).toBeNull();
  });

  it("takes the keyboard from nobody who types elsewhere on the page", async () => {
    const { el, press, go } = await shown();
    await press("Enter");
    const cell = document.body.appendChild(document.createElement("textarea"));
    cell.focus();
    await go();
    expect(el.querySelector("[role=dialog]")).toBeNull();
    expect(document.activeElement).toBe(cell);
  });
});

describe("a root alone", () => {
  it("says why nothing grew of it, and what to do where it is alone by hand", async () => {
    const state = pruned();
    const shownAt = async (position: number) => {
      const _state = { ...state, history: { ...state.history, position } };
      const _meta = { ...metaOf(), why_bare: "it has 8 rows" };
      const el = await mounted(new FakeKernel(SEED, { _meta, _state }), cleanups);
      return el.querySelector(".tw-begin")?.textContent;
    };
    expect(await shownAt(0)).toBe("The root does not grow: it has 8 rows");
    expect(await shownAt(1)).toBe("Split to begin, or Grow");
  });
});
