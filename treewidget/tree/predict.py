"""Predictions for new rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from ..data.levels import level_key
from ..data.weights import TIE
from ..data.words import dtype_for
from ..engine.weighted import ASTRAY
from ..errors import InvalidValueError, WrongTypeError
from ..induction.records import NewRecords
from .outcome import blended, decided
from .routing import Passing, travel
from .score import check_classes
from .surveying import survey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Column, Dataset, Reading
    from ..engine.contract import Floats, Ints
    from ..induction.splits import Split
    from .look import Look
    from .tree import Tree

_ONLY: Final = np.zeros(1, dtype=np.intp)
"""Where one record stands among its readings."""


def predict(tree: Tree, dataset: Dataset, frame: object) -> NDArray[Any]:
    """Return the prediction for each row, in the target's own dtype."""
    records, rows = _records(dataset, frame)
    value = decided(tree, dataset.target, travel(tree.root, records, rows))
    return dataset.target.decode(value.astype(np.intp) if dataset.target.classes else value)


def predict_proba(tree: Tree, dataset: Dataset, frame: object, more: float = 0.0) -> Floats:
    """Return the share of each class in the leaf of each row, were there so many `more` of each."""
    check_classes(dataset, "predict_proba()", "predict()")
    figures = survey(tree, dataset.target)
    records, rows = _records(dataset, frame)
    journey = travel(tree.root, records, rows)
    spread = dataset.target.likely(figures.spread[figures.nodes.places(journey.ids)] + more)
    return blended(journey, spread / spread.sum(axis=1, keepdims=True))


def apply(tree: Tree, dataset: Dataset, frame: object) -> Ints:
    """Return the id of each row's leaf: that of most weight, or the node where it stopped."""
    records, rows = _records(dataset, frame)
    journey = travel(tree.root, records, rows)
    ids = np.array(journey.ids, dtype=np.int64)
    found: Ints = ids[journey.place] if rows else np.zeros(0, dtype=np.int64)
    line = survey(tree, dataset.target).nodes.places(journey.ids)
    most = np.zeros(rows)
    for at, here, shares in sorted(journey.parts, key=lambda part: line[part[0]]):
        more = shares > most[here] * (1.0 + TIE)  # the first of equals stays
        found[here[more]], most[here[more]] = ids[at], shares[more]
    return found


def _records(dataset: Dataset, frame: object) -> tuple[NewRecords, int]:
    readings = dataset.read(frame)
    return NewRecords(readings), len(readings[0].keys)


def path(look: Look, row: object) -> pd.DataFrame:
    """Return how one record travels: the nodes it passes, with its share in each."""
    filling = look.dataset.filling
    given = one_record(look.dataset if filling is None else filling.raw, row)
    readings = given if filling is None else filling.read(given)
    lacking = _absent(readings)
    filled = _absent(given) - lacking
    passed: list[Passing] = []
    record = NewRecords(readings)
    travel(look.tree.root, record, 1, passed)
    places = look.survey.nodes.places([here.node.id for here in passed]).tolist()
    at = {here.node.id: place for here, place in zip(passed, places, strict=True)}
    passed.sort(key=lambda here: at[here.node.id])
    nodes = [here.node for here in passed]
    index = pd.Index([node.id for node in nodes], name="node")
    said = [look.prediction(at[node.id]) for node in nodes]

    def unnamed(split: Split) -> bool:
        return split.column not in lacking and record.branches(split, _ONLY)[0] == ASTRAY

    steps = [look.condition(at[node.id], lacking, filled, unnamed) for node in nodes]
    return pd.DataFrame(
        {
            "condition": steps,
            "share": [float(len(here.whole) + here.shares.sum()) for here in passed],
            "n": [node.region.train.n for node in nodes],
            "prediction": pd.Series(said, index, dtype=dtype_for(look.dataset.target.classes)),
        },
        index=index,
    )


def _absent(readings: list[Reading]) -> set[int]:
    """Return which columns one record lacks."""
    return {number for number, reading in enumerate(readings) if reading.missing[0]}


def _of_one(column: Column | None, value: object) -> pd.Series[Any] | pd.Categorical | list[object]:
    """Return a value as a column of one row, in a type that the tree's column reads."""
    if isinstance(value, str):
        return pd.Series([value], dtype=object)  # half a surrogate is in no other
    if column is None or isinstance(value, bool):
        return [value]
    if column.kind == "datetime" and type(value) is date:
        return [pd.Timestamp(value)]
    if not column.levels or not pd.api.types.is_hashable(value):
        return [value]
    # A category is not read as a number or a date would be.
    category = level_key(value)[0] in column.level_kinds
    return pd.Categorical([value]) if category else [value]


def one_record(dataset: Dataset, row: object) -> list[Reading]:
    """Return one record, given as a mapping, a Series or a frame of one row, as it is read."""
    if isinstance(row, pd.Series | Mapping):
        known = {column.name: column for column in dataset.columns}
        values = {name: _of_one(known.get(name), value) for name, value in dict(row).items()}
        return dataset.read(pd.DataFrame(values))
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
