"""Which rules say most briefly what rows are of a class (Quinlan 1993, section 5.2).

A description is the rules, and a list of the rows that they get wrong. Rules go one at a time, as
long as that makes it shorter; Quinlan also lets a search by chance look further, here nothing is
left to chance.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Floats
    from ..induction.progress import Progress

    Packed = NDArray[np.uint8]

THEORY: Final = 0.5
"""How much the length of the rules counts beside that of the list of exceptions: conditions of one
tree repeat each other."""
SLACK: Final = 1e-9


def briefest(
    fits: Sequence[Packed], weights: Floats, bits: Floats, progress: Progress
) -> NDArray[np.bool_]:
    """Return which rules stay.

    Parameters
    ----------
    fits : sequence of uint8 arrays
        Of each rule the rows that it fits, packed. Of equal ones the last goes first.
    weights : float array, shape (2, rows)
        Of the rows: as one of the class, or as one of the others; 0 in the other place.
    bits : float array, shape (rules,)
        The length of each rule.
    progress : Progress

    Examples
    --------
    >>> from treewidget.induction.progress import Progress
    >>> fits = np.packbits([[True, True, False], [True, False, False]], axis=1)
    >>> briefest(fits, np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), np.ones(2), Progress())
    array([ True, False])
    """
    cover = Cover(fits, weights, progress.quiet)
    whole = weights.sum(axis=1)
    while cover.kept.any():
        progress.step(1.0 - cover.kept.mean())
        held, kept = cover.held(), np.flatnonzero(cover.kept)
        rules = bits[kept].sum()
        now = _exceptions(held, whole) + THEORY * rules
        # many rules are alike in what goes with them
        goes, alike = np.unique(
            np.column_stack((cover.alone[kept], bits[kept])), axis=0, return_inverse=True
        )
        then = [_exceptions(held - gone[:2], whole) + THEORY * (rules - gone[2]) for gone in goes]
        length = np.array(then)[alike.ravel()]
        least = int(np.flatnonzero(length <= length.min() + SLACK)[-1])
        if length[least] >= now - SLACK:
            break
        cover.drop(int(kept[least]))
    return cover.kept


class Cover:
    """Which rows some rules fit, while rules go: a few passes over the rows for each that goes.

    Attributes
    ----------
    kept : bool array, shape (rules,)
    alone : float array, shape (rules, 2)
        The weight that a rule fits and no other one.
    """

    def __init__(self, fits: Sequence[Packed], weights: Floats, progress: Progress) -> None:
        self._fits = fits
        self._weights = weights
        self._times = np.zeros(weights.shape[1], dtype=np.int32)
        self._sum = np.zeros(weights.shape[1], dtype=np.int64)  # where one rule fits, its number
        for rule, packed in enumerate(progress.over(fits, len(fits), 1)):
            here = unpacked(packed, len(self._times))
            self._times += here
            self._sum += here * rule
        self.kept = np.ones(len(fits), dtype=bool)
        self._count()

    def _count(self) -> None:
        once = np.flatnonzero(self._times == 1)
        rule, weights = self._sum[once], self._weights[:, once]
        self.alone = np.column_stack([np.bincount(rule, of, len(self.kept)) for of in weights])

    def held(self) -> Floats:
        """Return the weight that any rule fits."""
        held: Floats = self._weights @ (self._times > 0)
        return held

    def drop(self, rule: int) -> None:
        """Let a rule go: the rows that it shared with one other are that one's alone."""
        here = unpacked(self._fits[rule], len(self._times))
        self.kept[rule] = False
        self._times -= here
        self._sum -= here * rule
        self._count()


def unpacked(packed: Packed, rows: int) -> NDArray[np.bool_]:
    """Return which rows are marked in bits."""
    return np.unpackbits(packed, count=rows).view(np.bool_)


def length_of(conditions: int, words: int) -> float:
    """Return the bits of a rule: which conditions it has, whose order says nothing."""
    order = math.lgamma(conditions + 1) / math.log(2.0)
    return max(conditions * math.log2(max(words, 2)) - order, 1.0)


def _exceptions(held: Floats, whole: Floats) -> float:
    """Return the bits of a list of exceptions: wrongly claimed rows, and rows not claimed."""
    (right, wrong), (mine, others) = held.tolist(), whole.tolist()
    claimed = right + wrong
    return _choices(claimed, wrong) + _choices(mine + others - claimed, mine - right)


def _choices(many: float, few: float) -> float:
    """Return ``log2 C(many, few)``, weights taken as they are."""
    many, few = max(many, 0.0), max(few, 0.0)
    rest = max(many - few, 0.0)
    found = math.lgamma(many + 1) - math.lgamma(few + 1) - math.lgamma(rest + 1)
    return max(found, 0.0) / math.log(2.0)
