// The names that slim.mjs shortens must mean nothing to anybody else.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const slim = readFileSync("slim.mjs", "utf8");
const names = [...slim.matchAll(/^ {4}"([\w|]+)",$/gm)].flatMap(
  ([, line]) => line?.split("|") ?? [],
);

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".gen.ts"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
}

it("finds the names", () => {
  expect(names).toContain("session");
  expect(names.length).toBeGreaterThan(20);
});

it("leaves the wire and the host alone", () => {
  const theirs = ["src/protocol.gen.ts", "src/host.ts"].map((name) => readFileSync(name, "utf8"));
  const words = new Set(theirs.join(" ").match(/\w+/g));
  expect(names.filter((name) => words.has(name))).toEqual([]);
});

it("leaves the page alone", () => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const page = [window, document, document.body, document.createElement("input"), svg];
  expect(names.filter((name) => page.some((object) => name in object))).toEqual([]);
  expect(names.filter((name) => name in document.body.style)).toEqual([]);
});

it("never shortens what is reached by a string", () => {
  const text = sources("src").join("\n");
  // A string before > is the name of a property in a type: types are gone from the bundle.
  const strings = text.matchAll(/(["'`])(\w+)\1(?!\s*>)/g);
  const spelled = new Set([...strings].map(([, , word]) => word));
  expect(names.filter((name) => spelled.has(name))).toEqual([]);
});
