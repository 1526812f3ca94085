"""The coded data set: every column as codes, the target, the weights and the parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd

from ..errors import UnknownNameError, WrongTypeError, suggestion
from .frame import look_at, plain_name
from .parts import Part, Positions
from .reading import read_column
from .together import read_numbers
from .words import a_type, listed, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .column import Column
    from .kept import Kept
    from .reading import Reading
    from .target import Target

__all__ = ["Dataset", "Filling", "Part"]


class Filling(Protocol):
    """What fills missing values: of the data set, which it was done to, and of new rows."""

    @property
    def strategy(self) -> str:
        """The option's name: "most_common"."""

    @property
    def raw(self) -> Dataset:
        """The data set as it was before."""

    def read(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return new rows, filled; one reading for every column."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Everything the engine and the tree need to know of a frame, coded once.

    Rows are numbered 0..n-1 over everything that came in: the frame, then a second frame given as
    validation, then one given as test. A part is a sorted array of such positions; rows whose
    target is missing or whose weight is 0 are in no part.

    Attributes
    ----------
    columns : tuple of Column
        The usable columns, in frame order; a split names a column by its position here.
    target : Target
    weights : float array, shape (n,), or None
        Case weights times class weights; None when all are 1.
    parts : dict
        "train" always; "validation" and "test" when they were asked for.
    sources : tuple of Kept
        The rows of the frames, as they were when they came in.
    notes : sequence of str
        What was decided or left out, in words a user can read (task and reason, constant columns,
        rows without a target, Decimal read as float, ...).
    filling : Filling or None
        What filled the columns' missing values, in a view made for a strategy that does that.
    folds : int array or None
        In the view of one fold of a cross-validation, the training rows of all.
    """

    columns: tuple[Column, ...]
    target: Target
    weights: NDArray[np.float64] | None
    parts: dict[Part, Positions]
    sources: tuple[Kept, ...] = ()
    notes: Sequence[str] = field(default=())
    filling: Filling | None = None
    folds: Positions | None = None

    @property
    def frames(self) -> tuple[pd.DataFrame, ...]:
        """The frames in pandas, put together for each who asks."""
        return tuple(source.frame(np.arange(len(source))) for source in self.sources)

    @property
    def n_rows(self) -> int:
        """Number of rows over all frames."""
        return len(self.columns[0].codes)

    def weights_at(self, rows: Positions) -> NDArray[np.float64]:
        """Return the weights of some rows: 1 where none are given."""
        return np.ones(len(rows)) if self.weights is None else self.weights[rows]

    def column_index(self, name: object) -> int:
        """Return the position of a column, by its name."""
        names = [column.name for column in self.columns]
        if hasattr(name, "__array__") and np.ndim(name) > 0:  # the column itself, say
            raise WrongTypeError(
                f"a column is called by its name, such as {shown(names[0])}, not by {a_type(name)}"
            )
        called = plain_name(name)
        if called is not None and called in names:
            return names.index(called)
        known = f"the columns are {listed(names)}"
        if called is not None and str(called) == self.target.name:
            known = f"it is the target; {known}"
        elif called is not None and any(called in one.names for one in self.sources[:1]):
            known = f"it holds weights, or says which rows are held out; {known}"
        raise UnknownNameError(
            f"there is no column {shown(name)}{suggestion(name, names)}; {known}"
        )

    def read(self, frame: object) -> list[Reading]:
        """Return new rows as the columns understand them; columns of no use are passed over.

        Parameters
        ----------
        frame : DataFrame, or anything that speaks the Arrow C stream

        Raises
        ------
        UnknownNameError
            When columns are missing, naming all of them.
        WrongTypeError
            When a column holds another kind of values than at construction.
        InvalidValueError
            When a column holds infinite numbers.
        """
        names = [column.name for column in self.columns]
        rows = look_at(frame, "the frame", names).frame
        missing = [name for name in names if name not in rows.columns]
        if missing:
            raise UnknownNameError(
                f"the frame lacks {listed(missing)}, which the tree was built on"
                f"{suggestion(missing[0], rows.columns)}; its columns are {listed(rows.columns)}"
            )
        known = read_numbers(self.columns, rows)
        readings = [
            known.get(at) or read_column(column, rows[column.name], f"{column.place} of the frame")
            for at, column in enumerate(self.columns)
        ]
        return readings if self.filling is None else self.filling.read(readings)

    def rows_frame(self, positions: NDArray[np.intp] | Sequence[int]) -> pd.DataFrame:
        """Return rows in pandas, in the order asked for and with the index they came with."""
        wanted = np.asarray(positions, dtype=np.intp)
        which = self._source_of(wanted)
        picked = [
            source.frame(wanted[which == number] - start)
            for number, (source, start) in enumerate(zip(self.sources, self._starts, strict=True))
            if (which == number).any()
        ]
        if len(picked) < 2:  # noqa: PLR2004  one frame: its rows are in order already
            return picked[0] if picked else self.sources[0].frame(wanted)
        asked = np.argsort(np.argsort(which, kind="stable"))
        together: pd.DataFrame = pd.concat(picked)
        return together.iloc[asked]

    def rows_native(self, positions: NDArray[np.intp] | Sequence[int]) -> Any:
        """Return rows of one frame in the type that came in: pandas, polars, or an Arrow table.

        Rows of several frames come in pandas.
        """
        wanted = np.asarray(positions, dtype=np.intp)
        which = np.unique(self._source_of(wanted))
        if len(which) > 1:
            return self.rows_frame(wanted)
        number = int(which[0]) if len(which) else 0
        return self.sources[number].rows(wanted - self._starts[number])

    @property
    def _starts(self) -> list[int]:
        """Number of the first row of each frame."""
        sizes = [len(source) for source in self.sources]
        return [sum(sizes[:number]) for number in range(len(sizes))]

    def _source_of(self, positions: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.searchsorted(np.asarray(self._starts), positions, side="right") - 1
