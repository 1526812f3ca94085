"""Write `js/src/protocol.gen.ts` from `protocol.py`.

Run ``python -m treewidget.widget.generate`` after changing the protocol. The module is read as
source, not imported: names of aliases, the order of fields and every comment survive that way, and
``NotRequired`` is seen as written.
"""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SOURCE: Final = Path(__file__).with_name("protocol.py")
OUTPUT: Final = Path(__file__).parents[2] / "js" / "src" / "protocol.gen.ts"

HEADER: Final = """\
// Generated from treewidget/widget/protocol.py. Do not edit:
// change that file and run `python -m treewidget.widget.generate`.
"""
NAMES: Final = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "object": "unknown",
}
WIDTH: Final = 80


def typescript(source: str) -> str:
    """Return the TypeScript of a protocol module.

    Parameters
    ----------
    source : str
        Python source: constants marked ``Final``, ``TypeAlias`` unions and ``TypedDict`` classes.

    Examples
    --------
    >>> print(typescript("LIMIT: Final = 3  # at most"))
    // Generated from treewidget/widget/protocol.py. Do not edit:
    // change that file and run `python -m treewidget.widget.generate`.
    <BLANKLINE>
    /** at most */
    export const LIMIT = 3;
    <BLANKLINE>
    """
    comments = _comments(source)
    blocks = [block for node in ast.parse(source).body for block in _block(node, comments)]
    return "\n".join([HEADER, *blocks])


def _comments(source: str) -> dict[int, str]:
    """Return the comments that stand behind code, by line."""
    lines = source.splitlines()
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
        and lines[token.start[0] - 1][: token.start[1]].strip()
        and not token.string.startswith("# fmt")
    }


def _block(node: ast.stmt, comments: Mapping[int, str]) -> Iterator[str]:
    """Yield the text of one top-level statement, or nothing."""
    if isinstance(node, ast.ClassDef):
        yield _interface(node, comments)
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        doc = _doc(comments.get(node.lineno, ""))
        if ast.unparse(node.annotation) == "TypeAlias":
            yield f"{doc}export type {node.target.id} ={_union(node.value)};\n"
        elif isinstance(node.value, ast.Constant):
            yield f"{doc}export const {node.target.id} = {node.value.value!r};\n"
        elif isinstance(node.value, ast.Dict):
            yield _operations(node.value)


def _doc(text: str, indent: str = "") -> str:
    """Return a comment of one or more lines, ending in a line break; nothing for no text."""
    lines = text.replace("*/", "* /").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def _interface(node: ast.ClassDef, comments: Mapping[int, str]) -> str:
    doc = _doc(ast.get_docstring(node) or "")
    fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
    if not fields:
        return f"{doc}export type {node.name} = Record<string, never>;\n"
    lines = [f"{doc}export interface {node.name} {{\n"]
    for item in fields:
        required, annotation = _required(item.annotation)
        mark = "" if required else "?"
        lines.append(_doc(comments.get(item.lineno, ""), "  "))
        lines.append(f"  {ast.unparse(item.target)}{mark}: {_type(annotation)};\n")
    return "".join([*lines, "}\n"])


def _operations(node: ast.Dict) -> str:
    """Return the table of operations as an interface: what each takes and gives."""
    lines = ["/** What each operation takes and gives. */\nexport interface Operations {\n"]
    for key, value in zip(node.keys, node.values, strict=True):
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)) or not isinstance(
            value, ast.Tuple
        ):
            raise TypeError("a table of operations holds names and pairs of types")
        args, result = (ast.unparse(item) for item in value.elts)
        lines.append(f"  {key.value}: {{ args: {args}; result: {result} }};\n")
    return "".join([*lines, "}\n"])


def _required(annotation: ast.expr) -> tuple[bool, ast.expr]:
    """Return whether a field must be there, and its type without the mark."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "NotRequired":
        return False, annotation.slice
    return True, annotation


def _union(annotation: ast.expr) -> str:
    """Return an alias' type, one member a line when it is long."""
    text = _type(annotation)
    if len(text) < WIDTH - 24 or " | " not in text:
        return f" {text}"
    return "".join(f"\n  | {member}" for member in text.split(" | "))


def _type(annotation: ast.expr) -> str:
    """Return the TypeScript of one Python annotation."""
    match annotation:
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str(text)):  # a member of a Literal
            return f'"{text}"'
        case ast.Name(id=name):
            return NAMES.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            members = [*_type(left).split(" | "), *_type(right).split(" | ")]
            return " | ".join(dict.fromkeys(members))
        case ast.Subscript(value=ast.Name(id=name), slice=inner):
            return _generic(name, inner)
    raise TypeError(f"the protocol has a type the generator does not know: {ast.dump(annotation)}")


def _generic(name: str, inner: ast.expr) -> str:
    items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    types = [_type(item) for item in items]
    if name == "Literal":
        return " | ".join(types)
    if name == "list":
        return f"({types[0]})[]" if " | " in types[0] else f"{types[0]}[]"
    if name == "dict":
        return f"Record<{types[0]}, {types[1]}>"
    raise TypeError(f"the protocol has a generic type the generator does not know: {name}")


def main() -> None:
    """Write the file."""
    OUTPUT.write_text(typescript(SOURCE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
