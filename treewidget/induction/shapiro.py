"""A missing value guessed by a tree for its column, from the other columns.

Shapiro's method as Quinlan (1986, section 6) tells it: rows in which the column is known are the
training set of a tree whose target is the column; its leaf says what is put in. Training rows let
the tree see their class too, new rows have none. The tree is CART's, grown out; where other columns
are missing, rows go the way that it learnt, "missing" being a value of its own where that tells
most. A leaf says its mode, of an ordered column its lower median. Quinlan found the results
"unconvincing even when only a single value is unknown": the strategy is here to be compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..data import Column, Target
from ..data.centre import centre_of
from ..data.keys import above
from ..data.target import histogram
from ..engine import make_engine
from ..engine.weighted import branches_of
from .inducer import Inducer
from .methods import resolve
from .routes import read_branches, route_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from ..data import Dataset, Reading
    from .splits import Split
    from .sprout import Sprout


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A grown tree for one column.

    Attributes
    ----------
    view : Dataset
        The other columns; the column is its target.
    others : tuple of int
        Position of each of the view's columns in the data set; -1 for the class.
    splits : list of Split or None
        Of every node, in pre-order; None for a leaf.
    children : list of tuple of int
    leaf : int32 array
        The column's code that each leaf stands for; 0 of other nodes.
    """

    view: Dataset
    others: tuple[int, ...]
    splits: list[Split | None]
    children: list[tuple[int, ...]]
    leaf: NDArray[np.int32]

    def codes(self, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the guess for rows of the data set."""

        def branch(split: Split, here: NDArray[np.intp]) -> NDArray[np.intp]:
            codes = self.view.columns[split.column].codes[rows[here]]
            return branches_of(codes, route_of(self.view, split))

        return self._ends(len(rows), branch)

    def read(self, readings: Sequence[Reading], rows: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the guess for some records of readings (one for each column of the data set)."""

        def branch(split: Split, here: NDArray[np.intp]) -> NDArray[np.intp]:
            reading = readings[self.others[split.column]]
            return read_branches(split, reading.at(rows[here]), split.missing)

        return self._ends(len(rows), branch)

    def _ends(
        self, count: int, branch: Callable[[Split, NDArray[np.intp]], NDArray[np.intp]]
    ) -> NDArray[np.int32]:
        found = np.zeros(count, dtype=np.int32)
        ahead = [(0, np.arange(count))]
        while ahead:
            at, here = ahead.pop()
            split = self.splits[at]
            if split is None:
                found[here] = self.leaf[at]
                continue
            way = branch(split, here)
            parts = [(child, here[way == i]) for i, child in enumerate(self.children[at])]
            ahead.extend(part for part in parts if len(part[1]))
        return found


def guess_of(dataset: Dataset, at: int, *, with_target: bool) -> Guess:
    """Return a tree for a column, grown on the training rows that know it."""
    column = dataset.columns[at]
    training = dataset.parts["train"]
    known = training[column.codes[training] >= 0]
    others = tuple(i for i in range(len(dataset.columns)) if i != at)
    columns = [dataset.columns[i] for i in others]
    if with_target:
        columns.append(_target_column(dataset.target))
        others = (*others, -1)
    view = replace(
        dataset,
        columns=tuple(columns),
        target=_as_target(column, known, dataset.weights),
        parts={"train": known},
    )
    if not columns:
        return Guess(view, others, [None], [()], np.array([_usual(column, dataset, known)]))
    inducer = Inducer(view, make_engine(view), resolve("cart", view.target.task, {}))
    sprout = inducer.grow([inducer.root()])[0]
    nodes = list(sprout.walk())
    leaf = np.zeros(len(nodes), dtype=np.int32)
    for number, node in enumerate(nodes):
        if node.split is None:
            leaf[number] = _usual(column, dataset, inducer.engine.positions(node.region.rows))
    return Guess(view, others, [node.split for node in nodes], _children(nodes), leaf)


def _children(nodes: list[Sprout]) -> list[tuple[int, ...]]:
    place = {id(node): number for number, node in enumerate(nodes)}
    return [tuple(place[id(child)] for child in node.children) for node in nodes]


def _usual(column: Column, dataset: Dataset, rows: NDArray[np.intp]) -> int:
    weights = dataset.weights
    return column.usual(column.codes[rows], None if weights is None else weights[rows])


def _as_target(
    column: Column, known: NDArray[np.intp], weights: NDArray[np.float64] | None
) -> Target:
    """Return a column as what a tree predicts."""
    name = str(column.name)
    if not column.is_ordered:
        codes = column.codes[:]
        return Target(name, "classification", "it is filled", column.levels, column.labels, codes)
    codes, keys = column.codes[:], column.keys
    there, values = codes >= 0, np.full(len(codes), np.nan)
    values[there] = _spread(keys[codes[there]], keys[np.array([0, -1])])
    share = np.ones(len(known)) if weights is None else weights[known]
    centre = centre_of(values[known], share)
    bins, edges = histogram(values, known)
    return Target(
        name, "regression", "it is filled", values=values, centre=centre, bins=bins, edges=edges
    )


def _spread(keys: NDArray[Any], ends: NDArray[Any]) -> NDArray[np.float64]:
    """Return keys from the least one on, in a unit in which squares are neither lost nor infinite.

    Dates are too far from 0 for their squares. `ends` are the least key and the greatest.
    """
    if keys.dtype.kind == "f":
        unit = -math.frexp(float(np.abs(ends).max()))[1]
        keys, ends = np.ldexp(keys, unit), np.ldexp(ends, unit)
    return above(keys, ends[0])


def _target_column(target: Target) -> Column:
    """Return what is predicted as a column to split on."""
    if target.is_classification:
        keys = np.arange(len(target.classes))
        return Column(target.name, "nominal", target.codes, keys, target.classes, target.labels)
    values, ranks = np.unique(target.values, return_inverse=True)
    codes = np.where(target.missing, -1, ranks).astype(np.int32)
    return Column(target.name, "number", codes, values[~np.isnan(values)])
