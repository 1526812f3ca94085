// Bundles src/index.ts, and the style sheets it imports, into the two files the Python package ships.
//   node bundle.mjs            minified, once
//   node bundle.mjs --watch    readable, with a source map, again after every change
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { ours, shorter } from "./slim.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "treewidget", "static");
const watching = process.argv.includes("--watch");

// What is often called has a short name, exported by jsx.mjs.
const math = ["abs", "ceil", "floor", "max", "min", "round", "sqrt"];
const shortNames = {
  ...Object.fromEntries(math.map((name) => [`Math.${name}`, `math_${name}`])),
  "Number.POSITIVE_INFINITY": "Infinity",
  "performance.now": "time_now",
  requestAnimationFrame: "frame_next",
  setTimeout: "timer_set",
  clearTimeout: "timer_clear",
};

const options = {
  absWorkingDir: here,
  entryPoints: { widget: "src/index.ts" },
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minifySyntax: !watching,
  minifyWhitespace: !watching,
  sourcemap: watching ? "inline" : false,
  legalComments: "none",
  charset: "utf8",
  // h(tag, props, ...children) is shorter than jsx(tag, {...props, children}): 4 KB in all.
  jsx: "transform",
  jsxFactory: "h",
  jsxFragment: "Fragment",
  inject: ["jsx.mjs"],
  ...(watching ? {} : { mangleProps: ours }),
  define: shortNames,
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: "react", jsxFactory: "h" } },
  logLevel: "info",
};

if (watching) {
  await (await context(options)).watch();
} else {
  await build(options);
  const files = ["js", "css"].map((kind) => join(out, `widget.${kind}`));
  // An entry that imports no style sheet yields no widget.css, and the package promises both files.
  const [js, css] = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  const made = await shorter(js, css);
  await Promise.all([made.js, made.css].map((text, i) => writeFile(files[i], text)));
}
