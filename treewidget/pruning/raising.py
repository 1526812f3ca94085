"""What a branch predicts in its parent's place, where its splits part all the parent's rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import numpy as np

from ..engine.contract import SHARE
from ..engine.weighted import joined, parted
from ..induction.routes import route_of, routes_of
from .limits import predicted_errors
from .mistakes import Ending, without
from .risks import prediction_of
from .stopped import stops

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..data.parts import Positions
    from ..engine.contract import Engine, Floats, Route, Rows
    from ..engine.weighted import Held
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
            return self._with(branch, added, enough)
        return self._anew(branch, part.region.rows)

    # ------------------------------------------------------------ rows that are only added

    def _added(self, branch: Part, part: Part) -> Held | None:
        """Return the rows that a branch would get; None where that alters how its own ones go."""
        if not self._counts or not _goes_one_way(part):
            return None
        others = [child.region.rows for child in part.children if child is not branch]
        return joined(map(self._held, others))

    def _with(self, branch: Part, added: Held, enough: Enough | None) -> float:
        """Return the predicted errors of a branch that gets rows.

        They may go on in shares, of which the rows that are there know nothing, as long as all of
        those go one way.
        """
        errors = branch.estimate
        ahead = [(branch, added)]
        while ahead and not (enough and enough(errors)):
            here, held = ahead.pop()
            if here.split is None:
                errors += self._of_leaf(here, *held) - here.estimate
                continue
            self._progress.heed()
            if not _goes_one_way(here):
                rows = self._set_of(*joined([self._held(here.region.rows), held]))
                errors += self._anew(here, rows) - here.estimate
                continue
            sides = zip(here.children, self._sides(here, *held), strict=True)
            ahead.extend((child, more) for child, more in sides if len(more[0]))
        return errors

    def _sides(self, part: Part, rows: Positions, shares: Floats | None) -> Sequence[Held]:
        """Return the rows that come to each branch of a split part, and their shares.

        Without a value, or with a level that no row had where the split was made, they go to all
        branches. A few rows go by their codes sooner than by the engine.
        """
        route, engine = self._route(cast("Split", part.split)), self._engine
        if shares is None and route.missing != SHARE and len(rows) > FEW:
            parts = engine.partition(engine.rows(rows), route)
            return [(engine.positions(one), None) for one in parts]
        beside = np.array([child.region.train.weight for child in part.children])
        return parted(self._dataset.columns, rows, shares, route, beside=beside)

    def _of_leaf(self, leaf: Part, added: Positions, shares: Floats | None) -> float:
        stats, codes = leaf.region.train.stats, self._dataset.target.codes[added]
        stats = stats + np.bincount(codes, shares, len(stats))
        if shares is not None or self._engine.shares(leaf.region.rows) is not None:
            return self._predicted([Ending(stats, stats, leaf.label)])[0]
        counts: list[float] = stats.tolist()  # whole numbers, of which sums are exact
        said = counts.index(max(counts)) if leaf.label is None else int(leaf.label)
        weight = sum(counts)
        return predicted_errors(weight, weight - counts[said], self._confidence)

    def _held(self, rows: Rows) -> Held:
        return self._engine.positions(rows), self._engine.shares(rows)

    def _set_of(self, rows: Positions, shares: Floats | None) -> Rows:
        return self._engine.weighted(rows, np.ones(len(rows)) if shares is None else shares)

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

    def _anew(self, branch: Part, rows: Rows) -> float:
        """Return what a branch predicts of some rows, which may come in other shares than its own.

        Where the very rows come that are there now, what is predicted there stays what it is.
        """
        engine, found, endings, leaves = self._engine, [], [], []
        ahead = [(branch, rows)]
        while ahead:
            here, rows = ahead.pop()
            if here.split is None:
                leaves.append((here, rows))
            elif _same(engine, rows, here.region.rows):
                found.append(here.estimate)
            else:
                self._progress.heed()
                parts = engine.partition(rows, self._route(here.split))
                ahead.extend(zip(here.children, parts, strict=True))
                if stops(here.split):
                    stats, below = engine.total(rows)[1], engine.totals(parts)[1]
                    endings.append(Ending(stats, without(stats, list(below)), here.label))
        if leaves:
            ends, sets = zip(*leaves, strict=True)
            whole = engine.totals(sets)[1]
            endings += [Ending(of, of, leaf.label) for leaf, of in zip(ends, whole, strict=True)]
        return math.fsum(found + self._predicted(endings))

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


def _goes_one_way(part: Part) -> bool:
    """Whether each row of a split part goes to one branch, and none to several or no further."""
    return not stops(part.split) and part.region.train.n == sum(
        child.region.train.n for child in part.children
    )


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
