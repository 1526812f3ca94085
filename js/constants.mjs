// What the code says again and again (`null`, "aria-label", "span"), said once under a short name.
import { parse } from "acorn";

const isNode = (value) => typeof value?.type === "string";
/** What a use costs: most of these names have two letters. */
const NAME = 2;
const DECLARED = NAME + 2;

/** The constants of a module and where they stand: [text, start, end, whether it is a key]. */
function* uses(node, parent) {
  const isText = node.type === "Literal" && typeof node.value === "string";
  const isNull = node.type === "Literal" && node.raw === "null";
  const isVoid =
    node.type === "UnaryExpression" && node.operator === "void" && node.argument.raw === "0";
  if (isNull || isVoid || (isText && isPlain(parent))) {
    const key = parent.type === "Property" && parent.key === node && !parent.computed;
    yield { text: isText ? JSON.stringify(node.value) : isNull ? "null" : "void 0", node, key };
    return;
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* uses(child, node);
}

/** Engines know `typeof a == "string"` by sight, and imports and directives must be what they are. */
function isPlain(parent) {
  if (/^(Import|Export|ExpressionStatement|MethodDefinition|PropertyDefinition)/.test(parent.type))
    return false;
  const sides = parent.type === "BinaryExpression" ? [parent.left, parent.right] : [];
  return !sides.some((side) => side.operator === "typeof");
}

/** The same module, each constant that pays for it under a name. */
export function withConstants(code) {
  const found = new Map();
  for (const use of uses(parse(code, { ecmaVersion: 2022, sourceType: "module" }))) {
    found.set(use.text, [...(found.get(use.text) ?? []), use]);
  }
  const names = new Map();
  const edits = [];
  for (const [text, all] of found) {
    const saved = all.length * (text.length - NAME) - text.length - DECLARED;
    if (saved < NAME) continue;
    const name = `shared_${names.size}`;
    names.set(text, name);
    for (const { node, key } of all)
      edits.push([node.start, node.end, key ? `[${name}]` : ` ${name} `]);
  }
  if (!names.size) return code;
  edits.sort((a, b) => a[0] - b[0]);
  let [written, at] = ["", 0];
  for (const [start, end, text] of edits) {
    written += code.slice(at, start) + text;
    at = end;
  }
  const made = [...names].map(([text, name]) => `${name}=${text}`);
  return `let ${made.join()};${written}${code.slice(at)}`;
}
