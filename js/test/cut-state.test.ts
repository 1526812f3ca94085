import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../src/connection";
import { CutState } from "../src/cut-state";
import { TreeModel } from "../src/model/tree";
import type {
  CutWire,
  ProfileArgs,
  ProfileResult,
  SplitArgs,
  SplitWire,
} from "../src/protocol.gen";
import { Questions } from "../src/questions";
import type { Session } from "../src/session";
import { contract } from "./contract";

const { meta, state, profiles, candidates } = contract("iris");
const profileOf = (column: number) =>
  profiles.find((each) => each.node === 0 && each.column === column)?.result as ProfileResult;
const whole = profileOf(3);

/** A session that remembers what it was asked, and answers from the contract. */
function fake(answer: (args: ProfileArgs) => Promise<ProfileResult>) {
  const asked: unknown[] = [];
  const acts: SplitArgs[] = [];
  const session = {
    meta: { value: meta },
    tree: {
      value: new TreeModel(meta, state.nodes, state.figures),
      peek() {
        return this.value;
      },
    },
    ask: (op: string, args: ProfileArgs) => {
      asked.push([op, args]);
      return op === "candidates" ? Promise.resolve(candidates[0]) : answer(args);
    },
    act: (_op: string, args: SplitArgs) => {
      acts.push(args);
      return Promise.resolve({});
    },
  } as unknown as Session;
  const cut = new CutState(session, new Questions(session));
  return { cut, asked, acts, session: session as unknown as { tree: { value: TreeModel } } };
}

/** Every third cut only; the present one among them. */
function thin(result: ProfileResult): ProfileResult {
  const present = result.present?.cuts?.[0]?.exact;
  return some(result, (cut, i) => i % 3 === 0 || cut.exact === present);
}

/** Some of the cuts. */
function some(result: ProfileResult, keep: (cut: CutWire, i: number) => boolean): ProfileResult {
  const kept = result.cuts.map(keep);
  const of = <T>(list: T[]) => list.filter((_, i) => kept[i]);
  return {
    ...result,
    cuts: of(result.cuts),
    left: of(result.left),
    validation_left: of(result.validation_left),
    complete: false,
  };
}

