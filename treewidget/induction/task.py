"""What a search asks for that the engine does by itself, and how that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..engine.growing import GrowthTask
from .options import is_plain

if TYPE_CHECKING:
    from .contract import Setting


def is_greedy(setting: Setting, what: Literal["at_once", "at_a_look"] = "at_once") -> bool:
    """Whether a setting asks for the plain greedy search and nothing beside it."""
    own = vars(type(setting.search)).get(what, False)  # not inherited: a heir does more
    return own and is_plain(setting.options) and _is_altered_alike(setting)


def _is_altered_alike(setting: Setting) -> bool:
    """Whether what priors and losses make of rows is a weight that each class's rows have."""
    altered = setting.dataset.target.altered_by
    if altered is None:
        return True
    counts = setting.dataset.weights is None and not setting.limits.leaf_weight
    return counts and bool((altered > 0).all())


def task_of(setting: Setting, max_leaves: int = 0, sorted_rows: int = 0) -> GrowthTask:
    """Return the rules of a setting as the engine takes them."""
    options, limits = setting.options, setting.limits
    altered = setting.dataset.target.altered_by
    return GrowthTask(
        criterion=options.measure,
        split_rows=limits.split_rows,
        leaf_rows=limits.leaf_rows,
        leaf_weight=limits.leaf_weight,
        min_decrease=options.min_impurity_decrease,
        root_weight=setting.weight_of(setting.root()),
        zero_gain=options.allow_zero_gain,
        max_leaves=max_leaves,
        sorted_rows=sorted_rows,
        altered=None if altered is None else tuple(altered.tolist()),
    )
