"""Candidates: the best split of each column at a node, and how they rank."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .search.found import Found
    from .search.places import Place
    from .splits import Split


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A split of a column at a node, with its figures.

    Attributes
    ----------
    column : int
    split : Split or None
        None: the column has no admissible split here, and `reason` says why.
    gain : float or None
        Impurity decrease at the node: ``impurity - sum w_i / w * impurity_i``, every row counted.
    gain_ratio : float or None
        Information gain in bits over the entropy of the branches (classification).
    validation_gain : float or None
        The impurity decrease of the same split among the validation rows.
    balance : float or None
        Weight of the lightest branch over that of all; like the gain, of the known rows alone
        where surrogates send the others, which are not sought for a list.
    missing_n : int
        Training rows here in which the column is missing, and was not filled.
    reason : str
        Why there is no split; or what of the column was not searched. Mostly empty.
    measures : mapping
        Other figures of the method's own, by name.
    """

    column: int
    split: Split | None
    gain: float | None
    gain_ratio: float | None
    validation_gain: float | None
    balance: float | None
    missing_n: int
    reason: str = ""
    measures: Mapping[str, float] = field(default_factory=dict)


def ranked(found: Sequence[Found], place: Place, order: Callable[[int], int] = int) -> list[Found]:
    """Return them best first; those equal but for rounding in the order of their columns.

    `order` gives a column's place in another order.
    """
    best = sorted(found, key=lambda one: -one.worth)
    begin = 0
    while begin < len(best):
        floor, end = place.floor(best[begin].worth), begin + 1
        while end < len(best) and best[end].worth >= floor:
            end += 1
        best[begin:end] = sorted(best[begin:end], key=lambda one: order(one.column))
        begin = end
    return best