const text = (cut: CutState): string | undefined =>
  cut.profile.value?.cuts[cut.draft.value.cuts[0] ?? -1]?.text;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the cut of a node", () => {
  it("opens on the split in force", async () => {
    const { cut, asked } = fake(async ({ column }) => profileOf(column));
    await cut.open(0);
    const split = state.nodes.split[0];
    expect(asked).toEqual([["profile", { node: 0, column: split?.column }]]);
    expect(text(cut)).toBe(split?.cuts?.[0]?.text);
    expect(cut.replaces).toBe(true);
  });

  it("asks once for a column, however often it is opened", async () => {
    const { cut, asked } = fake(async ({ column }) => profileOf(column));
    await cut.open(0, 3);
    await cut.open(0, 0);
    await cut.open(0, 3);
    expect(asked).toHaveLength(2);
  });

  it("keeps a column chosen before anything was drawn", async () => {
    const { cut, asked } = fake(async ({ column }) => profileOf(column));
    await Promise.all([cut.open(0, 3), cut.open(0)]);
    expect(asked).toEqual([["profile", { node: 0, column: 3 }]]);
    expect(cut.column.value).toBe(3);
  });

  it("opens on a split that Python made since the cuts were listed", async () => {
    const split = { ...(state.nodes.split[0] as SplitWire) };
    let { cuts } = profileOf(split.column);
    const { cut, asked, session } = fake(async ({ column }) => ({ ...profileOf(column), cuts }));
    await cut.open(0);
    const made = { value: 0.123, text: "0.123", exact: "0.123" };
    split.cuts = [made];
    const nodes = { ...state.nodes, split: [split, ...state.nodes.split.slice(1)] };
    session.tree.value = new TreeModel(meta, nodes, state.figures);
    cuts = [made, ...cuts.slice(1)];
    await cut.open(0);
    expect(text(cut)).toBe("0.123");
    await cut.open(0, 0);
    await cut.open(0, split.column);
    expect(text(cut)).toBe("0.123");
    expect(asked).toHaveLength(3);
  });

  it("says why it cannot be opened", async () => {
    const { cut } = fake(() => Promise.reject(new RequestError("unknown", "no node 0")));
    await cut.open(0, 3);
    expect(cut.failure.value).toBe("no node 0");
    expect(cut.profile.value).toBeNull();
  });

  it("is moved without a question", async () => {
    const { cut, asked } = fake(async ({ column }) => profileOf(column));
    await cut.open(0, 3);
    const before = asked.length;
    cut.dragTo(1.7);
    const dragged = cut.draft.value.cuts[0] ?? -1;
    cut.step(1);
    expect(cut.draft.value.cuts).toEqual([dragged + 1]);
    cut.step(Number.NEGATIVE_INFINITY);
    expect(cut.draft.value.cuts).toEqual([0]);
    expect(asked).toHaveLength(before);
  });

  it("of a skewed column is seen where the rows stand, until it is moved out of sight", async () => {
    const ends = { low: whole.low, high: (whole.high ?? 0) + 50 };
    const { cut } = fake(async ({ column }) => ({ ...profileOf(column), ...ends }));
    await cut.open(0, 0);
    const shown = cut.window.value;
    expect(shown?.high).toBeLessThan(ends.high - 40);
    cut.step(1);
    expect(cut.window.value).toBe(shown);
    cut.step(Number.POSITIVE_INFINITY);
    const at = cut.profile.value?.cuts[cut.draft.value.cuts[0] ?? -1]?.value ?? 0;
    expect(cut.window.value === null).toBe(at > (shown?.high ?? 0));
    await cut.open(0, 3);
    await cut.open(0, 0);
    expect(cut.window.value).toEqual(shown);
  });

  it("is split where it stands", async () => {
    const { cut, acts } = fake(async ({ column }) => profileOf(column));
    await cut.open(0, 3);
    cut.dragTo(whole.cuts[5]?.value ?? 0);
    expect(await cut.commit()).toBe(true);
    expect(acts).toEqual([
      { node: 0, column: 3, thresholds: [whole.cuts[5]?.value], replace: true },
    ]);
  });
});

