"""Every cut of one column at a node, as a data frame."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..induction.criteria import Criterion, gain, impurity, recentred, weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Column, Cut, Dataset
    from ..engine.contract import Floats, Ints
    from ..induction.inducer import Inducer
    from .node import Node


def profile_frame(dataset: Dataset, inducer: Inducer, node: Node, name: object) -> pd.DataFrame:
    """Return one line for each cut of an ordered column, or for each level of a nominal one.

    Of a cut the figures are those of the split it would make: missing rows on the side where they
    do best. A level is set against all other rows.
    """
    at = dataset.column_index(name)
    column = dataset.columns[at]
    found = inducer.profile(node.region, at, limit=sys.maxsize, where=f"node {node.id}")
    if column.is_ordered:
        index = pd.Index([column.plain_cut(cut) for cut in found.cuts], name="threshold")
        lines, start = found.left, pd.DataFrame({"cut": _cuts(column, found.cuts)}, index=index)
    else:
        names = [column.levels[code] for code in found.level]
        lines, start = found.levels, pd.DataFrame(index=pd.Index(names, name="level", dtype=object))
    if not len(lines):
        return start
    sides = _Sides(lines, found.total, found.missing, inducer.shown, column.is_ordered)
    return start.assign(**sides.columns(dataset))


def _cuts(column: Column, cuts: Sequence[Cut]) -> list[str]:
    return [f"{column.name} <= {cut.text}" for cut in cuts]


class _Sides:
    """Both sides of many two-way splits of one node."""

    def __init__(
        self, left: Floats, total: Floats, missing: Floats, criterion: Criterion, learned: bool
    ) -> None:
        self.criterion = criterion
        right = total - missing - left
        away, along = np.stack([left, right + missing], 1), np.stack([left + missing, right], 1)
        self.total = total
        far, near = self._gain(away), self._gain(along)
        self.with_left = (near > far) if learned and missing[0] else np.zeros(len(left), dtype=bool)
        self.missing = bool(learned and missing[0])
        self.sides: Floats = np.where(self.with_left[:, None, None], along, away)

    def columns(self, dataset: Dataset) -> dict[str, Any]:
        """Return rows and statistics of each side, impurity and gain."""
        made: dict[str, Any] = {}
        for side, figures in zip(("left", "right"), np.swapaxes(self.sides, 0, 1), strict=True):
            made[f"{side}_n"] = figures[:, 0].astype(np.int64)
            made |= {
                f"{side}:{name}": values
                for name, values in _target_figures(figures[:, 1:], dataset).items()
            }
        weights = weight_of(self.sides[..., 1:], self.criterion)
        impurities = impurity(self._centred(self.sides), self.criterion)
        made["impurity"] = (weights * impurities).sum(axis=1) / weights.sum(axis=1)
        made["gain"] = self._gain(self.sides)
        if self.missing:
            made["missing"] = np.where(self.with_left, "left", "right")
        return made

    def _centred(self, sides: Floats) -> Floats:
        return recentred(sides[..., 1:], self.total[1:], self.criterion)

    def _gain(self, sides: Floats) -> Floats:
        return gain(self._centred(sides), self.criterion)


def _target_figures(stats: Floats, dataset: Dataset) -> dict[str, Floats | Ints]:
    target = dataset.target
    if target.task == "classification":
        return {label: stats[:, at] for at, label in enumerate(target.labels)}
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = stats[:, 1] / stats[:, 0]
        variance = np.maximum(stats[:, 2] / stats[:, 0] - np.square(mean), 0.0)
    return {"weight": stats[:, 0], "mean": target.centre + mean, "variance": variance}
