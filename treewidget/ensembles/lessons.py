"""What learners are taught and asked in a fold, and the numbers that scikit-learn's take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.keys import above
from ..data.words import shown
from ..errors import RefusedError
from ..pruning.held_out import actual_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Column, Dataset
    from ..engine.contract import Floats

    Rows = NDArray[np.intp]

WIDEST: Final = float(np.finfo(np.float32).max)
"""Scikit-learn's trees hold numbers as 32-bit floats."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """The rows that are learnt from in a fold, and those that are asked for.

    Attributes
    ----------
    dataset : Dataset
        With its gaps, and without what priors and losses make of its classes.
    learnt, held : int array
    seed : int
        Of all that draw something.
    """

    dataset: Dataset
    learnt: Rows
    held: Rows
    seed: int

    @property
    def of_classes(self) -> bool:
        """Whether classes are predicted."""
        return self.dataset.target.is_classification

    @cached_property
    def actual(self) -> NDArray[Any]:
        """The class positions or values that are learnt."""
        return actual_at(self.dataset.target, self.learnt)

    @cached_property
    def weights(self) -> Floats | None:
        """The weights of the rows that are learnt from."""
        weights = self.dataset.weights
        return None if weights is None else weights[self.learnt]

    @cached_property
    def table(self) -> tuple[Floats, Floats]:
        """The columns as numbers: of the rows that are learnt from, and of those asked for."""
        return table_of(self.dataset, self.learnt, self.held)


def as_it_came(dataset: Dataset) -> Dataset:
    """Return a data set without what was filled, and without what its classes are worth."""
    raw = dataset if dataset.filling is None else dataset.filling.raw
    return replace(raw, target=replace(raw.target, stakes=None))


def width_of(dataset: Dataset) -> int:
    """Return about how many columns of numbers there are of a data set."""
    return sum(2 if column.is_ordered else len(column.keys) + 1 for column in dataset.columns)


def table_of(dataset: Dataset, learnt: Rows, held: Rows) -> tuple[Floats, Floats]:
    """Return the columns as numbers, for rows that are learnt from and rows that are held out."""
    parts = [_numbers(column, learnt, held) for column in dataset.columns]
    one, other = zip(*parts, strict=True)
    return np.concatenate(one, axis=1), np.concatenate(other, axis=1)


def _numbers(column: Column, learnt: Rows, held: Rows) -> tuple[Floats, Floats]:
    """Return one column as numbers. Levels, origin and middle are those of the rows learnt from."""
    codes = (column.codes[learnt], column.codes[held])
    if not column.is_ordered:
        levels = np.unique(codes[0])
        return _one_hot(codes[0], levels), _one_hot(codes[1], levels)
    known = codes[0] >= 0
    if not known.any():  # nothing to learn; a column may have no keys at all
        return _filled(codes[0], np.zeros(()), 0.0), _filled(codes[1], np.zeros(()), 0.0)
    least = column.keys[codes[0][known].min()]
    values = [np.where(own < 0, 0.0, _above(least, column.keys[own])) for own in codes]
    if max(np.abs(own).max(initial=0.0) for own in values) > WIDEST:
        raise RefusedError(
            f"column {shown(column.name)} spans more than the {WIDEST:.1e} that scikit-learn's "
            "trees can hold: compare() needs it divided, by 1e300 say"
        )
    middle = float(np.median(values[0][known]))
    return _filled(codes[0], values[0], middle), _filled(codes[1], values[1], middle)


def _above(least: NDArray[Any], keys: NDArray[Any]) -> Floats:
    """Return how far keys lie above the least one: squares of dates that near keep their digits.

    Below it they are subtracted the other way round, since whole numbers may have no sign.
    """
    with np.errstate(over="ignore"):  # what lies that far apart is refused
        return above(np.maximum(keys, least), least) - above(least, np.minimum(keys, least))


def _one_hot(codes: NDArray[np.int32], levels: NDArray[np.int32]) -> Floats:
    return np.asarray(codes[:, None] == levels, dtype=np.float64)


def _filled(codes: NDArray[np.int32], values: Floats, middle: float) -> Floats:
    lacking = codes < 0
    return np.stack([np.where(lacking, middle, values), lacking.astype(float)], axis=1)
