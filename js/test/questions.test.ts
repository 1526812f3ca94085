// Questions whose answers stay true: asked once, in parts, taken back, and asked again.
import { describe, expect, it } from "vitest";
import type { CandidateWire } from "../src/protocol.gen";
import { Questions } from "../src/questions";
import { Session } from "../src/session";
import { FakeKernel, settled } from "./fakes";

const row = (column: number, gain: number | null, counting = false) =>
  ({ column, gain, counting }) as CandidateWire;

function open() {
  const kernel = new FakeKernel(1);
  const questions = new Questions(new Session(kernel.model));
  const idOf = (at: number, op: "candidates" | "profile" = "candidates") =>
    kernel.asked(op)[at]?.id ?? "";
  const part = (at: number, ...candidates: CandidateWire[]) =>
    kernel.model.emit("msg:custom", {
      kind: "partial",
      id: idOf(at),
      revision: 1,
      result: { candidates },
    });
  const cancelled = () =>
    (kernel.model.sent as { kind: string; id: string }[])
      .filter(({ kind }) => kind === "cancel")
      .map(({ id }) => id);
  return { kernel, questions, idOf, part, cancelled };
}

describe("the candidates of a node", () => {
  it("are there with the first part, and in the method's order with the whole", async () => {
    const { kernel, questions, idOf, part } = open();
    const asked = questions.candidates(1);
    part(0, row(0, null, true), row(1, 0.1, true));
    const ranking = await asked;
    part(0, row(0, 0.3));
    expect(ranking.value).toEqual([row(0, 0.3), row(1, 0.1, true)]);
    kernel.answer(idOf(0), { candidates: [row(1, 0.4), row(0, 0.3)] });
    await settled();
    expect(ranking.value).toEqual([row(1, 0.4), row(0, 0.3)]);
    expect(await questions.candidates(1)).toBe(ranking);
    expect(kernel.asked("candidates")).toHaveLength(1);
  });

  it("say why no more of them will come, and are asked for again", async () => {
    const { kernel, questions, idOf, part, cancelled } = open();
    const asked = questions.candidates(1);
    part(0, row(0, 0.3), row(1, null, true));
    const ranking = await asked;
    kernel.refuse(idOf(0), "no memory is left", 1);
    await settled();
    expect(ranking.value).toBe("No memory is left");
    questions.drop(); // nothing is coming any more
    expect(cancelled()).toEqual([]);
    const again = questions.candidates(1);
    kernel.answer(idOf(1), { candidates: [row(0, 0.3)] });
    expect((await again).value).toEqual([row(0, 0.3)]);
  });

  it("that nobody looks at any more are taken back, and asked for again", async () => {
    const { kernel, questions, idOf, part, cancelled } = open();
    void questions.candidates(1);
    part(0, row(0, 0.1, true));
    void questions.candidates(2);
    expect(cancelled()).toEqual([idOf(0)]);
    void questions.candidates(1);
    expect(kernel.asked("candidates").map(({ args }) => args.node)).toEqual([1, 2, 1]);
    kernel.answer(idOf(2), { candidates: [row(0, 0.1)] });
    await settled();
    questions.drop(); // all of it is here
    expect(cancelled()).toEqual([idOf(0), idOf(1)]);
    void questions.candidates(1);
    expect(kernel.asked("candidates")).toHaveLength(3);
  });
});

describe("an answer", () => {
  it("is none where it was refused: what is asked then is asked anew", async () => {
    const { kernel, questions, idOf } = open();
    const asked = questions.candidates(1);
    kernel.refuse(idOf(0), "the kernel is busy", 1);
    expect((await asked).value).toBe("The kernel is busy");
    void questions.candidates(1);
    expect(kernel.asked("candidates")).toHaveLength(2);
    const profile = questions.profile(1, 0);
    kernel.refuse(idOf(0, "profile"), "the kernel is busy", 1);
    await expect(profile).rejects.toThrow("The kernel is busy");
    void questions.profile(1, 0);
    expect(kernel.asked("profile")).toHaveLength(2);
  });

  it("is kept for the last 200 questions", () => {
    const { kernel, questions } = open();
    for (let column = 0; column < 200; column++) void questions.profile(1, column);
    void questions.profile(1, 0);
    expect(kernel.asked("profile")).toHaveLength(200);
    void questions.profile(1, 200);
    void questions.profile(1, 1);
    expect(kernel.asked("profile")).toHaveLength(201);
    void questions.profile(1, 0);
    expect(kernel.asked("profile")).toHaveLength(202);
  });
});
