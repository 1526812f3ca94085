"""All columns of a frame, coded; and whether any of them can split at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .. import kernels
from ..errors import InvalidValueError, TreeWidgetError, UnknownNameError, WrongTypeError
from .coding import code_column
from .column_notes import odd, stuck
from .ranking import Ranker
from .values import understand
from .words import listed, named, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from .column import Column
    from .frame import Source

_ROWS_FOR_THREADS = 50_000
_MOST_THREADS = 16  # each keeps some memory of the size of a column
_MOST_REFUSALS = 3  # told in full, of columns that cannot be used
T = TypeVar("T")


def code_columns(
    sources: Sequence[Source],
    places: Sequence[str],
    roles: set[str | int | None],
    training: NDArray[np.intp],
    notes: list[str],
) -> tuple[Column, ...]:
    """Return the coded columns of all frames, and write into `notes` what a user should know.

    Parameters
    ----------
    sources : sequence of Source
        The frame, then the second frames.
    places : sequence of str
        How messages name them.
    roles : set
        Columns that are no predictors: target, weights, masks.
    training : int array
        Positions of the training rows.
    notes : list of str
    """
    names = [name for name in sources[0].frame.columns if name not in roles]
    for source, place in zip(sources[1:], places[1:], strict=True):
        lacking = [name for name in names if name not in source.frame.columns]
        if lacking:
            raise _lacks(place, lacking)
    given = [[source.frame[name] for source in sources] for name in names]
    ranker = Ranker()

    refusals: dict[str | int, TreeWidgetError] = {}

    def code(name: str | int, series: Sequence[pd.Series[Any]]) -> tuple[Column, str] | None:
        where = [f"column {shown(name)}{'' if p == 'data' else f' of {p}'}" for p in places]
        together = [_laid_together(part) for part in series]
        try:
            values = [understand(part, place) for part, place in zip(together, where, strict=True)]
        except (WrongTypeError, InvalidValueError) as refusal:
            refusals[name] = refusal
        if refusals:  # nothing comes of the frame: the other columns are only looked through
            return None
        return code_column(name, values, where, training, ranker), values[0].note

    rows = sum(len(source.frame) for source in sources)
    try:
        found = each_column(code, names, given, rows=rows)
    except BaseException:  # an interrupt does not wait for columns that are half done
        ranker.stop()
        raise
    if refusals:
        raise _all_refused({name: refusals[name] for name in names if name in refusals})
    coded = [each for each in found if each is not None]
    columns = tuple(column for column, _ in coded)
    lost = [stuck(column, training) for column in columns]
    if all(lost):
        raise InvalidValueError(_no_usable_column(names))
    notes.extend(_grouped(columns, [note for _, note in coded]))
    notes.extend(_grouped(columns, lost))
    notes.extend(_grouped(columns, [odd(column, training) for column in columns]))
    return columns


def _all_refused(refusals: Mapping[str | int, TreeWidgetError]) -> TreeWidgetError:
    """Return one refusal of several columns: who mends them wants to hear of all at once."""
    alike: dict[str, list[str | int]] = {}
    for name, refusal in refusals.items():
        alike.setdefault(str(refusal).replace(shown(name), "", 1), []).append(name)
    texts = []
    for first, *others in islice(alike.values(), _MOST_REFUSALS):
        texts.append(f"{refusals[first]}{f' (likewise {listed(others)})' if others else ''}")
    rest = [name for names in islice(alike.values(), _MOST_REFUSALS, None) for name in names]
    if rest:
        texts.append(f"{named('column', rest)} cannot be used either")
    return type(next(iter(refusals.values())))("; ".join(texts))


def _laid_together(series: pd.Series[Any]) -> pd.Series[Any]:
    """Return a series whose values lie side by side: in a frame made of a matrix they do not.

    Coding reads them several times, each time from a cache line of their own.
    """
    if not isinstance(series.dtype, np.dtype) or series.to_numpy().flags.c_contiguous:
        return series
    return series.copy()


def _grouped(columns: Sequence[Column], said: Sequence[str]) -> list[str]:
    """Return one sentence for all columns of which the same is said."""
    by_text: dict[str, list[Any]] = {}
    for column, text in zip(columns, said, strict=True):
        by_text.setdefault(text, []).append(column.name)
    return [f"{named('column', names)}: {text}" for text, names in by_text.items() if text]


def each_column(of: Callable[..., T], *arguments: Iterable[Any], rows: int) -> list[T]:
    """Return what a function returns of each column; of long ones in threads.

    What it does of long columns is done outside of Python's lock. An interrupt waits for no column
    that is half done.
    """
    threads = min(kernels.threads(), _MOST_THREADS) if rows > _ROWS_FOR_THREADS else 1
    if threads == 1:
        return list(map(of, *arguments))
    pool = ThreadPoolExecutor(threads)
    try:
        return list(pool.map(of, *arguments))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _lacks(place: str, names: list[Any]) -> UnknownNameError:
    return UnknownNameError(
        f"{place} lacks {listed(names)}, which data has: give it the columns of data"
    )


def _no_usable_column(names: list[Any]) -> str:
    if not names:
        return "data has no column to split on beside the target: add at least one"
    return (
        f"no column can split: {listed(names)} {'is' if len(names) == 1 else 'are'} constant or "
        "missing in every training row; add a column that varies"
    )
