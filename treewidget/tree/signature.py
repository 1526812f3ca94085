"""What the equality of trees is over: splits, labels, flags, notes and counts, never ids."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..data import Cut
from ..data.calendar import UNITS
from ..induction.splits import ThresholdSplit
from .figures import parts_at
from .laid_out import laid_out
from .node import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..data import Column
    from ..engine.contract import Floats
    from ..induction.splits import Split
    from .node import Decided, Node
    from .preorder import Preorder

DIGITS: Final = 30


class Signature(NamedTuple):
    """What is equal, and has one hash, where trees are equal.

    Attributes
    ----------
    splits : tuple
        Of all nodes in pre-order; their columns are positions in the tree's own data.
    others : tuple
        Labels, flags, notes and counts, which are the same whatever other columns there are.
    """

    splits: tuple[Split | None, ...]
    others: tuple[Any, ...]


def signature_of(root: Node) -> Signature:
    """Return the signature of a tree."""
    nodes = laid_out(root)
    parts = [False] if root.region.validation is None else [False, True]
    marks = enumerate(map(_marks, nodes.decided()))
    others = (
        *((at, marked) for at, marked in marks if marked != UNMARKED),
        *(said for held in parts for said in _counts(nodes, held=held)),
    )
    return Signature(tuple(nodes.splits()), others)


class Place(NamedTuple):
    """Where a column stands in other data, and how many units of time it has there for one here."""

    column: int
    ticks: Fraction = Fraction(1)


NOWHERE: Final = Place(-1)


def places_among(columns: Sequence[Column], others: Sequence[Column]) -> dict[int, Place]:
    """Return where each column stands among others, if one there is known by the same."""
    there = {_known_by(one): at for at, one in enumerate(others)}
    found = {at: there.get(_known_by(one)) for at, one in enumerate(columns)}
    return {
        at: Place(place, Fraction(_tick(columns[at]), _tick(others[place])))
        for at, place in found.items()
        if place is not None
    }


def _known_by(column: Column) -> tuple[Any, ...]:
    """Return a column's name, kind and levels, and whether its times are those of a zone."""
    zoned = column.kind == "datetime" and column.calendar.zone is not None
    return column.name, column.kind, column.labels, zoned


def _tick(column: Column) -> int:
    return UNITS[column.calendar.unit] if column.kind == "datetime" else 1


def moved(split: Split | None, places: Mapping[int, Place]) -> Split | None:
    """Return a split as it is in other data, by the places of its columns there."""
    if split is None:
        return None
    surrogates = tuple(
        replace(one, split=moved(one.split, places))  # type: ignore[arg-type]
        for one in split.surrogates
    )
    place = places.get(split.column, NOWHERE)
    if place.ticks != 1 and isinstance(split, ThresholdSplit):
        values = (cut.value * place.ticks for cut in split.cuts)  # fractions: only to be compared
        split = replace(split, cuts=tuple(Cut(value, "") for value in values))  # type: ignore[arg-type]
    return replace(split, column=place.column, surrogates=surrogates)


def _marks(decided: Decided) -> tuple[Any, ...]:
    return (decided.forced, decided.locked, decided.pruned, decided.label, decided.note)


UNMARKED: Final = _marks(UNDECIDED)


def _counts(nodes: Preorder, *, held: bool) -> tuple[bytes, ...]:
    """Return the counts of regions, the same whatever order they were summed in."""
    parts, bins = parts_at(nodes, held=held), nodes.histograms(held=held)
    weights = parts.stats if bins is None else parts.weight
    counted = b"" if bins is None else bins.tobytes()
    return (parts.n.tobytes(), (_rounded(weights) + 0.0).tobytes(), counted)


def _rounded(weights: Floats) -> Floats:
    """Return weights to 30 binary digits, about nine decimal ones; whole numbers stay exact."""
    mantissa, exponent = np.frexp(weights)
    rounded: Floats = np.ldexp(np.rint(np.ldexp(mantissa, DIGITS)), exponent - DIGITS)
    return rounded
