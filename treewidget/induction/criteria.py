"""Impurity and its decrease, from statistics alone.

Decreases are never taken as a difference of impurities. A node's branches differ from it by
``d[i] = stats[i] * W - stats * W[i]``, which is exact while counts are integers, and every gain
here is a sum of non-negative terms in those differences: a split that changes nothing has a gain
of exactly 0, and a small gain keeps its digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from ..engine.contract import Floats

Criterion: TypeAlias = Literal[
    "gini", "entropy", "classification_error", "squared_error", "absolute_error"
]

OF_NUMBERS: Final = frozenset({"squared_error", "absolute_error"})
"""Criteria of regression. Sums do not tell absolute errors: from statistics alone the squared ones
stand in for them, and what must be exact is taken from the rows (`absolute`)."""
SHORT, MANY = 7, 1000
"""Longer axes and fewer numbers numpy sums quickly; longer axes in another order, too."""


def summed(values: Floats, axis: int = -1) -> Floats:
    """Return ``values.sum(axis)``: of a short axis many times as quick as numpy's own.

    Examples
    --------
    >>> summed(np.array([[3.0, 4.0], [1.0, 1.0]]))
    array([7., 2.])
    """
    return folded(np.add, values, axis)


def folded(ufunc: np.ufunc, values: Floats, axis: int = -1) -> Floats:
    """Return ``ufunc.reduce(values, axis)``: of a short axis many times as quick as numpy's own.

    Examples
    --------
    >>> folded(np.maximum, np.array([[3.0, 4.0], [1.0, 1.0]]))
    array([4., 1.])
    """
    if not 0 < values.shape[axis] <= SHORT or values.size < MANY:
        return np.asarray(ufunc.reduce(values, axis=axis))
    first, *others = np.moveaxis(values, axis, 0)
    found = np.array(first)
    for one in others:
        ufunc(found, one, out=found)
    return found


def weight_of(stats: Floats, criterion: Criterion) -> Floats:
    """Return the weight of each set of rows; `stats` has shape (..., S).

    Examples
    --------
    >>> weight_of(np.array([[3.0, 4.0]]), "gini")
    array([7.])
    """
    weight: Floats = stats[..., 0] if criterion in OF_NUMBERS else summed(stats)
    return weight


def impurity(stats: Floats, criterion: Criterion) -> Floats:
    """Return the impurity of each set of rows: Gini, entropy in bits, error rate, or variance.

    Of an empty set it is 0. The variance of a set far from the training mean loses digits here;
    a node's own is taken from its rows (`Engine.scatter`).

    Examples
    --------
    >>> impurity(np.array([[5.0, 5.0], [8.0, 0.0]]), "gini")
    array([0.5, 0. ])
    >>> impurity(np.array([5.0, 5.0]), "entropy")
    array(1.)
    """
    weight = weight_of(stats, criterion)[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(weight > 0, stats / weight, 0.0)
        if criterion in OF_NUMBERS:
            return np.asarray(np.maximum(share[..., 2] - np.square(share[..., 1]), 0.0))
        if criterion == "gini":
            return summed(share * (1.0 - share))
        if criterion == "classification_error":
            wrong = weight[..., 0] - folded(np.maximum, stats)
            return np.where(weight[..., 0] > 0, np.maximum(wrong, 0.0) / weight[..., 0], 0.0)
        return np.asarray(np.maximum(summed(entropy_terms(share)), 0.0))


def entropy_terms(share: Floats) -> Floats:
    """Return what each share of a whole adds to its entropy, in bits; nothing where there is none.

    Examples
    --------
    >>> entropy_terms(np.array([0.5, 0.25, 0.0])).tolist()
    [0.5, 0.5, 0.0]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(share > 0, -share * np.log2(share), 0.0)


def mean(stats: Floats, centre: float) -> Floats:
    """Return the mean of the target (regression) of each set of rows; NaN of no weight."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(centre + stats[..., 1] / stats[..., 0])


def gain(branches: Floats, criterion: Criterion) -> Floats:
    """Return the impurity decrease of splits; `branches` has shape (..., B, S).

    Branches without weight add nothing. The whole is the sum of the branches.

    Examples
    --------
    >>> float(gain(np.array([[4.0, 0.0], [0.0, 4.0]]), "entropy"))
    1.0
    """
    whole = summed(branches, axis=-2)[..., None, :]
    parts = parts_of_gain(branches, whole, criterion)
    return summed(parts)


def gain_of_two(one: Floats, whole: Floats, criterion: Criterion) -> Floats:
    """Return the impurity decrease of two-way splits from one side of each.

    Parameters
    ----------
    one : float array, shape (..., S)
        Statistics of either side.
    whole : float array, shape (S,) or (..., S)
        Statistics of all rows.
    criterion : str

    Returns
    -------
    float array, shape (...)
        NaN where a side has no weight.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        if criterion in ("entropy", "classification_error"):
            other = whole - one
            weight = weight_of(one, criterion) * weight_of(other, criterion)
            if criterion == "classification_error":
                more = _righted(one, whole) + _righted(other, whole)
                return np.where(weight > 0, more, np.nan)
            both = parts_of_gain(np.stack([one, other], axis=-2), whole[..., None, :], criterion)
            return np.where(weight > 0, summed(both), np.nan)
        weight = weight_of(one, criterion)
        total = weight_of(whole, criterion)
        difference = _differences(one, whole, weight, total, criterion)
        squares = np.einsum("...k,...k->...", difference, difference)
        scale = total * total * weight * (total - weight)
        return np.asarray(squares / np.where(scale > 0, scale, np.nan))


