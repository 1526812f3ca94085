"""The plan of the house, kept by machine: directions, no cycles, small files, small functions."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "treewidget"
FILES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE = 320
LONGEST_FUNCTION = 45
LISTS = {"widget.protocol"}  # nothing but types, one after the other
ROOMS = (
    *("version", "errors", "locks", "kernels", "data", "engine", "induction", "pruning", "tree"),
    *("long_work", "listener", "workspace"),
    *("ensembles", "ensembling"),
    *("session", "widget", "looking", "scoring", "predicting", "editing", "moving", "sizing"),
    "saving",
    *("decision_tree", "loading", "__init__"),
)
JUPYTER = {"IPython", "anywidget", "comm", "ipykernel", "ipywidgets", "traitlets"}


def name_of(path):
    """Return the dotted name of a module, without the package's own."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def imports_of(path):
    """Yield what a module imports, by its dotted name inside the package or the top-level name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    here = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            base = list(here[: len(here) + 1 - node.level])
            if node.module:
                yield ".".join([*base, node.module])
            for alias in node.names:
                inside = PACKAGE.joinpath(*base, *(node.module or "").split("."), alias.name)
                if inside.with_suffix(".py").exists():
                    yield ".".join([*base, *filter(None, [node.module]), alias.name])


def functions_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def body_length(function):
    """Return the lines of a function without its docstring."""
    first = function.body[1] if ast.get_docstring(function) and function.body[1:] else None
    begin = (first or function.body[0]).lineno
    return function.end_lineno - begin + 1


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_room_imports_only_rooms_below_it(path):
    room = name_of(path).split(".")[0]
    used = {name.split(".")[0] for name in imports_of(path)}
    above = ROOMS[ROOMS.index(room) + 1 :]
    if room == "decision_tree":
        above = ("loading", "__init__")
    assert not used & set(above)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nothing_below_the_widget_knows_jupyter(path):
    if ROOMS.index(name_of(path).split(".")[0]) != ROOMS.index("widget"):
        assert not set(imports_of(path)) & JUPYTER


def test_no_module_names_itself_by_a_detour():
    """Not even for a type: what two modules both name is in a third."""
    known = {name_of(path) for path in FILES}
    graph = {name_of(path): set(imports_of(path)) & known for path in FILES}
    while graph:
        free = [name for name, needs in graph.items() if not needs & graph.keys()]
        assert free, f"a cycle among {sorted(graph)}"
        for name in free:
            del graph[name]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_and_functions_stay_small(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST_FILE or name_of(path) in LISTS
    lengths = {function.name: body_length(function) for function in functions_of(path)}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_importing_the_package_brings_no_jupyter():
    code = "import sys, treewidget; print(sorted({'ipywidgets', 'IPython'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
