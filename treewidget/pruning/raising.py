"""What a branch predicts in its parent's place, where its splits part all the parent's rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from ..engine.contract import SHARE
from ..engine.weighted import branches_of
from ..induction.routes import route_of, routes_of
from .limits import predicted_errors
from .mistakes import Ending, without
from .risks import prediction_of
from .stopped import stops

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..data.parts import Positions
    from ..engine.contract import Engine, Floats, Route, Rows
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..induction.splits import Split
    from .parts import Part

    Enough: TypeAlias = Callable[[float], bool]
    """Whether errors so many, or more, decide already."""


FEW: Final = 4096
"""So many rows are parted without the engine, which makes a set of each side."""


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

    def _added(self, branch: Part, part: Part) -> Positions | None:
        """Return the rows that a branch would get; None where that alters how its own ones go."""
        if not self._counts or self._shares(part):
            return None
        others = [child.region.rows for child in part.children if child is not branch]
        return np.concatenate([self._engine.positions(one) for one in others])

    def _with(self, branch: Part, added: Positions, enough: Enough | None) -> float | None:
        """Return the predicted errors of a branch that gets rows; None where some go in shares."""
        errors = branch.estimate
        ahead = [(branch, added)]
        while ahead and not (enough and enough(errors)):
            here, rows = ahead.pop()
            if here.split is None:
                errors += self._of_leaf(here, rows) - here.estimate
                continue
            self._progress.step(0.0)
            parts = None if self._shares(here) else self._sides(rows, self._route(here.split))
            if parts is None:
                return None
            sides = zip(here.children, parts, strict=True)
            ahead.extend((child, more) for child, more in sides if len(more))
        return errors

    def _sides(self, rows: Positions, route: Route) -> Sequence[Positions] | None:
        """Return the rows of each branch; None where some go to all of them, in shares.

        Those are rows without a value, or with a level that no row had where the split was made. A
        few rows go by their codes sooner than by the engine.
        """
        column, engine = self._dataset.columns[route.column], self._engine
        by_codes = route.missing == SHARE or len(rows) <= FEW
        if not by_codes or (route.surrogates and column.has_gaps):
            return [engine.positions(one) for one in engine.partition(engine.rows(rows), route)]
        way = branches_of(column.codes[rows], route)
        if (way == SHARE).any():
            return None
        return [rows[way == branch] for branch in range(route.branches)]

    def _shares(self, part: Part) -> bool:
        """Whether rows are held in shares below a split, or go no further than it."""
        if stops(part.split):
            return True
        shares = self._engine.shares
        return any(shares(child.region.rows) is not None for child in part.children)

    def _of_leaf(self, leaf: Part, added: Positions) -> float:
        stats = leaf.region.train.stats
        stats = stats + np.bincount(self._dataset.target.codes[added], minlength=len(stats))
        counts: list[float] = stats.tolist()  # whole numbers, of which sums are exact
        said = counts.index(max(counts)) if leaf.label is None else int(leaf.label)
        weight = sum(counts)
        return predicted_errors(weight, weight - counts[said], self._confidence)

    def know(self, parts: Sequence[Part]) -> None:
        """Find the routes of many parts' splits at once: one by one each takes longer."""
        splits = [part.split for part in parts if part.split is not None]
        for split, route in zip(splits, routes_of(self._dataset, splits), strict=True):
            self._routes[id(split)] = route

    def _route(self, split: Split) -> Route:
        """Return the route of a split that stands somewhere in the tree: many rows ask for it."""
        if id(split) not in self._routes:
            self._routes[id(split)] = route_of(self._dataset, split)
        return self._routes[id(split)]

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
                parts = self._engine.partition(rows, self._route(here.split))
                below = list(self._engine.totals(parts)[1])
                if stops(here.split):
                    leaves.append(Ending(stats, without(stats, below), here.label))
                ahead.extend(zip(here.children, parts, below, strict=True))
        return math.fsum(found + self._predicted(leaves))

    def _holds(self, part: Part, rows: Rows, stats: Floats) -> bool:
        """Whether some rows are those that a part has; of a leaf their classes are enough."""
        if not (stats == part.region.train.stats).all():
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
    if engine.size(one) != engine.size(other):
        return False
    if not np.array_equal(engine.positions(one), engine.positions(other)):
        return False
    held, taken = engine.shares(one), engine.shares(other)
    if held is None or taken is None:
        return held is taken
    return np.array_equal(held, taken)
