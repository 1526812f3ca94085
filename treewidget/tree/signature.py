"""What the equality of trees is over: splits, labels, flags, notes and counts, never ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .figures import parts_at
from .node import UNDECIDED
from .surveying import laid_out

if TYPE_CHECKING:
    from ..engine.contract import Floats
    from .node import Decided, Node
    from .preorder import Preorder

DIGITS: Final = 30


def signature_of(root: Node) -> tuple[Any, ...]:
    """Return what is equal, and has one hash, where trees are equal."""
    nodes = laid_out(root)
    parts = [False] if root.region.validation is None else [False, True]
    marks = enumerate(map(_marks, nodes.decided()))
    return (
        *nodes.splits(),
        *((at, marked) for at, marked in marks if marked != UNMARKED),
        *(said for held in parts for said in _counts(nodes, held=held)),
    )


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
