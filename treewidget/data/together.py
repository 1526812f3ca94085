"""Few rows of many columns of numbers, read at once: pandas is slow to hand columns over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from .column import Column

FEW: Final = 1000
"""So many rows are copied sooner than their columns are asked for one by one."""
MANY: Final = 32
"""Fewer columns are asked for sooner."""
_PLAIN: Final = (("number", np.dtype(np.float64)), ("integer", np.dtype(np.int64)))


def read_numbers(columns: Sequence[Column], rows: pd.DataFrame) -> dict[int, Reading]:
    """Return, of few rows, the plain numbers as the columns understand them, by position.

    Where any is infinite there are none: each column then says for itself what is wrong.
    """
    found: dict[int, Reading] = {}
    if len(rows) > FEW:
        return found
    dtypes: dict[str | int, Any] = dict(zip(rows.columns, rows.dtypes, strict=True))
    for kind, dtype in _PLAIN:
        mine = [
            at for at, one in enumerate(columns) if one.kind == kind and dtypes[one.name] == dtype
        ]
        if len(mine) < MANY:
            continue
        values = rows[[columns[at].name for at in mine]].to_numpy(dtype) + dtype.type(0)  # no -0.0
        if np.isinf(values).any():
            return {}
        missing = np.isnan(values)
        for place, at in enumerate(mine):
            found[at] = Reading(values[:, place], missing[:, place])
    return found
