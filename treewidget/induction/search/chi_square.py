"""Tests of independence between the branches of a split and the target.

All of them take the statistics of branches as tables have them, shape (..., branches, S). Weights
count as frequencies: a row of weight 2 is two rows, and fractions are allowed. No correction for
continuity is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ..criteria import summed
from .tails import chi2_tail, f_tail

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...engine.contract import Floats

_PAIR: Final = 2
FEW: Final = 5.0
"""Below so large an expected count the chi-square distribution is a rough guide (Cochran 1954)."""


class Significance(NamedTuple):
    """What tests of several tables found.

    Attributes
    ----------
    statistic, p, log_p : float arrays, shape (...)
        A table that says nothing (one row, one class, no degree of freedom) has p = 1.
    df : float array, shape (...)
        Degrees of freedom; of F those between the groups.
    df_within : float array or None
        Of F alone.
    """

    statistic: Floats
    df: Floats
    p: Floats
    log_p: Floats
    df_within: Floats | None = None

    def part(self, tables: slice | int) -> Significance:
        """Return what was found of some of the tables, or of one."""
        within = None if self.df_within is None else self.df_within[tables]
        return Significance(
            self.statistic[tables], self.df[tables], self.p[tables], self.log_p[tables], within
        )


def pearson(tables: Floats) -> Significance:
    """Return Pearson's chi-square of contingency tables, empty rows and columns dropped.

    ``sum (O - E)^2 / E`` with ``E_ik = N_i n_k / N`` (Pearson 1900) is reckoned as
    ``sum (O N - N_i n_k)^2 / (N N_i n_k)``: equal distributions have a statistic of exactly 0.

    Examples
    --------
    >>> outlook = pearson(np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]))
    >>> round(float(outlook.statistic), 4), float(outlook.df), round(float(outlook.p), 3)
    (3.5467, 2.0, 0.17)
    """
    if tables.shape[-2] == _PAIR:
        return _pearson_of_pairs(tables)
    df, total, expected, difference = _cells(tables)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where(expected > 0, np.square(difference) / (total * expected), 0.0)
    return _significance(df, parts)


def _pearson_of_pairs(tables: Floats) -> Significance:
    """Return the same of two rows: ``sum (O_1 N_2 - O_2 N_1)^2 / (N_1 N_2 n_k)``, half the work."""
    one, other = tables[..., 0, :], tables[..., 1, :]
    ours, theirs, both = summed(one)[..., None], summed(other)[..., None], one + other
    df = np.where((ours > 0) & (theirs > 0), np.maximum(_filled(both)[..., None] - 1.0, 0.0), 0.0)
    expected = ours * theirs * both
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.square(one * theirs - other * ours) / expected
    return _significance(df[..., 0], np.where(expected > 0, parts, 0.0)[..., None, :])


def likelihood_ratio(tables: Floats) -> Significance:
    """Return G squared, ``2 sum O ln(O / E)``: it is ``2 N ln 2`` times the gain in bits.

    Examples
    --------
    >>> round(float(likelihood_ratio(np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])).statistic), 6)
    4.78895
    """
    df, total, expected, difference = _cells(tables)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(expected > 0, difference / expected, 0.0)
        grown = np.where(ratio > -1.0, (1.0 + ratio) * np.log1p(ratio), 0.0) - ratio
        parts = np.where(expected > 0, expected / total * np.maximum(grown, 0.0), 0.0)
    return _significance(df, parts, 2.0)


def analysis_of_variance(tables: Floats) -> Significance:
    """Return the one-way F test of groups given by weight, sum and sum of squares (Fisher 1925).

    Give sums about a near centre: their digits are the test's.

    Examples
    --------
    >>> groups = np.array([[3.0, 6.0, 14.0], [3.0, 15.0, 77.0]])  # 1, 2, 3 and 4, 5, 6
    >>> found = analysis_of_variance(groups)
    >>> float(found.statistic), float(found.df_within), round(float(found.p), 6)
    (13.5, 4.0, 0.021312)
    """
    weight, total, squares = tables[..., 0], tables[..., 1], tables[..., 2]
    whole = summed(weight)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(whole > 0, summed(total) / whole, 0.0)[..., None]
        part = np.where(weight > 0, total / weight, mean)
    between = summed(weight * np.square(part - mean))
    spread = np.where(weight > 0, squares - total * part, 0.0)
    within = summed(np.maximum(spread, 0.0))
    noise = 1e-14 * summed(squares)
    between, within = (np.where(one <= noise, 0.0, one) for one in (between, within))
    groups = _filled(weight)
    df = groups - 1.0
    df_within = np.maximum(whole - groups, 0.0)
    tail = f_tail(between, within, df, df_within)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(between > 0, (between / df) / (within / df_within), 0.0)
    some = (df > 0) & (df_within > 0)
    return Significance(np.where(some, ratio, 0.0), df, tail.p, tail.log_p, df_within)


TESTS: Final[Mapping[str, Callable[[Floats], Significance]]] = {
    "chi2": pearson,
    "g2": likelihood_ratio,
    "f_test": analysis_of_variance,
}
"""By the name of the criterion."""


def least_expected(table: Floats) -> float:
    """Return the least expected count of one table, empty rows and columns dropped.

    Examples
    --------
    >>> float(least_expected(np.array([[2.0, 3.0], [4.0, 0.0], [0.0, 0.0]])))
    1.3333333333333333
    """
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    if not (rows.any() and columns.any()):
        return 0.0
    return float(rows[rows > 0].min() * columns[columns > 0].min() / rows.sum())


def rough(table: Floats) -> str:
    """Return a warning where an expected count is under 5; mostly empty."""
    least = least_expected(table)
    if least >= FEW:
        return ""
    return f"its p-value is rough: an expected count is {least:.3g}, and should be {FEW:g} or more"


def is_rejected(table: Floats, alpha: float) -> bool:
    """Return whether independence of branches and classes is rejected at a level.

    It is how ID3 stops: only such columns are candidates (Quinlan 1986, section 5).

    Examples
    --------
    >>> is_rejected(np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]), 0.05)
    False
    """
    return bool(pearson(table).p <= alpha)


def _cells(tables: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return degrees of freedom, N, N times each cell's expected count, and ``O N - N_i n_k``."""
    rows, columns = summed(tables), summed(tables, axis=-2)
    df = np.maximum(_filled(rows) - 1.0, 0.0) * np.maximum(_filled(columns) - 1.0, 0.0)
    total = summed(rows)[..., None, None]
    expected = rows[..., None] * columns[..., None, :]
    return df, total, expected, tables * total - expected


def _filled(sums: Floats) -> Floats:
    """Return how many of each line are more than nothing."""
    return summed(np.where(sums > 0, 1.0, 0.0))


def _significance(df: Floats, parts: Floats, times: float = 1.0) -> Significance:
    statistic = times * summed(parts.reshape(*parts.shape[:-2], -1))
    tail = chi2_tail(statistic, df)
    return Significance(np.where(df > 0, statistic, 0.0), df, tail.p, tail.log_p)
