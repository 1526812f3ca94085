"""Error-based pruning (Quinlan 1993, *C4.5: Programs for Machine Learning*, chapter 4).

A leaf of weight `N` with `E` errors is taken to make ``N U(E, N)``, `U` being the upper limit of a
binomial proportion at some confidence. A node becomes a leaf where that predicts no more errors
than what hangs below it; or it is replaced by its largest branch, whose splits then part all its
rows (subtree raising).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from .parts import Part, reapplied
from .risks import prediction_of
from .stopped import NOISE, stops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..data import Target
    from ..engine.contract import Floats
    from .parts import Divide

CONFIDENCE: Final = 0.25
"""C4.5's own."""
SLACK: Final = 0.1
"""So many errors more may be predicted of the simpler tree."""
NEAR: Final = 1e-6
"""Errors this near are equal, as everywhere in C4.5's comparisons."""


def predicted_errors(weight: float, errors: float, confidence: float = CONFIDENCE) -> float:
    """Return how many errors a leaf is predicted to make.

    Without errors the binomial's limit is ``1 - confidence ** (1 / N)``. From one error on it is
    taken from the normal approximation with correction for continuity (as Weka's J48 does; C4.5
    release 8 interpolates the normal quantile in a table), below one error in between.

    Examples
    --------
    >>> round(predicted_errors(6, 0), 6), round(predicted_errors(16, 1), 6)
    (1.237797, 2.475715)
    """
    if weight <= 0:
        return 0.0
    if errors < 1:
        none = weight * (1.0 - math.pow(confidence, 1.0 / weight))
        if errors <= 0:
            return none
        one = predicted_errors(weight, 1.0, confidence) - 1.0
        return errors + none + errors * (one - none)
    if errors + 0.5 >= weight:
        return max(weight, errors)
    z = quantile(confidence)
    f = (errors + 0.5) / weight
    root = math.sqrt(f / weight - f * f / weight + z * z / (4.0 * weight * weight))
    return weight * (f + z * z / (2.0 * weight) + z * root) / (1.0 + z * z / weight)


@lru_cache
def quantile(confidence: float) -> float:
    """Return the normal quantile that leaves `confidence` above it."""
    from scipy.special import ndtri  # noqa: PLC0415 - takes a while to import

    return float(ndtri(1.0 - confidence))


@dataclass(frozen=True, slots=True)
class ErrorBased:
    """How to prune.

    Attributes
    ----------
    target : Target
        Of classes.
    divide : callable
        Parts a region by a split.
    confidence : float
    raising : bool
        Whether a branch may take its parent's place.
    step : callable
        Told of every node.
    """

    target: Target
    divide: Divide
    confidence: float = CONFIDENCE
    raising: bool = True
    step: Callable[[], None] = lambda: None

    def prune(self, root: Part) -> None:
        """Prune what hangs at `root`, where it stands.

        Branches are pruned before their nodes, and a node that was replaced is pruned again, with
        the branch that stands there now.
        """
        todo = [(root, False)]
        while todo:
            part, ready = todo.pop()
            if part.is_leaf:
                part.estimate = self._as_leaf(part)
            elif not ready:
                todo.append((part, True))
                todo.extend((child, False) for child in part.children)
            elif not self._settle(part):
                todo.append((part, False))

    def _settle(self, part: Part) -> bool:
        """Cut a node, raise its largest branch, or leave it; whether it is ready now."""
        self.step()
        part.estimate = sum(child.estimate for child in part.children) + self._staying(part)
        if part.kept:
            return True
        leaf, tree = self._as_leaf(part), part.estimate + SLACK + NEAR
        raised, branch = self._raised(part) if self.raising else (None, math.inf)
        if leaf <= tree and leaf <= branch + SLACK + NEAR:
            part.cut()
            part.estimate = leaf
        elif raised is not None and branch <= tree:
            full = part.region.validation_rows is not None
            part.take(reapplied(raised, part.region, self.divide) if full else raised)
            return False
        return True

    def _raised(self, part: Part) -> tuple[Part | None, float]:
        """Return the largest branch applied to all rows of a node, and its predicted errors.

        Of several as large it is the last: so J48 3.6.14 does, which decides now and then [run].
        """
        most = max(child.region.train.weight for child in part.children) - NEAR
        largest = [child for child in part.children if child.region.train.weight >= most][-1]
        if largest.is_leaf:
            return None, self._as_leaf(part)
        rows = replace(part.region, validation_rows=None, validation=None)
        raised = reapplied(largest, rows, self.divide)
        parts = list(raised.walk())
        staying = [self._staying(here) for here in parts if stops(here.split)]
        return raised, math.fsum(staying + self._as_leaves(here for here in parts if here.is_leaf))

    def _as_leaves(self, parts: Iterable[Part]) -> list[float]:
        """Return the predicted errors of several parts as leaves, their classes found at once."""
        leaves = list(parts)
        stats = np.stack([here.region.train.stats for here in leaves])
        said = prediction_of(stats, self.target).tolist()
        found: list[float] = []
        for here, own, first in zip(leaves, stats, said, strict=True):
            errors = _wrong_by(own, first if here.label is None else here.label)
            found.append(predicted_errors(*errors, self.confidence))
        return found

    def _as_leaf(self, part: Part) -> float:
        return self._as_leaves([part])[0]

    def _staying(self, part: Part) -> float:
        """Return the predicted errors of the rows that go no further: they are one more leaf."""
        return predicted_errors(*left_behind(part, self.target), self.confidence)


def mistakes(part: Part, target: Target) -> tuple[float, float]:
    """Return the weight of a part's rows, and how much of it the part gets wrong as a leaf."""
    return _wrong(part, part.region.train.stats, target)


def left_behind(part: Part, target: Target) -> tuple[float, float]:
    """Return the same of the rows that go no further than a split part."""
    if not stops(part.split):
        return 0.0, 0.0
    stats = part.region.train.stats - sum(child.region.train.stats for child in part.children)
    return _wrong(part, np.where(np.abs(stats) > NOISE, stats, 0.0), target)


def _wrong(part: Part, stats: Floats, target: Target) -> tuple[float, float]:
    own = part.region.train.stats
    return _wrong_by(
        stats, part.label if part.label is not None else prediction_of(own[None], target)[0]
    )


def _wrong_by(stats: Floats, said: float) -> tuple[float, float]:
    """Return the weight of some rows, and how much of it is of another class than was said."""
    weight = float(np.sum(stats))
    return weight, max(weight - float(stats[int(said)]), 0.0)
