"""What deciding by a tree costs: mistakes by the matrix of losses, and measuring columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from ..errors import RefusedError
from ..induction.records import NewRecords, OwnRecords
from .outcome import blended, outcome
from .routing import travel

if TYPE_CHECKING:
    from ..data import Dataset, Part
    from ..engine.contract import Engine, Floats
    from ..induction.options import Options
    from .tree import Tree

PARTS = ("misclassification", "measurement")


def expected_cost(
    tree: Tree, dataset: Dataset, engine: Engine, on: Part, options: Options
) -> pd.Series[float]:
    """Return the cost of a case, on average over the rows of a part.

    Parameters
    ----------
    tree : Tree
    dataset : Dataset
        Of classes.
    engine : Engine
    on : {"train", "validation", "test"}
    options : Options
        Of the tree: its column costs.
    """
    found = outcome(tree, dataset, engine, on)
    weights = found.cases(dataset.target)
    if not weights.sum() > 0:
        raise RefusedError(
            f"no {on} row counts by the priors: give a prior to the classes that are there"
        )
    mistakes = found.lost(dataset.target) / float(weights.sum())
    costs = [mistakes, _measuring(tree, dataset, on, weights, options)]
    return pd.Series([*costs, sum(costs)], index=[*PARTS, "total"], name="cost of a case")


def _measuring(tree: Tree, dataset: Dataset, on: Part, weights: Floats, options: Options) -> float:
    """Return what the columns cost that are asked for on a row's way, each paid for once.

    A column nobody priced costs what the tree's method takes it for: nothing where costs are added
    up (CLS), 1 where gains are divided by them.
    """
    if options.column_costs is None:
        return 0.0
    prices = np.full(len(dataset.columns), 0.0 if options.criterion == "cost" else 1.0)
    for name, price in options.column_costs.items():
        prices[dataset.column_index(name)] = price
    rows = dataset.parts[on]
    records = (
        NewRecords(dataset.read(dataset.rows_frame(rows)))
        if on == "test"
        else OwnRecords(dataset, rows)
    )
    journey = travel(tree.root, records, len(rows))
    paid = _paid(tree, prices)
    spent = blended(journey, np.array([paid[number] for number in journey.ids]))
    return float(np.average(spent, weights=weights))


def _paid(tree: Tree, prices: Floats) -> dict[int, float]:
    """Return what was paid where a row ends at a node: for the columns asked for by then."""
    paid: dict[int, float] = {}
    ahead = [(tree.root, frozenset[int]())]
    while ahead:
        node, asked = ahead.pop()
        if node.split is not None:
            asked |= {node.split.column}
        paid[node.id] = float(sum(prices[column] for column in sorted(asked)))
        ahead.extend((child, asked) for child in node.children)
    return paid
