// A function that only reads an entry (`(list, i) => list[i]`) is written where it is called: that
// is shorter, and fast, since an engine learns at each place what kind of list stands there.
import { parse } from "acorn";

const isNode = (value) => typeof value?.type === "string";
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/** The name of a function that does nothing but read an entry; undefined of anything else. */
function readerOf({ type, id, params, body }) {
  if (type !== "FunctionDeclaration" || params.length !== 2) return undefined;
  const [{ argument } = {}] = body.body;
  const [list, i] = [argument?.object?.name, argument?.property?.name];
  const plain = argument?.type === "MemberExpression" && argument.computed && !argument.optional;
  return plain && list === params[0].name && i === params[1].name ? id.name : undefined;
}

/** The same module; names are unique in it, as esbuild has made them. */
export function withReads(code) {
  const module = parse(code, { ecmaVersion: 2022, sourceType: "module" });
  const readers = new Set(module.body.map(readerOf).filter(Boolean));
  const text = (node) => {
    if (node.type === "CallExpression" && readers.has(node.callee.name)) {
      const [list, i] = node.arguments.map(text);
      return `(${list})[${i}]`;
    }
    let [written, at] = ["", node.start];
    const inside = childrenOf(node).sort((a, b) => a.start - b.start);
    for (const child of inside) {
      // In `{ a }` key and value are one.
      if (child.start < at) continue;
      written += code.slice(at, child.start) + text(child);
      at = child.end;
    }
    return written + code.slice(at, node.end);
  };
  return text(module);
}
