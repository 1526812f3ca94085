import { expect, it } from "vitest";
import { placeAmong, tails } from "../src/model/bars";

it("a value stands in the bar of its bin, however wide that is", () => {
  const edges = [-100, 0, 1, 2, 42];
  const places = [-200, -100, -50, 0, 0.5, 2, 22, 42, 99].map((value) => placeAmong(edges, value));
  expect(places).toEqual([0, 0, 0.125, 0.25, 0.375, 0.75, 0.875, 1, 1]);
  expect(placeAmong([5, 5], 5)).toBe(0.5);
});

it("a bin at an end that is far wider than the middle one holds a tail", () => {
  expect(tails([0, 1, 2, 3])).toEqual([null, null]);
  expect(tails([-9, 1, 2, 3])).toEqual([1, null]);
  expect(tails([0, 1, 2, 9])).toEqual([null, 2]);
  expect(tails([-9, 1, 2, 3, 9])).toEqual([1, 3]);
  expect(tails([])).toEqual([null, null]);
});