describe("a typed threshold", () => {
  const typed = whole.cuts[4] as (typeof whole.cuts)[number];

  async function opened(include: (value: ProfileArgs["include"]) => Promise<ProfileResult>) {
    const made = fake((args) =>
      args.include === undefined ? Promise.resolve(thin(whole)) : include(args.include),
    );
    await made.cut.open(0, 3);
    return made;
  }

  it("stands at the nearest listed cut, marked, until Python has placed it", async () => {
    const { cut } = await opened(async () => whole);
    expect(cut.profile.value?.cuts.map((cut) => cut.exact)).not.toContain(typed.exact);
    cut.type([typed.value, typed.value]);
    expect(cut.more.waiting.value).toBe(true);
    expect(text(cut)).not.toBe(typed.text);
    await cut.more.settled();
    expect(cut.more.waiting.value).toBe(false);
    expect(text(cut)).toBe(typed.text);
  });

  it("stays where it is until Python has told where a word stands", async () => {
    const { cut } = await opened(async () => whole);
    const before = text(cut);
    cut.type([typed.text, null]);
    expect(text(cut)).toBe(before);
    await cut.more.settled();
    expect(text(cut)).toBe(typed.text);
  });

  it("is the cut that came for it, whatever Python calls it", async () => {
    const { cut } = await opened(async () => {
      const { cuts, left, validation_left } = thin(whole);
      const [at] = [whole.cuts.indexOf(typed)];
      return {
        ...whole,
        cuts: [...cuts, { ...typed, text: "by another name" }],
        left: [...left, whole.left[at] ?? []],
        validation_left: [...validation_left, whole.validation_left[at] ?? []],
      };
    });
    cut.type([typed.value - 1e-9, typed.value]);
    await cut.more.settled();
    expect(text(cut)).toBe("by another name");
  });

  it("asks after a pause, for the last that was typed", async () => {
    const { cut, asked } = await opened(async () => whole);
    const before = asked.length;
    cut.type([1, 1]);
    cut.type([1.2, 1.2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.slice(before)).toEqual([["profile", { node: 0, column: 3, include: 1.2 }]]);
  });

  it("is refused in words, and the refusal goes with the next move", async () => {
    const refusal = new RequestError("refused", "9 leaves no rows on the right");
    const { cut } = await opened(() => Promise.reject(refusal));
    cut.type([9, 9]);
    await cut.more.settled();
    expect(cut.more.fault.value).toBe("9 leaves no rows on the right");
    cut.dragTo(1);
    expect(cut.more.fault.value).toBeNull();
  });

  it("loses to a hand that moves the cut meanwhile", async () => {
    let give: (result: ProfileResult) => void = () => undefined;
    const { cut } = await opened(() => new Promise((resolve) => (give = resolve)));
    cut.type([typed.value, typed.value]);
    const waiting = cut.more.settled();
    cut.dragTo(whole.cuts[0]?.value ?? 0);
    give(whole);
    await waiting;
    expect(text(cut)).toBe(whole.cuts[0]?.text);
    expect(cut.more.waiting.value).toBe(false);
  });
});

describe("a column whose cuts are not all listed", () => {
  const first = whole.low ?? 0;
  const span = (whole.high ?? 0) - first;

  /** Every third cut, and of a range all, unless there are more. */
  async function opened(complete = true) {
    const ranges: ProfileArgs[] = [];
    const { cut } = fake(async (args) => {
      const { low, high } = args;
      if (low === undefined || high === undefined) return thin(whole);
      ranges.push(args);
      return { ...some(whole, ({ value }) => low <= value && value <= high), complete };
    });
    await cut.open(0, 3);
    return { cut, ranges };
  }

  it("is seen four times as large round the cut, and never beyond its ends", async () => {
    const { cut, ranges } = await opened();
    cut.dragTo(first + span / 2);
    const at = Number(text(cut));
    cut.zoomIn();
    const near = cut.window.value ?? { low: 0, high: 0 };
    expect(near.high - near.low).toBeCloseTo(span / 4, 9);
    expect((near.high + near.low) / 2).toBeCloseTo(at, 9);
    expect(ranges).toEqual([{ node: 0, column: 3, ...near }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(Number(text(cut))).toBe(at);
    cut.zoomIn();
    expect(ranges).toHaveLength(1); // within what is listed by now
    const nearest = cut.window.value ?? { low: 0, high: 0 };
    expect(nearest.high - nearest.low).toBeCloseTo(span / 16, 9);
    cut.step(Number.NEGATIVE_INFINITY);
    expect(cut.window.value).toBeNull();
    cut.zoomIn();
    expect(cut.window.value?.low).toBe(first);
    cut.step(Number.POSITIVE_INFINITY);
    cut.zoomIn();
    expect(cut.window.value?.high).toBeCloseTo(first + span, 9);
    expect((cut.window.value?.high ?? 0) - (cut.window.value?.low ?? 0)).toBeCloseTo(span / 4, 9);
  });

  it("asks for a range again only where not all of its cuts came", async () => {
    for (const complete of [true, false]) {
      const { cut, ranges } = await opened(complete);
      cut.dragTo(first + span / 2);
      for (const by of [1, -1, 1]) {
        cut.step(by);
        await vi.advanceTimersByTimeAsync(10);
      }
      const [{ low = 0, high = 0 } = {}] = ranges;
      const at = whole.cuts.findIndex(({ text: named }) => named === text(cut));
      const [before, after] = [whole.cuts[at - 1]?.value ?? 0, whole.cuts[at + 1]?.value ?? 0];
      expect(low <= before && after <= high).toBe(true);
      expect(ranges.length > 1).toBe(!complete);
    }
  });

  it("asks for the range round an arrow key's cut, once", async () => {
    const ranges: ProfileArgs[] = [];
    const { cut } = fake(async (args) => {
      if (args.low === undefined) return thin(whole);
      ranges.push(args);
      return whole;
    });
    await cut.open(0, 3);
    cut.step(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(ranges).toHaveLength(1);
    expect(cut.profile.value?.cuts.length).toBe(whole.cuts.length);
    const at = cut.draft.value.cuts[0] ?? 0;
    cut.step(-1);
    expect(cut.draft.value.cuts).toEqual([at - 1]);
  });
});
