"""The inducer: everything a method decides at a place of the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ..errors import RefusedError
from .candidates import Candidate
from .chooser import Chooser, search_by
from .forced import asked_split, forced_candidate
from .looked import Looked
from .profile import Profile, Question, profile
from .progress import Progress
from .sprout import Sprout
from .ways import grown_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine
    from .criteria import Criterion
    from .forced import Missing
    from .options import Options
    from .region import Region
    from .splits import Cut, Split

__all__ = ["Candidate", "Inducer", "Profile", "Progress", "Sprout"]


class Inducer(Chooser):
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
        super().__init__(dataset, engine, options, search_by(options, dataset), shown)
        self.looked = Looked()

    def with_options(self, options: Options) -> Self:
        """Return an inducer that searches by other options and shows the same figures."""
        other = super().with_options(options)
        other.looked = Looked()
        return other

    def best_of(self, region: Region, column: int, where: str = "here") -> Candidate:
        """Return what `sought` does, which is remembered; `RefusedError` where it has no split."""
        best = self.looked.best_of(self, region, column)
        if best.split is None:
            name = self.dataset.columns[column].called
            raise RefusedError(f"{name} cannot split {where}: {best.reason}")
        return best

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
        if cuts is None and groups is None:
            best = self.best_of(region, column, where)
            if missing is None or best.split is None:
                return best
            split = best.split
        else:
            split = asked_split(column, cuts, groups)
        return forced_candidate(self, region, split, missing, where)

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
        best = self.looked.best_of(self, region, column).split
        asked = Question(low, high, include, present, limit, where)
        return profile(self, region, column, best, asked)

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
