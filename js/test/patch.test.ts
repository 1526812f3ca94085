import { describe, expect, it } from "vitest";
import { patched } from "../src/model/patch";
import { TreeModel } from "../src/model/tree";
import { patches } from "./contract";

const golden = patches();

describe("patched", () => {
  it("leads from one state to the next, as Python has it", () => {
    let state = golden.state;
    for (const { patch, state: next } of golden.patches) {
      const tree = new TreeModel(golden.meta, state.nodes, state.figures);
      expect(patch.base).toBe(state.revision);
      state = patched(tree, state, patch);
      expect(state).toEqual(next);
    }
    expect(golden.patches.length).toBeGreaterThan(10);
  });

  it("changes nothing of the state it is made on", () => {
    const before = structuredClone(golden.state);
    const tree = new TreeModel(golden.meta, golden.state.nodes, golden.state.figures);
    for (const { patch } of golden.patches.slice(0, 1)) patched(tree, golden.state, patch);
    expect(golden.state).toEqual(before);
  });
});
