"""What a search knows of a node, or of several small ones that are searched together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from ..criteria import Criterion, chi2_of_two, gain_of_two, twoing_of_two, weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Floats, Ints
    from ..options import Limits

TIE: Final = 1e-12
"""Gains this near to the best (relatively) equal it: float noise must not choose a split."""
NOISE: Final = 1e-2
"""Gains below this share of the node's impurity are compared as if they had that size: what is
left of a gain of 0 after rounding is not a gain."""
OWN: Final = ("twoing", "chi2")
"""Rankings by another worth than the decrease of impurity."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What a search knows of a node.

    `whole` are its statistics as they come; `stats` the same as a search sees them: centred on its
    own mean, or with every class weighed by `altered` (altered priors; None: all alike). `classes`
    is how many classes training rows have, whether any is here or not.
    """

    rows: int
    whole: Floats
    stats: Floats
    impurity: float
    criterion: Criterion
    limits: Limits
    altered: Floats | None = None
    ranking: str = ""
    breakpoints: str = "every"
    classes: int = 0

    @property
    def weight(self) -> float:
        """Total weight of the rows."""
        return float(weight_of(self.whole, self.criterion))

    def floor(self, best: float) -> float:
        """Return the least gain that equals `best`."""
        return best - TIE * max(best, NOISE * self.impurity)

    def seen(self, stats: Floats) -> Floats:
        """Return centred statistics as a search sees them."""
        return stats if self.altered is None else stats * self.altered

    def gains(self, one: Floats, whole: Floats) -> Floats:
        """Return what two-way splits are worth, from the (centred) statistics of a side of each.

        `whole` are those of all rows that are split, as a search sees them.
        """
        if self.ranking == "twoing":
            return twoing_of_two(self.seen(one), whole)
        if self.ranking == "chi2":
            return chi2_of_two(self.seen(one), whole)
        return gain_of_two(self.seen(one), whole, self.criterion)

    @property
    def nothing(self) -> float:
        """The largest gain that is no more than rounding."""
        return TIE * NOISE * self.impurity


@dataclass(frozen=True, eq=False)
class Places:
    """The nodes of some tables that lie end to end: one alone, or several searched together.

    Attributes
    ----------
    each : sequence of Place
        Alike in all that options say.
    owner : int array, shape (d,)
        Which of them each column of the tables is of.
    """

    each: Sequence[Place]
    owner: Ints

    @property
    def any(self) -> Place:
        """One of them, for what is the same in all."""
        return self.each[0]

    def of(self, index: int) -> Place:
        """Return the node of a column of the tables."""
        return self.each[int(self.owner[index])]

    @cached_property
    def impurities(self) -> Floats:
        """The impurity of each column's node, shape (d,)."""
        return np.array([place.impurity for place in self.each])[self.owner]

    def floors(self, best: Floats) -> Floats:
        """Return the least gain that equals the best of each column."""
        return best - TIE * np.maximum(best, NOISE * self.impurities)

    def beside(self, column: Ints) -> Beside:
        """Return what lines are set against; `column` is each line's column of the tables."""
        if len(self.each) == 1:  # the same for all lines: one is enough
            place = self.any
            return Beside(place.rows, place.weight, place.stats)
        owner = self.owner[column]
        return Beside(
            np.array([place.rows for place in self.each])[owner],
            np.array([place.weight for place in self.each])[owner],
            np.stack([place.stats for place in self.each])[owner],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """What lines are set against: all rows of each one's node, or of one node for all of them.

    How many they are, their weight, and their statistics as a search sees them.
    """

    rows: Ints | int
    weight: Floats | float
    stats: Floats
