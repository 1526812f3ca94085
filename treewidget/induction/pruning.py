"""What the option `ccp_alpha` does: weakest-link pruning of a growth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .criteria import OF_NUMBERS, impurity
from .growth import Sprout
from .progress import Progress
from .weakest_link import SLACK, link_alphas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.contract import Floats, Ints
    from .criteria import Criterion


def weakest_link(
    sprout: Sprout,
    alpha: float,
    root_weight: float,
    criterion: Criterion,
    progress: Progress | None = None,
) -> Sprout:
    """Return the smallest subtree that minimises risk plus `alpha` for each leaf.

    The risk of a leaf is ``weight / root_weight * impurity``, as scikit-learn's.

    Parameters
    ----------
    sprout : Sprout
    alpha : float
        Nothing is cut at 0, as in scikit-learn.
    root_weight : float
        Weight of all training rows.
    criterion : str
    progress : Progress, optional
        Heard when it is cancelled.
    """
    if alpha == 0:
        return sprout
    heeding = (progress or Progress()).stage(0.0)
    order = list(heeding.over(sprout.walk(), 1))
    links = link_alphas(parents_of(order), _risks(order, criterion), heeding=heeding)
    cut = links <= alpha * root_weight * (1.0 + SLACK)
    done: list[Sprout] = []
    upwards = zip(reversed(order), reversed(cut.tolist()), strict=True)
    for here, goes in heeding.over(upwards, len(order)):
        parts = tuple(done.pop() for _ in here.children)
        if not parts:
            done.append(here)
        else:
            stays = Sprout(here.region, here.split, here.gain, parts)
            done.append(Sprout(here.region) if goes else stays)
    return done[0]


def parents_of(order: Sequence[Sprout]) -> Ints:
    """Return the position of each one's parent among sprouts in pre-order; -1 for the first."""
    parent = np.full(len(order), -1, dtype=np.int64)
    open_branches: list[list[int]] = []  # [position, branches not yet seen]
    for at, here in enumerate(order):
        if open_branches:
            parent[at] = open_branches[-1][0]
            open_branches[-1][1] -= 1
            if not open_branches[-1][1]:
                open_branches.pop()
        if here.children:
            open_branches.append([at, len(here.children)])
    return parent


def _risks(order: Sequence[Sprout], criterion: Criterion) -> Floats:
    """Return weight times impurity of each sprout, in the criterion it grew by."""
    weight: Floats = np.array([here.region.train.weight for here in order])
    if criterion in OF_NUMBERS:
        spread: Floats = np.array([here.region.train.impurity for here in order])
        return weight * spread
    stats = np.stack([here.region.train.stats for here in order])
    risks: Floats = weight * impurity(stats, criterion)
    return risks
