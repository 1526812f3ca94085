// The keys of the frame, without a page round it.
import { afterEach, describe, expect, it } from "vitest";
import type { GestureName } from "../src/jobs";
import { frameKey } from "../src/keyboard";
import { PruningState } from "../src/pruning-state";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { View } from "../src/view-state";
import { FakeKernel } from "./fakes";

let scene: Scene;
afterEach(() => scene.dispose());

function open() {
  const kernel = new FakeKernel(1);
  const session = new Session(kernel.model);
  const view = new View(session);
  scene = new Scene(view);
  const press = (key: string, more: KeyboardEventInit = {}) =>
    frameKey(new KeyboardEvent("keydown", { key, ...more }), scene);
  const made = (op: GestureName) => kernel.asked(op).map(({ args }) => args);
  return { kernel, session, view, press, made };
}

describe("a letter", () => {
  it.each([
    ["alone", (key: string) => key],
    ["with Caps Lock", (key: string) => (key === "g" ? "G" : "g")],
  ])("is the verb that it is by Shift, %s", (_, typed) => {
    const { press, made } = open();
    press(typed("g"));
    expect(made("grow")).toEqual([{ node: 1 }]);
    press(typed("G"), { shiftKey: true });
    expect(made("grow")).toEqual([{ node: 1 }, { node: 1, levels: 1 }]);
  });

  it("is none with a modifier, nor where a pruning is considered", () => {
    const { session, view, press, made } = open();
    for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }])
      expect(press("g", held)).toBe(false);
    view.pruning.value = new PruningState(session);
    expect(press("g")).toBe(false);
    expect(made("grow")).toEqual([]);
  });
});

describe("Escape", () => {
  it("takes back what is under way, then closes what is open, one after the other", () => {
    const { kernel, session, view, press } = open();
    void session.act("grow", {});
    session.refuse("It cannot be");
    view.query.value = "age";
    view.drawer.value = true;
    view.pruning.value = new PruningState(session);
    const id = kernel.asked("grow")[0]?.id;
    expect(press("Escape")).toBe(true);
    expect(kernel.model.sent.at(-1)).toEqual({ kind: "cancel", id });
    kernel.refuse(id ?? "", "cancelled", null, "cancelled");
    session.close(); // drops the job at once
    const rest = () => [
      view.pruning.value !== null,
      session.refusal.value !== null,
      view.query.value !== "",
      view.drawer.value,
    ];
    expect(rest()).toEqual([true, true, true, true]);
    for (let closed = 1; closed <= 4; closed++) {
      expect(press("Escape")).toBe(true);
      expect(rest()).toEqual([0, 1, 2, 3].map((at) => at >= closed));
    }
    expect(press("Escape")).toBe(false);
  });
});
