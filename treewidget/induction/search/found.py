"""What a search found of a column: its gain, and how to make the split."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...engine.contract import Floats
    from ..splits import Split


class Found(NamedTuple):
    """The best of one column: its gain, and how to make the split.

    Some growths make one for each column of each node: tuples are made three times as fast.

    Attributes
    ----------
    column : int
    gain : float
        The decrease of impurity as the method reckons it.
    remark : str
        What of the column was not searched. Mostly empty.
    build : callable
        Makes the split.
    branches : float array or None
        The branches' statistics, where the search has them.
    score : float or None
        What a method ranks by that does not rank by gain: its ratio, or minus its p-value.
    ratio : float or None
        The gain ratio as the method reckons it; with it, the figures shown are the search's own.
    decrease : float or None
        That of the impurity, where the method took something off it for its gain.
    listed : callable or None
        Makes the split as a list of candidates has it, where that is less work: without what only
        new rows need.
    counts : bool
        Whether it takes part in the average gain.
    measures : mapping
        Other figures of a method's own, by name: they are shown beside the rest.
    """

    column: int
    gain: float
    remark: str
    build: Callable[[], Split]
    branches: Floats | None = None
    score: float | None = None
    ratio: float | None = None
    decrease: float | None = None
    listed: Callable[[], Split] | None = None
    counts: bool = True
    measures: Mapping[str, float] = MappingProxyType({})

    @property
    def plain_gain(self) -> float:
        """The decrease of impurity: a gain that is the same whoever makes the split."""
        return self.gain if self.decrease is None else self.decrease

    @property
    def worth(self) -> float:
        """What it is ranked by: the score, or else the gain."""
        return self.gain if self.score is None else self.score