def chi2_of_two(one: Floats, whole: Floats) -> Floats:
    """Return Pearson's chi-square over N of two-way splits from one side of each.

    ``sum_k (O_k N - N_L n_k)^2 / (n_k N_L N_R N)``: between 0 and 1, and like a gain comparable
    between nodes once it is weighed by their size.
    """
    weight, total = summed(one), summed(whole)
    difference = one * total[..., None] - whole * weight[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = summed(np.where(whole > 0, np.square(difference) / whole, 0.0))
        scale = total * weight * (total - weight)
        return np.asarray(parts / np.where(scale > 0, scale, np.nan))


def twoing_of_two(one: Floats, whole: Floats) -> Floats:
    """Return the twoing value of two-way splits from one side of each; arguments as above.

    ``(p_L p_R / 4) (sum_k |p_kL - p_kR|)^2`` (Breiman et al. 1984, section 4.3).
    """
    weight, total = summed(one), summed(whole)
    # the shares differ by the difference over W W_L W_R: again exact while counts are integers
    apart = summed(np.abs(one * total[..., None] - whole * weight[..., None]))
    scale = total**2 * weight * (total - weight)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.square(apart) / (4.0 * np.where(scale > 0, scale, np.nan)))


def branch_information(weights: Floats) -> Floats:
    """Return the entropy in bits of the branches' own weights (shape (..., B)).

    It is what gain is divided by in the gain ratio.
    """
    return impurity(weights, "entropy")


def _differences(
    part: Floats, whole: Floats, weight: Floats, total: Floats, criterion: Criterion
) -> Floats:
    """Return ``stats[i] * W - stats * W[i]``, for regression of the sums alone."""
    if criterion in OF_NUMBERS:
        part, whole = part[..., 1:2], whole[..., 1:2]
    return part * total[..., None] - whole * weight[..., None]


def parts_of_gain(branches: Floats, whole: Floats, criterion: Criterion) -> Floats:
    """Return what each branch adds to the gain, shape (..., B); never negative."""
    weight = weight_of(branches, criterion)
    if criterion == "classification_error":
        return np.where(weight > 0, _righted(branches, whole), 0.0)
    total = weight_of(whole, criterion)
    difference = _differences(branches, whole, weight, total, criterion)
    with np.errstate(divide="ignore", invalid="ignore"):
        if criterion == "entropy":
            # Kullback-Leibler divergence as sum q ((1 + r) log(1 + r) - r), with p = q (1 + r):
            # each term is non-negative and small where p is near q.
            ratio = np.where(whole > 0, difference / (whole * weight[..., None]), 0.0)
            grown = np.where(ratio > -1.0, (1.0 + ratio) * np.log1p(ratio), 0.0) - ratio
            divergence = summed((whole / total[..., None]) * grown)
            found = weight / total * divergence / np.log(2.0)
        else:
            found = summed(np.square(difference)) / (total**3 * weight)
    return np.where(weight > 0, np.maximum(found, 0.0), 0.0)


def _righted(part: Floats, whole: Floats) -> Floats:
    """Return what share more a part gets right by its own class than by the whole's.

    That is the whole's first class of most weight; the share is of all rows, and not negative.
    """
    if whole.ndim == 1:
        common = part[..., whole.argmax()]
    else:
        first = np.broadcast_to(whole.argmax(axis=-1)[..., None], (*part.shape[:-1], 1))
        common = np.take_along_axis(part, first, axis=-1)[..., 0]
    return np.asarray((folded(np.maximum, part) - common) / summed(whole))


def recentred(stats: Floats, whole: Floats, criterion: Criterion) -> Floats:
    """Return statistics with the target centred on the mean of `whole` (regression).

    Sums taken at a node that lies far from the training mean keep their digits so.
    """
    if criterion not in OF_NUMBERS or whole[0] == 0:
        return stats
    shift = whole[1] / whole[0]
    weight, total, squares = stats[..., 0], stats[..., 1], stats[..., 2]
    moved = (weight, total - shift * weight, squares - shift * (2.0 * total - shift * weight))
    return np.stack(moved, axis=-1)
