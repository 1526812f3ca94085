"""Upper tails of the chi-square and F distributions, with logarithms that do not underflow.

A p-value below 1e-308 is 0 in double precision, and two such columns could not be told apart: there
the logarithm comes from the tail's continued fraction instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ...engine.contract import Floats

TINY: Final = 1e-290
"""Below it the logarithm is not taken of p."""
LEAST: Final = -1e300
"""The logarithm of a p of 0: finite, so that differences of two have a meaning."""
FEW: Final = 10
"""Up to so many degrees of freedom the tail is a short sum."""
LIKELY: Final = 0.9
"""Above it the logarithm is taken of 1 - p."""
_STEPS: Final = 500
_EPS: Final = float(np.finfo(np.float64).eps)
_SMALL: Final = 1e-300


@dataclass(frozen=True, slots=True, eq=False)
class Tail:
    """The probability of at least as large a statistic, and its natural logarithm."""

    p: Floats
    log_p: Floats


def chi2_tail(statistic: Floats, df: Floats) -> Tail:
    """Return the upper tail of chi-square; 1 where there is no degree of freedom.

    Examples
    --------
    >>> tail = chi2_tail(np.array([3.841458820694124, 4000.0]), np.array([1, 1]))
    >>> tail.p.round(12).tolist(), tail.log_p.round(6).tolist()
    ([0.05, 0.0], [-2.995732, -2004.373066])
    """
    statistic, df = np.broadcast_arrays(np.asarray(statistic), np.asarray(df))
    from scipy.special import gammainc  # noqa: PLC0415 - only tests of significance need it

    some = df > 0
    a, x = np.where(some, df / 2.0, 1.0), np.asarray(statistic / 2.0)
    p = _gamma_tail(x, df)
    log_p = _log(p, lambda likely: np.where(some[likely], gammainc(a[likely], x[likely]), 0.0))
    deep = some & (p < TINY)
    if deep.any():
        log_p[deep] = _log_gamma_tail(a[deep], x[deep])
    return Tail(p, np.maximum(log_p, LEAST))


def _gamma_tail(x: Floats, df: Floats) -> Floats:
    """Return Q(df / 2, x), which is 1 where there is no degree of freedom."""
    from scipy.special import gammaincc  # noqa: PLC0415 - only tests of significance need it

    found, many = np.ones_like(x), df > FEW
    if many.any():
        found[many] = gammaincc(df[many] / 2.0, x[many])
    most = int(np.where(many, 0, df).max(initial=0))
    for odd in (0, 1):
        for degrees, tail in zip(range(2 - odd, most + 1, 2), _few_degrees(x, odd), strict=False):
            found = np.where(df == degrees, tail, found)
    return np.minimum(found, 1.0)


def _few_degrees(x: Floats, odd: int) -> Iterator[Floats]:
    """Give Q(df / 2, x) of df = 2, 4, ... or 1, 3, ... (Abramowitz and Stegun 26.4.4, 26.4.5).

    As sums of positive terms they have the digits of the general way, in a tenth of its time.
    """
    from scipy.special import erfc  # noqa: PLC0415 - only tests of significance need it

    total = np.zeros_like(x)
    if odd:
        root = np.sqrt(x)
        total = erfc(root)
        yield total
    term = np.exp(-x)
    if odd:
        term = term * root * (2.0 / math.sqrt(math.pi))
    for at in count(1):
        total = total + term
        yield total
        term = term * (x / (at + odd / 2.0))


def f_tail(between: Floats, within: Floats, df: Floats, df_within: Floats) -> Tail:
    """Return the upper tail of F, from sums of squares; 1 where either has no degree of freedom.

    With ``x = within / (within + between)`` it is the incomplete beta function
    ``I_x(df_within / 2, df / 2)``: no division by a `within` of 0.
    """
    from scipy.special import betainc  # noqa: PLC0415 - only tests of significance need it

    total = np.asarray(between + within)
    some = (total > 0) & (np.asarray(df) > 0) & (np.asarray(df_within) > 0)
    whole = np.where(some, total, 1.0)
    inside, outside = np.where(some, within / whole, 1.0), np.where(some, between / whole, 0.0)
    a, b = np.where(some, df_within / 2.0, 1.0), np.where(some, df / 2.0, 1.0)
    p = np.where(some, betainc(a, b, inside), 1.0)
    log_p = _log(p, lambda at: np.where(some[at], betainc(b[at], a[at], outside[at]), 0.0))
    deep = some & (p < TINY) & (inside > 0)
    if deep.any():
        log_p[deep] = _log_beta(a[deep], b[deep], inside[deep], outside[deep])
    return Tail(p, np.maximum(log_p, LEAST))


def _log(p: Floats, complement: Callable[[NDArray[np.bool_]], Floats]) -> Floats:
    """Return the logarithm of p, from 1 - p where that keeps more digits."""
    likely = np.asarray(p > LIKELY)
    with np.errstate(divide="ignore"):
        found = np.asarray(np.log(p))
    if likely.any():
        found[likely] = np.log1p(-np.minimum(complement(likely), 0.5))
    return found


def _log_gamma_tail(a: Floats, x: Floats) -> Floats:
    """Return log Q(a, x) for x far above a (Abramowitz and Stegun 6.5.31, even part)."""
    from scipy.special import gammaln  # noqa: PLC0415

    fraction = _lentz(x + 1.0 - a, lambda i: (-i * (i - a), x + 2.0 * i + 1.0 - a))
    return np.asarray(a * np.log(x) - x - gammaln(a) - np.log(fraction))


def _log_beta(a: Floats, b: Floats, x: Floats, y: Floats) -> Floats:
    """Return log I_x(a, b), y being 1 - x, for x below its mean (A. and S. 26.5.8)."""
    from scipy.special import betaln  # noqa: PLC0415

    def term(i: int) -> tuple[Floats, Floats]:
        half, odd = divmod(i, 2)
        if odd:
            top = -(a + half) * (a + b + half) * x
            return np.asarray(top / ((a + 2 * half) * (a + 2 * half + 1.0))), np.ones_like(x)
        top = half * (b - half) * x
        return np.asarray(top / ((a + 2 * half - 1.0) * (a + 2 * half))), np.ones_like(x)

    fraction = _lentz(np.ones_like(x), term)
    return np.asarray(a * np.log(x) + b * np.log(y) - np.log(a) - betaln(a, b) - np.log(fraction))


def _lentz(first: Floats, term: Callable[[int], tuple[Floats, Floats]]) -> Floats:
    """Evaluate ``first + a1 / (b1 + a2 / (b2 + ...))`` (Lentz's method as Thompson modified it)."""
    value = np.where(first == 0, _SMALL, first)
    up, down = value, np.zeros_like(value)
    for i in range(1, _STEPS):
        top, bottom = term(i)
        down = bottom + top * down
        up = bottom + top / up
        down = 1.0 / np.where(down == 0, _SMALL, down)
        up = np.where(up == 0, _SMALL, up)
        change = up * down
        value = value * change
        if (np.abs(change - 1.0) < _EPS).all():
            break
    return value
