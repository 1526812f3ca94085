"""Rooms import in one direction, and nothing below the widget knows Jupyter."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "treewidget"
ORDER = (
    "errors",
    "data",
    "engine",
    "induction",
    "tree",
    "workspace",
    "widget",
    "looking",
    "editing",
    "decision_tree",
)
JUPYTER = {"IPython", "anywidget", "ipykernel", "ipywidgets", "jupyter_client", "traitlets"}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
FACADE = {PACKAGE / "__init__.py"}


def imports(path: Path) -> set[str]:
    """Return the absolute names of the modules a file imports, wherever in it."""
    names: set[str] = set()
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = list(parts[: len(parts) - node.level]) if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            names.add(stem)
            if stem == "treewidget":
                names |= {f"{stem}.{alias.name}" for alias in node.names}
    return names


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_what_lies_below_it(path):
    here = ORDER.index(room(path))
    names = imports(path)
    rooms = {name.split(".")[1] for name in names if name.startswith("treewidget.")}
    above = {name for name in rooms if name in ORDER and ORDER.index(name) > here}
    assert above == set()
    if here < ORDER.index("widget"):
        assert not {name.split(".")[0] for name in names} & JUPYTER
