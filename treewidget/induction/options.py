"""The options of a method, checked and complete, under scikit-learn's names."""

from __future__ import annotations

import inspect
import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from .missing_values import FILLED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .criteria import Criterion

ClassWeight: TypeAlias = dict[object, float] | str | None

Ranking: TypeAlias = Literal[
    "gini",
    "entropy",
    "gain_ratio",
    "twoing",
    "classification_error",
    "squared_error",
    "absolute_error",
    "chi2",
    "g2",
    "f_test",
    "cost",
]
"""What splits may be ranked by."""

MEASURES: Final[dict[Ranking, Criterion]] = {
    "gini": "gini",
    "entropy": "entropy",
    "gain_ratio": "entropy",
    "twoing": "gini",
    "classification_error": "classification_error",
    "squared_error": "squared_error",
    "absolute_error": "absolute_error",
    "chi2": "entropy",
    "g2": "entropy",
    "f_test": "squared_error",
    "cost": "classification_error",
}
"""The impurity of a node that goes with each ranking."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a growth obeys. Build one with `methods.resolve`, which checks it.

    Attributes
    ----------
    criterion : str
        What splits are ranked by; the impurity of a node goes with it.
    max_depth : int or None
        Most levels below the root, whose depth is 0; None: no limit.
    min_samples_split : int or float
        Least rows of a node that is split; a fraction means of the training rows, rounded up.
    min_samples_leaf : int or float
        Least rows of a branch; a fraction means of the training rows, rounded up.
    min_weight_leaf : float
        Least weight of a branch.
    max_leaf_nodes : int or None
        Most leaves; with it the tree grows best-first. None: no limit.
    min_impurity_decrease : float
        Least ``N_t / N * gain`` of a split.
    ccp_alpha : float
        Cost of a leaf in weakest-link pruning after the growth, in the unit of the criterion.
    class_weight : dict, "balanced" or None
        Weight of each class, ``{class: weight}``; "balanced": all classes weigh alike.
    missing : str
        Where rows go that lack a value: "learned", to the branch that gains most; "surrogate", by
        another column; "fractional", to every branch in shares; "proportional", nowhere in
        training, in shares later; "own", as one more value. Or what fills them: "most_common", the
        mode or median; "bayes", the mode of the class; "shapiro", a tree.
    allow_zero_gain : bool
        Whether a best split that lowers nothing is made, as scikit-learn does.
    method : str
        The recipe these options are of.
    breakpoints : {"every", "class-change", "quartiles", "bins"}
        Which thresholds are tried: "every" one; "class-change", those between values of unlike
        classes; "quartiles" of the node's values; "bins", those between ten bins of all training
        rows.
    cut : {"midpoint", "data_value"}
        Where a threshold is put: "midpoint", between the values; "data_value", at the largest
        training value not above.
    branching : {"subset", "multiway", "rest", "grouped"}
        How a nominal column is split: "subset", in two groups; "multiway", a branch for each level;
        "rest", one level against the others; "grouped", in several groups.
    priors : mapping or None
        Prior probability of each class, ``{class: share}``; None: as in the training rows.
    losses : mapping or None
        Cost of predicting a class for another, ``{true: {predicted: cost}}``, 1 where nothing is
        said; None: every mistake costs 1.
    column_costs : mapping or None
        Cost of measuring each column, ``{column: cost}``, 1 where nothing is said.
    max_surrogates : int
        How many surrogates a split keeps.
    use_surrogate : {0, 1, 2}
        Where a row goes that lacks the split's column: 0, it stops; 1, by a surrogate, or it stops;
        2, by a surrogate, or with the majority.
    surrogate_style : {0, 1}
        Over which rows agreement is reckoned: 0, those whose primary column is known; 1, those that
        have both columns.
    confidence : float or None
        Confidence factor of error-based pruning after the growth: the less, the smaller the tree;
        None: not pruned.
    min_cases : float
        Least weight of two branches (C4.5).
    subtree_raising : bool
        Whether error-based pruning may put a branch in the place of the node above it.
    collapse : bool
        Whether splits that mend no training error are taken back after the growth (C4.5).
    mdl_correction : bool
        Whether a threshold's gain is less by what naming it among all cuts costs (Quinlan 1996).
    alpha_merge : float
        Significance level of CHAID's tests of two categories: those that do not reach it are
        merged.
    alpha_split : float or None
        Significance level that a split must reach; None: it is not tested.
    alpha_resplit : float or None
        At which level CHAID parts merged categories again; below alpha_merge; None: never.
    bonferroni : bool
        Whether CHAID multiplies a p-value by the number of groupings it was chosen from. False: as
        SPSS with that box unticked, and PyPI's CHAID.
    lookahead : int
        How many levels deep a split is judged; 1 is greedy.
    winnow : bool
        Whether columns of little use are left out before growing (C5.0).
    global_pruning : bool
        Whether the tree is pruned as a whole after error-based pruning (C5.0).
    window : float or None
        First share of the training rows in a window; None: all rows at once.
    window_seed : int
        Draws the window.
    log : {2, "e"}
        Base of the logarithm that entropies and gains are shown with: 2, bits; "e", nats. What
        options are compared with (min_impurity_decrease, ccp_alpha) is in bits, as is the screen.
    """

    criterion: Ranking
    max_depth: int | None = None
    min_samples_split: int | float = 2
    min_samples_leaf: int | float = 1
    min_weight_leaf: float = 0.0
    max_leaf_nodes: int | None = None
    min_impurity_decrease: float = 0.0
    ccp_alpha: float = 0.0
    class_weight: ClassWeight = None
    missing: str = "learned"
    allow_zero_gain: bool = True
    method: str = "cart"
    breakpoints: str = "every"
    cut: str = "midpoint"
    branching: str = "subset"
    priors: Mapping[Any, float] | None = None
    losses: Mapping[Any, Mapping[Any, float]] | None = None
    column_costs: Mapping[Any, float] | None = None
    max_surrogates: int = 5
    use_surrogate: int = 2
    surrogate_style: int = 0
    confidence: float | None = None
    min_cases: float = 0.0
    subtree_raising: bool = True
    collapse: bool = False
    mdl_correction: bool = False
    alpha_merge: float = 0.05
    alpha_split: float | None = None
    alpha_resplit: float | None = None
    bonferroni: bool = True
    lookahead: int = 1
    winnow: bool = False
    global_pruning: bool = False
    window: float | None = None
    window_seed: int = 0
    log: Literal[2, "e"] = 2

    @property
    def measure(self) -> Criterion:
        """The impurity of nodes that goes with the criterion."""
        return MEASURES[self.criterion]


