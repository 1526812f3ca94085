"""Engines: they count and they part rows, and nothing above them ever sees a row."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..errors import warn
from .compiled import CompiledEngine
from .contract import Engine, Route, Rows, Table, Tables
from .memory import NumpyEngine

if TYPE_CHECKING:
    from ..data.dataset import Dataset

__all__ = [
    "CompiledEngine",
    "Engine",
    "NumpyEngine",
    "Route",
    "Rows",
    "Table",
    "Tables",
    "engine_info",
    "make_engine",
]

SLOW = 100_000
"""From so many rows on, doing without the compiled kernel is worth a word."""


def make_engine(dataset: Dataset) -> Engine:
    """Return the quickest engine there is for a data set."""
    rows = dataset.n_rows
    if kernels.native() is not None and rows <= kernels.MOST_ROWS:
        return CompiledEngine(dataset)
    if rows >= SLOW and kernels.absence():
        _say_once(kernels.absence())
    return NumpyEngine(dataset)


@cache
def _say_once(absence: str) -> None:
    warn(f"treewidget counts in plain numpy, slowly: {absence}")


def engine_info() -> dict[str, Any]:
    """Return which engine runs, its instruction set and its threads.

    Where numpy has to do, ``note`` says why and what would bring the compiled kernel.

    Examples
    --------
    >>> engine_info()["name"] in ("compiled", "numpy")
    True
    """
    import numpy as np  # noqa: PLC0415 - only asked for by a person

    compiled = kernels.native() is not None
    absent = kernels.absence()
    return {
        "name": CompiledEngine.name if compiled else NumpyEngine.name,
        "instruction_set": kernels.instruction_set() if compiled else "numpy's own",
        "threads": kernels.threads() if compiled else 1,
        "numpy": np.__version__,
        **({"note": absent} if absent else {}),
    }
