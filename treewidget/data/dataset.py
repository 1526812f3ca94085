"""The coded data set: every column as codes, the target, the weights and the parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

    from .column import Column
    from .target import Target

Part = Literal["train", "validation", "test"]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Everything the engine and the tree need to know of a frame, coded once.

    Rows are numbered 0..n-1 over everything that came in: the frame, then a second frame given as
    validation, then one given as test. A part is a sorted array of such positions; rows whose
    target is missing are in no part.

    Attributes
    ----------
    columns : tuple of Column
        The usable columns, in frame order; a split names a column by its position here.
    target : Target
    weights : float array, shape (n,), or None
        Case weights; None when all are 1.
    parts : dict
        "train" always; "validation" and "test" when they were asked for.
    notes : list of str
        What was decided or left out, in words a user can read (task and reason, constant columns,
        rows without a target, Decimal read as float, ...).
    """

    columns: tuple[Column, ...]
    target: Target
    weights: NDArray[np.float64] | None
    parts: dict[Part, NDArray[np.intp]]
    frames: tuple[pd.DataFrame, ...] = ()
    notes: Sequence[str] = field(default=())

    @property
    def n_rows(self) -> int:
        """Number of rows over all frames."""
        return sum(len(frame) for frame in self.frames)
