"""Which training row is held out in which fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from ..data.runs import stable_order
from ..data.words import counted, row_shown, shown
from ..errors import InvalidValueError, WrongTypeError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Dataset
    from ..engine.contract import Ints

FOLDS: Final = 10
"""As many as CART's authors draw."""
LEAST: Final = 2


def fold_of_rows(dataset: Dataset, folds: object, seed: int | None) -> Ints:
    """Return the fold of each training row, numbered from 0; no fold is empty.

    Parameters
    ----------
    dataset : Dataset
    folds : int or array
        How many to draw, by class for classification; or the fold of each row of the frame.
    seed : int or None
        Where drawing begins.

    Raises
    ------
    InvalidValueError, WrongTypeError
        When there are fewer than two folds, or more than rows, or a vector that does not fit.
    """
    if isinstance(folds, bool | np.bool_ | str | bytes):
        raise _no_folds(folds)
    if isinstance(folds, int | np.integer):
        return _drawn(dataset, int(folds), seed)
    try:
        values = np.asarray(folds)
    except ValueError:  # of lists that are not all of one length
        raise _no_folds(folds) from None
    if values.ndim != 1:
        raise _no_folds(folds)
    return _given(dataset, values)


def _no_folds(given: object) -> WrongTypeError:
    return WrongTypeError(
        f"folds={shown(given)} is neither a number of folds nor one fold for each row of the frame"
    )


def _drawn(dataset: Dataset, folds: int, seed: int | None) -> Ints:
    rows, target = dataset.parts["train"], dataset.target
    if folds < LEAST:
        raise InvalidValueError(f"folds={folds} leaves nothing to train on: give 2 or more")
    if folds > len(rows):
        raise InvalidValueError(
            f"folds={folds} is more than the {counted(len(rows), 'training row')}: "
            f"give at most {len(rows)}"
        )
    order = np.random.default_rng(seed).permutation(len(rows))
    if target.is_classification:
        codes = target.codes[rows]
        _warn_of_rare_classes(dataset, np.bincount(codes), folds)
        order = order[stable_order(codes[order])]
    fold = np.empty(len(rows), dtype=np.int64)
    fold[order] = np.arange(len(rows)) % folds  # dealt class by class, without starting anew
    return fold


def _warn_of_rare_classes(dataset: Dataset, counts: Ints, folds: int) -> None:
    present = np.flatnonzero(counts)
    rarest = present[np.argmin(counts[present])]
    if counts[rarest] < folds:
        warn(
            f"class {shown(dataset.target.labels[rarest])} has "
            f"{counted(int(counts[rarest]), 'training row')}, fewer than the {folds} folds: "
            "some folds hold none of it"
        )


def _given(dataset: Dataset, values: NDArray[Any]) -> Ints:
    length = len(dataset.sources[0])
    if len(values) != length:
        raise InvalidValueError(
            f"folds names {counted(len(values), 'fold')} for {counted(length, 'row')} of the "
            "frame: give one for each"
        )
    rows = dataset.parts["train"]
    held = values[rows]
    missing = pd.isna(held)
    if missing.any():
        row = row_shown(dataset.sources[0].index, int(rows[np.argmax(missing)]))
        raise InvalidValueError(
            f"folds is missing in {counted(int(missing.sum()), 'training row')} (first in row "
            f"{row}): give each one a fold"
        )
    try:
        fold, names = pd.factorize(held)
    except TypeError:  # lists and the like, which nothing is told apart by
        raise _no_folds(held) from None
    if len(names) < LEAST:
        raise InvalidValueError(
            f"folds is {shown(held.tolist()[0])} in every training row, which leaves nothing to "
            "train on: name two folds or more"
        )
    if dataset.target.is_classification:
        _warn_of_rare_classes(dataset, np.bincount(dataset.target.codes[rows]), len(names))
    return fold.astype(np.int64)
