"""Engines: they count and they part rows, and nothing above them ever sees a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import kernels
from .contract import Engine, Route, Rows, Table, Tables
from .memory import NumpyEngine

if TYPE_CHECKING:
    from ..data.dataset import Dataset

__all__ = [
    "Engine",
    "NumpyEngine",
    "Route",
    "Rows",
    "Table",
    "Tables",
    "engine_info",
    "make_engine",
]


def make_engine(dataset: Dataset) -> Engine:
    """Return the quickest engine there is for a data set."""
    return NumpyEngine(dataset)


def engine_info() -> dict[str, Any]:
    """Return which engine runs, its instruction set and its threads.

    Examples
    --------
    >>> engine_info()["name"]
    'numpy'
    """
    import numpy as np  # noqa: PLC0415 - only asked for by a person

    absent = kernels.absence()
    return {
        "name": NumpyEngine.name,
        "instruction_set": "numpy's own",
        "threads": 1,
        "numpy": np.__version__,
        **({"note": absent} if absent else {}),
    }
