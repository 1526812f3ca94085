"""How many errors a leaf is predicted to make (Quinlan 1993, *C4.5*, chapter 4)."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.25
"""C4.5's own."""


def predicted_errors(weight: float, errors: float, confidence: float = CONFIDENCE) -> float:
    """Return how many errors a leaf is predicted to make.

    Without errors the binomial's limit is ``1 - confidence ** (1 / N)``. From one error on it is
    taken from the normal approximation with correction for continuity (as Weka's J48 does; C4.5
    release 8 interpolates the normal quantile in a table), below one error in between.

    Examples
    --------
    >>> round(predicted_errors(6, 0), 6), round(predicted_errors(16, 1), 6)
    (1.237797, 2.475715)
    """
    if weight <= 0:
        return 0.0
    if errors < 1:
        none = -weight * math.expm1(math.log(confidence) / weight)  # no digit lost, however heavy
        if errors <= 0:
            return none
        one = predicted_errors(weight, 1.0, confidence) - 1.0
        return errors + none + errors * (one - none)
    if errors + 0.5 >= weight:
        return max(weight, errors)
    z = quantile(confidence)
    f = (errors + 0.5) / weight
    root = math.sqrt(f / weight - f * f / weight + z * z / (4.0 * weight * weight))
    return weight * (f + z * z / (2.0 * weight) + z * root) / (1.0 + z * z / weight)


@lru_cache
def quantile(confidence: float) -> float:
    """Return the normal quantile that leaves `confidence` above it."""
    return -NormalDist().inv_cdf(confidence)  # one less it has fewer digits, of 1e-17 none
