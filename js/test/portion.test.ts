// A tree that no page can hold: where its branches were not sent, figures stand for what hangs below.
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { layOut } from "../src/model/layout";
import { pruningPrice } from "../src/model/price";
import { search } from "../src/model/search";
import type { TreeModel, TreeNode } from "../src/model/tree";
import type { NodeColumns, Patch, State } from "../src/protocol.gen";
import { Session } from "../src/session";
import { FakeKernel, settled, stateOf } from "./fakes";
import { mounted } from "./mounted";
import { metaOf, randomTree, SEEDS, treeOf } from "./trees";

/** Some lines of a tree's columns; below the nodes named nothing is sent. */
function linesOf(tree: TreeModel, lines: readonly number[], cut: readonly TreeNode[]): NodeColumns {
  const size = tree.columns.id.length;
  const made: Record<string, unknown[]> = {};
  for (const [name, column] of Object.entries(tree.columns)) {
    const width = column.length / size;
    made[name] = lines.flatMap((line) => column.slice(line * width, (line + 1) * width));
  }
  const columns = made as unknown as NodeColumns;
  columns.parent = columns.parent.map((above) => lines.indexOf(above));
  columns.unsent = lines.map((line) => {
    const node = tree.node(line);
    if (!cut.includes(node)) return null;
    const leaves = tree.tips(node.id);
    const wrong = leaves.reduce((sum, leaf) => sum + leaf.weight * leaf.error, 0) / node.weight;
    return { leaves: leaves.length, error: wrong, validation_error: wrong };
  });
  return columns;
}

/** The top of a tree: branches of depth 2 are not sent. */
function topOf(tree: TreeModel): { top: NodeColumns; cut: TreeNode[] } {
  const cut = tree.below().filter((node) => node.depth === 2 && !node.leaf);
  const shown = tree.below().filter((node) => node.depth <= 2);
  const lines = shown.map(({ position }) => position);
  return { top: linesOf(tree, lines, cut), cut };
}

function pairs(): [TreeModel, TreeModel, TreeNode[]][] {
  return SEEDS.map((seed) => randomTree(seed)).flatMap((whole) => {
    const { top, cut } = topOf(whole);
    return cut.length > 0 ? [[whole, treeOf(top), cut]] : [];
  });
}

describe("a portion of a tree", () => {
  it("has the figures of the whole one", () => {
    expect(pairs().length).toBeGreaterThan(20);
    for (const [whole, part] of pairs()) {
      expect(part.partial).toBe(true);
      expect(whole.partial).toBe(false);
      for (const node of part.below()) {
        const same = whole.get(node.id);
        expect(node.leaf).toBe(same.leaf);
        expect(part.leafCount(node)).toBe(whole.leafCount(same));
        if (node.leaf) continue;
        const price = pruningPrice(part, node.id);
        const expected = pruningPrice(whole, node.id);
        expect(price.leaves).toBe(expected.leaves);
        expect(price.error).toBeCloseTo(expected.error, 12);
        expect(price.validation).toBeCloseTo(expected.validation ?? Number.NaN, 12);
      }
    }
  });

  it("ends in branches that stay closed", () => {
    for (const [, part, cut] of pairs()) {
      const { placed } = layOut(part, new Set(), "near", "vertical");
      const closed = placed.filter((place) => place.collapsed).map(({ node }) => node.id);
      expect(closed).toEqual(cut.map(({ id }) => id));
      expect(search(part, "age")?.length).toBe(part.below().filter((node) => !node.leaf).length);
    }
  });
});

