"""Missing values filled once, before anything grows: a filled view of a data set.

Only training rows are learnt from. Every other row is new: its class is unknown when it is filled,
also among the validation and test rows. A fill is always a value that the column has: of a nominal
column the mode (the first level among equals), of an ordered one the lower median, weighted, so
that whole numbers stay whole and no datetime is made up. A column that no training row knows stays
missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ..data import Reading
from ..data.words import counted
from ..engine import make_engine
from .inducer import Inducer
from .missing_values import FILLED
from .progress import Progress
from .shapiro import guess_of
from .worth import known_somewhere, staked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..data import Column, Dataset
    from .landing import Heed
    from .options import Options

HOW: Final = {
    "most_common": "the most common value, or the median",
    "bayes": "the most common value of the row's class, or its median",
    "shapiro": "a tree for the column",
}
BY_CLASS: Final = ("bayes", "shapiro")
"""Ways that look at a training row's class; a new row has none."""
TAKES: Final = {"most_common": 0.02, "bayes": 0.05, "shapiro": 2.0}
"""About how long a column takes to be filled, beside a growth of a tree over all columns."""


class Fill(Protocol):
    """How one column is filled: codes for rows of the data set, keys for rows that are not."""

    def codes(self, rows: NDArray[np.intp], heed: Heed) -> NDArray[np.int32]:
        """Return the codes that rows of the data set get; `heed` is called now and then."""

    def read(self, readings: Sequence[Reading], rows: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the codes that some records of a reading get."""


@dataclass(frozen=True, slots=True, eq=False)
class Usual:
    """One value for all."""

    code: int

    def codes(self, rows: NDArray[np.intp], _heed: Heed) -> NDArray[np.int32]:
        """Return it for every row."""
        return np.full(len(rows), self.code, dtype=np.int32)

    def read(self, _readings: Sequence[Reading], rows: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return it for every record."""
        return np.full(len(rows), self.code, dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Filling:
    """What was filled in a data set, and how new rows are.

    Attributes
    ----------
    strategy : str
    raw : Dataset
        The data set as it came.
    fill : callable
        Gives a column's way for new rows; made when first it is needed.
    unknown : frozenset of int
        Columns that no training row knows: they stay missing.
    """

    strategy: str
    raw: Dataset
    fill: Callable[[int], Fill]
    unknown: frozenset[int]

    def read(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return new rows with their missing values filled (of all columns, in their order)."""
        return [self._filled(at, readings) for at in range(len(readings))]

    def _filled(self, at: int, readings: Sequence[Reading]) -> Reading:
        reading = readings[at]
        rows = np.flatnonzero(reading.missing)
        if not len(rows) or at in self.unknown:
            return reading
        keys = self.raw.columns[at].keys[self.fill(at).read(readings, rows)]
        return Reading(_put(reading.keys, rows, keys), np.zeros(len(reading.missing), dtype=bool))


def _put(values: NDArray[Any], rows: NDArray[np.intp], keys: NDArray[Any]) -> NDArray[Any]:
    """Return values with some replaced by keys, whole numbers never turned into floats."""
    if len(rows) == len(values):
        return keys
    kind = np.promote_types(values.dtype, keys.dtype)
    if kind.kind == "f" and values.dtype.kind != "f" and keys.dtype.kind != "f":
        kind = values.dtype  # int64 beside uint64: a key beyond the range is the end of it
        own, ends = np.iinfo(keys.dtype), np.iinfo(kind)
        keys = np.clip(keys, max(own.min, ends.min), min(own.max, ends.max))
    filled = values.astype(kind)
    filled[rows] = keys
    return filled


def inducer_over(dataset: Dataset, options: Options) -> Inducer:
    """Return an inducer over a data set, filled first where the options ask for it."""
    dataset = staked(known_somewhere(dataset, options), options)
    view = filled(dataset, options.missing) if options.missing in FILLED else dataset
    return Inducer(view, make_engine(view), options)


def inducer_within(
    inducer: Inducer, training: NDArray[np.intp], progress: Progress | None = None
) -> Inducer:
    """Return an inducer that knows only some of the training rows.

    What was filled is filled anew from these rows alone: rows that are held out are new ones.
    `progress` is left where that is done, and a growth from the root begins.
    """
    dataset = inducer.dataset
    fold: dict[str, Any] = {"parts": {"train": training}, "folds": dataset.parts["train"]}
    if dataset.filling is None:
        view = staked(replace(dataset, **fold), inducer.options)
        # the same engine: its row sets are of all rows, and nothing is coded again
        return Inducer(view, inducer.engine, inducer.options, inducer.shown)
    filling = dataset.filling
    raw = staked(replace(filling.raw, **fold), inducer.options)
    view = filled(raw, filling.strategy, progress)
    return Inducer(view, make_engine(view), inducer.options, inducer.shown)


def filled(dataset: Dataset, strategy: str, progress: Progress | None = None) -> Dataset:
    """Return a view of a data set in which nothing is missing.

    Parameters
    ----------
    dataset : Dataset
    strategy : {"most_common", "bayes", "shapiro"}
    progress : Progress, optional
        Left where that is done, and a growth from the root begins.
    """
    made: dict[int, Fill] = {}

    def fill(at: int, growing: Progress | None = None) -> Fill:
        if at not in made:
            made[at] = _for_new_rows(dataset, strategy, at, growing or Progress())
        return made[at]

    gaps, unknown = _gaps(dataset)
    takes = TAKES[strategy] * len(gaps)
    heeding = (progress or Progress()).stage(takes / (takes + 1.0))
    training = np.zeros(dataset.n_rows, dtype=bool)
    training[dataset.parts["train"]] = True
    columns, notes = list(dataset.columns), []
    for done, at in enumerate(gaps):
        heeding.step(done / len(gaps))
        own, codes = heeding.stage(1 / (len(gaps) - done)), columns[at].codes[:].copy()
        lacking = codes < 0
        learnt, new = (np.flatnonzero(lacking & part) for part in (training, ~training))
        if len(learnt):
            notes.append(_note(columns[at], len(learnt), strategy))
        if len(learnt) and strategy in BY_CLASS:
            looking = own.stage(0.5 if len(new) else 1.0)
            codes[learnt] = _by_class(dataset, strategy, at, learnt, looking)
        else:
            new = np.flatnonzero(lacking)
        if len(new):
            codes[new] = fill(at, own.stage(1.0)).codes(new, own.heed)
        columns[at] = replace(columns[at], codes=codes)
    heeding.step(1.0)
    filling = Filling(strategy, dataset, fill, unknown)
    return replace(dataset, columns=tuple(columns), filling=filling, notes=(*dataset.notes, *notes))


def _gaps(dataset: Dataset) -> tuple[list[int], frozenset[int]]:
    """Return the columns that are filled, and those that no training row knows."""
    training = dataset.parts["train"]
    lacking = [at for at, column in enumerate(dataset.columns) if column.has_gaps]
    unknown = {at for at in lacking if (dataset.columns[at].codes[training] < 0).all()}
    return [at for at in lacking if at not in unknown], frozenset(unknown)


def _by_class(
    dataset: Dataset, strategy: str, at: int, rows: NDArray[np.intp], progress: Progress
) -> NDArray[np.int32]:
    """Return the fills of training rows that lack a column, which may use their class."""
    if strategy == "bayes":
        return _of_class(dataset, at, rows)
    guess = guess_of(dataset, at, with_target=True, progress=progress)
    return guess.codes(rows, progress.heed)


def _for_new_rows(dataset: Dataset, strategy: str, at: int, progress: Progress) -> Fill:
    """Return how new rows are filled in a column that some training row knows."""
    if strategy == "shapiro" and len(dataset.columns) > 1:
        return guess_of(dataset, at, with_target=False, progress=progress)
    return Usual(usual(dataset, at, dataset.parts["train"]))


def _of_class(dataset: Dataset, at: int, rows: NDArray[np.intp]) -> NDArray[np.int32]:
    """Return the usual value of each row's class; of all rows where the class never knows it."""
    training, classes = dataset.parts["train"], dataset.target.codes
    found = np.full(len(dataset.target.classes), usual(dataset, at, training), dtype=np.int32)
    known = training[dataset.columns[at].codes[training] >= 0]
    for number in np.unique(classes[known]).tolist():
        found[number] = usual(dataset, at, known[classes[known] == number])
    return found[classes[rows]]


def usual(dataset: Dataset, at: int, rows: NDArray[np.intp]) -> int:
    """Return the code of a column that stands for some rows."""
    column = dataset.columns[at]
    codes = column.codes[rows]
    known = codes >= 0
    return column.usual(
        codes[known], None if dataset.weights is None else dataset.weights[rows][known]
    )


def _note(column: Column, rows: int, strategy: str) -> str:
    many = counted(rows, "training row")
    said = f"{column.place}: {many} filled by {HOW[strategy]} (missing={strategy!r})"
    if strategy in BY_CLASS:
        said += "; their class was known for that, so training figures flatter the tree"
    return said
