// Two files of a bundle that each stand alone. esbuild leaves what both need in a third, but a widget
// is one file to its host, and what comes later from Python has no address to import from. So the
// third is put into the first, and the second becomes a function of what it would import: every
// widget gives its own, since a page may hold several, of several versions.
import { parse } from "acorn";
import { build } from "esbuild";

/** Of esbuild's output by name: the widget, and the panels as a function of what they share. */
export async function apart(files) {
  const { names, code } = factory(files.get("panels.js"));
  const common = [...files.keys()].find((name) => name.startsWith("chunk-"));
  // Nothing is read before the panels come: by then all of it is there.
  const shared = `import{${names.join()}}from"./${common}";export const SHARED=()=>[${names.join()}]`;
  const texts = new Map([...files, ["shared.js", shared]]);
  const { outputFiles } = await build({
    entryPoints: ["widget.js"],
    inject: ["shared.js"],
    bundle: true,
    format: "esm",
    target: ["es2022"],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    charset: "utf8",
    write: false,
    plugins: [inMemory(texts)],
  });
  return [outputFiles[0].text, code];
}

const inMemory = (texts) => ({
  name: "in-memory",
  setup({ onResolve, onLoad }) {
    const namespace = "made";
    onResolve({ filter: /./ }, ({ path }) => ({ path: path.replace("./", ""), namespace }));
    onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: texts.get(path), loader: "js" }));
  },
});

/** A module as the function that makes it, and the names of what it wants. */
export function factory(code) {
  const { body } = parse(code, { ecmaVersion: 2022, sourceType: "module" });
  const imports = body.filter(({ type }) => type === "ImportDeclaration");
  const wanted = imports.flatMap(({ specifiers }) => specifiers);
  const rest = body.filter(({ type }) => !/^(Import|Export)/.test(type));
  const exports = body.filter(({ type }) => type === "ExportNamedDeclaration");
  const given = exports
    .flatMap(({ specifiers }) => specifiers)
    .map(({ local, exported }) => `${exported.name}:${local.name}`);
  const inside = rest.map(({ start, end }) => code.slice(start, end)).join(";");
  const locals = wanted.map(({ local }) => local.name);
  return {
    names: wanted.map(({ imported }) => imported.name),
    code: `export default([${locals.join()}])=>{${inside};return{${given.join()}}};`,
  };
}
