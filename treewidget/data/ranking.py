"""Codes of values, in their order: in the compiled kernel, or in numpy where there is none.

A long column of many values gets places on a grid, where its values lie on one (`spacing`). All
others get ranks among the distinct values: the kernel hashes columns of few, and distributes the
rest into ever smaller stretches, outside of Python's lock; numpy's way is its fallback and oracle.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .. import kernels
from . import packing, spacing
from .packing import PackedKeys
from .spacing import SpacedKeys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .keys import Keys

_SAMPLE = 1024  # rows looked at to guess whether a column repeats its values
_FEW = 0.5  # share of distinct values in the sample up to which hashing beats sorting


class Ranker:
    """Codes columns one after the other, keeping its memory from each to the next."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._workshops: list[Any] = []

    def stop(self) -> None:
        """End what is being ranked in other threads with an error, within milliseconds."""
        for workshop in self._workshops:
            workshop.stop()

    def code(
        self, data: NDArray[Any], missing: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int32], Keys]:
        """Return a code for each value, in their order (-1 where missing), and the codes' values.

        Ranks; of long columns that hardly repeat a value, places on a grid, if there is one.
        """
        native = kernels.native()
        many = spacing.LEAST <= len(data) <= kernels.MOST_ROWS
        if native is not None and many and not _repeats(data):
            codes = np.empty(len(data), dtype=np.int32)
            read, gaps = _as_read(data), missing if missing.any() else None
            if (grid := native.space(read, gaps, codes)) is not None:
                return codes, SpacedKeys(read.dtype, *grid)
        return self.rank(data, missing, packing.LEAST)

    def rank(
        self, data: NDArray[Any], missing: NDArray[np.bool_], least: int = kernels.MOST_ROWS
    ) -> tuple[NDArray[np.int32], Keys]:
        """Return the rank of each value among the distinct values (-1 where missing), and those.

        Parameters
        ----------
        data : array
            Doubles, or whole numbers.
        missing : bool array
            True wherever a double is NaN, and wherever else a value is not to count.
        least : int
            The kernel packs so many distinct values, or more.
        """
        native = kernels.native()
        if native is None or len(data) > kernels.MOST_ROWS:
            return rank_plainly(data, missing)
        workshop = getattr(self._own, "workshop", None)
        if workshop is None:
            workshop = self._own.workshop = native.Workshop()
            self._workshops.append(workshop)
        codes = np.empty(len(data), dtype=np.int32)
        read, gaps = _as_read(data), missing if missing.any() else None
        found = native.rank(read, gaps, codes, workshop, max(least, 1))
        if isinstance(found, tuple):
            return codes, PackedKeys(read.dtype, *found)
        return codes, found.view(read.dtype).astype(data.dtype, copy=False)


def rank_plainly(
    data: NDArray[Any], missing: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Return the same in plain numpy: O(n log n), O(n) for columns of few distinct values."""
    some_missing = bool(missing.any())
    present = data[~missing] if some_missing else data
    ranks, keys = _rank_by_hash(present) if _repeats(present) else _rank_by_sort(present)
    if not some_missing:
        return ranks, keys
    codes = np.full(len(data), -1, dtype=np.int32)
    codes[~missing] = ranks
    return codes, keys


def look(data: NDArray[np.float64]) -> tuple[bool, bool, bool]:
    """Return whether doubles have NaNs, infinities, negative zeros among them."""
    if (native := kernels.native()) is not None:
        missing, infinite, negative_zero = native.look(data)
        return missing, infinite, negative_zero
    negative_zero = bool((np.signbit(data) & (data == 0)).any())
    return bool(np.isnan(data).any()), bool(np.isinf(data).any()), negative_zero


def _as_read(data: NDArray[Any]) -> NDArray[Any]:
    """Return values in one of the types the kernel reads."""
    if data.dtype == np.uint64:
        return data
    return data.astype(np.float64 if data.dtype.kind == "f" else np.int64, copy=False)


def _repeats(present: NDArray[Any]) -> bool:
    sample = present[:: max(1, len(present) // _SAMPLE)]
    return len(sample) > 0 and len(np.unique(sample)) < _FEW * len(sample)


def _rank_by_hash(present: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    inverse, uniques = pd.factorize(present)
    order = np.argsort(uniques)
    ranks = np.empty(len(uniques), dtype=np.int32)
    ranks[order] = np.arange(len(uniques), dtype=np.int32)
    return ranks[inverse], uniques[order]


def _rank_by_sort(present: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    order = np.argsort(present)
    ascending = present[order]
    is_new = np.ones(len(present), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
    ranks = np.empty(len(present), dtype=np.int32)
    ranks[order] = np.cumsum(is_new, dtype=np.int32) - 1
    return ranks, ascending[is_new]
