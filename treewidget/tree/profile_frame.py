"""Every cut of one column at a node, as a data frame."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from ..data.instant_texts import plain_texts
from ..induction.criteria import OF_NUMBERS, Criterion, gain, impurity, recentred, weight_of
from ..induction.profile import missing_left
from ..induction.search.branch_counts import gain_of_tests
from ..induction.uncollected import uncollected
from .units import unit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Column, Dataset, Target
    from ..engine.contract import Floats, Ints
    from ..induction.inducer import Inducer, Profile
    from ..induction.listed import Listed
    from .node import Node


BESIDE: Final = frozenset({"surrogate", "fractional", "proportional", "own"})
"""Strategies that send missing rows neither left nor right of a cut as one."""
NOISE: Final = 1e-13
"""Squares about a side's mean that are less of all squares are what rounding left of nothing."""
_NO_TEXTS: Final = pd.Index([""])[:0]
_NO_NUMBERS: Final = pd.Index([0.0])[:0]


@uncollected()
def profile_frame(dataset: Dataset, inducer: Inducer, node: Node, name: object) -> pd.DataFrame:
    """Return one line for each cut of an ordered column, or for each level of a nominal one.

    Of a cut the figures are those of the split it would make. Where missing rows go to a branch
    that is learned they are on the side where they do best, and a level is set against all other
    rows; else both sides are the known rows, and the gain is the method's own way of counting.
    Where there is no cut the frame is empty and has its columns all the same.
    """
    at = dataset.column_index(name)
    column = dataset.columns[at]
    made: dict[str, Any]
    found = inducer.profile(node.region, at, limit=sys.maxsize, where=f"node {node.id}")
    if column.is_ordered:
        index = _thresholds(column, found.listed)
        lines, made = found.left, {"cut": _cuts(column, found.listed)}
    else:
        there = found.levels[:, 0] > 0
        names = [column.levels[code] for code in found.level[there]]
        index = pd.Index(names, name="level", dtype=object, tupleize_cols=False)
        lines, made = found.levels[there], {}
    if not len(lines):  # one line that says nothing tells which columns there are
        lines = np.zeros((1, len(found.total)))
    strategy, eye = inducer.options.missing, _Eye(inducer.shown, dataset.target)
    if strategy in BESIDE:
        sides = _of_known(found, lines, strategy, eye)
    else:
        asks = column.is_ordered and found.missing[0]
        left = missing_left(found, lines, inducer, node.region) if asks else None
        sides = _of_all(found, lines, eye, left)
    made |= sides.columns(dataset, eye)
    if (factor := unit_of(inducer).factor) != 1:
        made |= {name: made[name] * factor for name in ("impurity", "gain")}
    return pd.DataFrame({name: values[: len(index)] for name, values in made.items()}, index=index)


def _thresholds(column: Column, listed: Listed) -> pd.Index[Any]:
    values = listed.thresholds()
    if column.kind in ("number", "integer"):
        index = pd.Index(values or _NO_NUMBERS, name="threshold")
        if index.tolist() == values:
            return index
        return pd.Index(values, dtype=object, name="threshold")  # halves beside huge whole numbers
    if column.kind == "datetime":
        texts = plain_texts(column.calendar, np.array(values, dtype=np.int64))
        return pd.Index(texts or _NO_TEXTS, name="threshold")
    return pd.Index([column.plain_level(int(one)) for one in values] or _NO_TEXTS, name="threshold")


def _cuts(column: Column, listed: Listed) -> pd.Index[Any]:
    start = f"{column.label} <= "
    return pd.Index([start + text for text in listed.texts()] or _NO_TEXTS)


