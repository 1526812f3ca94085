import { expect, it } from "vitest";
import { chipPlace } from "../src/view/price-chip";

const CANVAS = { width: 900, height: 500 };
const box = (left: number, top: number) => ({ left, top, width: 138, height: 68 });

it("stands under its node, and on the canvas where that is out of sight", () => {
  expect(chipPlace(box(300, 100), CANVAS)).toEqual({ x: 369, y: 174 });
  expect(chipPlace(box(-400, -300), CANVAS)).toEqual({ x: 136, y: 6 });
  expect(chipPlace(box(2000, 450), CANVAS)).toEqual({ x: 764, y: 466 });
});
