// Where the cut editor opens, by what a kernel answers and in which order.
import { describe, expect, it } from "vitest";
import { CutState } from "../src/cut-state";
import type { CandidatesResult, ProfileResult, SplitWire, State } from "../src/protocol.gen";
import { Questions } from "../src/questions";
import { Session } from "../src/session";
import { contract } from "./contract";
import { FakeKernel, settled } from "./fakes";

const { meta, state, profiles } = contract("iris");
const profileOf = (column: number) =>
  profiles.find((each) => each.node === 0 && each.column === column)?.result as ProfileResult;

function open(shown: State = state, _meta = meta) {
  const kernel = new FakeKernel(1, { _meta, _state: shown, selected: 0 });
  const session = new Session(kernel.model);
  const cut = new CutState(session, new Questions(session));
  const answer = async (op: "profile" | "candidates", result: unknown) => {
    await settled();
    kernel.answer(kernel.asked(op).at(-1)?.id ?? "", result);
    await settled();
  };
  return { kernel, session, cut, answer };
}

/** The tree as it is, with another split at its root, or none. */
const withRoot = (split: SplitWire | null): State => ({
  ...state,
  nodes: { ...state.nodes, split: [split, ...state.nodes.split.slice(1)] },
});

describe("the cut of a leaf", () => {
  const alone = structuredClone(state);
  for (const [name, column] of Object.entries(alone.nodes) as [string, unknown[]][]) {
    column.length = name.includes("counts") ? meta.classes.length : 1;
  }
  alone.nodes.split[0] = null;
  const row = (column: number, gain: number | null, counting = false) =>
    ({ column, gain, counting }) as CandidatesResult["candidates"][number];
  const part = (kernel: FakeKernel) =>
    kernel.model.emit("msg:custom", {
      kind: "partial",
      id: kernel.asked("candidates").at(-1)?.id,
      revision: state.revision,
      result: { candidates: [row(0, 0.1), row(1, null, true), row(3, 0.4, true)] },
    });

  it("says why there is none where its columns are not counted to the end, and tries again", async () => {
    const { kernel, cut, answer } = open(alone);
    const opened = cut.open(0);
    part(kernel);
    await settled();
    kernel.refuse(kernel.asked("candidates")[0]?.id ?? "", "no memory is left", state.revision);
    await opened;
    expect(cut.failure.value).toBe("No memory is left");
    const again = cut.open(0);
    expect(cut.failure.value).toBe(null);
    await answer("candidates", { candidates: [row(3, 0.4), row(0, 0.1), row(1, 0)] });
    await answer("profile", { ...profileOf(3), present: null });
    await again;
    expect(cut.column.value).toBe(3);
  });

  it("is that of its best column, once no other can be better", async () => {
    const { kernel, cut, answer } = open(alone);
    const opened = cut.open(0);
    part(kernel);
    await settled();
    expect(kernel.asked("profile")).toEqual([]);
    await answer("candidates", { candidates: [row(3, 0.4), row(0, 0.1), row(1, 0)] });
    expect(kernel.asked("profile").map(({ args }) => args.column)).toEqual([3]);
    await answer("profile", { ...profileOf(3), present: null });
    await opened;
    expect(cut.column.value).toBe(3);
    expect(cut.replaces).toBe(false);
    expect(cut.verdict.value).toEqual(cut.best.value);
  });
});

it("says of a column that nobody has a value of that it is missing, not that it is constant", async () => {
  const { cut, answer } = open(withRoot(null));
  const opened = cut.open(0, 0);
  const bare = { ...profileOf(0), cuts: [], left: [], best: null, present: null };
  await answer("profile", { ...bare, missing: [...bare.total] });
  await opened;
  expect(cut.failure.value).toBe("");
  expect(cut.nothing).toBe(`every value of ${cut.meta.name} is missing here`);
  void cut.open(0, 1);
  await answer("profile", { ...bare, column: 1 });
  expect(cut.nothing).toBe(`${cut.meta.name} has one value here: there is nothing to split`);
});

