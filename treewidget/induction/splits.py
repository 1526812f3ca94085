"""The kinds of split, as plain immutable values.

Two splits are equal when they send every row the same way; the printed text of a cut takes no part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from ..data.cut import Cut
from ..engine.contract import DROP, SHARE, STOP, WAIT

__all__ = [
    "DROP",
    "SHARE",
    "STOP",
    "WAIT",
    "Cut",
    "Split",
    "SubsetSplit",
    "Surrogate",
    "ThresholdSplit",
    "drops",
]

WAYS: Final[dict[int, Literal["share", "drop", "stop"]]] = {
    SHARE: "share",
    DROP: "drop",
    STOP: "stop",
    WAIT: "stop",
}
"""Names of the ways of missing rows that are no branch."""


@dataclass(frozen=True, slots=True)
class ThresholdSplit:
    """Cuts of an ordered column into ``len(cuts) + 1`` branches, lowest first.

    `missing` is the branch of missing rows; ``missing == len(cuts) + 1`` is a branch of their own.
    Without cuts the split is "known against missing". Below 0 it is a way that is no branch:
    `SHARE` (in shares to every branch, as large as the branches' known weights), `DROP` (below this
    node they count no more, and new rows go in shares), `STOP` (they end here) or `WAIT` (they end
    here, and new rows go to the branch of most rows if there is one: rpart, where it knows of no
    majority in training).

    `surrogates` are asked first, in their order, where a row's own column is missing.
    """

    column: int
    cuts: tuple[Cut, ...]
    missing: int
    surrogates: tuple[Surrogate, ...] = ()

    @property
    def known(self) -> int:
        """Number of branches of known values."""
        return len(self.cuts) + 1

    @property
    def branches(self) -> int:
        """Number of branches."""
        return self.known + (self.missing == self.known)


@dataclass(frozen=True, slots=True)
class SubsetSplit:
    """Groups of levels of a nominal column, one branch for each group.

    A group may hold levels that no row here has: its branch is empty then. `missing` is the branch
    of missing rows, of levels unseen in training and of levels that no group names;
    ``missing == len(groups)`` is a branch of their own; below 0, and `surrogates`, as in
    `ThresholdSplit`.
    """

    column: int
    groups: tuple[tuple[int, ...], ...]
    missing: int
    surrogates: tuple[Surrogate, ...] = ()

    @property
    def known(self) -> int:
        """Number of branches of known values."""
        return len(self.groups)

    @property
    def branches(self) -> int:
        """Number of branches."""
        return self.known + (self.missing == self.known)


Split: TypeAlias = ThresholdSplit | SubsetSplit


@dataclass(frozen=True, slots=True)
class Surrogate:
    """Another column's split that imitates a two-way split.

    Attributes
    ----------
    split : Split
        Two branches; its own `missing` and `surrogates` mean nothing.
    flipped : bool
        Whether its first branch imitates the second.
    agreement : float
        Share of the rows it sends the same way.
    adjusted : float
        How much of what the majority rule gets wrong it gets right: ``(agree - maj) / (1 - maj)``.
    """

    split: Split
    flipped: bool = False
    agreement: float = field(default=0.0, compare=False)
    adjusted: float = field(default=0.0, compare=False)


def drops(split: Split | None) -> bool:
    """Whether training rows that lack a split's column count no more below it."""
    return split is not None and split.missing == DROP
