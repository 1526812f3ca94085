"""What a branch predicts in its parent's place, where its splits part all the parent's rows."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..engine.contract import DROP, SHARE
from ..induction.routes import route_of
from .limits import predicted_errors
from .mistakes import Ending, without
from .risks import prediction_of
from .stopped import stops

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.contract import Engine, Floats, Route, Rows
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..induction.splits import Split
    from .parts import Part

    Enough: TypeAlias = Callable[[float], bool]
    """Whether errors so many, or more, decide already."""


class Raising:
    """Predicts errors of raised branches.

    Parameters
    ----------
    inducer : Inducer
        Of classes: it parts rows by splits.
    confidence : float
    progress : Progress
        Heard between splits.
    """

    def __init__(self, inducer: Inducer, confidence: float, progress: Progress) -> None:
        self._engine: Engine = inducer.engine
        self._dataset = inducer.dataset
        self._branches = inducer.regions.branches
        self._confidence = confidence
        self._progress = progress
        self._routes: dict[int, Route] = {}
        # Then sums are exact, a leaf's class is its most frequent one, and more rows mend nothing.
        self._counts = inducer.dataset.weights is None and inducer.dataset.target.stakes is None

    def errors(self, branch: Part, part: Part, enough: Enough | None = None) -> float:
        """Return the predicted errors of a pruned branch whose splits part all rows of its node.

        Parameters
        ----------
        branch, part : Part
            A child that is split, and its node; both are pruned as far as they go.
        enough : callable, optional
            Asked of errors that there are at least; where it says so, they are returned.
        """
        added = self._added(branch, part)
        if added is not None:
            found = self._with(branch, added, enough)
            if found is not None:
                return found
        return self._anew(branch, part)

    # ------------------------------------------------------------ rows that are only added

    def _added(self, branch: Part, part: Part) -> Rows | None:
        """Return the rows that a branch would get; None where that alters how its own ones go."""
        if not self._counts or self._shares(part):
            return None
        others = [child.region.rows for child in part.children if child is not branch]
        if len(others) == 1:
            return others[0]
        return self._engine.rows(np.concatenate([self._engine.positions(one) for one in others]))

    def _with(self, branch: Part, added: Rows, enough: Enough | None) -> float | None:
        """Return the predicted errors of a branch that gets rows; None where some go in shares."""
        engine, errors = self._engine, branch.estimate
        ahead = [(branch, added)]
        while ahead and not (enough and enough(errors)):
            here, rows = ahead.pop()
            if here.split is None:
                errors += self._of_leaf(here, rows) - here.estimate
                continue
            self._progress.step(0.0)
            if self._shares(here):
                return None
            parts = engine.partition(rows, self._route(here.split))
            sizes = [engine.size(one) for one in parts]
            if here.split.missing == SHARE and sum(sizes) < engine.size(rows):
                return None
            ahead.extend(
                (child, more)
                for child, more, size in zip(here.children, parts, sizes, strict=True)
                if size
            )
        return errors

    def _shares(self, part: Part) -> bool:
        """Whether rows are held in shares below a split, or go no further than it."""
        shares = self._engine.shares
        in_parts = any(shares(child.region.rows) is not None for child in part.children)
        return in_parts or stops(part.split)

    def _of_leaf(self, leaf: Part, added: Rows) -> float:
        stats = leaf.region.train.stats + self._engine.total(added)[1]
        wrong = Ending(stats, stats, leaf.label).mistakes(
            float(stats.argmax()), self._dataset.target
        )
        return predicted_errors(*wrong, self._confidence)

    def _route(self, split: Split) -> Route:
        """Return the route of a split that stands somewhere in the tree: many rows ask for it."""
        route = self._routes.get(id(split))
        if route is None:
            route = route_of(self._dataset, split)
            route = replace(route, missing=DROP) if split.missing == SHARE else route
            self._routes[id(split)] = route
        return route

    # ------------------------------------------------------------ all rows anew

    def _anew(self, branch: Part, part: Part) -> float:
        """Return the same, where the rows that come alter the shares of those that are there.

        Where the very rows come that are there now, what is predicted there stays what it is.
        """
        found, leaves = [], []
        ahead = [(branch, part.region.rows, part.region.train.stats)]
        while ahead:
            here, rows, stats = ahead.pop()
            if self._holds(here, rows, stats):
                found.append(here.estimate)
            elif here.split is None:
                leaves.append(Ending(stats, stats, here.label))
            else:
                self._progress.step(0.0)
                parts = self._branches(rows, here.split)
                below = [self._engine.total(one)[1] for one in parts]
                if stops(here.split):
                    leaves.append(Ending(stats, without(stats, below), here.label))
                ahead.extend(zip(here.children, parts, below, strict=True))
        return math.fsum(found + self._predicted(leaves))

    def _holds(self, part: Part, rows: Rows, stats: Floats) -> bool:
        """Whether some rows are those that a part has; of a leaf their classes are enough."""
        if not np.array_equal(stats, part.region.train.stats):
            return False
        return part.is_leaf or _same(self._engine, rows, part.region.rows)

    def _predicted(self, leaves: Sequence[Ending]) -> list[float]:
        """Return the predicted errors of several leaves, their classes found at once."""
        if not leaves:
            return []
        stats = np.stack([leaf.stats for leaf in leaves])
        said = prediction_of(stats, self._dataset.target).tolist()
        return [
            predicted_errors(*leaf.mistakes(own, self._dataset.target), self._confidence)
            for leaf, own in zip(leaves, said, strict=True)
        ]


def _same(engine: Engine, one: Rows, other: Rows) -> bool:
    """Whether two sets hold the same rows, each to the same share."""
    if not np.array_equal(engine.positions(one), engine.positions(other)):
        return False
    held, taken = engine.shares(one), engine.shares(other)
    if held is None or taken is None:
        return held is taken
    return np.array_equal(held, taken)
