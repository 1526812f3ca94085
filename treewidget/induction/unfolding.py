"""Candidates as they come: the best split of a node first, that of each weak column later."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

from .contract import Choosing
from .methods import method
from .progress import Progress
from .search.glance import SIDE_BY_SIDE, Curve, Glance, by_medians, glances, leading
from .search.scan import by_kind, work_at
from .task import is_greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .candidates import Candidate
    from .chooser import Chooser
    from .region import Region
    from .search.found import Found
    from .search.places import Place

SHORT: Final = 0.05
"""Seconds that columns searched together should take: whoever waits for the next is told soon, and
a Cancel is heard soon."""


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """What has become known of a node's candidates since the stage before.

    Attributes
    ----------
    exact : tuple of Candidate
        The best split of some columns, or why they have none. One takes the place of an earlier
        one of its column: what a method says of a column may depend on all others.
    curves : tuple of Curve
        Of the ordered columns that are not searched yet, the most promising first.
    order : tuple of int
        All columns, best first: with the last stage only.
    """

    exact: tuple[Candidate, ...] = ()
    curves: tuple[Curve, ...] = ()
    order: tuple[int, ...] = ()


def unfold(chooser: Chooser, region: Region, progress: Progress | None = None) -> Iterator[Stage]:
    """Give the candidates of a region bit by bit; together they are `Inducer.candidates`.

    Where the engine can look at a node at once, the first stage begins with the best split of all,
    and has a curve of every ordered column that is still to be searched. A method that finds its
    choice sooner than the best of every column begins with that. Else columns come as they are
    searched, and which of them leads is known at the end.

    Parameters
    ----------
    chooser : Chooser
    region : Region
    progress : Progress, optional
        Heard between stages and in long searches.

    Raises
    ------
    CancelledError

    Examples
    --------
    >>> import pandas as pd, treewidget as tw
    >>> frame = pd.DataFrame({"age": [3, 5, 8, 9], "ill": ["no", "no", "yes", "yes"]})
    >>> inducer = tw.DecisionTree(frame, target="ill").workspace.inducer
    >>> [len(stage.exact) for stage in unfold(inducer, inducer.root())]
    [1, 0]
    """
    return _Unfolding(chooser, region, progress or Progress()).stages()


def together(stages: Iterable[Stage]) -> list[Candidate]:
    """Return all candidates, best first, once the last stage has come."""
    known: dict[int, Candidate] = {}
    order: tuple[int, ...] = ()
    for stage in stages:
        known.update((one.column, one) for one in stage.exact)
        order = stage.order
    return [known[column] for column in order]


class _Unfolding:
    """One region's candidates while they are being found."""

    def __init__(self, chooser: Chooser, region: Region, progress: Progress) -> None:
        # A search that goes over all columns at once tells itself how far it is.
        heard = progress if as_a_whole(chooser) else progress.quiet
        self.chooser = chooser.heard(chooser.options, heard)
        self.region = region
        self.progress = progress
        self.place: Place = chooser.place(region)
        self.columns = range(len(chooser.dataset.columns))
        self.found: list[Found] = []
        self.work = work_at(chooser.dataset, region.train.n)

    def stages(self) -> Iterator[Stage]:
        """Give the stages."""
        self.progress.heed()
        if self._glances() and not by_medians(self.chooser):
            yield from self._at_a_glance()
        elif as_a_whole(self.chooser):
            yield self._stage(self._scan(self.columns), self.columns)
        else:
            yield from self._choice_first()
        yield self._last()

    def _glances(self) -> bool:
        """Whether a look finds the best of all columns before it does of each."""
        return glances(self.chooser, self.region) and is_greedy(self.chooser, "at_a_look")

    def _at_a_glance(self) -> Iterator[Stage]:
        look = Glance(self.chooser, self.region)
        ordered, nominal = by_kind(self.columns, self.chooser.dataset)
        found = [one for column in nominal for one in self._scan([column])]
        best = look.best() if ordered else []
        known = [*nominal, *(one.column for one in best)]
        curves = [look.curve(column) for column in ordered if column not in known]
        curves.sort(key=lambda one: -(one.most or 0.0))
        first = self._stage(self.chooser.search.ranked(found + best, self.place), known)
        yield Stage(first.exact, tuple(curves))
        yield from self._bit_by_bit([curve.column for curve in curves], look.every)

    def _choice_first(self) -> Iterator[Stage]:
        found = self.chooser.search.ranked(self._choice(), self.place)
        known = [one.column for one in found]
        if known:
            yield self._stage(found, known)
        rest = [column for column in self.columns if column not in known]
        yield from self._bit_by_bit(rest, self._scan, SIDE_BY_SIDE if known else 1)

    def _choice(self) -> list[Found]:
        """Return the best of all where it is found sooner than that of every column."""
        search, asked = self.chooser.search, (self.chooser, self.region, self.place)
        if isinstance(search, Choosing) and search.chooses(*asked):
            return search.enough(*asked)
        if self._glances():
            return leading(self.chooser, [self.region], [self.place])[0]
        return []

    def _bit_by_bit(
        self, left: list[int], search: Callable[[Sequence[int]], list[Found]], least: int = 1
    ) -> Iterator[Stage]:
        """Search columns, as many at a time as do not take long, and so many at least."""
        width = least
        while left:
            self.progress.step(1.0 - sum(self.work[column] for column in left) / sum(self.work))
            batch, left = left[:width], left[width:]
            begun = monotonic()
            yield self._stage(search(batch), batch)
            width = width * 2 if monotonic() - begun < SHORT else max(width // 2, least)

    def _scan(self, columns: Sequence[int]) -> list[Found]:
        return self.chooser.search.scan(self.chooser, self.region, self.place, columns)

    def _stage(self, found: Sequence[Found], columns: Sequence[int]) -> Stage:
        self.found += found
        return Stage(tuple(self.chooser.told(self.region, found, columns)))

    def _last(self) -> Stage:
        """Rank all of them: what the ranking sees in another light is said once more."""
        self.found.sort(key=lambda one: one.column)
        ranked = self.chooser.search.ranked(self.found, self.place)
        same = {id(one) for one in self.found}
        have = {one.column for one in ranked}
        dropped = [one.column for one in self.found if one.column not in have]
        changed = [one for one in ranked if id(one) not in same]
        columns = [*(one.column for one in changed), *dropped]
        without = (column for column in self.columns if column not in have)
        return Stage(
            tuple(self.chooser.told(self.region, changed, columns)),
            order=(*(one.column for one in ranked), *without),
        )


def as_a_whole(chooser: Chooser) -> bool:
    """Whether a search tells of all columns together what it would not of each alone."""
    return chooser.options.lookahead > 1 or method(chooser.options.method).looks_ahead
