import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RenderProps } from "../src/host";
import treewidget from "../src/index";
import type { Meta, NodeColumns, SplitWire, Traits } from "../src/protocol.gen";
import { FakeKernel, settled, stateOf } from "./fakes";
import { metaOf } from "./trees";

let cleanups: (() => void)[] = [];

/** The widget as a host makes it: initialised once, rendered as often as a cell shows it. */
function widget(seed = 11, more: Partial<Traits> = {}) {
  const kernel = new FakeKernel(seed, more);
  const definition = treewidget();
  cleanups.push(definition.initialize({ model: kernel.model }));
  const show = async () => {
    const el = document.createElement("div");
    document.body.append(el);
    let cleanup = (): void => {};
    await act(() => {
      cleanup = definition.render({ model: kernel.model, el } as RenderProps);
    });
    cleanups.push(cleanup);
    return { el, cleanup };
  };
  return { kernel, show };
}

/** A root and its branches. */
function treeOfOne(columns: NodeColumns, split: SplitWire): NodeColumns {
  const size = columns.id.length;
  const kept = Object.entries(columns).map(([name, column]) => {
    const first = column.slice(0, column.length / size);
    return [
      name,
      Array(split.branches + 1)
        .fill(first)
        .flat(),
    ];
  });
  const leaves = Array(split.branches);
  return {
    ...Object.fromEntries(kept),
    id: [1, ...Array.from(leaves, (_, i) => i + 2)],
    parent: [-1, ...leaves.fill(0)],
    split: [split, ...leaves.fill(null)],
    unsent: [],
  };
}

const items = (el: HTMLElement): HTMLElement[] => [
  ...el.querySelectorAll<HTMLElement>("[role=treeitem]"),
];
const node = (el: HTMLElement, id: number): HTMLElement =>
  el.querySelector(`[data-node="${id}"]`) as HTMLElement;
const press = (target: HTMLElement, key: string, more: KeyboardEventInit = {}) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  });
const button = (el: HTMLElement, name: string): HTMLButtonElement =>
  el.querySelector(`button[aria-label="${name}"]`) as HTMLButtonElement;

beforeEach(() => {
  // A window of some size, in which nothing moves: the page of the tests has none.
  Object.defineProperty(Element.prototype, "animate", { configurable: true, value: undefined });
  for (const side of ["clientWidth", "clientHeight", "offsetWidth", "offsetHeight"]) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 4000 });
  }
});

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
  cleanups = [];
});

