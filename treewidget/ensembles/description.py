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
    from numpy.typing import NDArray

    from ..engine.contract import Floats
    from ..induction.progress import Progress

THEORY: Final = 0.5
"""How much the length of the rules counts beside that of the list of exceptions: conditions of one
tree repeat each other."""
SLACK: Final = 1e-9


def briefest(
    fits: NDArray[np.bool_], weights: Floats, bits: Floats, progress: Progress
) -> NDArray[np.bool_]:
    """Return which rules stay.

    Parameters
    ----------
    fits : bool array, shape (rules, rows)
        Of equal ones the last goes first.
    weights : float array, shape (rows, 2)
        Of the rows: as one of the class, or as one of the others; 0 in the other place.
    bits : float array, shape (rules,)
        The length of each rule.
    progress : Progress

    Examples
    --------
    >>> from treewidget.induction.progress import Progress
    >>> fits = np.array([[True, True, False], [True, False, False]])
    >>> briefest(fits, np.array([[1.0, 0.0]] * 2 + [[0.0, 1.0]]), np.ones(2), Progress())
    array([ True, False])
    """
    cover = Cover(fits, weights)
    whole = weights.sum(axis=0)
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
        least = len(length) - 1 - int(np.argmin(length[::-1]))
        if length[least] >= now - SLACK:
            break
        cover.drop(int(kept[least]))
    return cover.kept


class Cover:
    """Which rows some rules fit, while rules go.

    Attributes
    ----------
    kept : bool array, shape (rules,)
    alone : float array, shape (rules, 2)
        The weight that a rule fits and no other one.
    """

    def __init__(self, fits: NDArray[np.bool_], weights: Floats) -> None:
        self._fits = fits
        self._weights = weights
        self._times = fits.sum(axis=0)
        self.kept = np.ones(len(fits), dtype=bool)
        self.alone = (fits & (self._times == 1)) @ weights

    def held(self) -> Floats:
        """Return the weight that any rule fits."""
        held: Floats = (self._times > 0) @ self._weights
        return held

    def drop(self, rule: int) -> None:
        """Let a rule go: the rows that it shared with one other are that one's alone."""
        self.kept[rule] = False
        self._times -= self._fits[rule]
        single = self._times == 1
        rows = np.flatnonzero(self._fits[rule] & single)
        heirs = (self._fits[:, rows] & self.kept[:, None]).argmax(axis=0)
        for heir in np.unique(heirs).tolist():
            self.alone[heir] = (self._fits[heir] & single) @ self._weights


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
