"""What a user should know of a column: that it is never split on, or that splits will not last."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from .column import present

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .column import Column

IDENTIFIER_ROWS: Final = 20
"""Above so many rows what has a name for each of them is an identifier."""
_ROWS_A_NAME = 2  # of less than these on average names tell nothing of other rows either
_MOST = 0.9  # of the texts of a column: a blank among them may be what made texts of all
_PLAIN = r"(?:0|[1-9]\d*)(?:\.\d+)?"  # a number that begins with a nought is a code
_FORMS = (
    (
        re.compile(rf"[-+]?{_PLAIN}"),
        "numbers",
        "convert it with pd.to_numeric(..., errors='coerce')",
    ),
    (re.compile(r"\d{4}-\d\d?-\d\d?\b.*"), "dates", "convert it with pd.to_datetime(...)"),
    (
        re.compile(r"\d\d?[/.]\d\d?[/.]\d{4}\b.*"),
        "dates",
        "convert it with pd.to_datetime(..., dayfirst=True), or False where months come first",
    ),
    (
        re.compile(rf"[-+]?(?:\d+(?:\.\d{{3}})*,\d+|\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|{_PLAIN})"),
        "numbers with commas",
        "read the file with decimal=',' or with thousands=',', whichever they are",
    ),
)
_GLANCE = 64  # rows or texts that mostly tell already


def stuck(column: Column, training: NDArray[np.intp]) -> str:
    """Return why no split of a column can ever part training rows, or an empty text."""
    first = column.codes[training[:_GLANCE]]
    if (first != first[0]).any():
        return ""
    codes = column.codes[training]
    if (codes != codes[0]).any():
        return ""
    what = "missing in every training row" if codes[0] < 0 else "constant in training"
    return f"{what}, so never split on"


def odd(column: Column, training: NDArray[np.intp]) -> str:
    """Return what to heed of a column that splits are made on, or an empty text."""
    return _unread(column) or _identifying(column, training)


def _unread(column: Column) -> str:
    """Return how to convert many texts that read like numbers or dates, or an empty text."""
    some = column.levels[:_GLANCE]
    if column.is_ordered or len(column.levels) <= IDENTIFIER_ROWS:
        return ""
    for form, what, cure in _FORMS:
        alike = [one for one in some if isinstance(one, str) and form.fullmatch(one.strip())]
        if len(alike) > _MOST * len(some):
            return f"{what} as texts, so each is a category by itself: {cure}"
    return ""


def _identifying(column: Column, training: NDArray[np.intp]) -> str:
    """Return what to heed of a column of names that hardly come twice, or an empty text.

    Such categories part the training rows as well as anything could, and no others.
    """
    if column.is_ordered:
        return ""
    many = _ROWS_A_NAME * len(column.levels)
    for rows in (training[: 2 * many], training):  # the first mostly tell already
        codes = column.codes[rows]
        known = np.count_nonzero(codes >= 0)
        if known >= many:
            return ""
    if known <= IDENTIFIER_ROWS or known >= _ROWS_A_NAME * len(present(codes)):
        return ""
    return (
        "less than two rows to a category, as in an identifier: splits on it will hardly hold for "
        "new rows; leave it out, or make fewer categories of it"
    )
