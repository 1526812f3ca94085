"""The kinds of split, as plain immutable values.

Two splits are equal when they send every row the same way; the printed text of a cut takes no part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..data.cut import Cut

__all__ = ["Cut", "Split", "SubsetSplit", "ThresholdSplit"]


@dataclass(frozen=True, slots=True)
class ThresholdSplit:
    """Cuts of an ordered column into ``len(cuts) + 1`` branches, lowest first.

    `missing` is the branch of missing rows; ``missing == len(cuts) + 1`` is a branch of their own.
    Without cuts the split is "known against missing".
    """

    column: int
    cuts: tuple[Cut, ...]
    missing: int

    @property
    def branches(self) -> int:
        """Number of branches."""
        return len(self.cuts) + 1 + (self.missing == len(self.cuts) + 1)


@dataclass(frozen=True, slots=True)
class SubsetSplit:
    """Groups of levels of a nominal column, one branch for each group.

    `missing` is the branch of missing rows, of levels unseen in training and of levels that no
    group names; ``missing == len(groups)`` is a branch of their own.
    """

    column: int
    groups: tuple[tuple[int, ...], ...]
    missing: int

    @property
    def branches(self) -> int:
        """Number of branches."""
        return len(self.groups) + (self.missing == len(self.groups))


Split: TypeAlias = ThresholdSplit | SubsetSplit
