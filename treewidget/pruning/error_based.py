"""Error-based pruning (Quinlan 1993, *C4.5: Programs for Machine Learning*, chapter 4).

A leaf of weight `N` with `E` errors is taken to make ``N U(E, N)``, `U` being the upper limit of a
binomial proportion at some confidence. A node becomes a leaf where that predicts no more errors
than what hangs below it; or it is replaced by its largest branch, whose splits then part all its
rows (subtree raising).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ..induction.progress import OFTEN, Progress
from .parts import Part, reapplied
from .risks import prediction_of
from .stopped import NOISE, stops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Target
    from ..engine.contract import Engine, Floats, Rows
    from ..induction.inducer import Inducer

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
    return NormalDist().inv_cdf(1.0 - confidence)


@dataclass(frozen=True, slots=True)
class ErrorBased:
    """How to prune.

    Attributes
    ----------
    inducer : Inducer
        Of classes: it parts rows by splits.
    confidence : float
    raising : bool
        Whether a branch may take its parent's place.
    progress : Progress
        Told what share of the nodes is settled.
    """

    inducer: Inducer
    confidence: float = CONFIDENCE
    raising: bool = True
    progress: Progress = field(default_factory=Progress)

    def prune(self, root: Part) -> None:
        """Prune what hangs at `root`, where it stands.

        Branches are pruned before their nodes, and a node that was replaced is pruned again, with
        the branch that stands there now.
        """
        judge(root, self._target, self.progress.stage(0.0))
        inner, settled = sum(not part.is_leaf for part in root.walk()), 0
        todo = [(root, False)]
        while todo:
            part, ready = todo.pop()
            if part.is_leaf:
                part.estimate = self._as_leaf(part)
            elif not ready:
                todo.append((part, True))
                todo.extend((child, False) for child in part.children)
            else:
                settled += 1
                self.progress.step(min(settled / inner, 1.0))  # what was raised is settled again
                if not self._settle(part):
                    todo.append((part, False))

    def _settle(self, part: Part) -> bool:
        """Cut a node, raise its largest branch, or leave it; whether it is ready now."""
        part.estimate = sum(child.estimate for child in part.children) + self._staying(part)
        if part.kept:
            return True
        leaf, tree = self._as_leaf(part), part.estimate + SLACK + NEAR
        largest = _largest(part) if self.raising else None
        raised = self.raised(largest, part) if largest is not None else math.inf
        if leaf <= tree and leaf <= raised + SLACK + NEAR:
            part.cut()
            part.estimate = leaf
        elif largest is not None and raised <= tree:
            heeding = self.progress.stage(0.0)
            part.take(reapplied(largest, part.region, self.inducer.children, heeding))
            return False
        return True

    def raised(self, branch: Part, part: Part) -> float:
        """Return the predicted errors of a pruned branch whose splits part all rows of its node.

        Where the very rows come that are there now, what is predicted there stays what it is.
        """
        engine, branches = self.inducer.engine, self.inducer.regions.branches
        found, leaves = [], []
        ahead = [(branch, part.region.rows, part.region.train.stats)]
        while ahead:
            here, rows, stats = ahead.pop()
            if self._holds(here, rows, stats):
                found.append(here.estimate)
            elif here.split is None:
                leaves.append(_Leaf(stats, stats, here.label))
            else:
                self.progress.step(0.0)
                parts = branches(rows, here.split)
                below = [engine.total(one)[1] for one in parts]
                if stops(here.split):
                    leaves.append(_Leaf(stats, _without(stats, below), here.label))
                ahead.extend(zip(here.children, parts, below, strict=True))
        return math.fsum(found + self._predicted(leaves))

    def _holds(self, part: Part, rows: Rows, stats: Floats) -> bool:
        """Whether some rows are those that a part has; of a leaf their classes are enough."""
        if not np.array_equal(stats, part.region.train.stats):
            return False
        return part.is_leaf or _same(self.inducer.engine, rows, part.region.rows)

    def _as_leaf(self, part: Part) -> float:
        return predicted_errors(*mistakes(part, self._target), self.confidence)

    def _staying(self, part: Part) -> float:
        """Return the predicted errors of the rows that go no further: they are one more leaf."""
        return predicted_errors(*left_behind(part, self._target), self.confidence)

    def _predicted(self, leaves: Sequence[_Leaf]) -> list[float]:
        """Return the predicted errors of several leaves, their classes found at once."""
        if not leaves:
            return []
        said = prediction_of(np.stack([leaf.stats for leaf in leaves]), self._target).tolist()
        return [
            predicted_errors(*leaf.mistakes(own), self.confidence)
            for leaf, own in zip(leaves, said, strict=True)
        ]

    @property
    def _target(self) -> Target:
        return self.inducer.dataset.target


@dataclass(frozen=True, slots=True, eq=False)
class _Leaf:
    """Rows that end somewhere: `ending`, of those of a place, which tell what it predicts."""

    stats: Floats
    ending: Floats
    label: float | None

    def mistakes(self, own: float) -> tuple[float, float]:
        """Return the weight that ends here, and how much of it is of another class than is said.

        That is the label, or else `own`, the class of the place's rows.
        """
        weight = float(np.sum(self.ending))
        said = own if self.label is None else self.label
        return weight, max(weight - float(self.ending[int(said)]), 0.0)


def mistakes(part: Part, target: Target) -> tuple[float, float]:
    """Return the weight of a part's rows, and how much of it the part gets wrong as a leaf."""
    if part.wrong is None:
        _judge([part], target)
    return cast("tuple[float, float]", part.wrong)


def judge(top: Part, target: Target, heeding: Progress) -> None:
    """Keep the `mistakes` of all parts that hang here: many are reckoned at once."""
    parts = [part for part in top.walk() if part.wrong is None]
    for at in heeding.over(range(0, len(parts), OFTEN), len(parts), 1):
        _judge(parts[at : at + OFTEN], target)


def _judge(parts: Sequence[Part], target: Target) -> None:
    stats = np.stack([part.region.train.stats for part in parts])
    said = prediction_of(stats, target).tolist()
    for part, held, own in zip(parts, stats, said, strict=True):
        part.wrong = _Leaf(held, held, part.label).mistakes(own)


def left_behind(part: Part, target: Target) -> tuple[float, float]:
    """Return the same of the rows that go no further than a split part."""
    if not stops(part.split):
        return 0.0, 0.0
    stats = part.region.train.stats
    below = [child.region.train.stats for child in part.children]
    own = float(prediction_of(stats[None], target)[0])
    return _Leaf(stats, _without(stats, below), part.label).mistakes(own)


def _without(stats: Floats, below: Sequence[Floats]) -> Floats:
    """Return what is left of some rows' statistics; what rounding leaves is nothing."""
    left = stats - sum(below)
    return np.where(np.abs(left) > NOISE, left, 0.0)


def _largest(part: Part) -> Part | None:
    """Return the largest branch of a node; None where that is a leaf, which is no branch to raise.

    Of several as large it is the last: so J48 3.6.14 does, which decides now and then [run].
    """
    most = max(child.region.train.weight for child in part.children) - NEAR
    largest = [child for child in part.children if child.region.train.weight >= most][-1]
    return None if largest.is_leaf else largest


def _same(engine: Engine, one: Rows, other: Rows) -> bool:
    """Whether two sets hold the same rows, each to the same share."""
    if not np.array_equal(engine.positions(one), engine.positions(other)):
        return False
    held, taken = engine.shares(one), engine.shares(other)
    if held is None or taken is None:
        return held is taken
    return np.array_equal(held, taken)
