// A look at an old step: what was wished last is what is seen.
import { describe, expect, it } from "vitest";
import { Session } from "../src/session";
import { View } from "../src/view-state";
import { FakeKernel, settled, stateOf } from "./fakes";

function open() {
  const kernel = new FakeKernel(11);
  const session = new Session(kernel.model);
  const { nodes, figures } = stateOf(12);
  const answer = async (at: number) => {
    const asked = kernel.asked("look")[at];
    kernel.answer(asked?.id ?? "", { step: asked?.args.step, nodes, figures });
    await settled();
  };
  return { kernel, session, view: new View(session), answer };
}

describe("a look at a step", () => {
  it("is over when somebody went back before it came", async () => {
    const { view, answer } = open();
    void view.look(1);
    void view.look(null);
    await answer(0);
    expect(view.looking.value).toBeNull();
  });

  it("gives way to a later one, whichever comes last", async () => {
    const { view, answer } = open();
    void view.look(1);
    void view.look(2);
    await answer(1);
    await answer(0);
    expect(view.looking.value?.step).toBe(2);
  });

  it("that nobody waits for any more is refused unheard", async () => {
    const { kernel, session, view, answer } = open();
    void view.look(1);
    void view.look(2);
    kernel.refuse(kernel.asked("look")[0]?.id ?? "", "there is no step 1", null);
    await answer(1);
    expect(session.refusal.value).toBeNull();
    expect(view.looking.value?.step).toBe(2);
  });

  it("says why it cannot be had", async () => {
    const { kernel, session, view } = open();
    void view.look(1);
    kernel.refuse(kernel.asked("look")[0]?.id ?? "", "there is no step 1", null);
    await settled();
    expect(session.refusal.value?.message).toBe("There is no step 1");
    expect(view.looking.value).toBeNull();
  });
});
