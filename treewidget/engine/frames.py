"""What the kernel looks into: all rows of a data set, or those of some sets as they weigh there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ..data.narrow import NarrowCodes, held_bytes
from .memory import width_of
from .weighted import Weighted, weights_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.dataset import Dataset
    from .contract import Floats, Ints, Rows
    from .row_set import RowSet

WIDE: Final = 4
"""Bytes of a plain code."""


class Seen(NamedTuple):
    """A frame of the kernel, the rows of each set in it, and the numbers of columns there."""

    frame: Any
    sets: list[NDArray[np.uint32]]
    columns: Sequence[int]


class Frames:
    """The kernel's frames of a data set, whose columns, target and weights it looks into.

    Parameters
    ----------
    native : module
        The kernel.
    dataset : Dataset

    Attributes
    ----------
    few : int
        A set in shares is had apart if all rows are at least so many times what is copied for that.
    """

    few = 32

    def __init__(self, native: Any, dataset: Dataset) -> None:  # noqa: ANN401 - compiled
        self._native = native
        self._dataset = dataset
        target, rows = dataset.target, dataset.n_rows
        classes = target.classes if target.task == "classification" else ()
        self.width = len(classes) or 3
        """How many statistics there are of a set."""
        self._exact = bool(classes) and dataset.weights is None
        """Whether sums are of whole numbers: then no order of the rows changes them."""
        held = [_held_codes(column.codes) for column in dataset.columns]
        self._parts: dict[str, Any] = {
            "rows": rows,
            "columns": [codes for codes, _ in held],
            "widths": [width for _, width in held],
            "sizes": [len(column.keys) for column in dataset.columns],
            "ordered": [column.is_ordered for column in dataset.columns],
            "weights": None if dataset.weights is None else plain(dataset.weights, np.float64),
            "classes": plain(target.codes, np.int32) if classes else None,
            "kinds": len(classes),
            "values": None if classes else plain(target.values - target.centre, np.float64),
        }
        self.classes: NDArray[np.int32] | None = self._parts["classes"]
        self.whole = native.Frame(**self._parts)
        self._altered: tuple[tuple[float, ...], Any] | None = None

    def weighing(self, altered: tuple[float, ...] | None) -> Any:  # noqa: ANN401 - compiled
        """Return a frame of all rows, of which those of each class weigh so much; kept for more."""
        if altered is None:
            return self.whole
        kept = self._altered
        if kept is None or kept[0] != altered:
            weights = np.take(altered, self._parts["classes"], mode="clip")  # some have no class
            parts = {**self._parts, "weights": weights}
            kept = self._altered = altered, self._native.Frame(**parts)
        return kept[1]

    def seen(
        self, sets: Sequence[Rows], columns: Sequence[int] = (), target: Ints | None = None
    ) -> Seen:
        """Return a frame in which rows weigh what the sets hold of them.

        In each set they ascend, except where no order changes a sum. A `target` is given for each
        row of the one set there is.
        """
        if target is None and not _shared(sets):
            return Seen(self.whole, [self.summed(one) for one in sets], columns)
        parts = [ascending(one) for one in sets]
        if len(sets) == 1 and len(parts[0]) * self.few * max(len(columns), 1) > self._parts["rows"]:
            return Seen(self._laid_over(sets, parts[0], target), parts, columns)
        frame = self._apart(sets, np.concatenate(parts), columns, target)
        ends = np.cumsum([len(rows) for rows in parts])
        rows = np.split(np.arange(ends[-1], dtype=np.uint32), ends[:-1])
        return Seen(frame, rows, range(len(columns)))

    def summed(self, rows: Rows) -> NDArray[np.uint32]:
        """Return the rows of a set as they are summed: in order, where that changes the sum."""
        if self._exact and not isinstance(rows, Weighted):
            return cast("RowSet", rows).held
        return ascending(rows)

    def weights(self, sets: Sequence[Rows], held: NDArray[Any]) -> Floats | None:
        """Return what each row of sets weighs, given end to end; None where they just count."""
        shares = np.concatenate([_shares(rows) for rows in sets]) if _shared(sets) else None
        return weights_of(self._parts["weights"], held, shares)

    def _laid_over(
        self, sets: Sequence[Rows], held: NDArray[np.uint32], target: Ints | None
    ) -> Any:  # noqa: ANN401 - compiled
        """Return a frame of all rows, of which these weigh so much and have such a target."""
        parts = dict(self._parts)
        # A page that nobody writes to is never made: a small set costs what it holds.
        if _shared(sets):
            parts["weights"] = np.zeros(parts["rows"])
            parts["weights"][held] = self.weights(sets, held)
        if target is not None:
            parts |= {"classes": np.zeros(parts["rows"], dtype=np.int32), "values": None}
            parts["classes"][held], parts["kinds"] = target, width_of(target)
        return self._native.Frame(**parts)

    def _apart(
        self,
        sets: Sequence[Rows],
        held: NDArray[np.uint32],
        columns: Sequence[int],
        target: Ints | None,
    ) -> Any:  # noqa: ANN401 - compiled
        """Return a frame of these rows and columns alone."""
        parts = self._parts
        classes, values = parts["classes"], parts["values"]
        of_rows = {
            "classes": None if classes is None else classes[held],
            "values": None if values is None else values[held],
            "kinds": parts["kinds"],
        }
        if target is not None:
            codes = plain(target, np.int32)
            of_rows = {"classes": codes, "values": None, "kinds": width_of(target)}
        return self._native.Frame(
            rows=len(held),
            columns=[plain(self._dataset.columns[at].codes[held], np.int32) for at in columns],
            widths=[WIDE] * len(columns),
            sizes=[parts["sizes"][at] for at in columns],
            ordered=[parts["ordered"][at] for at in columns],
            weights=self.weights(sets, held),
            **of_rows,
        )


def ascending(rows: Rows) -> NDArray[np.uint32]:
    """Return the rows of a set in the order of the frame."""
    if isinstance(rows, Weighted):
        return rows.positions.astype(np.uint32)
    return cast("RowSet", rows).ascending


def _shared(sets: Sequence[Rows]) -> bool:
    """Whether some set holds rows in shares."""
    return any(isinstance(rows, Weighted) for rows in sets)


def _shares(rows: Rows) -> Floats:
    return rows.shares if isinstance(rows, Weighted) else np.ones(len(cast("RowSet", rows)))


def plain(values: NDArray[Any], dtype: type) -> NDArray[Any]:
    """Return values as the kernel reads them: of one type and without gaps."""
    return np.ascontiguousarray(values, dtype=dtype)


def _held_codes(codes: NDArray[np.int32] | NarrowCodes) -> tuple[NDArray[Any], int]:
    return held_bytes(codes if isinstance(codes, NarrowCodes) else plain(codes, np.int32))
