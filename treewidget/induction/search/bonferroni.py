"""In how many ways c categories can be merged into r groups: CHAID's multipliers.

The p-value of the groups that suit best is multiplied by the number of groupings it was chosen from
(Kass 1980, section 3.2; Biggs, de Ville and Suen 1991 for the exhaustive search).
"""

from __future__ import annotations

from math import comb, exp, factorial, log
from typing import Final, Literal, TypeAlias

from .tails import TINY

Kind: TypeAlias = Literal["nominal", "ordinal", "floating"]
"""Which categories may be merged: any, neighbours, or neighbours and the last one with any."""
_PAIR: Final = 2


def ways(kind: Kind, categories: int, groups: int) -> int:
    """Return the number of groupings.

    Examples
    --------
    >>> ways("nominal", 4, 3), ways("ordinal", 5, 3), ways("floating", 5, 3)
    (6, 6, 12)
    """
    c, r = categories, groups
    if kind == "ordinal":
        return comb(c - 1, r - 1)
    if kind == "floating":
        return comb(c - 2, r - 2) + r * comb(c - 2, r - 1) if r >= _PAIR else 1
    terms: list[int] = [comb(r, i) * (r - i) ** c for i in range(r)]
    return (sum(terms[::2]) - sum(terms[1::2])) // factorial(r)


def ways_exhaustive(kind: Kind, categories: int) -> int:
    """Return the number of pairs looked at on the way from c categories to two groups.

    Nominal: all pairs of j groups for each j, ``sum j (j - 1) / 2``. Ordinal, with a floating
    category or without: ``c (c - 1) / 2``.

    Examples
    --------
    >>> ways_exhaustive("nominal", 4), ways_exhaustive("ordinal", 4)
    (10, 6)
    """
    c = categories
    return comb(c + 1, 3) if kind == "nominal" else comb(c, 2)


def adjusted(p: float, log_p: float, multiplier: int) -> tuple[float, float]:
    """Return p times the multiplier, at most 1, and its logarithm.

    Examples
    --------
    >>> adjusted(0.01, log(0.01), 6)[0], adjusted(0.5, log(0.5), 6)
    (0.06, (1.0, 0.0))
    """
    log_adjusted = log_p + log(multiplier)
    if log_adjusted >= 0:
        return 1.0, 0.0
    # A p so small may be no number of its own, and a multiplier beyond all numbers.
    return (p * multiplier if p > TINY else exp(log_adjusted)), log_adjusted
