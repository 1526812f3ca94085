import { describe, expect, it } from "vitest";
import { withRoom } from "../src/view/editor/cuts";

describe("chips on the axis", () => {
  const chip = (middle: number, half = 20) => ({ middle, half });

  it("do not lie over one another: the first has its room, the next where it is left", () => {
    const [held, left, apart, right] = [chip(100), chip(70), chip(150, 4), chip(190)];
    expect(withRoom([held, left, held, apart, right])).toEqual([held, apart, right]);
    expect(withRoom([left, held, apart, right])).toEqual([left, apart, right]);
  });
});
