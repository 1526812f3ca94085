import { describe, expect, it, vi } from "vitest";
import { Session } from "../src/session";
import { FakeKernel, settled, stateOf } from "./fakes";

function open(seed = 11, more = {}) {
  const kernel = new FakeKernel(seed, more);
  const session = new Session(kernel.model);
  const branch = session.tree.value.below().find((node) => node.depth === 1 && !node.leaf);
  if (!branch) throw new Error("the seed gives a branch at depth 1");
  return { kernel, session, branch };
}

const gesture = { line: "", text: "", select: null };

describe("Session", () => {
  it("follows the traits Python sets", () => {
    const { kernel, session } = open();
    kernel.model.set("selected", 4);
    kernel.model.set("orientation", "horizontal");
    kernel.show(stateOf(12, 2));
    expect(session.selected.value).toBe(4);
    expect(session.orientation.value).toBe("horizontal");
    expect(session.state.value.revision).toBe(2);
    expect(session.tree.value.below()).toHaveLength(stateOf(12).nodes.id.length);
  });

  it("selects at once, and opens what hides the node", () => {
    const { kernel, session, branch } = open();
    const child = branch.children[0];
    session.toggle(branch.id);
    session.select(child?.id ?? -1);
    expect(kernel.model.get("selected")).toBe(child?.id);
    expect(kernel.model.get("collapsed")).toEqual([]);
  });

  it("does not select what is not there, and says so", () => {
    const { kernel, session } = open();
    session.select(-99);
    expect(kernel.model.get("selected")).toBe(1);
    expect(session.refusal.value?.message).toBe("Node -99 is not in the present tree");
  });

  it("hands the selection up when its node is hidden", () => {
    const { session, branch } = open();
    session.select(branch.children[0]?.id ?? -1);
    session.toggle(branch.id);
    expect(session.selected.value).toBe(branch.id);
    expect([...session.collapsed.value]).toEqual([branch.id]);
  });

  it("keeps the selected node in sight where Python sets either", () => {
    const { kernel, session, branch } = open();
    const child = branch.children[0]?.id ?? -1;
    kernel.model.set("selected", child);
    kernel.model.set("collapsed", [branch.id]);
    expect(session.selected.value).toBe(branch.id);
    kernel.model.set("selected", child);
    expect([...session.collapsed.value]).toEqual([]);
    expect(session.selected.value).toBe(child);
  });

  it("makes a gesture on the revision that is on the screen", async () => {
    const { kernel, session } = open();
    kernel.show(stateOf(11, 7));
    const done = session.act("prune", { node: 4 });
    const [asked] = kernel.asked("prune");
    expect(asked).toMatchObject({ args: { node: 4 }, revision: 7 });
    expect(session.jobs.value).toMatchObject([{ op: "prune", node: 4, share: null }]);
    kernel.answer(asked?.id ?? "", gesture);
    expect(await done).toEqual(gesture);
    expect(session.jobs.value).toEqual([]);
  });

  it("selects what the gesture made, also when the tree arrives after the reply", async () => {
    const { kernel, session } = open(2);
    const next = stateOf(3, 2);
    const fresh = next.nodes.id.find((id) => !session.tree.value.has(id));
    if (fresh === undefined) throw new Error("the second tree is larger");
    const done = session.act("grow", {});
    kernel.answer(kernel.asked("grow")[0]?.id ?? "", { ...gesture, select: fresh });
    await done;
    expect(session.selected.value).toBe(1);
    kernel.show(next);
    expect(session.selected.value).toBe(fresh);
  });

  it("leaves the selection to who chose a node while a gesture was on its way", async () => {
    const { kernel, session, branch } = open(2);
    const next = stateOf(3, 2);
    const fresh = next.nodes.id.find((id) => !session.tree.value.has(id));
    if (fresh === undefined) throw new Error("the second tree is larger");
    const done = session.act("undo", {});
    session.select(branch.id);
    kernel.answer(kernel.asked("undo")[0]?.id ?? "", { ...gesture, select: 1 });
    await done;
    expect(session.selected.value).toBe(branch.id);

    const grown = session.act("grow", {});
    kernel.answer(kernel.asked("grow")[0]?.id ?? "", { ...gesture, select: fresh });
    await grown;
    session.select(branch.id); // between the reply and the tree it speaks of
    kernel.show(next);
    expect(session.selected.value).toBe(branch.id);
  });

  it("says why a gesture was refused, for six seconds or until the next", async () => {
    vi.useFakeTimers();
    const { kernel, session } = open();
    const done = session.act("prune", { node: 4 });
    kernel.refuse(kernel.asked("prune")[0]?.id ?? "", "node 7 is locked", 7);
    expect(await done).toBeNull();
    expect(session.refusal.value).toEqual({ message: "Node 7 is locked", node: 7 });
    await vi.advanceTimersByTimeAsync(6000);
    expect(session.refusal.value).toBeNull();
    vi.useRealTimers();
  });

  it("makes a gesture once that is made again before its tree is here", async () => {
    const { kernel, session } = open();
    const [one, two] = [session.act("prune", { node: 4 }), session.act("prune", { node: 4 })];
    const [asked] = kernel.asked("prune");
    kernel.answer(asked?.id ?? "", gesture, 2);
    expect(await one).toEqual(await two);
    void session.act("prune", { node: 4 });
    expect(kernel.asked("prune")).toHaveLength(1);
    kernel.show(stateOf(11, 2));
    await settled();
    void session.act("prune", { node: 4 });
    expect(kernel.asked("prune")).toHaveLength(2);
  });

  it("asks again for what was refused", async () => {
    const { kernel, session } = open();
    const done = session.act("prune", { node: 4 });
    kernel.refuse(kernel.asked("prune")[0]?.id ?? "", "node 7 is locked", 7);
    await done;
    await settled();
    void session.act("prune", { node: 4 });
    expect(kernel.asked("prune")).toHaveLength(2);
  });

  it("undoes as often as was pressed, each on the tree that the one before left", async () => {
    const { kernel, session } = open();
    const done = [session.act("undo", {}), session.act("undo", {}), session.act("redo", {})];
    for (const [at, op] of (["undo", "undo", "redo"] as const).entries()) {
      const asked = [...kernel.asked("undo"), ...kernel.asked("redo")];
      expect(asked).toHaveLength(at + 1);
      expect(asked[at]).toMatchObject({ op, revision: at + 1 });
      kernel.answer(asked[at]?.id ?? "", gesture, at + 2);
      await done[at];
      await settled();
      expect([...kernel.asked("undo"), ...kernel.asked("redo")]).toHaveLength(at + 1);
      kernel.show(stateOf(11, at + 2));
      await settled();
    }
  });

  it("keeps quiet about what was cancelled", async () => {
    const { kernel, session } = open();
    const done = session.act("grow", {});
    kernel.refuse(kernel.asked("grow")[0]?.id ?? "", "cancelled", null, "cancelled");
    await done;
    expect(session.refusal.value).toBeNull();
  });

  it("shows progress of its own work, and of what a cell began", async () => {
    const { kernel, session } = open();
    void session.act("grow", {});
    const id = kernel.asked("grow")[0]?.id ?? "";
    kernel.progress(id, 0.4);
    kernel.progress("a cell's", 0.1);
    expect(session.jobs.value).toMatchObject([
      { id, op: "grow", node: 1, share: 0.4 },
      { id: "a cell's", op: null, share: 0.1 },
    ]);
    kernel.progress(id, 0.6);
    expect(session.jobs.value).toMatchObject([
      { id, op: "grow", share: 0.6 },
      { id: "a cell's", op: null, share: 0.1 },
    ]);
    const word = { kind: "progress", id: "a cell's", text: "", node: null, share: 0.7, end: false };
    kernel.model.emit("msg:custom", word);
    expect(session.jobs.value[1]).toMatchObject({ node: 1, share: 0.7 });
    kernel.progress("a cell's", 1, true);
    expect(session.jobs.value).toHaveLength(1);
  });

  it("waits for no work of a kernel that has gone", () => {
    const { kernel, session } = open();
    kernel.progress("a cell's", 0.4);
    expect(session.jobs.value).toHaveLength(1);
    kernel.model.emit("comm_live_update");
    expect(session.jobs.value).toEqual([]);
  });

  it("says of a gesture nobody heard that the view is read-only, and of a question less", async () => {
    const { kernel, session } = open();
    const done = session.act("grow", {});
    const asked = session.ask("candidates", { node: 1 });
    kernel.model.emit("comm_live_update");
    expect(await done).toBeNull();
    expect(session.refusal.value?.message).toMatch(/^Read-only: no kernel/);
    await expect(asked).rejects.toMatchObject({ code: "readonly", message: "No kernel to ask" });
  });

  it("passes a question's refusal to whoever asked", async () => {
    const { kernel, session } = open();
    const asked = session.ask("candidates", { node: 1 });
    kernel.refuse(kernel.asked("candidates")[0]?.id ?? "", "no such node", 1, "unknown");
    await expect(asked).rejects.toMatchObject({ code: "unknown", message: "No such node" });
    expect(session.refusal.value).toBeNull();
  });

  it("cannot be edited when Python says so, or when nobody listens", () => {
    const { kernel, session } = open();
    expect(session.canEdit.value).toBe(true);
    kernel.model.set("editable", false);
    expect(session.canEdit.value).toBe(false);
    kernel.model.set("editable", true);
    const send = () => {
      throw new Error("Cannot send");
    };
    Object.assign(kernel.model, { send });
    kernel.model.emit("comm_live_update");
    expect(session.canEdit.value).toBe(false);
  });

  it.each([
    ["statusChanged", "terminating"],
    ["disposed", undefined],
  ])("hears JupyterLab's kernel go by what is %s, and stops listening to it", (name, last) => {
    type Listener = (kernel: unknown, status?: string) => void;
    const listeners = new Set<Listener>();
    const signal = {
      connect: (listener: Listener) => listeners.add(listener),
      disconnect: (listener: Listener) => listeners.delete(listener),
    };
    const kernel = new FakeKernel();
    Object.assign(kernel.model, { widget_manager: { kernel: { [name]: signal } } });
    const session = new Session(kernel.model);
    const say = (status?: string): void => {
      for (const listener of listeners) listener(null, status);
    };
    say("busy");
    say("unknown"); // its line is down, and may come back
    expect(session.status.value).toBe("ready");
    say(last);
    expect(session.status.value).toBe("closed");
    session.dispose();
    expect(listeners.size).toBe(0);
  });

  it("leaves no listener behind", async () => {
    const { kernel, session } = open();
    const events = ["msg:custom", ...Object.keys(session).map((name) => `change:${name}`)];
    events.push("change:_meta", "change:_state", "comm_live_update");
    expect(kernel.model.listeners("change:selected")).toBe(1);
    session.dispose();
    await settled();
    for (const event of events) expect(kernel.model.listeners(event)).toBe(0);
  });
});
