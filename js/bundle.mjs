// Bundles src/index.ts, the style sheets it imports, and src/panels.ts, which comes later, into the
// three files that the Python package ships.
//   node bundle.mjs            minified, once
//   node bundle.mjs --watch    readable, with a source map, again after every change
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { apart } from "./apart.mjs";
import { onlyTheTree, ours, shorter } from "./slim.mjs";

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
  inject: ["jsx.mjs", ...(watching ? ["panels-inside.mjs"] : [])],
  ...(watching ? {} : { mangleProps: ours }),
  plugins: [onlyTheTree],
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: "react", jsxFactory: "h" } },
  logLevel: "info",
};

const widget = "src/index.ts";
if (watching) {
  await (await context({ ...options, define: shortNames, entryPoints: { widget } })).watch();
} else {
  // Made in one go, both files have the same short names for the properties they share.
  const { outputFiles } = await build({
    ...options,
    define: { ...shortNames, PANELS: "undefined" },
    entryPoints: { widget, panels: "src/panels.ts" },
    splitting: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  // An entry that imports no style sheet yields no widget.css, and the package promises all files.
  const { modules, css } = await shorter(await apart(files), files.get("widget.css") ?? "");
  await mkdir(out, { recursive: true });
  const made = { "widget.js": modules[0], "panels.js": modules[1], "widget.css": css };
  for (const [name, text] of Object.entries(made)) await writeFile(join(out, name), text);
}
