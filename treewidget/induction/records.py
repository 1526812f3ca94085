"""Some records: of the data set, or new ones, as the splits of a tree ask them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ..engine.weighted import ASTRAY
from ..engine.weighted import branches_of as code_branches
from .routes import cut_ranks, read_branches, route_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data import Dataset, Reading
    from ..data.gaps import Gaps
    from ..data.narrow import NarrowCodes
    from ..engine.contract import Ints
    from .splits import Split

    Positions = NDArray[np.intp]


class Records(Protocol):
    """Some records: what a split's own column says of them."""

    def branches(self, split: Split, here: Positions, astray: int = ASTRAY) -> Ints:
        """Return the branch of some of the records by a split alone; `astray` where it is none."""

    def rows(self, here: Positions) -> Positions:
        """Return where some records stand in what `field` gives."""

    def field(self, number: int) -> tuple[NDArray[Any] | NarrowCodes, NDArray[np.bool_] | None]:
        """Return the numbers of a column, and which are missing; None: those below 0.

        Those of a nominal column are its codes, -1 of a level that it does not know.
        """

    def kind(self, number: int) -> str:
        """Return a name for what such numbers are held against, as `highest` gives it."""

    def highest(self, number: int, gaps: Gaps) -> NDArray[Any]:
        """Return the highest of such numbers on the lower side of each gap of a column."""


@dataclass(frozen=True, slots=True)
class NewRecords:
    """Records that are no part of the data set. Levels unknown to it are missing."""

    readings: Sequence[Reading]

    def branches(self, split: Split, here: Positions, astray: int = ASTRAY) -> Ints:
        """Return the branch of some of the records by a split alone; `astray` where it is none."""
        return read_branches(split, self.readings[split.column].at(here), astray)

    def rows(self, here: Positions) -> Positions:
        """Return where some records stand in what `field` gives."""
        return here

    def field(self, number: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        """Return the numbers or codes of a column, and which are missing."""
        return self.readings[number].keys, self.readings[number].missing

    def kind(self, number: int) -> str:
        """Return a name for what such numbers are held against."""
        return "doubles" if self.readings[number].keys.dtype.kind == "f" else "keys"

    def highest(self, number: int, gaps: Gaps) -> NDArray[Any]:
        """Return the highest of such numbers on the lower side of each gap of a column."""
        return gaps.highest_doubles() if self.kind(number) == "doubles" else gaps.highest()


@dataclass(frozen=True, slots=True)
class OwnRecords:
    """Rows of the data set, by position."""

    dataset: Dataset
    positions: Positions

    def branches(self, split: Split, here: Positions, astray: int = ASTRAY) -> Ints:
        """Return the branch of some of the records by a split alone; `astray` where it is none."""
        bare = replace(route_of(self.dataset, replace(split, surrogates=())), missing=astray)
        codes = self.dataset.columns[split.column].codes[self.positions[here]]
        return code_branches(codes, bare).astype(np.int64)

    def rows(self, here: Positions) -> Positions:
        """Return where some records stand in what `field` gives."""
        return self.positions[here]

    def field(self, number: int) -> tuple[NDArray[Any] | NarrowCodes, NDArray[np.bool_] | None]:
        """Return the codes of a column, which are missing below 0."""
        return self.dataset.columns[number].codes, None

    def kind(self, number: int) -> str:  # noqa: ARG002  ranks are ranks
        """Return a name for what codes are held against."""
        return "ranks"

    def highest(self, number: int, gaps: Gaps) -> NDArray[Any]:  # noqa: ARG002  ranks are ranks
        """Return the highest of such numbers on the lower side of each gap of a column."""
        return cut_ranks(*gaps)
