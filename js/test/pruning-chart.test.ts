// The chart of the pruning sequence: its curves, and the names of the choices in it.
import { describe, expect, it } from "vitest";
import { choicePlaces, curvesOf, linePath } from "../src/model/sequence";
import { UNPRUNED } from "./fakes";

describe("the names of the choices", () => {
  const box = { left: 56, right: 400, top: 10, bottom: 120 };
  const width = (text: string) => text.length * 6;
  const LOW = [0.1, 0.12, 0.2, 0.4];
  const places = (minimum: number, oneSe: number) => {
    const result = { ...UNPRUNED, leaves: [9, 4, 2, 1] };
    const drawn = { ...result, train: LOW, validation: [], cross_low: LOW, cross_high: LOW };
    const texts = minimum === oneSe ? ["Minimum, 1-SE"] : ["Minimum", "1-SE"];
    const choices = texts.map((text, i) => ({ step: i ? oneSe : minimum, text }));
    const curves = curvesOf(drawn, box, true);
    return { curves, placed: choicePlaces(choices, drawn, curves, box, width) };
  };

  it.each([400, 150])(
    "stand inside a chart up to %i px, clear of its numbers and of each other",
    (right) => {
      box.right = right;
      for (const minimum of [0, 1, 2, 3]) {
        for (const oneSe of [0, 1, 2, 3].filter((step) => step >= minimum)) {
          const { curves, placed } = places(minimum, oneSe);
          for (const [i, { text, x, y }] of placed.entries()) {
            const error = curves.y(LOW[i ? oneSe : minimum] as number);
            expect(y < error || y - 10 > error).toBe(true);
            expect(y).toBeGreaterThan(box.top);
            expect(x - width(text) / 2).toBeGreaterThan(box.left);
            expect(x + width(text) / 2).toBeLessThanOrEqual(box.right);
            expect(y).toBeLessThan(box.bottom);
          }
          const [one, other] = placed;
          if (!one || !other) continue;
          const beside = Math.abs(one.x - other.x) > (width(one.text) + width(other.text)) / 2;
          expect(beside || Math.abs(one.y - other.y) >= 14).toBe(true);
        }
      }
    },
  );
});

describe("the curves of a sequence", () => {
  const box = { left: 56, right: 400, top: 10, bottom: 120 };
  const curves = (errors: number[]) => {
    const drawn = { ...UNPRUNED, leaves: errors };
    return curvesOf({ ...drawn, train: errors, validation: errors }, box, true);
  };
  const points = (path: string) =>
    path.match(/[^ML]+/g)?.map((pair) => pair.split(" ").map(Number));

  it("go through the error of every step", () => {
    const errors = [0.1, 0.15, 0.3, 0.32];
    const drawn = curves(errors);
    const expected = errors.map((error, step) => [drawn.x(step), drawn.y(error)]);
    const path = linePath(errors, drawn);
    expect(path).toMatch(/^M[^M]+$/);
    points(path)?.forEach(([x, y], i) => {
      expect(x).toBeCloseTo(expected[i]?.[0] ?? Number.NaN, 1);
      expect(y).toBeCloseTo(expected[i]?.[1] ?? Number.NaN, 1);
    });
    expect(linePath([], drawn)).toBe("");
  });

  it("are drawn of as many steps as the tree of a million rows has", () => {
    const errors = Array.from({ length: 300_000 }, (_, step) => 0.1 + step / 1e6);
    const drawn = curves(errors);
    for (const error of [errors[0], errors.at(-1)]) {
      expect(drawn.y(error as number)).toBeGreaterThanOrEqual(box.top);
      expect(drawn.y(error as number)).toBeLessThanOrEqual(box.bottom);
    }
    const seen = points(linePath(errors, drawn)) ?? [];
    expect(seen.length).toBeLessThan(2 * (box.right - box.left) + 2);
    expect(seen[0]?.[0]).toBe(box.left);
    expect(seen.at(-1)?.[0]).toBe(box.right);
  });
});
