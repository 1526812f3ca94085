// What a page makes of the patches of a large tree: followed, missed, overtaken.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Patch, State } from "../src/protocol.gen";
import { Session } from "../src/session";
import { patches } from "./contract";
import { FakeKernel } from "./fakes";

function open() {
  const golden = patches();
  const [first, second, third] = golden.patches;
  if (!first || !second || !third) throw new Error("there are some patches");
  const kernel = new FakeKernel(1, { _meta: golden.meta, _state: golden.state, selected: 0 });
  const session = new Session(kernel.model);
  const say = (patch: Patch): void => kernel.model.emit("msg:custom", patch);
  return { kernel, session, say, first, second, third };
}

describe("Session of a large tree", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("follows patches, and the tree with them", () => {
    const { session, say, first, second } = open();
    say(first.patch);
    expect(session.tree.value.root.note).toBe("at the top");
    say(second.patch);
    expect(session.state.value).toEqual(second.state);
  });

  it("reads nodes that come as bytes, and leaves them to the host as columns", () => {
    const golden = patches();
    const bytes = new TextEncoder().encode(JSON.stringify(golden.state.nodes));
    const packed = (revision: number): State =>
      ({ ...golden.state, nodes: new DataView(bytes.buffer), revision }) as unknown as State;
    const kernel = new FakeKernel(1, { _meta: golden.meta, _state: packed(0) });
    const session = new Session(kernel.model);
    expect(session.state.value).toEqual({ ...golden.state, revision: 0 });
    expect(kernel.model.get("_state").nodes).toEqual(golden.state.nodes);
    kernel.show(packed(9));
    expect(session.state.value).toEqual({ ...golden.state, revision: 9 });
  });

  it("keeps the host's copy whole, for whoever saves it, without setting it", () => {
    const { kernel, say, first, second } = open();
    const set = vi.spyOn(kernel.model, "set");
    const copy = kernel.model.get("_state");
    say(first.patch);
    say(second.patch);
    expect(kernel.model.get("_state")).toBe(copy);
    expect(copy).toEqual(second.state);
    expect(set).not.toHaveBeenCalled();
  });

  it("asks once for the whole tree when a patch was missed, and goes on from there", async () => {
    const { kernel, session, say, first, second, third } = open();
    say(second.patch);
    say(third.patch);
    expect(session.state.value.revision).toBe(first.patch.base);
    await vi.advanceTimersByTimeAsync(400);
    const asked = kernel.asked("state");
    expect(asked).toHaveLength(1);
    kernel.answer(asked[0]?.id ?? "", second.state);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.value).toEqual(second.state);
    say(third.patch);
    expect(session.state.value).toEqual(third.state);
    await vi.advanceTimersByTimeAsync(1000);
    expect(kernel.asked("state")).toHaveLength(1);
  });

  it("asks nothing when the tree comes by itself", async () => {
    const { kernel, session, say, second } = open();
    say(second.patch);
    kernel.show(second.state);
    await vi.advanceTimersByTimeAsync(1000);
    expect(kernel.asked("state")).toHaveLength(0);
    expect(session.state.value.revision).toBe(second.state.revision);
  });

  it("learns from any reply that it lags behind", async () => {
    const { kernel, session, first } = open();
    session.hello();
    const [hello] = kernel.model.sent as { id: string }[];
    const word = { kind: "reply", id: hello?.id, ok: true, revision: first.state.revision };
    kernel.model.emit("msg:custom", word);
    await vi.advanceTimersByTimeAsync(400);
    expect(kernel.asked("state")).toHaveLength(1);
  });

  it("does not go back when an older tree comes late", () => {
    const { kernel, session, say, first } = open();
    const old = structuredClone(session.state.value);
    say(first.patch);
    kernel.show(old);
    expect(session.state.value).toEqual(first.state);
    expect(kernel.model.get("_state")).toEqual(first.state);
  });

  it("leaves no timer behind", async () => {
    const { kernel, session, say, second } = open();
    say(second.patch);
    session.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(kernel.asked("state")).toHaveLength(0);
  });
});
