// Functions in fewer letters: `function f(a){return b}` as `const f=a=>b`, which minifiers leave
// alone, because they know less of the code. Declarations move to the head of their block, where
// they have always been made, so that nothing is called too early.
import { parse } from "acorn";

const isNode = (value) => typeof value?.type === "string";
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/** Whether a function is more than its arrow would be: it has `this`, `arguments` or `new.target`. */
function isBound(node) {
  return childrenOf(node).some(
    (child) =>
      child.type === "ThisExpression" ||
      child.type === "MetaProperty" ||
      (child.type === "Identifier" && child.name === "arguments") ||
      (!child.type.startsWith("Function") && isBound(child)),
  );
}

/** What stands where only a whole function, or a variable, may stand: by name, in any scope. */
function neededWhole(node, names = new Set()) {
  const places = {
    NewExpression: node.callee,
    ClassDeclaration: node.superClass,
    ClassExpression: node.superClass,
    AssignmentExpression: node.left,
    UpdateExpression: node.argument,
    BinaryExpression: node.operator === "instanceof" ? node.right : null,
    MemberExpression: node.property?.name === "prototype" ? node.object : null,
    ExportSpecifier: node.local,
  };
  const there = places[node.type];
  if (there?.type === "Identifier") names.add(there.name);
  for (const child of childrenOf(node)) neededWhole(child, names);
  return names;
}

/** The same module, with arrows for all functions that can be arrows. */
export function withArrows(code) {
  const module = parse(code, { ecmaVersion: 2022, sourceType: "module" });
  const whole = neededWhole(module);
  const isPlain = (node) =>
    node.type === "FunctionDeclaration" &&
    !node.generator &&
    !whole.has(node.id.name) &&
    !isBound(node);

  const blocksIn = (node) =>
    childrenOf(node).flatMap((child) =>
      child.type === "BlockStatement" ? child : blocksIn(child),
    );

  const text = (node) => {
    if (node.type === "BlockStatement") return `{${body(node)}}`;
    let [written, at] = ["", node.start];
    for (const block of blocksIn(node)) {
      written += code.slice(at, block.start) + text(block);
      at = block.end;
    }
    return written + code.slice(at, node.end);
  };

  const arrow = ({ id, async, params, body: inside }) =>
    `${id.name}=${async ? "async" : ""}(${params.map(text).join()})=>${text(inside)}`;

  const body = (block) => {
    const heads = block.body.filter(isPlain).map(arrow);
    const rest = block.body.filter((each) => !isPlain(each)).map(text);
    return (heads.length ? `const ${heads.join()};` : "") + rest.join(";");
  };
  return body(module);
}
