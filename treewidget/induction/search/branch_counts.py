"""What the branches of a test hold and what it gains, by each way with missing values.

Everything here takes the branches' statistics over the rows whose value is known, of shape
(..., B, S), and those of the rows whose value is missing, of shape (S,) or (..., S), so that all
cuts of several columns are reckoned at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..criteria import branch_information, gain, summed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.contract import Floats, Ints
    from ..criteria import Criterion
    from ..splits import Split


@dataclass(frozen=True, slots=True, eq=False)
class Tests:
    """Tests of columns at places that are searched together, and what they are worth.

    Attributes
    ----------
    places, columns : int array, shape (t,)
    stats : float array, shape (t, B, S)
        Of the branches, over known rows.
    missing : float array, shape (t, S)
        Of the rows that lack the column.
    gains, ratios : float array, shape (t,)
    values : float array, shape (t,)
        What they were chosen by.
    build : callable
        What makes the split of a test, given its number here.
    decreases : float array, shape (t,), or None
        Of the impurity, where the gains are less.
    """

    places: Ints
    columns: Ints
    stats: Floats
    missing: Floats
    gains: Floats
    ratios: Floats
    values: Floats
    build: Callable[[int], Callable[[], Split]]
    decreases: Floats | None = None


def counted(known: Floats, missing: Floats, strategy: str) -> Floats:
    """Return the branches' statistics as a strategy counts them.

    ``proportional`` (Quinlan 1986, section 6) adds the missing rows to each branch in the branch's
    share of the known ones; ``own`` makes them one more branch; ``fractional`` (Quinlan 1993) looks
    at the known rows alone.

    Examples
    --------
    >>> known = np.array([[3.0, 0.0], [0.0, 1.0]])
    >>> counted(known, np.array([2.0, 2.0]), "proportional")
    array([[4.5, 1.5],
           [0.5, 1.5]])
    """
    if strategy == "fractional" or not missing.any():
        return known
    if strategy == "own":
        apart = np.broadcast_to(missing[..., None, :], (*known.shape[:-2], 1, known.shape[-1]))
        return np.concatenate([known, apart], axis=-2)
    weights = summed(known)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = weights / weights.sum(axis=-1, keepdims=True)
    return np.asarray(known + np.nan_to_num(shares)[..., None] * missing[..., None, :])


def gain_of_tests(known: Floats, missing: Floats, strategy: str, measure: Criterion) -> Floats:
    """Return the gain of each test; ``fractional`` takes it times the known share of the weight.

    Examples
    --------
    >>> outlook = np.array([[1.0, 3.0], [3.0, 0.0], [3.0, 2.0]])  # Saturday's weather, one unknown
    >>> missing = np.array([2.0, 0.0])
    >>> float(gain_of_tests(outlook, missing, "fractional", "entropy")) > 0
    True
    """
    found = gain(counted(known, missing, strategy), measure)
    if strategy == "fractional" and missing.any():
        held, gone = summed(summed(known)), summed(missing)
        with np.errstate(invalid="ignore"):
            found = np.where(gone > 0, found * (held / (held + gone)), found)
    return found


def information_of_tests(known: Floats, missing: Floats, strategy: str) -> Floats:
    """Return the information of knowing the branch, in bits: what a gain ratio divides by.

    With ``fractional`` the missing rows are one more branch, here only (Quinlan 1993, chapter 3).

    Examples
    --------
    >>> known = np.diag([1.0, 4.0, 3.0])
    >>> round(float(information_of_tests(known, np.array([6.0, 0.0, 0.0]), "fractional")), 12)
    1.788450457308
    """
    weights = summed(counted(known, missing, strategy))
    if strategy == "fractional" and missing.any():
        apart = np.broadcast_to(missing.sum(axis=-1)[..., None], (*weights.shape[:-1], 1))
        weights = np.concatenate([weights, apart], axis=-1)
    return branch_information(weights)


def ratio_of(gained: Floats | float, information: Floats) -> Floats:
    """Return the gain ratio of each test; 0 where there is no information to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(information > 0, gained / information, 0.0)
