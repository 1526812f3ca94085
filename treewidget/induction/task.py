"""What a search asks for that the engine does by itself, and how that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from ..engine.growing import GrowthTask
from .criteria import impurity
from .options import EVERY, is_plain, learns
from .search.places import OWN

if TYPE_CHECKING:
    from .contract import Setting
    from .criteria import Criterion
    from .region import Region

TWO: Final = 2
HALF: Final = 0.5
BY_DECREASE: Final = ("gini", "entropy", "g2", "squared_error", "absolute_error")
"""Rankings by a decrease of impurity; G2 is the information gain, but for its unit."""


def is_greedy(
    setting: Setting, what: Literal["at_once", "at_a_look", "at_each"] = "at_once"
) -> bool:
    """Whether a setting asks for the plain greedy search and nothing beside it.

    In a growth at once, where the best of all columns is chosen at a look, or in a look at each of
    them for somebody else's choice.
    """
    name = "at_once" if what == "at_once" else "at_a_look"
    own = vars(type(setting.search)).get(name, False)  # not inherited: a heir does more
    if not own or not learns(setting.options) or not finds_best(setting):
        return False
    # Chi-square compares nodes otherwise than the index does, costs the columns of one.
    compares = what == "at_once" and _by_chi2(setting) and _compares_nodes(setting)
    costly = what != "at_each" and setting.options.column_costs is not None
    return not compares and not costly


def finds_best(setting: Setting) -> bool:
    """Whether the best split of a column that no row lacks is what an engine finds there."""
    options = setting.options
    ranked = options.criterion in BY_DECREASE or as_gini(setting)
    plain = is_plain(options) and options.breakpoints in EVERY
    return ranked and plain and _is_altered_alike(setting)


def as_gini(setting: Setting) -> bool:
    """Whether a node's splits rank as by the Gini index, though the criterion is another.

    So they do where there are two classes. With p_L and p_R the branches' shares of the node's
    weight, p_1 and p_2 those of its classes, and d what the branches' shares of a class differ by,
    the index decreases by ``2 p_L p_R d^2``. Twoing is half of that (Breiman et al. 1984, section
    4.3), chi-square over N that over ``2 p_1 p_2``, which is the index of the node.
    """
    return setting.options.criterion in OWN and setting.dataset.target.trained <= TWO


def sought(setting: Setting) -> Criterion:
    """Return the impurity by whose decrease an engine finds the best split."""
    return "gini" if as_gini(setting) else setting.options.measure


def unit_at(setting: Setting, region: Region) -> float:
    """Return what a decrease of the impurity sought of 1 is worth to the search at a region."""
    if not as_gini(setting):
        return 1.0
    if not _by_chi2(setting):
        return HALF
    index = float(impurity(setting.place(region).stats, "gini"))
    return 1.0 / index if index > 0 else 1.0  # rows of one class gain nothing


def _by_chi2(setting: Setting) -> bool:
    return setting.options.criterion == "chi2"


def _compares_nodes(setting: Setting) -> bool:
    """Whether a growth hangs on what splits of several nodes are worth."""
    options = setting.options
    return options.max_leaf_nodes is not None or options.min_impurity_decrease > 0


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
    least = options.min_impurity_decrease
    return GrowthTask(
        criterion=sought(setting),
        split_rows=limits.split_rows,
        leaf_rows=limits.leaf_rows,
        leaf_weight=limits.leaf_weight,
        min_decrease=least / HALF if options.criterion == "twoing" else least,
        root_weight=setting.weight_of(setting.root()),
        zero_gain=options.allow_zero_gain,
        max_leaves=max_leaves,
        sorted_rows=sorted_rows,
        altered=None if altered is None else tuple(altered.tolist()),
    )
