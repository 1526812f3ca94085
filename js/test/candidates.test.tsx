// The candidates list while its answer comes in parts.
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CandidateWire } from "../src/protocol.gen";
import { FakeKernel, settled } from "./fakes";
import { mounted } from "./mounted";
import { metaOf } from "./trees";

let cleanups: (() => void)[] = [];

function row(column: number, gain: number | null, counting = false): CandidateWire {
  const cut = { value: 1, text: "1", exact: "1.0" };
  return {
    column,
    split: gain === null ? null : { column, cuts: [cut], missing: 1, branches: 2 },
    gain,
    gain_ratio: null,
    validation_gain: null,
    balance: null,
    p: null,
    missing_n: counting ? null : 0,
    ...(counting && { counting, reason: "still counting" }),
  };
}

async function shown(names = ["age", "rooms", "size"]) {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 1200 });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, value: 640 });
  const columns = names.map((name) => ({ name, kind: "number" }) as const);
  const kernel = new FakeKernel(11, { _meta: { ...metaOf(), columns } });
  const el = await mounted(kernel, cleanups);
  const asked = () => kernel.asked("candidates");
  const id = asked()[0]?.id ?? "";
  const say = (message: object, candidates: CandidateWire[]) =>
    act(async () => {
      const result = { node: asked()[0]?.args.node, candidates };
      kernel.model.emit("msg:custom", { id, revision: 1, result, ...message });
      await settled();
    });
  const lines = () => [...el.querySelectorAll<HTMLElement>(".tw-candidates tbody tr")];
  return {
    kernel,
    asked,
    id,
    lines,
    part: (...rows: CandidateWire[]) => say({ kind: "partial" }, rows),
    reply: (...rows: CandidateWire[]) => say({ kind: "reply", ok: true }, rows),
    order: () => lines().map((line) => line.querySelector("th")?.textContent?.trim()),
    tick: (name: string) =>
      act(() => {
        const labels = [...el.querySelectorAll<HTMLElement>(".tw-choice label")];
        labels
          .find((label) => label.textContent === name)
          ?.querySelector("input")
          ?.click();
      }),
    marks: () => lines().map((line) => line.title),
  };
}

beforeEach(() => {
  cleanups = [];
});
afterEach(() => {
  for (const cleanup of cleanups.reverse()) cleanup?.();
  document.body.replaceChildren();
});

