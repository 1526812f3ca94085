"""What may go on the wire: texts and numbers that can be encoded."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable


def clean(text: object) -> str:
    """Return a text that can be encoded: half a surrogate pair becomes a question mark."""
    said = str(text)
    return said if said.isascii() else said.encode("utf-8", "replace").decode("utf-8")


def finite(value: float | None) -> float | None:
    """Return a number JSON can hold, or None."""
    return float(value) if value is not None and math.isfinite(value) else None


def floats(values: Iterable[float]) -> list[float]:
    """Return finite numbers as JSON holds them; what a bug made infinite must not stop a view."""
    plain: list[float] = np.nan_to_num(np.asarray(values, dtype=np.float64)).tolist()
    return plain
