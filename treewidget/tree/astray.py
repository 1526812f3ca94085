"""What becomes of the rows that a split knows no branch for: counted on demand, and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..engine.weighted import solved_by
from ..induction.routes import route_of
from ..induction.splits import DROP, SHARE, STOP, WAIT, Split, SubsetSplit, Surrogate
from .words import branch_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Column, Dataset
    from ..engine.contract import Engine
    from .node import Node


@dataclass(frozen=True, slots=True)
class Astray:
    """Training rows at a node that lack its split's column, or whose level no branch names.

    Attributes
    ----------
    way : int
        The split's `missing`: where those go that no surrogate knows either.
    surrogates : tuple of int
        How many go by each surrogate.
    rest : int
        How many go by `way`.
    """

    way: int = STOP
    surrogates: tuple[int, ...] = ()
    rest: int = 0

    @property
    def n(self) -> int:
        """All of them."""
        return sum(self.surrogates) + self.rest

    @property
    def rerouted(self) -> int:
        """Those that go on all the same: by surrogates, in shares, or with a branch of others."""
        return self.n - self.stopped - self.dropped

    @property
    def stopped(self) -> int:
        """Those that end at the node."""
        return self.rest if self.way in (STOP, WAIT) else 0

    @property
    def dropped(self) -> int:
        """Those that count no more below the node."""
        return self.rest if self.way == DROP else 0

    def words(self, split: Split | None, columns: Sequence[Column], missing_n: int) -> str:
        """Return what becomes of them: ``3 missing: 2 by day <= 2024-01-05, 1 stops here``.

        Of so many the value is missing; the others have a level that no branch names.
        """
        if split is None or not self.n:
            return ""
        said = [
            (count, f"by {surrogate_text(surrogate, columns)}")
            for surrogate, count in zip(split.surrogates, self.surrogates, strict=True)
            if count
        ]
        if self.rest:
            said.append((self.rest, _rest_text(split, self.rest, columns)))
        what = "missing" if self.n == missing_n else "of no branch"
        if len(said) == 1:
            return f"{self.n} {what} {said[0][1]}"
        return f"{self.n} {what}: " + ", ".join(f"{count} {how}" for count, how in said)


NONE: Final = Astray()


def surrogate_text(surrogate: Surrogate, columns: Sequence[Column]) -> str:
    """Return what a surrogate asks for the split's first branch."""
    return branch_text(surrogate.split, int(surrogate.flipped), columns)


def _rest_text(split: Split, rest: int, columns: Sequence[Column]) -> str:
    ways = {
        SHARE: "in shares",
        DROP: "dropped below",
        STOP: "stops here" if rest == 1 else "stop here",
    }
    ways[WAIT] = ways[STOP]
    way = ways.get(split.missing)
    return way or f"with {branch_text(split, split.missing, columns, brief=True)}"


def is_plain(split: Split) -> bool:
    """Whether all missing rows go to one branch."""
    return split.missing >= 0 and not split.surrogates


def astray_at(node: Node, dataset: Dataset, engine: Engine) -> Astray:
    """Return what becomes of rows that a node's split knows no branch for. O(rows) if any do."""
    split = node.split
    if split is None or split.missing == split.known:
        return NONE  # a leaf; or they have a branch of their own
    if not node.missing_n and _names_all(split, dataset):
        return Astray(split.missing, (0,) * len(split.surrogates))
    if is_plain(split) and _names_all(split, dataset):
        return Astray(split.missing, rest=node.missing_n)
    held = engine.positions(node.region.rows)
    *by_surrogates, rest = solved_by(dataset.columns, held, route_of(dataset, split))
    return Astray(split.missing, tuple(by_surrogates), rest)


def sent_along(split: Split | None, missing_n: int) -> Astray:
    """Return what becomes of the missing rows of a growth: they have a branch, or go with one."""
    if split is None or split.missing == split.known:
        return NONE
    return Astray(split.missing, rest=missing_n)


def _names_all(split: Split, dataset: Dataset) -> bool:
    """Whether a split has a branch for every value there could be."""
    if not isinstance(split, SubsetSplit):
        return True
    return sum(map(len, split.groups)) == len(dataset.columns[split.column].keys)
