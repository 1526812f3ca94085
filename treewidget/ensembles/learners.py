"""What a tree is put beside: scikit-learn's learners, and the numbers they take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .. import kernels
from ..data.keys import above
from ..data.words import shown
from ..errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..data import Column, Dataset
    from ..engine.contract import Floats

    Rows = NDArray[np.intp]

TREES: Final = 100
NEIGHBOURS: Final = 5
WIDEST: Final = float(np.finfo(np.float32).max)
"""Scikit-learn's trees hold numbers as 32-bit floats."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One of the others.

    Attributes
    ----------
    name : str
    remark : str
        What it is, as it is set.
    make : callable
        Makes one, of whether it predicts classes, of the training rows and of a seed.
    weighs : bool
        Whether it heeds weights.
    """

    name: str
    remark: str
    make: Callable[[bool, int, int], Any]
    weighs: bool = True


def learners() -> tuple[Learner, ...]:
    """Return all of them; refuses without scikit-learn, saying how to get it."""
    try:
        import sklearn  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise RefusedError(
            "compare() needs scikit-learn, which is not installed: pip install treewidget[compare]"
        ) from error
    return (
        Learner("bagged trees", f"{TREES} trees on bootstraps of the rows", _bagged),
        Learner("random forest", f"{TREES} trees, each split among a few columns", _forest),
        Learner("gradient boosting", f"{TREES} trees of depth 3 on the gradients", _gradient),
        Learner("k-NN", f"{NEIGHBOURS} neighbours, columns as they come", _near, weighs=False),
        Learner(
            "k-NN, scaled", f"{NEIGHBOURS} neighbours, columns standardised", _scaled, weighs=False
        ),
    )


def _bagged(classes: bool, _rows: int, seed: int) -> Any:  # noqa: ANN401 - an extra's own
    return _trees(classes, seed, columns=None)  # its threads share the rows, processes copy them


def _forest(classes: bool, _rows: int, seed: int) -> Any:  # noqa: ANN401 - an extra's own
    return _trees(classes, seed, columns="sqrt" if classes else 1 / 3)


def _trees(classes: bool, seed: int, columns: str | float | None) -> Any:  # noqa: ANN401 - as above
    """Return trees on bootstraps of the rows, each split chosen among so many columns."""
    from sklearn.ensemble import (  # noqa: PLC0415 - an extra
        RandomForestClassifier,
        RandomForestRegressor,
    )

    kind = RandomForestClassifier if classes else RandomForestRegressor
    return kind(
        n_estimators=TREES, max_features=columns, random_state=seed, n_jobs=kernels.threads()
    )


def _gradient(classes: bool, _rows: int, seed: int) -> Any:  # noqa: ANN401 - an extra's own
    from sklearn.ensemble import (  # noqa: PLC0415 - an extra
        GradientBoostingClassifier,
        GradientBoostingRegressor,
    )

    kind = GradientBoostingClassifier if classes else GradientBoostingRegressor
    return kind(n_estimators=TREES, random_state=seed)


def _near(classes: bool, rows: int, _seed: int) -> Any:  # noqa: ANN401 - an extra's own
    from sklearn.neighbors import (  # noqa: PLC0415 - an extra
        KNeighborsClassifier,
        KNeighborsRegressor,
    )

    kind = KNeighborsClassifier if classes else KNeighborsRegressor
    return kind(n_neighbors=min(NEIGHBOURS, rows), n_jobs=kernels.threads())


def _scaled(classes: bool, rows: int, seed: int) -> Any:  # noqa: ANN401 - an extra's own
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415 - an extra
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415 - an extra

    return make_pipeline(StandardScaler(), _near(classes, rows, seed))


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