describe("the canvas", () => {
  it("is a tree of named items, with levels, places and states", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    const tree = el.querySelector("[role=tree]");
    expect(tree?.getAttribute("aria-label")).toBe("status");
    const { nodes } = kernel.model.get("_state");
    expect(items(el)).toHaveLength(nodes.id.length);
    const root = node(el, 1);
    expect(root.getAttribute("aria-label")).toMatch(
      /^node 1: all rows, 1,000 rows, [ab] \d+ %, gini 0.50$/,
    );
    expect(root.getAttribute("aria-level")).toBe("1");
    expect(root.getAttribute("aria-expanded")).toBe("true");
    expect(root.getAttribute("aria-selected")).toBe("true");
    for (const item of items(el)) {
      const place = nodes.id.indexOf(Number(item.dataset.node));
      const leaf = nodes.split[place] === null;
      expect(item.getAttribute("aria-expanded")).toBe(leaf ? null : "true");
      const sisters = nodes.parent.filter((parent) => parent === nodes.parent[place]).length;
      expect(item.getAttribute("aria-setsize")).toBe(String(place === 0 ? 1 : sisters));
    }
  });

  it("names the dates of a split of many ways in full, whichever way the tree is drawn", async () => {
    const dates = ["2018-10-22", "2019-06-17", "2020-03-11"];
    const state = stateOf(11);
    const cuts = dates.map((text, value) => ({ value, text, exact: text }));
    const split = { column: 0, cuts, missing: 0, branches: 4 };
    const nodes = treeOfOne(state.nodes, split);
    const meta = { ...metaOf(), columns: [{ name: "opened", kind: "datetime" }] } as Meta;
    for (const orientation of ["vertical", "horizontal"] as const) {
      const { show } = widget(11, { _meta: meta, _state: { ...state, nodes }, orientation });
      const { el } = await show();
      const edges = [...el.querySelectorAll(".tw-edge-condition")].map((edge) =>
        edge.textContent?.replace("\n", " "),
      );
      expect(edges).toEqual([
        "≤ 2018-10-22",
        "(2018-10-22, 2019-06-17]",
        "(2019-06-17, 2020-03-11]",
        "> 2020-03-11",
      ]);
      if (orientation === "horizontal") continue;
      // Above them hangs the tab of the missing rows.
      const top = (one: Element) => Number.parseFloat((one as HTMLElement).style.top);
      const tops = [...el.querySelectorAll(".tw-edge-condition")].map(top);
      expect(Math.min(...tops) - 8).toBeGreaterThan(top(node(el, 1)) + 68 + 16);
    }
  });

  it("keeps its zoom when a hidden node is found, and shows the node", async () => {
    for (const side of ["clientWidth", "clientHeight", "offsetWidth", "offsetHeight"]) {
      Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 500 });
    }
    const { kernel, show } = widget(11, { collapsed: [1] });
    const { el } = await show();
    const zoom = () => button(el, "Zoom to 100 %").textContent;
    const before = zoom();
    const deep = kernel.model.get("_state").nodes.id.at(-1) as number;
    const field = el.querySelector("input[type=search]") as HTMLInputElement;
    await act(() => {
      field.value = `${deep}`;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await press(field, "Enter");
    await act(settled);
    expect(kernel.model.get("selected")).toBe(deep);
    expect(node(el, deep)).not.toBe(null);
    expect(zoom()).toBe(before);
  });

  it("has one stop for the Tab key, which follows the arrows", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    const stops = () => items(el).filter((item) => item.tabIndex === 0);
    expect(stops()).toEqual([node(el, 1)]);
    await press(node(el, 1), "ArrowDown");
    const child = kernel.model.get("_state").nodes.id[1] ?? -1;
    expect(kernel.model.get("selected")).toBe(child);
    expect(stops()).toEqual([node(el, child)]);
    expect(document.activeElement).toBe(node(el, child));
    await press(node(el, child), "ArrowUp");
    expect(document.activeElement).toBe(node(el, 1));
  });

  it("collapses with Space, and opens again on the way down", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    await press(node(el, 1), " ");
    expect(kernel.model.get("collapsed")).toEqual([1]);
    expect(items(el)).toHaveLength(1);
    expect(node(el, 1).getAttribute("aria-expanded")).toBe("false");
    await press(node(el, 1), "ArrowDown");
    expect(kernel.model.get("collapsed")).toEqual([]);
    expect(kernel.model.get("selected")).toBe(1);
  });

  it("selects by a click and collapses by a double click, without asking Python", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    const branch = items(el).find(
      (item, i) => i > 0 && item.getAttribute("aria-expanded") === "true",
    );
    const id = Number(branch?.dataset.node);
    await act(() => node(el, id).click());
    expect(kernel.model.get("selected")).toBe(id);
    await act(() => {
      node(el, id).dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    });
    expect(kernel.model.get("collapsed")).toEqual([id]);
    expect(kernel.asked("split")).toEqual([]);
  });

  it("sends the verbs of the keys for the selected node", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    await press(node(el, 1), "g");
    await press(node(el, 1), "G", { shiftKey: true });
    await press(node(el, 1), "p");
    await press(node(el, 1), "l");
    expect(kernel.asked("grow").map(({ args }) => args)).toEqual([
      { node: 1 },
      { node: 1, levels: 1 },
    ]);
    expect(kernel.asked("prune").map(({ args }) => args)).toEqual([{ node: 1 }]);
    expect(kernel.asked("lock").map(({ args }) => args)).toEqual([{ node: 1, on: true }]);
  });

  it("says why a verb cannot be done, on its button and when it is tried by key", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    const undo = button(el, "Undo");
    expect(undo.getAttribute("aria-disabled")).toBe("true");
    expect(undo.title).toBe("Undo: nothing to undo");
    await press(node(el, 1), "z", { ctrlKey: true });
    expect(kernel.asked("undo")).toEqual([]);
    expect(el.querySelector(".tw-error")?.textContent).toBe("Nothing to undo");
  });

  it("shows a refusal at its node and in the status line", async () => {
    const { kernel, show } = widget();
    const { el } = await show();
    await press(node(el, 1), "p");
    await act(async () => {
      kernel.refuse(kernel.asked("prune")[0]?.id ?? "", "node 4 under node 1 is locked", 1);
    });
    expect(node(el, 1).classList).toContain("tw-refused");
    expect(el.querySelector(".tw-error")?.textContent).toBe("Node 4 under node 1 is locked");
  });

  it("offers every verb in the node's menu", async () => {
    const { show } = widget();
    const { el } = await show();
    await press(node(el, 1), "ContextMenu");
    const menu = el.querySelector("[role=menu]");
    expect(menu?.getAttribute("aria-label")).toBe("Node 1");
    const names = [...(menu?.querySelectorAll("[role=menuitem] > :first-child") ?? [])].map(
      (item) => item.textContent,
    );
    expect(names).toEqual([
      "Split at the best cut",
      "Edit cut",
      "Grow",
      "Grow one level",
      "Grow the whole tree",
      "Grow with…",
      "Prune",
      "Prune to…",
      "Lock",
      "Label…",
      "Note",
      "Rows",
      "Copy rule",
      "Check stability",
      "Collapse",
    ]);
  });

  it("keeps two views of one model in step, and lets go of each", async () => {
    const { kernel, show } = widget();
    const first = await show();
    const second = await show();
    expect(kernel.model.listeners("msg:custom")).toBe(1);
    const child = kernel.model.get("_state").nodes.id[1] ?? -1;
    await act(() => node(first.el, child).click());
    expect(node(second.el, child).getAttribute("aria-selected")).toBe("true");
    await act(async () => kernel.show(stateOf(12, 2)));
    expect(items(first.el)).toHaveLength(items(second.el).length);
    await act(() => first.cleanup());
    expect(first.el.childElementCount).toBe(0);
    expect(node(second.el, 1)).not.toBeNull();
    expect(kernel.model.listeners("msg:custom")).toBe(1);
  });

  it("draws hostile names as text", async () => {
    const kernel = new FakeKernel(11);
    const evil = "</script><img src=x onerror=alert(1)>";
    const meta = kernel.model.get("_meta");
    const hostile = {
      ...meta,
      target: evil,
      classes: [evil, `"'\\`, "x".repeat(10_000)],
      columns: meta.columns.map((column) => ({ ...column, name: evil })),
    };
    const { show } = widget(11, { _meta: hostile });
    const { el } = await show();
    expect(el.querySelector("img, script")).toBeNull();
    expect(el.querySelector("[role=tree]")?.getAttribute("aria-label")).toBe(evil);
  });

  it("is read-only, in words, where there is no kernel", async () => {
    const { StaticModel } = await import("../dev/static-model");
    const { randomTraits } = await import("./fakes");
    const model = new StaticModel(randomTraits(11));
    const definition = treewidget();
    cleanups.push(definition.initialize({ model }));
    const el = document.createElement("div");
    document.body.append(el);
    await act(() => {
      cleanups.push(definition.render({ model, el }));
    });
    expect(el.textContent).toContain("Read-only: no kernel. All can still be explored");
    expect(button(el, "Grow").getAttribute("aria-disabled")).toBe("true");
    await act(() => items(el)[2]?.click());
    expect(model.get("selected")).toBe(Number(items(el)[2]?.dataset.node));
    // What that says stands there already, once.
    await act(() => {
      items(el)[2]?.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true }));
    });
    const said = el.querySelector(".tw-status [role=status]");
    expect(said?.childElementCount).toBe(1);
    expect(said?.firstElementChild?.className).toContain("tw-calm");
  });

  it("looks for what is typed after a slash, from the next key on", async () => {
    const { show } = widget();
    const { el } = await show();
    const event = new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true });
    node(el, 1).dispatchEvent(event); // no frame goes by
    expect(document.activeElement).toBe(el.querySelector("input[type=search]"));
    expect(event.defaultPrevented).toBe(true);
  });
});
