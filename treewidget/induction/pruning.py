"""What the option `ccp_alpha` does: weakest-link pruning of a growth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .criteria import impurity
from .growth import Sprout

if TYPE_CHECKING:
    from .criteria import Criterion

SLACK = 1e-12
"""Risks this near (relatively) are equal, and the smaller tree is taken."""


def weakest_link(sprout: Sprout, alpha: float, root_weight: float, criterion: Criterion) -> Sprout:
    """Return the smallest subtree that minimises risk plus `alpha` for each leaf.

    The risk of a leaf is ``weight / root_weight * impurity``, as scikit-learn's. Cutting the
    weakest link again and again while its alpha is at most the given one ends at this very tree
    (Breiman et al. 1984, chapter 3).

    Parameters
    ----------
    sprout : Sprout
    alpha : float
        Nothing is cut at 0, as in scikit-learn.
    root_weight : float
        Weight of all training rows.
    criterion : str
    """
    if alpha == 0:
        return sprout
    order = list(sprout.walk())
    done: dict[int, tuple[Sprout, float]] = {}
    for here in reversed(order):  # pre-order reversed: children first
        parts = [done.pop(id(child)) for child in here.children]
        as_leaf = _risk(here, criterion) * here.region.train.weight / root_weight + alpha
        below = sum(cost for _, cost in parts)
        if not parts or as_leaf <= below * (1.0 + SLACK):
            done[id(here)] = Sprout(here.region), as_leaf
        else:
            done[id(here)] = replace(here, children=tuple(part for part, _ in parts)), below
    return done[id(sprout)][0]


def _risk(sprout: Sprout, criterion: Criterion) -> float:
    train = sprout.region.train
    if criterion == "squared_error":
        return train.impurity
    return float(impurity(train.stats, criterion))
