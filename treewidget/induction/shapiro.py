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
from .inducer import Inducer
from .landing import landed
from .methods import resolve
from .records import NewRecords, OwnRecords

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from ..data import Dataset, Reading
    from .landing import Heed
    from .progress import Progress
    from .records import Records
    from .sprout import Sprout
    from .stretch import Stretch


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A grown tree for one column.

    Attributes
    ----------
    column : Column
    inducer : Inducer
        Of the other columns; the column is its target.
    others : tuple of int
        Position of each of its columns in the data set; -1 for the class.
    sprout : Sprout
        What grew.
    """

    column: Column
    inducer: Inducer
    others: tuple[int, ...]
    sprout: Sprout

    def codes(self, rows: NDArray[np.intp], heed: Heed) -> NDArray[np.int32]:
        """Return the guess for rows of the data set; `heed` is called now and then."""
        records = OwnRecords(self.inducer.dataset, rows)
        return self._guessed(records, np.arange(len(rows)), heed)

    def read(self, readings: Sequence[Reading], rows: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the guess for some records of readings (one for each column of the data set)."""
        records = NewRecords([readings[other] for other in self.others])
        return self._guessed(records, rows)

    def _guessed(
        self, records: Records, which: NDArray[np.intp], heed: Heed = lambda: None
    ) -> NDArray[np.int32]:
        found = np.zeros(len(which), dtype=np.int32)
        ahead = [(self.sprout, np.arange(len(which)))]
        while ahead:
            heed()
            sprout, some = ahead.pop()
            here = which[some]
            if sprout.unmade is not None:
                found[some] = self._at_lines(sprout.unmade, records, here, heed)
            elif sprout.split is None:
                rows = self.inducer.engine.positions(sprout.region.rows)
                found[some] = self._usual(rows, np.zeros(1, dtype=np.intp))
            else:
                way = records.branches(sprout.split, here, sprout.split.missing)
                parts = [(child, some[way == i]) for i, child in enumerate(sprout.children)]
                ahead.extend(part for part in parts if len(part[1]))
        return found

    def _at_lines(
        self, stretch: Stretch, records: Records, here: NDArray[np.intp], heed: Heed
    ) -> NDArray[np.int32]:
        """Return the guess for records that come to a place below which nobody has looked."""
        begin = np.full(len(here), stretch.line, dtype=np.intp)
        at_end = landed(stretch.lines, begin, records, here, heed)
        ends, end_of = np.unique(at_end, return_inverse=True)
        rows, leaf = stretch.lines.rows_at_leaves(ends)
        return self._usual(rows, np.flatnonzero(np.diff(leaf, prepend=-1)))[end_of]

    def _usual(self, rows: NDArray[np.intp], starts: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the code that stands for each stretch of rows: mostly they have but one."""
        codes, weights = self.column.codes[rows], self.inducer.dataset.weights
        found, most = (each.reduceat(codes, starts) for each in (np.minimum, np.maximum))
        ends = np.append(starts[1:], len(rows))
        for at in np.flatnonzero(found < most).tolist():
            inside = slice(starts[at], ends[at])
            own = None if weights is None else weights[rows[inside]]
            found[at] = self.column.usual(codes[inside], own)
        return found


def guess_of(dataset: Dataset, at: int, *, with_target: bool, progress: Progress) -> Guess:
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
    inducer = Inducer(view, make_engine(view), resolve("cart", view.target.task, {}))
    (sprout,) = inducer.grow([inducer.root()], progress=progress)
    return Guess(column, inducer, others, sprout)


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
