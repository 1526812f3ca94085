"""How often what is no tree is right about the rows of its data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..induction.records import OwnRecords
from ..tree.score import checked_part

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..data import Dataset
    from ..engine.contract import Ints


def accuracy(dataset: Dataset, on: object, said: Callable[[OwnRecords, int], Ints]) -> float:
    """Return the accuracy on the training or the validation rows, weighted.

    `said` gives the class that is predicted for each of so many records.
    """
    part = checked_part(on, dataset, sealed=True)
    rows = dataset.parts[part]
    right = said(OwnRecords(dataset, rows), len(rows)) == dataset.target.codes[rows]
    weights = None if dataset.weights is None else dataset.weights[rows]
    return float(np.average(right, weights=weights))