describe("the candidates list", () => {
  it("says in its place why it will not be whole", async () => {
    const { kernel, id, part, lines } = await shown();
    await part(row(0, 0.3), row(1, null, true));
    expect(lines()).toHaveLength(2);
    await act(async () => {
      kernel.refuse(id, "no memory is left", 1);
      await settled();
    });
    expect(lines()).toHaveLength(0);
    expect(document.querySelector("[role=tabpanel]")?.textContent).toContain("No memory is left");
  });

  it("shows the leader at once, and fills in the rest where it stands", async () => {
    const { part, reply, order, marks, lines } = await shown();
    await part(row(1, 0.5), row(0, 0.2, true), row(2, 0.1, true));
    const [first, second, third] = order();
    expect(marks()).toEqual(["", "still counting", "still counting"]);
    expect(lines()[1]?.textContent).toContain("0.2");
    await part(row(2, 0.3)); // more than its neighbour has so far: it keeps its place
    expect(order()).toEqual([first, second, third]);
    expect(marks()).toEqual(["", "still counting", ""]);
    expect(lines()[2]?.textContent).toContain("0.3");
    await reply(row(1, 0.5), row(2, 0.3), row(0, 0.25));
    expect(order()).toEqual([first, third, second]);
    expect(marks()).toEqual(["", "", ""]);
  });

  it("tells all cuts of a split in the tooltip of how many ranges they make", async () => {
    const { reply, lines } = await shown();
    const cuts = ["1", "2.5", "4"].map((text) => ({ value: 1, text, exact: text }));
    await reply({ ...row(1, 0.5), split: { column: 1, cuts, missing: 1, branches: 4 } });
    const cut = lines()[0]?.querySelector("td")?.firstElementChild;
    expect(cut?.textContent).toBe("4 ranges");
    expect(cut?.getAttribute("title")).toBe("rooms at 1, 2.5, 4");
  });

  it("takes a cut once by a key that is held down", async () => {
    const { kernel, reply, lines } = await shown();
    await reply(row(0, 0.5));
    const press = (repeat: boolean) =>
      act(() => {
        lines()[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", repeat }));
      });
    await press(true);
    expect(kernel.asked("split")).toEqual([]);
    await press(false);
    expect(kernel.asked("split")).toHaveLength(1);
  });

  it("does not move the rows under a pointer or the focus", async () => {
    const { part, reply, order, lines } = await shown();
    await part(row(1, 0.5), row(0, 0.2, true), row(2, 0.1, true));
    const before = order();
    const table = lines()[0]?.closest("table") as HTMLTableElement;
    let pointed = true;
    vi.spyOn(table, "matches").mockImplementation(() => pointed);
    await reply(row(1, 0.5), row(2, 0.3), row(0, 0.25));
    expect(order()).toEqual(before);
    pointed = false;
    await act(() => {
      table.dispatchEvent(new Event("pointerleave"));
    });
    expect(order()).not.toEqual(before);
  });

  it("says how stable the columns are where that is known, and asks where it is wanted", async () => {
    const { kernel, reply, order, lines, tick } = await shown();
    await reply(row(1, 0.5), row(2, 0.3), row(0, 0.25));
    await tick("stability: how often it leads in halves of the rows");
    const [asked] = kernel.asked("stability");
    expect(asked?.args).toEqual({ node: 1, below: false });
    await act(() =>
      kernel.model.set("_stability", [
        { node: 1, halves: 50, columns: [2, 1], leads: [30, 20], low: ["3", ""], high: ["7", ""] },
      ]),
    );
    const last = () => lines().map((line) => line.querySelector("td:last-child")?.textContent);
    expect(order()).toEqual(["rooms", "size", "age"]);
    expect(last()).toEqual(["40\u202f%", "60\u202f%", "0\u202f%"]);
    const hints = lines().map((line) => line.querySelector<HTMLElement>("td:last-child")?.title);
    expect(hints).toEqual(["", "cuts from 3 to 7", ""]);
    expect(kernel.asked("stability")).toHaveLength(1);
  });

  it("lists some of many columns, and more as somebody gets to the end of them", async () => {
    const seen: (() => void)[] = [];
    class Watch {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(() => tell([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {
        seen.pop();
      }
    }
    vi.stubGlobal("IntersectionObserver", Watch);
    const names = Array.from({ length: 230 }, (_, i) => `column ${i}`);
    const { reply, order } = await shown(names);
    await reply(...names.map((_, i) => row(i, 1 - i / 1000)));
    expect(order()).toEqual([...names.slice(0, 100), "+ 130 more"]);
    for (const [listed, last] of [
      [200, ["+ 30 more"]],
      [230, []],
    ] as const) {
      await act(() => seen.at(-1)?.());
      expect(order()).toEqual([...names.slice(0, listed), ...last]);
    }
    expect(seen).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("takes the question back when the selection moves on, and drops what comes late", async () => {
    const { kernel, part, asked, id, lines } = await shown();
    await part(row(1, 0.5), row(0, 0.2, true));
    const [here, there] = kernel.model.get("_state").nodes.id as [number, number];
    await act(() => kernel.model.set("selected", there));
    expect(kernel.model.sent).toContainEqual({ kind: "cancel", id });
    expect(asked().map(({ args }) => args.node)).toEqual([here, there]);
    await part(row(0, 0.25));
    expect(lines()).toEqual([]);
    await act(() => kernel.model.set("selected", here));
    expect(asked().map(({ args }) => args.node)).toEqual([here, there, here]);
  });
});
