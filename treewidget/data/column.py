"""One usable column: its kind, its distinct values, and the code of every row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["number", "integer", "datetime", "ordered", "nominal", "boolean"]
MISSING = -1


@dataclass(frozen=True, eq=False)
class Column:
    """A coded column.

    Attributes
    ----------
    name : str or int
        As in the frame.
    kind : str
        "number" (float), "integer", "datetime", "ordered" (categories with an order), "nominal"
        (strings, categories), "boolean" (nominal with the levels False, True).
    codes : int32 array, shape (n,)
        Rank of the row's value among `keys` (ordered kinds) or its level (nominal kinds);
        -1 where missing. A value of a nominal column that no training row has and that is no
        category of the dtype is -1 too.
    keys : array, shape (m,)
        Ordered kinds: the distinct values over *all* parts, ascending, as float64, int64 or
        uint64 (datetimes: int64 in the column's unit; ordered categories: 0..levels-1).
        Nominal kinds: 0..levels-1.
    levels : tuple
        Level values in order, in the user's type (nominal, boolean, ordered kinds), else ().
    labels : tuple of str
        How each level is shown (unique).
    dtype : object
        The pandas dtype it came with (datetimes: unit and time zone are taken from it).
    """

    name: str | int
    kind: Kind
    codes: NDArray[np.int32]
    keys: NDArray[Any]
    levels: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    dtype: Any = None

    @property
    def is_ordered(self) -> bool:
        """Whether the column is split by thresholds."""
        return self.kind not in ("nominal", "boolean")
