"""How rows that a tree never saw fare in a growth that an engine handed back as arrays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ..data.runs import in_runs
from ..engine.waiting import beside
from ..induction.line_splits import forks_of

if TYPE_CHECKING:
    from ..data import Dataset
    from ..data.parts import Positions
    from ..engine.contract import Floats
    from ..engine.growing import GrowingEngine, Grown
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from .told import Told

AT_ONCE: Final = 1 << 17
"""Rows that go down together: there is a loss for each row at each line that it passes."""


def losses_in_lines(
    inducer: Inducer, grown: Grown, told: Told, held: Positions, heeding: Progress
) -> tuple[Floats, Floats]:
    """Return the sums of the loss and of its square over the rows that pass each line.

    They are those of `held_out.losses`; the engine sends the rows down, O(rows * depth).
    """
    engine = cast("GrowingEngine", inducer.engine)
    forks = forks_of(grown, inducer.dataset, heeding)
    sums = np.zeros((2, len(told.prediction)))

    def lost(held: Positions) -> Floats:
        rows = inducer.engine.rows(held)
        came = engine.descend([rows], grown, forks)
        if told.target.is_classification:
            return _mistakes(came, inducer.engine.total(rows)[1], told)
        return _squares(came, told, inducer.dataset)

    for begin in range(0, len(held), AT_ONCE):
        some = held[begin : begin + AT_ONCE]
        sums += beside(partial(lost, some), look=heeding.heed)
    return sums[0], sums[1]


def _mistakes(came: Grown, root: Floats, told: Told) -> Floats:
    """Return the sums of what telling each line's class costs its rows, and of the squares."""
    stats, codes = came.stats.copy(), np.arange(came.stats.shape[1])
    stats[0] = root
    lost = told.target.lost(told.prediction.astype(np.intp)[:, None], codes)
    stats *= lost
    loss = stats.sum(axis=1)
    stats *= lost
    return np.stack([loss, stats.sum(axis=1)])


def _squares(came: Grown, told: Told, dataset: Dataset) -> Floats:
    """Return the sums of squared errors, and of their squares."""
    sizes = came.end - came.begin
    rows = came.rows[in_runs(came.begin, sizes)].astype(np.intp)
    line, weight = np.repeat(np.arange(len(sizes)), sizes), dataset.weights_at(rows)
    lost = np.square(told.prediction[line] - told.target.values[rows])
    powers = (weight * lost, weight * np.square(lost))
    return np.stack([np.bincount(line, terms, len(sizes)) for terms in powers])
