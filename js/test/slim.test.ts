// The names that the bundle shortens must mean nothing to anybody else (see own-names.mjs), and an
// arrow must be what its function was.
import { expect, it } from "vitest";
import { withArrows } from "../arrows.mjs";
import { withConstants } from "../constants.mjs";
import names from "../own-names.json";
import { complaints, kept } from "../own-names.mjs";

const AGAIN = "find them anew: npm run names";

it("finds the names", () => {
  expect(names).toContain("session");
  expect(names.length).toBeGreaterThan(100);
});

it("leaves the wire, the host and the libraries alone", () => {
  const theirs = kept();
  expect(
    names.filter((name) => theirs.has(name)),
    AGAIN,
  ).toEqual([]);
});

it("leaves what the types know of others alone", { timeout: 30_000 }, () => {
  expect(complaints(names), AGAIN).toBe("");
});

it("would notice a name of the page, of the wire, of a library or of `dataset`", {
  timeout: 30_000,
}, () => {
  const theirs = ["clientX", "gain_ratio", "peek", "branch"];
  const said = complaints(theirs);
  for (const name of theirs) expect(said).toContain(`${name}__ours`);
});

it("makes arrows of what can be one, where it was made before", () => {
  expect(run("let made = twice(4); function twice(n) { return 2 * n } export { made }")).toBe(8);
  const nested =
    "function f(n) { if (n) { return g(n); function g(m) { return m + 1 } } return 0 }";
  expect(run(`${nested} const made = f(2); export { made }`)).toBe(3);
  expect(withArrows(nested)).not.toContain("function");
});

it("leaves a function alone that is more than its arrow", () => {
  const kinds = [
    "function f() { return this }",
    "function f() { return (() => arguments)() }",
    "function* f() { yield 1 }",
    "function f() {} new f()",
    "function f() {} f.prototype.a = 1",
    "function f() {} f = null",
    "function f() {} a instanceof f",
    "function f() {} class A extends f {}",
  ];
  for (const code of kinds) expect(withArrows(code), code).toMatch(/function ?\*? f/);
});

it("names what is said again and again, and nothing else", () => {
  const said =
    'const o={"aria-label":null,"b":1};const p=[null,null,null,null,"aria-label","aria-label"];';
  const made = withConstants(`${said}export { p as made }`);
  expect(made).toMatch(/^let \w+="aria-label",\w+=null;/);
  const again = `${said}const made=[o["aria-label"],p[0],p[5],o.b,typeof p=="aria-label"];`;
  expect(run(`${again}export { made }`, withConstants)).toEqual([
    null,
    null,
    "aria-label",
    1,
    false,
  ]);
  const called =
    "let made=0;const f=()=>void(made+=1);f();f();f();f();f(void 0,void 0,void 0,void 0);";
  expect(run(`${called}export { made }`, withConstants)).toBe(5);
  expect(withConstants('import a from "aria-label";"aria-label";"aria-label"')).not.toContain(
    "let",
  );
});

/** What a module calls `made`, once its functions are arrows. */
function run(code: string, change = withArrows): unknown {
  const body = change(code).replace(/export ?\{ ?made ?\}/, "return made");
  return new Function(body)();
}
