"""CART beside its plain search: how long a full tree takes by other criteria, cuts and ways.

    python -m tests.benchmarks.options                  50,000 rows of every kind
    python -m tests.benchmarks.options --rows 200000

The plain search grows in the engine, and so does what comes to the same splits by another name or
puts its cuts elsewhere; the rest is decided in Python, of tables that the engine counts. No peer
grows these trees, so the plain search stands there for the scale. By absolute errors the target is
a number: the rows' balance, of noise alone.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING, Any

import treewidget as tw

from . import sets
from .keeping import keep, kept, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "criterion=twoing": {"criterion": "twoing"},
    "criterion=chi2": {"criterion": "chi2"},
    "criterion=absolute_error": {"criterion": "absolute_error"},
    "cut=data_value": {"cut": "data_value"},
    "breakpoints=class-change": {"breakpoints": "class-change"},
    "breakpoints=quartiles": {"breakpoints": "quartiles"},
    "column_costs": {"column_costs": {"region": 2.0}},
    "losses": {"losses": {"left": {"stayed": 5.0}}},
    "missing=fractional": {"missing": "fractional"},
    "missing=surrogate": {"missing": "surrogate"},
}


def grown(rows: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the wall time of a full growth, and the size of the tree."""
    frame, target = sets.customers(rows), "y"
    if options.get("criterion") == "absolute_error":
        frame, target = frame.drop(columns="y"), "balance"
    tree = tw.DecisionTree(frame, target=target, grow=False, **options)
    begin = time.perf_counter()
    tree.grow()
    took = time.perf_counter() - begin
    return {"rows": len(frame), "growth": took, "nodes": len(tree.workspace.tree)}


def figures(rows: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each variant's figures as they come."""
    for name, options in VARIANTS.items():
        yield name, grown(rows, options)


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=50_000)
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    for name, one in figures(asked.rows):
        found[name] = one
        print(name, json.dumps(one), flush=True)
    before = kept("options")
    keep("options", {**before, str(asked.rows): {"run": stamp(), "figures": found}})


if __name__ == "__main__":
    main()