describe("Session of a portion", () => {
  function open(selected = 1) {
    const [whole, , cut] = pairs()[0] as [TreeModel, TreeModel, TreeNode[]];
    const state: State = { ...stateOf(1), nodes: topOf(whole).top };
    const kernel = new FakeKernel(1, { _meta: metaOf(), _state: state, selected });
    const session = new Session(kernel.model);
    const branch = cut[0] as TreeNode;
    const { steps, ...rest } = state.history;
    const send = (top: TreeNode = branch): void => {
      const lines = whole.below(top.id).map(({ position }) => position);
      const nodes = linesOf(whole, lines, []);
      const history = { ...rest, steps: [], line: steps.map(({ step }) => step) };
      const { revision, figures } = state;
      const patch: Patch = { kind: "patch", base: revision, revision, nodes, figures, history };
      kernel.model.emit("msg:custom", patch);
    };
    return { kernel, session, whole, branch, send };
  }

  it("has a branch sent when it is opened, and opens it then", async () => {
    const { kernel, session, whole, branch, send } = open();
    session.toggle(branch.id);
    const [asked] = kernel.asked("unfold");
    expect(asked?.args).toEqual({ node: branch.id });
    expect(session.collapsed.value.size).toBe(0);
    send();
    kernel.answer(asked?.id ?? "", { node: branch.id });
    await settled();
    const ids = session.tree.value.below(branch.id).map(({ id }) => id);
    expect(ids).toEqual(whole.below(branch.id).map(({ id }) => id));
    expect(session.tree.value.get(branch.id).unsent).toBe(null);
    session.toggle(branch.id);
    expect([...session.collapsed.value]).toEqual([branch.id]);
    expect(kernel.asked("unfold")).toHaveLength(1);
  });

  it("opens a branch that was sent also where it is collapsed", async () => {
    const { kernel, session, branch, send } = open();
    session.setCollapsed([branch.id]);
    session.toggle(branch.id);
    send();
    kernel.answer(kernel.asked("unfold")[0]?.id ?? "", { node: branch.id });
    await settled();
    expect([...session.collapsed.value]).toEqual([]);
  });

  it("asks once for a selected node, also where that does not come", async () => {
    const { kernel, session, whole, branch } = open();
    const deep = whole.tips(branch.id)[0] as TreeNode;
    kernel.model.set("selected", deep.id);
    kernel.answer(kernel.asked("unfold")[0]?.id ?? "", { node: deep.id });
    await settled();
    kernel.show({ ...session.state.value, revision: session.state.value.revision + 1 });
    await settled();
    expect(kernel.asked("unfold")).toHaveLength(1);
  });

  it("says why when a branch cannot be opened", async () => {
    const { kernel, session, branch } = open();
    session.toggle(branch.id);
    kernel.refuse(kernel.asked("unfold")[0]?.id ?? "", "there is no node 7", 7, "unknown");
    await settled();
    expect(session.refusal.value?.message).toBe("There is no node 7");
    expect(session.tree.value.get(branch.id).unsent).not.toBe(null);
  });

  it("has the selected node sent, and shows it", async () => {
    const { kernel, session, whole, branch, send } = open();
    const deep = whole.tips(branch.id)[0] as TreeNode;
    kernel.model.set("selected", deep.id);
    expect(kernel.asked("unfold").map(({ args }) => args)).toEqual([{ node: deep.id }]);
    send();
    expect(session.tree.value.get(session.selected.value).id).toBe(deep.id);
    await settled();
    expect(kernel.asked("unfold")).toHaveLength(1);
  });

  it("is searched for the number of a node that is not here", async () => {
    const { kernel, whole, branch, send } = open();
    const deep = whole.tips(branch.id).at(-1) as TreeNode;
    const cleanups: (() => void)[] = [];
    Object.defineProperty(Element.prototype, "animate", { configurable: true, value: undefined });
    const el = await mounted(kernel, cleanups);
    const field = el.querySelector("input[type=search]") as HTMLInputElement;
    const search = async (text: string) => {
      await act(() => {
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await act(() => {
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      });
    };
    const reply = (say: (id: string) => void) =>
      act(async () => {
        say(kernel.asked("unfold").at(-1)?.id ?? "");
        await settled();
      });
    await search("0");
    await reply((id) => kernel.refuse(id, "there is no node 0", 0, "unknown"));
    expect(el.querySelector(".tw-status")?.textContent).toContain("There is no node 0");
    expect(kernel.model.get("selected")).toBe(1);
    await search(`${deep.id}`);
    expect(kernel.asked("unfold").map(({ args }) => args.node)).toEqual([0, deep.id]);
    await reply((id) => {
      send();
      kernel.answer(id, { node: deep.id });
    });
    expect(kernel.model.get("selected")).toBe(deep.id);
    for (const cleanup of cleanups.reverse()) cleanup();
  });

  it("does not put a branch where it has no place", () => {
    const { session, whole, branch, send } = open();
    const before = session.state.value;
    send(whole.tips(branch.id)[0]);
    expect(session.state.value).toBe(before);
  });
});
