"""What every search is given, and what it answers: methods differ in their searches most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from .criteria import recentred
from .options import limits_of
from .progress import Progress
from .regions import Regions
from .search.places import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine
    from .criteria import Criterion
    from .options import Limits, Options
    from .region import Region
    from .search.found import Found
    from .splits import Split


class Setting:
    """What a search is given: one data set, how to count in it, and what is asked of a method.

    Parameters
    ----------
    dataset : Dataset
    engine : Engine
        An engine over that data set.
    options : Options
        From `methods.resolve`.
    search : Search
        The method's.
    shown : str, optional
        The criterion of the figures that are handed out, when that is not the one of the search.

    Attributes
    ----------
    progress : Progress
        Told by long searches, and heard by them.
    """

    def __init__(
        self,
        dataset: Dataset,
        engine: Engine,
        options: Options,
        search: Search,
        shown: Criterion | None = None,
    ) -> None:
        self.dataset = dataset
        self.engine = engine
        self.options = options
        self.search = search
        self.shown: Criterion = shown or options.measure
        self.progress = Progress()
        self.limits = limits_of(options, len(dataset.parts["train"]))
        self.regions = Regions(dataset, engine, self.shown)

    def root(self) -> Region:
        """Return all training rows, and the validation rows if there are any."""
        return self.regions.root

    def children(self, region: Region, split: Split) -> tuple[Region, ...]:
        """Return the region of each branch."""
        return self.regions.children(region, split)

    def children_of(
        self, regions: Sequence[Region], splits: Sequence[Split]
    ) -> list[tuple[Region, ...]]:
        """Return what `children` does of each of several regions: small ones are made together."""
        return self.regions.children_of(regions, splits)

    def place(self, region: Region) -> Place:
        """Return what a search knows of a region."""
        train, criterion = region.train, self.options.measure
        stats = recentred(train.stats, train.stats, criterion)
        return Place(
            rows=train.n,
            whole=train.stats,
            stats=self.dataset.target.altered(stats),
            impurity=train.impurity,
            criterion=criterion,
            limits=self.limits,
            altered=self.dataset.target.altered_by,
            ranking=self.options.criterion,
            breakpoints=self.options.breakpoints,
            classes=self.dataset.target.trained,
        )

    def weight_of(self, region: Region) -> float:
        """Return the weight of a region's training rows as gains have it, by priors and losses."""
        target = self.dataset.target
        if target.stakes is None:
            return region.train.weight
        return float(target.altered(region.train.stats).sum())


class Search(Protocol):
    """How a method looks for its split at a place: the part that differs most between methods.

    One is made of a setting's options, and keeps nothing but what those say.
    """

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are; empty when nothing forbids it."""

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible split of every column that has one, in frame order."""

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first: the first is the method's choice."""

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best is not made; empty if it is.

        `share` is the node's part of all training weight.
        """


@runtime_checkable
class Explaining(Protocol):
    """A search that says in its own words why a column has no split."""

    def unsplit(self, setting: Setting, region: Region, column: int) -> str:
        """Return why; empty where the usual reason holds."""


@runtime_checkable
class Together(Protocol):
    """A search that looks at several small places in little more time than at one."""

    def room(self, setting: Setting) -> int:
        """Return how many rows those places may have together."""

    def scan_together(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return enough for the choice in each: what has the same first one when it is ranked."""


@runtime_checkable
class Choosing(Protocol):
    """A search that may find its choice without the best split of every column."""

    def chooses(self, setting: Setting, region: Region, place: Place) -> bool:
        """Whether it does at a region, and is sooner done so."""

    def enough(self, setting: Setting, region: Region, place: Place) -> list[Found]:
        """Return what has the same first one when it is ranked as what `scan` returns has."""