def meanings() -> dict[str, str]:
    """Return what each option means, in the words of `Options`; nothing where Python keeps none.

    Examples
    --------
    >>> meanings()["winnow"]
    'Whether columns of little use are left out before growing (C5.0).'
    """
    told: dict[str, list[str]] = {}
    said = inspect.getdoc(Options) or ""
    for line in said.partition("----------\n")[2].splitlines():
        if not line.startswith(" "):
            told[line.partition(" : ")[0]] = []
        else:
            told[next(reversed(told))].append(line.strip())
    names = (item.name for item in fields(Options))
    return {name: " ".join(told.get(name, ())).replace("``", "") for name in names}


EVERY: Final = ("every", "class-change")
"""Breakpoints among which the best of all cuts is: no other than where classes change gains as much
(Fayyad and Irani 1992)."""
PLAIN: Final = (
    ("branching", "subset"),
    ("lookahead", 1),
    ("window", None),
    ("alpha_split", None),
)


def is_plain(options: Options) -> bool:
    """Whether options ask for nothing but thresholds and subsets, the best at each node.

    An engine that searches by itself knows how to do that much, where no row lacks a column and
    every breakpoint is tried.
    """
    return all(getattr(options, name) == value for name, value in PLAIN)


def learns(options: Options) -> bool:
    """Whether missing rows go where they gain most, if any are left missing."""
    return options.missing == "learned" or options.missing in FILLED


@dataclass(frozen=True, slots=True)
class Limits:
    """Least size of a node that is split and of each of its branches, in rows and weight."""

    split_rows: int
    leaf_rows: int
    leaf_weight: float

    @property
    def bind(self) -> bool:
        """Whether they can forbid a split that leaves no side empty."""
        return self.leaf_rows > 1 or self.leaf_weight > 0


def limits_of(options: Options, training_rows: int) -> Limits:
    """Return the limits in rows, fractions being of the training rows.

    Examples
    --------
    >>> limits_of(Options("gini", min_samples_leaf=0.05), 150).leaf_rows
    8
    """
    leaf = _rows(options.min_samples_leaf, training_rows)
    split = max(2, _rows(options.min_samples_split, training_rows))
    return Limits(max(split, 2 * leaf), leaf, float(options.min_weight_leaf))


def _rows(count: float, training_rows: int) -> int:
    return count if isinstance(count, int) else math.ceil(count * training_rows)
