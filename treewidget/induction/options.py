"""The options of a method, checked and complete, under scikit-learn's names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .criteria import Criterion

ClassWeight: TypeAlias = dict[object, float] | str | None


@dataclass(frozen=True, slots=True)
class Options:
    """What a growth obeys. Build one with `methods.resolve`, which checks it.

    Attributes
    ----------
    criterion : {"gini", "entropy", "squared_error"}
    max_depth : int or None
        The root has depth 0.
    min_samples_split, min_samples_leaf : int or float
        Rows; a fraction means of the training rows, rounded up.
    min_weight_leaf : float
        Least weight of a branch.
    max_leaf_nodes : int or None
        With it the tree grows best-first.
    min_impurity_decrease : float
        Least ``N_t / N * gain`` of a split.
    ccp_alpha : float
        Cost of a leaf in weakest-link pruning after the growth (risk: impurity).
    class_weight : dict, "balanced" or None
        Taken into the data set's weights; kept here to be shown.
    missing : {"learned"}
        Missing rows go where the split is best; where nobody is missing, to the larger child.
    allow_zero_gain : bool
        Whether a best split that lowers nothing is made, as scikit-learn does.
    """

    criterion: Criterion
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
