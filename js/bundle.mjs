// Bundles src/index.ts, and the style sheets it imports, into the two files the Python package ships.
//   node bundle.mjs            minified, once
//   node bundle.mjs --watch    readable, with a source map, again after every change
import { readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { ours, shorter } from "./slim.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "treewidget", "static");
const watching = process.argv.includes("--watch");

const options = {
  absWorkingDir: here,
  entryPoints: { widget: "src/index.ts" },
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: !watching,
  sourcemap: watching ? "inline" : false,
  legalComments: "none",
  charset: "utf8",
  // h(tag, props, ...children) is shorter than jsx(tag, {...props, children}): 4 KB in all.
  jsx: "transform",
  jsxFactory: "h",
  jsxFragment: "Fragment",
  inject: ["jsx.mjs"],
  ...(watching ? {} : { mangleProps: ours }),
  define: { "Number.POSITIVE_INFINITY": "Infinity" },
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: "react", jsxFactory: "h" } },
  logLevel: "info",
};

if (watching) {
  await (await context(options)).watch();
} else {
  await build(options);
  const js = join(out, "widget.js");
  await writeFile(js, await shorter(await readFile(js, "utf8")));
  // An entry that imports no style sheet yields no widget.css, and the package promises both files.
  const css = join(out, "widget.css");
  await stat(css).catch(() => writeFile(css, ""));
}
