// Modules name each other in one direction only, types included: what two of them both name is in a
// third. The Python package keeps the same rule (tests/test_architecture.py).
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name),
);

const IMPORTED = /\bfrom "(\..+)"|\bimport\("(\..+)"\)/g;

/** What a module names of the others, by an import of any kind. */
function named(file: string): string[] {
  const found = readFileSync(join(src, file), "utf8").matchAll(IMPORTED);
  return [...found].flatMap(([, still, late]) => {
    const path = relative(src, join(src, dirname(file), still ?? late ?? ""));
    return files.filter((other) => other.replace(/\.tsx?$/, "") === path);
  });
}

it("names no module by a detour from itself", () => {
  const left = new Map(files.map((file) => [file, named(file)]));
  expect([...left.values()].flat().length).toBeGreaterThan(files.length);
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    for (const [file, others] of left) if (!others.some((one) => left.has(one))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});
