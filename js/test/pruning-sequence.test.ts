// The pruning sequence: what a step leaves, and how the chart tells it.
import { effect } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { scale } from "../src/model/axis";
import { areApart, curvesOf, goes, leavesAt, leavesTold, pruneLine } from "../src/model/sequence";
import type { TreeNode } from "../src/model/tree";
import { count } from "../src/numbers";
import type { PruningResult } from "../src/protocol.gen";
import { PruningState } from "../src/pruning-state";
import { Session } from "../src/session";
import { FakeKernel, settled, UNPRUNED } from "./fakes";

function sequence(session: Session, more: Partial<PruningResult> = {}): PruningResult {
  const nodes = session.tree.peek().below();
  return {
    ...UNPRUNED,
    alpha: [0, 0.1],
    leaves: [session.tree.peek().figures.leaves, 1],
    train: [0.1, 0.4],
    validation: [0.2, 0.5],
    cut: nodes.map(({ position }) => (position === 0 ? 1 : 0)),
    gone: nodes.map(({ position }) => (position === 0 ? 2 : 1)),
    ...more,
  };
}

describe("the pruning sequence", () => {
  const start = () => {
    const kernel = new FakeKernel(1);
    const session = new Session(kernel.model);
    const pruning = new PruningState(session);
    return { kernel, session, pruning };
  };

  it("leaves every leaf where a method finds nothing to prune", () => {
    const { session, pruning } = start();
    pruning.way.value = "pessimistic";
    expect(pruning.left.value).toBeNull();
    expect(pruning.leaves.value).toBe(session.tree.value.figures.leaves);
  });

  it("tells what would go at a step, without asking again", async () => {
    const { kernel, session, pruning } = start();
    const loaded = pruning.load();
    kernel.answer(kernel.asked("pruning")[0]?.id ?? "", sequence(session));
    await loaded;
    expect(pruning.gone.value.size).toBe(0);
    pruning.step.value = 1;
    const tree = session.tree.value;
    expect(pruning.gone.value).toEqual(
      new Set(
        tree
          .below()
          .slice(1)
          .map(({ id }) => id),
      ),
    );
    expect(pruning.becomesLeaf(tree.root)).toBe(true);
    expect(pruning.left.value).toEqual({ leaves: 1, error: 0.4, validation: 0.5, cross: null });
    expect(pruning.line).toBe("tree.prune_to(leaves=1)");
    expect(kernel.asked("pruning")).toHaveLength(1);
  });

  it("is never past the end of a sequence that has become shorter", async () => {
    const { kernel, session, pruning } = start();
    const answered = async (shorter: Partial<PruningResult> = {}) => {
      const loaded = pruning.load();
      kernel.answer(kernel.asked("pruning").at(-1)?.id ?? "", sequence(session, shorter));
      await loaded;
    };
    await answered();
    pruning.step.value = 1;
    const seen: unknown[] = [];
    const stop = effect(() => void seen.push(pruning.left.value?.error));
    await answered({ leaves: [1], train: [0.4], validation: [0.5] });
    stop();
    expect(pruning.step.value).toBe(0);
    expect(seen).toEqual([0.4, 0.4]);
  });

  it("stays at its end where the next sequence keeps more leaves", async () => {
    const { kernel, session, pruning } = start();
    const answered = async (more: Partial<PruningResult>) => {
      const loaded = pruning.load();
      kernel.answer(kernel.asked("pruning").at(-1)?.id ?? "", sequence(session, more));
      await loaded;
    };
    const errors = { train: [0.1, 0.2, 0.4], validation: [] };
    await answered({ leaves: [9, 4, 1], ...errors });
    pruning.step.value = 2;
    await answered({ leaves: [9, 6, 4], ...errors });
    expect(pruning.left.value?.leaves).toBe(4);
  });

  it("cross-validates first where a choice needs it, and once", async () => {
    const { kernel, session, pruning } = start();
    const chosen = pruning.validate("one_se");
    const asked = kernel.asked("cross_validate");
    expect(asked[0]?.args).toEqual({ folds: 10, risk: "error", keep: true });
    const cross = { folds: 10, cross: [0.3, 0.35], cross_low: [0.2, 0.3], cross_high: [0.4, 0.4] };
    kernel.answer(asked[0]?.id ?? "", sequence(session, { ...cross, minimum: 0, one_se: 1 }));
    await chosen;
    expect(pruning.step.value).toBe(1);
    await pruning.validate("minimum");
    expect(pruning.step.value).toBe(0);
    expect(kernel.asked("cross_validate")).toHaveLength(1);
    pruning.folds.value = 5;
    void pruning.validate("minimum");
    expect(kernel.asked("cross_validate")[1]?.args).toMatchObject({ folds: 5 });
  });

  it("takes the folds that a cell has drawn", async () => {
    const { kernel, session, pruning } = start();
    const loaded = pruning.load();
    const drawn = sequence(session, { folds: 5, minimum: 1, one_se: 1 });
    kernel.answer(kernel.asked("pruning")[0]?.id ?? "", drawn);
    await loaded;
    expect(pruning.folds.value).toBe(5);
    await pruning.validate("minimum");
    expect(pruning.step.value).toBe(1);
    expect(kernel.asked("cross_validate")).toEqual([]);
  });

  it("finds no fault with a cross-validation that was cancelled", async () => {
    const { kernel, pruning } = start();
    const asked = pruning.validate();
    const id = kernel.asked("cross_validate")[0]?.id ?? "";
    kernel.refuse(id, "cancelled: the tree is exactly as it was", null, "cancelled");
    await asked;
    expect(pruning.fault.value).toBe("");
    expect(pruning.busy.value).toBe(null);
  });

  it("asks Python what another method would do, and says why it cannot", async () => {
    const { kernel, pruning } = start();
    pruning.way.value = "mdl";
    const loaded = pruning.load();
    expect(kernel.asked("preview")[0]?.args).toEqual({ method: "mdl" });
    kernel.refuse(kernel.asked("preview")[0]?.id ?? "", "no such rows", null);
    await loaded;
    await settled();
    expect(pruning.fault.value).toBe("No such rows");
    expect(pruning.line).toBe('tree.prune_to(method="mdl")');
  });

  it("shows what such a method would leave, and prunes by it or says why not", async () => {
    const { kernel, session, pruning } = start();
    const [root, ...below] = session.tree.peek().below();
    pruning.way.value = "pessimistic";
    expect(pruning.gone.value.size).toBe(0);
    const loaded = pruning.load();
    const removed = below.map(({ id }) => id);
    const preview = { leaves: 1, error: 0.4, validation_error: 0.5, removed };
    kernel.answer(kernel.asked("preview")[0]?.id ?? "", preview);
    await loaded;
    expect(pruning.left.value).toMatchObject({ leaves: 1, validation: 0.5, cross: null });
    expect(pruning.becomesLeaf(root as TreeNode)).toBe(true);
    expect(below.some((node) => pruning.becomesLeaf(node))).toBe(false);
    const refused = pruning.commit();
    kernel.refuse(kernel.asked("prune_to")[0]?.id ?? "", "node 4 is locked", 4);
    expect(await refused).toBe(false);
    expect(pruning.fault.value).toBe("Node 4 is locked");
    expect(session.refusal.value).toBeNull(); // said here, and nowhere else
    await settled();
    const made = pruning.commit();
    kernel.answer(kernel.asked("prune_to")[1]?.id ?? "", { select: 1 });
    expect(await made).toBe(true);
    expect(kernel.asked("prune_to")[1]?.args).toEqual({ method: "pessimistic" });
  });

  it("takes back what it asked of a way that nobody looks at any more", async () => {
    const { kernel, session, pruning } = start();
    const cancelled = () =>
      (kernel.model.sent as { kind: string; id: string }[])
        .filter(({ kind }) => kind === "cancel")
        .map(({ id }) => id);
    pruning.way.value = "mdl";
    const long = pruning.load();
    const id = kernel.asked("preview")[0]?.id ?? "";
    pruning.way.value = "error";
    const loaded = pruning.load();
    expect(cancelled()).toEqual([id]);
    kernel.refuse(id, "cancelled: the tree is exactly as it was", null, "cancelled");
    await long;
    expect(pruning.busy.value).toBe("…");
    kernel.answer(kernel.asked("pruning")[0]?.id ?? "", sequence(session));
    await loaded;
    expect(pruning.busy.value).toBe(null);
    pruning.drop(); // what is answered is past taking back
    expect(cancelled()).toEqual([id]);
  });

  it("says how sure error-based pruning wants to be, where that was typed", () => {
    const { pruning } = start();
    pruning.way.value = "error-based";
    expect(pruning.args).toEqual({ method: "error-based" });
    pruning.confidence.value = "0.1";
    pruning.raising.value = false;
    pruning.keep.value = false;
    expect(pruning.args).toEqual({
      method: "error-based",
      keep: false,
      confidence: 0.1,
      subtree_raising: false,
    });
    expect(pruning.line).toBe(
      'tree.prune_to(method="error-based", keep=False, confidence=0.1, subtree_raising=False)',
    );
    pruning.keep.value = true;
    pruning.confidence.value = "much";
    expect(pruning.args).toMatchObject({ confidence: "much" }); // Python says what is wrong with it
    pruning.way.value = "mdl";
    expect(pruning.args).toEqual({ method: "mdl" });
  });

  it("names what is not usual in its line", () => {
    expect(pruneLine({ leaves: 3, risk: "impurity", keep: false })).toBe(
      'tree.prune_to(leaves=3, risk="impurity", keep=False)',
    );
  });

  it("has its steps side by side", () => {
    const { session } = start();
    const many = Array.from({ length: 100 }, (_, i) => i);
    const long = {
      ...sequence(session),
      leaves: many.map((i) => 100 - i),
      train: many.map((i) => i / 200),
    };
    const curves = curvesOf(
      { ...long, validation: [] },
      { left: 50, right: 450, top: 0, bottom: 100 },
      true,
    );
    expect(curves.x(0)).toBe(50);
    expect(curves.x(99)).toBe(450);
    expect(goes(long, 0, 1)).toBe(false);
    const lone = curvesOf(
      { ...long, leaves: [1], train: [0.2], validation: [] },
      { left: 0, right: 100, top: 0, bottom: 50 },
      false,
    );
    expect(lone.x(0)).toBe(50);
  });

  it("tells the leaves of no more steps than there is room for", () => {
    const leaves = Array.from({ length: 300 }, (_, i) => Math.ceil(1.04 ** (299 - i)));
    const width = (text: string) => text.length * 6;
    const axis = { leaves, x: scale(0, 299, 56, 456), left: 46, right: 466, width };
    const told = leavesTold(axis);
    expect(told.length).toBeGreaterThan(6);
    expect([told[0]?.step, told.at(-1)?.step]).toEqual([299, 0]);
    for (const [i, one] of told.slice(1).entries()) {
      expect(areApart(one, told[i] as typeof one)).toBe(true);
      expect(one.text).toBe(count(leaves[one.step] ?? 0));
    }
    for (const one of [...told, leavesAt(axis, 0), leavesAt(axis, 150)]) {
      expect(one.x - one.half).toBeGreaterThanOrEqual(46);
      expect(one.x + one.half).toBeLessThanOrEqual(466);
    }
    expect(leavesAt(axis, 0).x).toBeGreaterThan(axis.x(0)); // "123,456" beside the axis' name
  });
});
