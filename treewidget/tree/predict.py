"""Predictions for new rows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, WrongTypeError
from .figures import survey
from .routing import leaves_of, way_of
from .score import check_classes
from .words import branch_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Dataset, Reading
    from ..engine.contract import Floats, Ints
    from .look import Look
    from .node import Node
    from .tree import Tree


def predict(tree: Tree, dataset: Dataset, frame: object) -> NDArray[Any]:
    """Return the prediction for each row, in the target's own dtype."""
    value = _at_leaves(tree, dataset, frame, survey(tree, dataset.target).prediction)
    return dataset.target.decode(value.astype(np.intp) if dataset.target.classes else value)


def predict_proba(tree: Tree, dataset: Dataset, frame: object) -> Floats:
    """Return the share of each class in the leaf of each row."""
    check_classes(dataset, "predict_proba()", "predict()")
    spread = survey(tree, dataset.target).spread
    shares: Floats = spread / spread.sum(axis=1, keepdims=True)
    return _at_leaves(tree, dataset, frame, shares)


def apply(tree: Tree, dataset: Dataset, frame: object) -> Ints:
    """Return the id of each row's leaf."""
    return _at_leaves(tree, dataset, frame, np.array([node.id for node in tree.walk()]))


def _at_leaves(tree: Tree, dataset: Dataset, frame: object, values: NDArray[Any]) -> NDArray[Any]:
    """Return for each row the line of `values` (one a node, in pre-order) of its leaf."""
    readings = dataset.read(frame)
    leaves, place = leaves_of(tree, readings, len(readings[0].keys))
    at = {node.id: index for index, node in enumerate(tree.walk())}
    taken: NDArray[Any] = values[np.array([at[leaf.id] for leaf in leaves], dtype=np.intp)]
    return taken[place]


def path(look: Look, row: object) -> pd.DataFrame:
    """Return how one record travels: the nodes it passes, with its share in each."""
    nodes = way_of(look.tree, one_record(look.dataset, row))
    came = ["all rows", *(_branch(*pair, look) for pair in pairwise(nodes))]
    at = look.survey.place
    return pd.DataFrame(
        {
            "condition": came,
            "share": 1.0,
            "n": [node.region.train.n for node in nodes],
            "prediction": [look.prediction(at[node.id]) for node in nodes],
        },
        index=pd.Index([node.id for node in nodes], name="node"),
    )


def _branch(above: Node, below: Node, look: Look) -> str:
    branch = next(at for at, child in enumerate(above.children) if child is below)
    return branch_text(above.split, branch, look.dataset.columns) if above.split else ""


def one_record(dataset: Dataset, row: object) -> list[Reading]:
    """Return one record, given as a mapping, a Series or a frame of one row, as it is read."""
    if isinstance(row, pd.Series | Mapping):
        return dataset.read(pd.DataFrame([dict(row)]))
    if not hasattr(row, "columns"):
        raise WrongTypeError(
            f"a record is a mapping from column to value, a Series or a frame of one row, "
            f"not {type(row).__name__}"
        )
    readings = dataset.read(row)
    if len(readings[0].keys) != 1:
        raise InvalidValueError(
            f"path() follows one record, and {len(readings[0].keys)} rows were given"
        )
    return readings
