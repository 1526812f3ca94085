// Smaller than a minifier makes it: what only we know of our names and functions.
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { minify } from "terser";
import { withArrows } from "./arrows.mjs";
import { withShortClasses } from "./classes.mjs";
import { withConstants } from "./constants.mjs";
import { withReads } from "./inlined.mjs";

/**
 * Of d3-hierarchy only the tidy tree is used. Its file hangs every method on one prototype and
 * makes two treemaps when it is loaded, which no bundler dares to drop.
 */
export const onlyTheTree = {
  name: "only-the-tree",
  setup(build) {
    build.onLoad({ filter: /d3-hierarchy\.mjs$/ }, async ({ path }) => {
      const whole = await readFile(path, "utf8");
      const contents = whole
        .replace(/^ {2}(?!constructor|eachBefore|eachAfter)\[?[\w.]+\]?: node_\w+,?$/gm, "")
        .replaceAll("= (function custom(", "= /* @__PURE__ */ (function custom(");
      return { contents, loader: "js" };
    });
  },
};

/** Names of properties that are ours alone, and are written short in the bundle: own-names.mjs. */
const names = JSON.parse(await readFile(new URL("own-names.json", import.meta.url), "utf8"));
export const ours = new RegExp(`^(?:${names.join("|")})$`);

/** An element whose class is all it has, and what every button says: jsx.mjs knows better. */
const ONLY_CLASS = /\b(h\d*\((?:"\w+"|\w+),) ?\{ ?class: ?("[^"\\]*"|`[^`]*`) ?\}/g;
const BUTTON = /\b(h\d*\("button",) ?\{ ?type: ?"button", ?/g;

/** The same modules and style sheet in fewer letters. */
export async function shorter(modules, sheet) {
  const made = withShortClasses(await Promise.all(modules.map(compressed)), sheet);
  const last = { minify: true, format: "esm", target: "es2022", charset: "utf8" };
  const written = made.modules.map(async (js) => (await transform(withConstants(js), last)).code);
  return { modules: await Promise.all(written), css: made.css };
}

async function compressed(code) {
  const spared = withReads(code).replace(ONLY_CLASS, "$1$2").replace(BUTTON, "$1{");
  // Whoever reads a signal hears of it from then on: not even a read that nobody uses is idle.
  const sure = { pure_getters: false, unsafe: true, unsafe_arrows: true, hoist_props: true };
  const sparing = { reduce_funcs: false, sequences: false };
  const compress = { passes: 3, ...sure, ...sparing };
  const made = await minify(spared, { ecma: 2022, module: true, compress });
  return withArrows(made.code);
}
