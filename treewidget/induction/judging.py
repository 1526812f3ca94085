"""The figures of a split, whoever chose it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .candidates import Candidate
from .criteria import branch_information, gain, recentred, weight_of
from .routes import route_of

if TYPE_CHECKING:
    from ..data.dataset import Dataset
    from ..engine.contract import Engine, Floats, Rows
    from .criteria import Criterion
    from .region import Region
    from .splits import Split


def judged(
    dataset: Dataset,
    engine: Engine,
    region: Region,
    split: Split,
    *,
    criterion: Criterion,
    reason: str = "",
    branches: Floats | None = None,
) -> Candidate:
    """Return a split with its figures at a region; `branches` are its statistics, if known."""
    if branches is None:
        branches = _branches(dataset, engine, region.rows, split)
    weights = weight_of(branches, criterion)
    held, validation_gain = region.validation, None
    if region.validation_rows is not None and held is not None and held.weight > 0:
        there = _branches(dataset, engine, region.validation_rows, split)
        validation_gain = gain_of(there, criterion)
    return Candidate(
        column=split.column,
        split=split,
        gain=gain_of(branches, criterion),
        gain_ratio=_ratio(branches, weights, criterion),
        validation_gain=validation_gain,
        balance=float(weights.min() / weights.sum()) if weights.sum() > 0 else None,
        missing_n=engine.missing_rows(region.rows, split.column),
        reason=reason,
    )


def gain_of(branches: Floats, criterion: Criterion) -> float:
    """Return the impurity decrease of one split from the statistics of its branches."""
    return float(gain(recentred(branches, branches.sum(axis=0), criterion), criterion))


def _branches(dataset: Dataset, engine: Engine, rows: Rows, split: Split) -> Floats:
    parts = engine.partition(rows, route_of(dataset, split))
    return np.stack([engine.total(part)[1] for part in parts])


def _ratio(branches: Floats, weights: Floats, criterion: Criterion) -> float | None:
    information = float(branch_information(weights))
    if criterion == "squared_error" or information <= 0:
        return None
    return float(gain(branches, "entropy")) / information
