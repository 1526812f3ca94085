"""The golden files are what Python says today: the front end's tests stand on them."""

import json
import math

import pytest

from .make import FILES, FOLDER, text
from .trees import TREES


def differences(old, new, place=""):
    """Yield where two JSON values differ, numbers by more than rounding."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() ^ new.keys():
            yield f"{place}.{key} is on one side only"
        for key in old.keys() & new.keys():
            yield from differences(old[key], new[key], f"{place}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, f"{place}[{at}]")
    elif isinstance(old, float) and isinstance(new, float | int):
        if not math.isclose(old, new, rel_tol=1e-12, abs_tol=1e-12):
            yield f"{place}: {old} is now {new}"
    elif old != new:
        yield f"{place}: {old!r:.80} is now {new!r:.80}"


@pytest.mark.parametrize("name", FILES)
def test_the_golden_files_are_fresh(name):
    old = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    found = list(differences(old, json.loads(text(name))))
    assert not found, f"run python -m tests.contract.make: {found[:5]}"


def test_the_golden_trees_show_everything_a_view_draws():
    golden = {name: json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in TREES}
    nodes = golden["iris"]["state"]["nodes"]
    assert len(nodes["id"]) == 31
    bits = 0
    for flags in nodes["flags"]:
        bits |= flags
    assert bits == 15, "forced, locked, labelled and pruned nodes are all there"
    assert any(nodes["note"])
    assert golden["iris"]["state"]["history"]["redo"]
    splits = [split for split in golden["weighted"]["state"]["nodes"]["split"] if split]
    assert {split["branches"] for split in splits} >= {2, 3, 4}
    kinds = {column["kind"] for tree in golden.values() for column in tree["meta"]["columns"]}
    assert kinds == {"number", "integer", "datetime", "ordered", "nominal", "boolean"}
