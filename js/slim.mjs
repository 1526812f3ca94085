// Smaller than a minifier makes it: what only we know of our names and functions.
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { minify } from "terser";
import { withArrows } from "./arrows.mjs";

/** Names of properties that are ours alone, and are written short in the bundle: own-names.mjs. */
const names = JSON.parse(await readFile(new URL("own-names.json", import.meta.url), "utf8"));
export const ours = new RegExp(`^(?:${names.join("|")})$`);

/** An element whose class is all it has: jsx.mjs takes the class alone. */
const ONLY_CLASS = /\b(h\d*\((?:"\w+"|\w+),) ?\{ ?class: ?("[^"\\]*") ?\}/g;

/** The same module in fewer letters. */
export async function shorter(code) {
  const sure = { pure_getters: true, unsafe: true, unsafe_arrows: true, hoist_props: true };
  const compress = { passes: 3, ...sure };
  const made = await minify(code.replace(ONLY_CLASS, "$1$2"), {
    ecma: 2022,
    module: true,
    compress,
  });
  const last = { minify: true, format: "esm", target: "es2022", charset: "utf8" };
  return (await transform(withArrows(made.code), last)).code;
}
