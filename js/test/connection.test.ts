import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StaticModel } from "../dev/static-model";
import { Connection, RequestError, type Word } from "../src/connection";
import { randomTraits } from "./fakes";

interface Sent {
  kind: string;
  id: string;
  op: string;
  revision: number;
}

function connected(live = true) {
  const model = new StaticModel(randomTraits(1), live);
  const heard: Word[] = [];
  const connection = new Connection(model, (word) => heard.push(word));
  const sent = (): Sent[] => model.sent as Sent[];
  const reply = (id: string, more: object): void =>
    model.emit("msg:custom", { kind: "reply", id, revision: 1, ok: true, ...more });
  return { model, connection, heard, sent, reply };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("Connection", () => {
  it("sends a request with its revision and gives its own reply", async () => {
    const { connection, sent, reply } = connected();
    const first = connection.request("candidates", { node: 1 }, { revision: 4 });
    const second = connection.request("candidates", { node: 2 }, { revision: 4 });
    expect(sent()[0]).toMatchObject({
      kind: "request",
      op: "candidates",
      revision: 4,
      args: { node: 1 },
    });
    reply(sent()[1]?.id ?? "", { result: "two" });
    reply(sent()[0]?.id ?? "", { result: "one" });
    expect(await Promise.all([first, second])).toEqual(["one", "two"]);
  });

  it("rejects with the error's code, message and node", async () => {
    const { connection, sent, reply } = connected();
    const asked = connection.request("prune", { node: 3 }, { revision: 1 });
    const error = { code: "refused", message: "node 3 is a leaf", node: 3 };
    reply(sent()[0]?.id ?? "", { ok: false, error });
    await expect(asked).rejects.toMatchObject({ ...error, name: "RequestError" });
  });

  it("waits aloud after two seconds, and is ready again with the late reply", async () => {
    const { connection, sent, reply } = connected();
    const asked = connection.request("grow", {}, { revision: 1 });
    await vi.advanceTimersByTimeAsync(1999);
    expect(connection.status.value).toBe("ready");
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.status.value).toBe("waiting");
    expect(connection.late.value.has(sent()[0]?.id ?? "")).toBe(true);
    reply(sent()[0]?.id ?? "", { result: "late" });
    expect(connection.status.value).toBe("ready");
    expect(await asked).toBe("late");
  });

  it("waits as long as any of its requests does", async () => {
    const { connection, sent, reply } = connected();
    const asked = [1, 2].map((node) => connection.request("prune", { node }, { revision: 1 }));
    await vi.advanceTimersByTimeAsync(2000);
    const [first = "", second = ""] = sent().map(({ id }) => id);
    expect([...connection.late.value]).toEqual([first, second]);
    reply(first, {});
    expect([...connection.late.value]).toEqual([second]);
    expect(connection.status.value).toBe("waiting");
    reply(second, {});
    expect(connection.status.value).toBe("ready");
    await Promise.all(asked);
  });

  it("hands on what comes in parts, to who asked for it", async () => {
    const { model, connection, sent, reply } = connected();
    const parts: unknown[] = [];
    const onPart = (part: unknown) => void parts.push(part);
    const asked = connection.request("candidates", { node: 1 }, { revision: 1, onPart });
    const plain = connection.request("candidates", { node: 2 }, { revision: 1 });
    const [first = "", second = ""] = sent().map(({ id }) => id);
    for (const id of [first, second, "another page's"])
      model.emit("msg:custom", { kind: "partial", id, revision: 1, result: id });
    expect(parts).toEqual([first]);
    for (const id of [first, second]) reply(id, { result: id });
    expect(await Promise.all([asked, plain])).toEqual([first, second]);
  });

  it("does not wait aloud for work that shows progress", async () => {
    const { model, connection, heard, sent } = connected();
    void connection.request("grow", {}, { revision: 1 });
    const id = sent()[0]?.id;
    const progress = { kind: "progress", id, text: "growing", node: 0, share: 0.1, end: false };
    model.emit("msg:custom", progress);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.status.value).toBe("ready");
    expect(heard).toEqual([progress]);
  });

  it("gives up a request nobody answered when it is cancelled", async () => {
    const { connection, sent, reply } = connected();
    const asked = connection.request("split", { node: 1 }, { revision: 1 });
    const caught = asked.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2000);
    connection.cancel(sent()[0]?.id ?? "");
    expect(sent().at(-1)).toMatchObject({ kind: "cancel", id: sent()[0]?.id });
    expect(await caught).toMatchObject({ code: "cancelled" });
    expect(connection.status.value).toBe("ready");
    reply(sent()[0]?.id ?? "", { result: "too late" }); // nobody listens, nobody is hurt
  });

  it("leaves the answer to Python when work under way is cancelled", async () => {
    const { connection, sent, reply } = connected();
    const caught = connection.request("grow", {}, { revision: 1 }).catch((e: unknown) => e);
    connection.cancel(sent()[0]?.id ?? "");
    const error = { code: "cancelled", message: "cancelled", node: null };
    reply(sent()[0]?.id ?? "", { ok: false, error });
    expect(await caught).toBeInstanceOf(RequestError);
  });

  it("fails what is open, and all that comes, once the kernel is gone", async () => {
    const { connection, sent } = connected();
    const open = connection.request("grow", {}, { revision: 1 }).catch((e: unknown) => e);
    connection.close();
    expect(await open).toMatchObject({ code: "readonly" });
    await expect(connection.request("undo", {}, { revision: 1 })).rejects.toThrow(/No kernel/);
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.status.value).toBe("closed");
    expect(sent()).toHaveLength(1);
  });

  it("closes when the host refuses to send, and opens when it sends again", async () => {
    const { model, connection, sent } = connected();
    const asked = connection.request("grow", {}, { revision: 1 }).catch((e: unknown) => e);
    const { send } = model;
    const dead = () => {
      throw new Error("Cannot send");
    };
    Object.assign(model, { send: dead });
    await vi.advanceTimersByTimeAsync(2000); // the silence makes it knock, on a dead line
    expect(connection.status.value).toBe("closed");
    expect(await asked).toMatchObject({ code: "readonly" });
    Object.assign(model, { send });
    void connection.hello();
    expect(connection.status.value).toBe("ready");
    expect(sent().at(-1)).toMatchObject({ kind: "hello" });
  });

  it("is closed from the beginning where there is nobody to send to", async () => {
    const { connection } = connected(false);
    expect(connection.status.value).toBe("closed");
    await expect(connection.hello()).resolves.toBeUndefined();
  });

  it("ignores what is not for it", () => {
    const { model, connection } = connected();
    for (const odd of [null, 3, "x", {}, { kind: "reply" }, { kind: "reply", id: "other" }]) {
      expect(() => model.emit("msg:custom", odd)).not.toThrow();
    }
    expect(connection.status.value).toBe("ready");
  });

  it("adds one listener and takes it away again", () => {
    const { model, connection } = connected();
    expect(model.listeners("msg:custom")).toBe(1);
    connection.dispose();
    expect(model.listeners("msg:custom")).toBe(0);
  });
});
