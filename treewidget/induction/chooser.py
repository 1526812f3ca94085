"""What a method chooses at a place of the data, and what else could be chosen there."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Self

from .contract import Setting, Together
from .judging import judged, judged_found, without_split
from .methods import method, refuse_ordered
from .options import limits_of
from .progress import Progress
from .search.glance import leading
from .search.lookahead import search_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.dataset import Dataset
    from .candidates import Candidate
    from .contract import Search
    from .options import Options
    from .region import Region
    from .search.found import Found
    from .search.places import Place
    from .splits import Split


class Chooser(Setting):
    """What a method chooses at a place, and the best split of each column there. Immutable."""

    def with_options(self, options: Options) -> Self:
        """Return one that searches by other options and shows the same figures."""
        other = copy(self)
        other.options = options
        other.search = search_by(options, self.dataset)
        other.limits = limits_of(options, len(self.dataset.parts["train"]))
        other.progress = Progress()
        return other

    def heard(self, options: Options, progress: Progress) -> Self:
        """Return one of other options whose long searches heed a progress."""
        other = self.with_options(options) if options != self.options else copy(self)
        other.progress = progress
        return other

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

    def candidate(self, region: Region, split: Split) -> Candidate:
        """Return any split with its figures."""
        return judged(self, region, split)


def search_by(options: Options, dataset: Dataset) -> Search:
    """Return the search that options ask for; a method that cannot split a data set is refused."""
    recipe = method(options.method)
    refuse_ordered(recipe, dataset)
    return search_of(recipe, options)
