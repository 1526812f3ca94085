"""Nodes and splits as people see them: plain values that print as text.

They have no slots: where something has, and is frozen, Python tells of `super()` when what is no
field of it is assigned to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..data.words import on_one_line

if TYPE_CHECKING:
    import pandas as pd

Value: TypeAlias = Any
"""A class or number as the user's own data has it."""


@dataclass(frozen=True)
class SurrogateView:
    """Another column's split that is asked where a row lacks the split's own; prints as text.

    Attributes
    ----------
    column : str or int
        Name of the column.
    text : str
        What it asks for the split's first branch.
    agreement : float
        Share of the rows it sends the same way.
    adjusted : float
        How much of what the majority rule gets wrong it gets right.
    """

    column: str | int
    text: str
    agreement: float
    adjusted: float

    def __str__(self) -> str:
        """Return the text."""
        return self.text


@dataclass(frozen=True)
class SplitView:
    """A split as people see it; prints as text.

    Attributes
    ----------
    column : str or int
        Name of the column.
    thresholds : tuple
        Cuts in the column's own terms, lowest first; ``x <= threshold`` goes to the lower side.
    groups : tuple of tuple
        Levels of each branch.
    missing : int or str
        Branch of missing rows, or "own": a branch of their own; or "share": in shares to every
        branch, "drop": in none below, "stop": no further.
    branches : tuple of str
        The condition of each branch.
    text : str
    surrogates : tuple of SurrogateView
        Asked first, in their order, where the column is missing.
    """

    column: str | int
    thresholds: tuple[Any, ...]
    groups: tuple[tuple[Any, ...], ...]
    missing: int | Literal["own", "share", "drop", "stop"]
    branches: tuple[str, ...]
    text: str
    surrogates: tuple[SurrogateView, ...] = ()

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    __repr__ = __str__


@dataclass(frozen=True, eq=False)
class NodeView:
    """One node, at the moment it was asked for.

    Attributes
    ----------
    id, depth : int
    parent : int or None
        Id of the parent.
    children : tuple of int
        Ids, in branch order.
    split : SplitView or None
        Prints as text; None in a leaf.
    rule : str
        The way here, conditions on one column merged.
    n : int
        Training rows.
    weight : float
        Their weight.
    impurity : float
        What the criterion measures: gini, entropy in bits, the variance, the mean distance from the
        median.
    gain : float or None
        Weighted decrease of impurity by the split.
    missing_n : int
        Training rows here in which the split's column is missing.
    rerouted_n : int
        Training rows here that the split knows no branch for and that go on all the same: by
        surrogates, in shares, or along with a branch. `missing_ways` says how.
    stopped_n, dropped_n : int
        Training rows that end here; that count in no branch below. The children's weights and
        theirs add up to the node's.
    missing_ways : str
        ``3 missing: 2 by day <= 2024-01-05, 1 stops here``; empty without any.
    counts : Series or None
        Weight of each class; None for regression.
    prediction : object
        The class or value predicted here: the label set by hand, if any.
    error : float
        Error rate or RMSE, as if the node were a leaf.
    is_leaf : bool
        Whether it has no split.
    forced : bool
        Whether its column, cut or groups were named by hand: growing keeps them.
    locked : bool
        Whether no gesture may change its split or its label.
    labelled : bool
        Whether its prediction was set by hand.
    pruned : bool
        Whether it was made a leaf by hand, and stays one when what is above it grows.
    note : str
    validation_n, validation_weight, validation_counts, validation_error
        The same on the validation rows; None without any.

    Examples
    --------
    >>> node = tw.DecisionTree(patients, target="ill").root
    >>> node.n, node.counts.to_dict(), node.impurity, round(node.gain, 3), node.error
    (8, {'no': 4.0, 'yes': 4.0}, 0.5, 0.3, 0.5)
    """

    id: int
    depth: int
    parent: int | None
    children: tuple[int, ...]
    split: SplitView | None
    rule: str
    n: int
    weight: float
    impurity: float
    gain: float | None
    missing_n: int
    rerouted_n: int
    stopped_n: int
    dropped_n: int
    missing_ways: str
    counts: pd.Series[float] | None
    prediction: Value
    error: float
    is_leaf: bool
    forced: bool
    locked: bool
    labelled: bool
    pruned: bool
    note: str
    validation_n: int | None
    validation_weight: float | None
    validation_counts: pd.Series[float] | None
    validation_error: float | None
    _sentence: str = field(default="", repr=False)

    def __repr__(self) -> str:
        """Return the node as a sentence."""
        return on_one_line(self._sentence)
