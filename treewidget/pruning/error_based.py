"""Error-based pruning (Quinlan 1993, *C4.5: Programs for Machine Learning*, chapter 4).

A leaf of weight `N` with `E` errors is taken to make ``N U(E, N)``, `U` being the upper limit of a
binomial proportion at some confidence. A node becomes a leaf where that predicts no more errors
than what hangs below it; or it is replaced by its largest branch, whose splits then part all its
rows (subtree raising).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..induction.progress import OFTEN, Progress
from .limits import CONFIDENCE, predicted_errors
from .mistakes import judge, left_behind, mistakes
from .parts import Part, reapplied
from .raising import Raising

if TYPE_CHECKING:
    from ..data import Target
    from ..induction.inducer import Inducer

SLACK: Final = 0.1
"""So many errors more may be predicted of the simpler tree."""
NEAR: Final = 1e-6
"""Errors this near are equal, as everywhere in C4.5's comparisons."""


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
        judge(root, self._target, self.progress.quiet)
        raising = Raising(self.inducer, self.confidence, self.progress)
        parts = [part for part in root.walk() if not part.is_leaf]
        inner, settled = len(parts), 0
        if self.raising:
            for at in self.progress.quiet.over(range(0, inner, OFTEN), inner, 1):
                raising.know(parts[at : at + OFTEN])
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
                if not self._settle(part, raising):
                    todo.append((part, False))

    def _settle(self, part: Part, raising: Raising) -> bool:
        """Cut a node, raise its largest branch, or leave it; whether it is ready now."""
        part.estimate = sum(child.estimate for child in part.children) + self._staying(part)
        if part.kept:
            return True
        leaf, tree = self._as_leaf(part), part.estimate + SLACK + NEAR

        def decides(raised: float) -> bool:
            return raised > tree or (leaf <= tree and leaf <= raised + SLACK + NEAR)

        largest = _largest(part) if self.raising else None
        raised = raising.errors(largest, part, decides) if largest else math.inf
        if leaf <= tree and leaf <= raised + SLACK + NEAR:
            part.cut()
            part.estimate = leaf
        elif largest is not None and raised <= tree:
            heeding = self.progress.quiet
            part.take(reapplied(largest, part.region, self.inducer.children, heeding))
            return False
        return True

    def _as_leaf(self, part: Part) -> float:
        return predicted_errors(*mistakes(part, self._target), self.confidence)

    def _staying(self, part: Part) -> float:
        """Return the predicted errors of the rows that go no further: they are one more leaf."""
        return predicted_errors(*left_behind(part, self._target), self.confidence)

    @property
    def _target(self) -> Target:
        return self.inducer.dataset.target


def _largest(part: Part) -> Part | None:
    """Return the largest branch of a node; None where that is a leaf, which is no branch to raise.

    Of several as large it is the last: so J48 3.6.14 does, which decides now and then [run].
    """
    most = max(child.region.train.weight for child in part.children) - NEAR
    largest = [child for child in part.children if child.region.train.weight >= most][-1]
    return None if largest.is_leaf else largest
