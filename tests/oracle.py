"""The naive truth: plain Python over rows, in exact fractions, sharing no code with the package.

Everything is found by going through the rows: the figures of a node, every admissible split of
every column, and its gain. Sums are fractions; entropies are decimals of 40 digits.

>>> data = Data(pd.DataFrame({"x": [1, 2, 3], "y": ["a", "a", "b"]}), "y")
>>> float(best_gain(data, [0, 1, 2], "gini"))
0.4444444444444444
"""

import decimal
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import pandas as pd

decimal.getcontext().prec = 40


class Data:
    """A frame as lists: values of ordered columns as numbers, of nominal ones as they are."""

    def __init__(self, frame, target, weights=None):
        self.n = len(frame)
        self.columns = {}
        self.ordered = {}
        for name in frame.columns:
            if name not in {target, weights}:
                self.columns[name], self.ordered[name] = read_column(frame[name])
        y = frame[target]
        self.classification = not pd.api.types.is_float_dtype(y)
        self.y = [v if self.classification else Fraction(float(v)) for v in y.tolist()]
        given = [1] * self.n if weights is None else frame[weights].tolist()
        self.w = [Fraction(w) for w in given]


def read_column(series):
    """Return a column's values (None where missing), and whether they have an order."""
    missing = series.isna().tolist()
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        values, ordered = series.cat.codes.tolist(), bool(dtype.ordered)
    elif pd.api.types.is_datetime64_any_dtype(dtype):
        values, ordered = series.astype("int64").tolist(), True
    elif pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_bool_dtype(dtype):
        values, ordered = series.tolist(), True
    else:
        values, ordered = series.tolist(), False
    return [None if gone else value for value, gone in zip(values, missing, strict=True)], ordered


# ------------------------------------------------------------ figures


def weight(data, rows):
    return sum((data.w[r] for r in rows), Fraction(0))


def class_weights(data, rows):
    sums = {}
    for r in rows:
        sums[data.y[r]] = sums.get(data.y[r], Fraction(0)) + data.w[r]
    return sums


def mean(data, rows):
    return sum((data.w[r] * data.y[r] for r in rows), Fraction(0)) / weight(data, rows)


def impurity(data, rows, criterion):
    """Return Gini or variance as a fraction, entropy in bits as a decimal."""
    total = weight(data, rows)
    if criterion == "squared_error":
        middle = mean(data, rows)
        return sum((data.w[r] * (data.y[r] - middle) ** 2 for r in rows), Fraction(0)) / total
    sums = [s for s in class_weights(data, rows).values() if s]
    if criterion == "gini":
        return 1 - sum((s / total) ** 2 for s in sums)
    return (_xlogx(total) - sum(_xlogx(s) for s in sums)) / _decimal(total) / _LN2


def gain(data, branches, criterion):
    """Return the impurity decrease of a split into branches (lists of rows)."""
    rows = [r for branch in branches for r in branch]
    total = weight(data, rows)
    inside = [
        _times(weight(data, branch) / total, impurity(data, branch, criterion))
        for branch in branches
        if weight(data, branch)
    ]
    return impurity(data, rows, criterion) - sum(inside)


def _decimal(fraction):
    return decimal.Decimal(fraction.numerator) / decimal.Decimal(fraction.denominator)


_LN2 = decimal.Decimal(2).ln()


@lru_cache(maxsize=100_000)
def _xlogx(fraction):
    value = _decimal(fraction)
    return value * value.ln() if value else decimal.Decimal(0)


def _times(share, value):
    return _decimal(share) * value if isinstance(value, decimal.Decimal) else share * value


# ------------------------------------------------------------ splits


@dataclass
class Split:
    """A binary split: its column, what defines it, and the rows of its branches."""

    column: object
    side: object  # the lower values' highest, or the frozenset of the first level's group
    missing: str  # "none", "other", "with", "own"
    branches: tuple


def splits(data, rows, column):
    """Go through every binary split of a column's rows, both ways for missing ones."""
    values = data.columns[column]
    gone = [r for r in rows if values[r] is None]
    known = [r for r in rows if values[r] is not None]
    for side, inside in _sides(data, column, {values[r] for r in known}):
        one = [r for r in known if values[r] in inside]
        other = [r for r in known if values[r] not in inside]
        if gone:
            yield Split(column, side, "other", (one, other + gone))
            yield Split(column, side, "with", (one + gone, other))
        else:
            yield Split(column, side, "none", (one, other))
    if gone and known:
        yield Split(column, None, "own", (known, gone))


def _sides(data, column, present):
    levels = sorted(present, key=lambda v: (str(type(v)), v))
    if data.ordered[column]:
        for end in range(1, len(levels)):
            yield levels[end - 1], set(levels[:end])
        return
    for size in range(len(levels) - 1):
        for rest in combinations(levels[1:], size):
            inside = {levels[0], *rest}
            yield frozenset(inside), inside


def admissible(data, split, min_samples_leaf=1, min_weight_leaf=0):
    return all(
        len(branch) >= max(min_samples_leaf, 1)
        and weight(data, branch) >= Fraction(min_weight_leaf)
        and weight(data, branch) > 0
        for branch in split.branches
    )


def best_gain(data, rows, criterion, *, min_samples_leaf=1, min_weight_leaf=0, columns=None):
    """Return the gain of the best admissible split; None if there is none."""
    gains = [
        gain(data, split.branches, criterion)
        for column in (data.columns if columns is None else columns)
        for split in splits(data, rows, column)
        if admissible(data, split, min_samples_leaf, min_weight_leaf)
    ]
    return max(gains, default=None)
