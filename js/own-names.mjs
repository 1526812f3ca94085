// Which properties are ours alone, so that the bundle may write them short (see slim.mjs). A name
// is ours if our sources declare it and still pass the type checker when it is called something
// else everywhere in them: the wire, the page and the libraries keep their names meanwhile, and
// whatever reaches one of theirs by ours no longer fits.
//   node own-names.mjs        finds the names anew and writes own-names.json
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
export const LIST = join(HERE, "own-names.json");
const MARK = "__ours";
const WIRE = ["src/protocol.gen.ts", "src/host.ts"];
const LIBRARIES = [
  "preact/dist/preact.mjs",
  "preact/hooks/dist/hooks.mjs",
  "@preact/signals/dist/signals.module.js",
  "@preact/signals-core/dist/signals-core.module.js",
];
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"])\/\/.*/g;
/** Where code may name a property: after a dot, before a colon, in braces, in quotes. */
const PLACE = /\.\w+|\w+\s*:|[{,]\s*\w+(?=\s*[,}(])|["']\w+["']/g;
/** A comment, or a string in quotes: no code of ours. */
const NO_CODE = /\/\*[\s\S]*?\*\/|(?<![:"])\/\/.*|"(?:[^"\\\n]|\\.)*"/g;

export const read = (path) => readFileSync(join(HERE, path), "utf8");
export const words = (text) => new Set(text.match(/\w+/g));

function sources() {
  const found = readdirSync(join(HERE, "src"), { recursive: true, encoding: "utf8" });
  const wanted = found.filter((path) => /(?<!\.gen)\.tsx?$/.test(path));
  return wanted.map((path) => join("src", path));
}

/**
 * What keeps its name whatever the types say: the wire, libraries, styles, words before `in`, and
 * what the panels export, which one file of the bundle asks of the other (see apart.mjs).
 */
export function kept() {
  const wire = WIRE.map((path) => read(path).replace(COMMENT, ""));
  const libraries = LIBRARIES.map((path) => {
    const code = read(join("node_modules", path)).replace(COMMENT, "");
    return (code.replace(/export \{[\s\S]*?\}/g, "").match(PLACE) ?? []).join(" ");
  });
  const asked = sources().flatMap((path) => read(path).match(/"\w+" in /g) ?? []);
  const panels = read("src/panels.ts").match(/\{.*?\}/gs);
  return words([...wire, ...libraries, ...styles(), ...asked, ...panels].join("\n"));
}

/** What a style may set: its type in JSX takes any name. */
function styles() {
  const [compiler] = readdirSync(join(HERE, "node_modules", "@typescript"));
  const path = join("node_modules", "@typescript", compiler, "lib", "lib.dom.d.ts");
  const page = read(path).replace(COMMENT, "");
  return page.match(/^interface CSSStyle(?:Declaration|Properties)[\s\S]*?^\}/gm);
}

/** The names of members that our own types and classes declare, but for keys of the keyboard. */
function declared() {
  const text = sources().map(read).join("\n").replace(NO_CODE, '""');
  const member =
    /\b(?:readonly|get) ([a-z]\w{2,})\b|^ {2}(?:async )?([a-z]\w{2,})(?:\(.*[;{]|\??: .*;)$/gm;
  return new Set([...text.matchAll(member)].map(([, one, other]) => one ?? other));
}

/** A source in which the names are called something else: not in strings, nor a page's element. */
function renamed(text, names) {
  const code = new RegExp(`${NO_CODE.source}|(?<![\\w$</])(${names.join("|")})(?![\\w$])`, "g");
  const picked = new RegExp(`"(${names.join("|")})"`, "g");
  return text
    .replace(/\b(?:Pick|Omit)<[^<>]*>|(?<=\w)\["\w+"\]/g, (type) =>
      type.replace(picked, `"$1${MARK}"`),
    )
    .replace(code, (whole, name) => (name ? name + MARK : whole));
}

/** What the type checker says of our sources when these names are called something else. */
export function complaints(names) {
  const folder = mkdtempSync(join(tmpdir(), "own-names-"));
  try {
    for (const path of ["src", "css.d.ts", "tsconfig.json"]) {
      cpSync(join(HERE, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"));
    for (const path of sources()) writeFileSync(join(folder, path), renamed(read(path), names));
    const tsc = join(HERE, "node_modules", "typescript", "bin", "tsc");
    const options = ["--pretty", "false", "--noPropertyAccessFromIndexSignature", "-p", folder];
    // A type with any name at all (dataset) takes what it is given: here it says so.
    const taken = new RegExp(`^.*TS4111: Property '(?!\\w*${MARK}).*\n`, "gm");
    return said(process.execPath, [tsc, "--noEmit", ...options]).replace(taken, "");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function said(command, options) {
  try {
    return execFileSync(command, options, { encoding: "utf8" });
  } catch (failure) {
    return failure.stdout;
  }
}

/** The names of ours that do not fit, as a complaint says in its first line or its last. */
function blamed(complaint, names) {
  const lines = complaint.split("\n");
  const text = `${lines[0]}\n${lines.at(-1)}`;
  const quoted = text.matchAll(/(?:[Pp]roperty|[Nn]amed?|and|member) '(\w+)'|Type '"(\w+)"'/g);
  const said = [...quoted].map(([, one, other]) => (one ?? other).replace(MARK, ""));
  return names.filter((name) => said.includes(name));
}

export function find() {
  const theirs = kept();
  let names = [...declared()].filter((name) => !theirs.has(name)).sort();
  for (;;) {
    const text = complaints(names);
    if (!text) return names;
    const each = text.trim().split(/\n(?=\S)/);
    const guilty = new Set(each.flatMap((complaint) => blamed(complaint, names)));
    if (!guilty.size) throw new Error(text);
    names = names.filter((name) => !guilty.has(name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(LIST, `${JSON.stringify(find(), null, 2)}\n`);
}
