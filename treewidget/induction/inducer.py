"""The inducer: everything a method decides at a place of the data."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from ..errors import RefusedError
from .candidates import Candidate
from .criteria import recentred
from .forced import forced_candidate
from .growth import Sprout
from .judging import judged, judged_found, without_split
from .looked import Looked
from .methods import method, refuse_ordered
from .options import Options, limits_of
from .profile import Profile, Question, profile
from .progress import Progress
from .recipe import Together
from .regions import Regions
from .search.glance import leading
from .search.lookahead import search_of
from .search.places import Place
from .ways import grown_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine
    from .criteria import Criterion
    from .forced import Missing
    from .recipe import Search
    from .region import Region
    from .search.scan import Found
    from .splits import Cut, Split

__all__ = ["Candidate", "Inducer", "Profile", "Progress", "Sprout"]


class Inducer:
    """Splits, candidates and growths over one data set by one method's options. Immutable.

    What it found of the nodes looked at last is remembered in `looked`.

    Parameters
    ----------
    dataset : Dataset
    engine : Engine
        An engine over that data set.
    options : Options
        From `methods.resolve`.
    shown : str, optional
        The criterion of the figures it hands out, when that is not the one it searches by.
    """

    def __init__(
        self, dataset: Dataset, engine: Engine, options: Options, shown: Criterion | None = None
    ) -> None:
        self.dataset = dataset
        self.engine = engine
        self.options = options
        recipe = method(options.method)
        refuse_ordered(recipe, dataset)
        self.search: Search = search_of(recipe, options)
        self.shown: Criterion = shown or options.measure
        self.progress = Progress()
        self.limits = limits_of(options, len(dataset.parts["train"]))
        self.regions = Regions(dataset, engine, self.shown)
        self.looked = Looked()

    def with_options(self, options: Options) -> Inducer:
        """Return an inducer that searches by other options and shows the same figures."""
        other = Inducer(self.dataset, self.engine, options, self.shown)
        other.regions = self.regions  # whose root is counted once: that takes all rows
        return other

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

    # ------------------------------------------------------------ the method's own choice

    def choice(self, region: Region) -> Found | None:
        """Return the split the method makes here, before its figures; None where it stops."""
        return self.choices([region])[0]

    def choices(self, regions: Sequence[Region]) -> list[Found | None]:
        """Return what `choice` does of each of several regions; small ones are seen together."""
        asked = [r for r in regions if not self.search.stop(r, self.options, self.limits)]
        places = [self.place(region) for region in asked]
        found = zip(asked, places, self._leaders(asked, places), strict=True)
        chosen = {
            region: best
            for region, place, best in found
            if best is not None and not self._idle(region, best, place)
        }
        return [chosen.get(region) for region in regions]

    @property
    def room(self) -> int:
        """How many rows regions may have that are better looked at together; 0: none are."""
        return self.search.room(self) if isinstance(self.search, Together) else 0

    def leaders(self, regions: Sequence[Region]) -> list[Found | None]:
        """Return what is best in each of several regions, whatever stops a growth there."""
        return self._leaders(regions, [self.place(region) for region in regions])

    def _leaders(self, regions: Sequence[Region], places: Sequence[Place]) -> list[Found | None]:
        seen = zip(places, leading(self, regions, places), strict=True)
        return [self.search.ranked(found, place)[0] if found else None for place, found in seen]

    def leader(self, region: Region) -> Candidate | None:
        """Return the best split here, whatever stops a growth; None where no column has any."""
        (chosen,) = self.leaders([region])
        return None if chosen is None else judged_found(self, region, chosen, chosen.build)

    def best(self, region: Region) -> Candidate | None:
        """Return the split the method makes here; None where it stops (see `why_leaf`)."""
        chosen = self.choice(region)
        return None if chosen is None else judged_found(self, region, chosen, chosen.build)

    def why_leaf(self, region: Region) -> str:
        """Return why the method stops here, to follow "it is a leaf because", or nothing."""
        reason = self.search.stop(region, self.options, self.limits)
        if reason:
            return reason
        place = self.place(region)
        if not (found := self._scan(region, place)):
            return "no column has a split there that is allowed"
        return self._idle(region, self.search.ranked(found, place)[0], place)

    def _idle(self, region: Region, chosen: Found, place: Place) -> str:
        share = self.weight_of(region) / self.weight_of(self.root())
        return self.search.idle(chosen, share, place, self.options)

    def weight_of(self, region: Region) -> float:
        """Return the weight of a region's training rows as gains have it, by priors and losses."""
        target = self.dataset.target
        if target.stakes is None:
            return region.train.weight
        return float(target.altered(region.train.stats).sum())

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

    def _scan(self, region: Region, place: Place) -> list[Found]:
        return self.search.scan(self, region, place, range(len(self.dataset.columns)))

    # ------------------------------------------------------------ one split a column

    def candidates(self, region: Region) -> list[Candidate]:
        """Return the best split of every column, best first, then the columns without one."""
        place, columns = self.place(region), range(len(self.dataset.columns))
        return self.told(region, self.search.ranked(self._scan(region, place), place), columns)

    def told(self, region: Region, found: Sequence[Found], among: Sequence[int]) -> list[Candidate]:
        """Return what was found with its figures, then those of the columns without one."""
        have = {one.column for one in found}
        listed = [judged_found(self, region, one, one.listed or one.build) for one in found]
        rest = (column for column in among if column not in have)
        return listed + [without_split(self, region, column) for column in rest]

    def sought(self, region: Region, column: int) -> Candidate:
        """Return the best split of one column as it is made, or why it has none."""
        found = self.search.scan(self, region, self.place(region), [column])
        if found:
            return judged_found(self, region, found[0], found[0].build)
        return without_split(self, region, column)

    def best_of(self, region: Region, column: int, where: str = "here") -> Candidate:
        """Return what `sought` does, which is remembered; `RefusedError` where it has no split."""
        best = self.looked.best_of(self, region, column)
        if best.split is None:
            name = self.dataset.columns[column].called
            raise RefusedError(f"{name} cannot split {where}: {best.reason}")
        return best

    def candidate(self, region: Region, split: Split) -> Candidate:
        """Return any split with its figures."""
        return judged(self, region, split)

    # ------------------------------------------------------------ by hand

    def forced(
        self,
        region: Region,
        column: int,
        cuts: tuple[Cut, ...] | None = None,
        groups: tuple[tuple[int, ...], ...] | None = None,
        missing: Missing = None,
        *,
        where: str = "here",
    ) -> Candidate:
        """Return a split made by hand, checked, its missing rows' way completed.

        Parameters
        ----------
        region : Region
        column : int
        cuts : tuple of Cut, optional
            Ascending; none at all (an empty tuple) parts known from missing.
        groups : tuple of tuples of level codes, optional
            With neither cuts nor groups, the column's best split is taken.
        missing : int, "own" or None
            A branch, a branch of their own, or the method's way.
        where : str
            How messages name the place: "node 4".

        Raises
        ------
        TreeWidgetError
            Saying which branch would be empty, or what else is wrong.
        """
        return forced_candidate(
            self, region, column, cuts=cuts, groups=groups, missing=missing, where=where
        )

    def profile(
        self,
        region: Region,
        column: int,
        *,
        low: float | None = None,
        high: float | None = None,
        include: object = None,
        present: Split | None = None,
        limit: int = 1024,
        where: str = "here",
    ) -> Profile:
        """Return what lies on either side of the cuts of one column, or in each of its levels.

        Parameters
        ----------
        region : Region
        column : int
        low, high : float, optional
            List only the cuts between these places on the axis.
        include : object, optional
            A threshold a user typed: always among the cuts.
        present : Split, optional
            The split in force: its cuts are always listed.
        limit : int
            List at most so many cuts.
        where : str
            How messages name the place: "node 4".
        """
        return profile(self, region, column, Question(low, high, include, present, limit, where))

    # ------------------------------------------------------------ growth

    def grow(
        self,
        regions: Sequence[Region],
        options: Options | None = None,
        *,
        leaves_taken: int = 0,
        levels: int | None = None,
        progress: Progress | None = None,
    ) -> list[Sprout]:
        """Grow from every region until the method stops.

        Parameters
        ----------
        regions : sequence of Region
        options : Options, optional
            For this growth only; figures stay in this inducer's criterion.
        leaves_taken : int
            Leaves elsewhere in the tree, which count towards `max_leaf_nodes`.
        levels : int, optional
            At most so many levels under each region.
        progress : Progress, optional

        Returns
        -------
        list of Sprout
            One for each region. `progress` is left where they become nodes.

        Raises
        ------
        CancelledError
        """
        return grown_by(
            self.heard(options or self.options, progress or Progress()),
            regions,
            leaves_taken=leaves_taken,
            levels=levels,
        )

    def heard(self, options: Options, progress: Progress) -> Inducer:
        """Return an inducer of other options whose long searches heed a progress."""
        inducer = self.with_options(options) if options != self.options else copy(self)
        inducer.progress = progress
        return inducer