describe("a split with surrogates", () => {
  const { split: root } = structuredClone(state.nodes);
  const imitating = { ...meta, missing: "surrogate" };

  /** A split in force whose rows without a value go so, by surrogates or not. */
  async function inForce(missing: number, surrogates?: number) {
    const split = { ...(root[0] as SplitWire), missing, ...(surrogates && { surrogates }) };
    const { cut, answer } = open(withRoot(split), imitating);
    const opened = cut.open(0);
    await answer("profile", { ...profileOf(split.column), present: split, best: split });
    await opened;
    return cut;
  }

  it("sends missing rows by the method, wherever it sends those that lack them all", async () => {
    for (const missing of [0, 1]) {
      const cut = await inForce(missing, 2);
      expect(cut.draft.value.missing).toBeNull();
      expect(cut.bestDraft.value?.missing).toBeNull();
      expect(cut.line).not.toContain("missing");
      expect(cut.inForce).toBe(true);
    }
  });

  it("has a way by hand only where that is not the larger branch, if there are none", async () => {
    const ways = [];
    for (const missing of [0, 1]) ways.push((await inForce(missing)).draft.value.missing);
    const { n } = state.nodes;
    const larger = 2 * (n[1] ?? 0) > (n[0] ?? 0) ? 0 : 1;
    expect(ways).toEqual(larger ? [0, null] : [null, 1]);
  });
});

describe("the same place again", () => {
  /** The root's split in the editor, and moved by hand from where it is. */
  async function drafted() {
    const split = state.nodes.split[0] as SplitWire;
    const { kernel, cut, answer } = open();
    const opened = cut.open(0);
    await answer("profile", profileOf(split.column));
    await opened;
    const [start = 0] = cut.draft.value.cuts;
    cut.step(start > 0 ? -1 : 1);
    return { kernel, cut, split, start, moved: cut.draft.value };
  }

  it("is left as it stands, until the split there is another one", async () => {
    const { kernel, cut, split, start, moved } = await drafted();
    await cut.open(0);
    await cut.open(0, split.column);
    expect(cut.draft.value).toBe(moved);
    const other = cut.profile.value?.cuts[start + 2];
    kernel.show(withRoot({ ...split, cuts: [other as NonNullable<typeof other>] }));
    await cut.open(0);
    expect(cut.draft.value.cuts).toEqual([start + 2]);
    expect(kernel.asked("profile")).toHaveLength(1); // the cut is among those that are listed
  });

  it("keeps what a hand has drafted when the split there goes", async () => {
    const { kernel, cut, split, start, moved } = await drafted();
    kernel.show(withRoot(null));
    await cut.open(0);
    expect(cut.draft.value).toEqual(moved);
    expect(cut.replaces).toBe(false);
    kernel.show(withRoot(split));
    await cut.open(0);
    expect(cut.draft.value.cuts).toEqual([start]);
    kernel.show(withRoot(null)); // nothing was drafted: where editing starts at a leaf
    await cut.open(0);
    expect(cut.draft.value).toEqual(cut.bestDraft.value);
  });

  it("is another one by another column, or at another node", async () => {
    const { kernel, cut } = open();
    void cut.open(0, 3);
    void cut.open(0, 2);
    expect(kernel.asked("profile").map(({ args }) => args)).toEqual([
      { node: 0, column: 3 },
      { node: 0, column: 2 },
    ]);
    const ids = kernel.asked("profile").map(({ id }) => id);
    kernel.answer(ids[1] ?? "", profileOf(2));
    kernel.answer(ids[0] ?? "", profileOf(3)); // late, and not asked for any more
    await settled();
    expect(cut.column.value).toBe(2);
    expect(cut.profile.value?.result.column).toBe(2);
  });
});

describe("Split", () => {
  it("pressed twice is one split; where it was refused it can be tried again", async () => {
    const { kernel, cut, answer } = open();
    expect(await cut.commit()).toBe(false); // nothing is there to split
    const opened = cut.open(0, 3);
    await answer("profile", profileOf(3));
    await opened;
    const first = cut.commit();
    expect(await cut.commit()).toBe(false);
    expect(kernel.asked("split")).toHaveLength(1);
    kernel.refuse(kernel.asked("split")[0]?.id ?? "", "node 0 is locked", 0);
    expect(await first).toBe(false);
    await settled();
    void cut.commit();
    expect(kernel.asked("split")).toHaveLength(2);
  });
});