@dataclass(frozen=True, slots=True, eq=False)
class _Eye:
    """How sides are looked at: in a criterion, with classes weighed as a growth weighs them."""

    criterion: Criterion
    target: Target

    def seen(self, sides: Floats) -> Floats:
        """Return statistics as a search sees them, of lines of ``[rows, stats...]``."""
        stats = self.target.altered(sides[..., 1:])
        return recentred(stats, sides[0, :, 1:].sum(axis=0), self.criterion)

    def gains(self, sides: Floats) -> Floats:
        """Return the decrease of impurity."""
        return gain(self.seen(sides), self.criterion)

    def impurities(self, sides: Floats) -> tuple[Floats, Floats]:
        """Return the weight and the impurity of each side: 0 where all rows have one value."""
        seen = self.seen(sides)
        weights, found = weight_of(seen, self.criterion), impurity(seen, self.criterion)
        if self.criterion in OF_NUMBERS:
            noise = NOISE * sides[..., 3].sum(axis=1, keepdims=True)
            found = np.where(weights * found > noise, found, 0.0)
        return weights, found


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """Both sides of many two-way splits of one node: lines of ``[rows, stats...]``, and the gains.

    `with_left` is where missing rows go, if that is a question.
    """

    sides: Floats
    gains: Floats
    with_left: NDArray[np.bool_] | None = None

    def columns(self, dataset: Dataset, eye: _Eye) -> dict[str, Any]:
        """Return rows and statistics of each side, impurity and gain."""
        made: dict[str, Any] = {}
        weights, impurities = eye.impurities(self.sides)
        for at, side in enumerate(("left", "right")):
            figures = self.sides[:, at]
            made[f"{side}_n"] = figures[:, 0].astype(np.int64)
            told = _target_figures(figures[:, 1:], impurities[:, at], dataset)
            made |= {f"{side}:{name}": values for name, values in told.items()}
        # Sums do not tell absolute errors: squared ones stand in, by their own name.
        own = "squared_error" if eye.criterion == "absolute_error" else "impurity"
        with np.errstate(invalid="ignore"):  # of a line that says nothing
            made[own] = (weights * impurities).sum(axis=1) / weights.sum(axis=1)
        made["gain" if own == "impurity" else f"{own}_gain"] = self.gains
        if self.with_left is not None:
            made["missing"] = np.where(self.with_left, "left", "right")
        return made


def _of_all(found: Profile, lines: Floats, eye: _Eye, left: NDArray[np.bool_] | None) -> _Sides:
    """Return the sides of all rows; `left` is on which of them the missing ones are, if any."""
    sides = np.stack([lines, found.total - lines], 1)
    if left is not None:
        sides[left] += np.stack([found.missing, -found.missing])
    return _Sides(sides, eye.gains(sides), left)


def _of_known(found: Profile, lines: Floats, strategy: str, eye: _Eye) -> _Sides:
    """Return the sides of the known rows, and the gain as a strategy counts the others."""
    known, missing = found.total - found.missing, found.missing[1:]
    sides = np.stack([lines, known - lines], 1)
    if eye.criterion in ("squared_error", "absolute_error"):
        if strategy == "own" and found.missing[0]:
            own = np.broadcast_to(found.missing, lines.shape)
            return _Sides(sides, eye.gains(np.stack([lines, known - lines, own], 1)))
        share = known[1] / found.total[1] if found.total[1] > 0 else 0.0
        return _Sides(sides, eye.gains(sides) * share)
    way = "fractional" if strategy == "surrogate" else strategy  # rpart counts known rows too
    return _Sides(
        sides, gain_of_tests(eye.seen(sides), eye.target.altered(missing), way, eye.criterion)
    )


def _target_figures(
    stats: Floats, impurities: Floats, dataset: Dataset
) -> dict[str, Floats | Ints]:
    target = dataset.target
    if target.task == "classification":
        return {label: stats[:, at] for at, label in enumerate(target.labels)}
    weight = stats[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = stats[:, 1] / weight
    variance = np.where(weight > 0, impurities, np.nan)
    return {"weight": weight, "mean": target.centre + mean, "variance": variance}
