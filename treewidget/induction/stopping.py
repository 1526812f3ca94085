"""When a node is a leaf, and why, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..data.words import counted
from .criteria import OF_NUMBERS
from .search.places import TIE

if TYPE_CHECKING:
    from ..engine.contract import Table
    from .options import Limits, Options
    from .region import Figures, Region
    from .search.places import Place

EPS = float(np.finfo(np.float64).eps)


def stop_reason(region: Region, options: Options, limits: Limits) -> str:
    """Return why a region is not split whatever its columns are; empty when nothing forbids it."""
    train = region.train
    if options.max_depth is not None and region.depth >= options.max_depth:
        return f"it lies at depth {region.depth}, and max_depth is {options.max_depth}"
    if train.n < limits.split_rows:
        return f"it has {counted(train.n, 'row')}, and {_split_rule(options, limits)}"
    if is_pure(train, options):
        same = "value of the target" if options.measure in OF_NUMBERS else "class"
        return f"all its rows have the same {same}"
    if train.weight < 2 * limits.leaf_weight * (1.0 - TIE):
        return (
            f"its weight is {train.weight:g}, too little for two branches of "
            f"min_weight_leaf={limits.leaf_weight:g}"
        )
    return ""


def is_pure(train: Figures, options: Options) -> bool:
    """Whether the target does not vary, rounding aside."""
    if train.weight <= 0:
        return True
    if options.measure == "squared_error":
        # The scatter is exact to a few units in the last place of the values themselves.
        return bool(train.impurity <= 16 * EPS**2 * (train.stats[2] / train.weight))
    if options.measure == "absolute_error":
        return train.impurity <= 0
    return train.impurity <= EPS


def idle_reason(gain: float, share: float, place: Place, options: Options) -> str:
    """Return why the best split gains too little; empty if it gains enough.

    `share` is the node's part of all training weight.
    """
    if not options.allow_zero_gain and gain <= place.nothing:
        return "no split lowers the impurity"
    if share * gain + EPS < options.min_impurity_decrease:
        return (
            f"the best split lowers the impurity by {share * gain:.4g}, and "
            f"min_impurity_decrease is {options.min_impurity_decrease:g}"
        )
    return ""


def unsplit_reason(table: Table, limits: Limits) -> str:
    """Return why a column with such a table has no admissible split."""
    if not len(table.codes):
        return "every value is missing here"
    if len(table.codes) == 1 and not table.missing_rows:
        return "it has only one value here"
    return f"no split of it leaves {leaf_rule(limits)} in every branch"


def _split_rule(options: Options, limits: Limits) -> str:
    if limits.split_rows == 2 * limits.leaf_rows and limits.leaf_rows > 1:
        return f"two branches of min_samples_leaf={options.min_samples_leaf} need more"
    return f"min_samples_split is {options.min_samples_split}"


def leaf_rule(limits: Limits) -> str:
    """Return what a branch must hold, in words."""
    rules = []
    if limits.leaf_rows > 1:
        rules.append(counted(limits.leaf_rows, "row"))
    if limits.leaf_weight > 0:
        rules.append(f"a weight of {limits.leaf_weight:g}")
    return " and ".join(rules) or "any weight"
