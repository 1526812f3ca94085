"""Surrogates as rpart finds them, row by row and cut by cut."""

import numpy as np

NEAR = 1 - 1e-12


def even(one, other):
    return abs(one - other) <= 1e-12 * (one + other)


def surrogates(columns, at, side, target, weights, *, style=0, most=5):
    """Return (column, flipped, rows that it sends right, agreement, adjusted), best first.

    Parameters
    ----------
    columns : sequence of (codes, is_ordered, labels)
        -1 where a value is missing.
    at : int
        The split's own column.
    side : int array
        0 or 1, the side of each row; 2 where its column is missing.
    target : array
        Numbers, or positions of classes.
    weights : float array
    style : {0, 1}
    most : int
    """
    parts = [weights[side == one].sum() for one in (0, 1)]
    means = [np.average(target[side == one], weights=weights[side == one]) for one in (0, 1)]
    higher = int(means[0] < means[1])
    found = []
    for number, (codes, is_ordered, labels) in enumerate(columns):
        if number == at:
            continue
        both = (codes >= 0) & (side < 2)
        here = [weights[both & (side == one)].sum() for one in (0, 1)]
        if is_ordered:
            one = _threshold(codes, both, side, weights)
        else:
            heavier = higher if even(*here) else int(here[1] > here[0])
            one = _groups(codes, both, side, weights, heavier)
            copies = labels == columns[at][2] and (codes == columns[at][0])[both].all()
            if one is not None and (one[1] != (side == 1))[both].sum() < (0 if copies else 2):
                one = None
        base = here if style else parts
        if one is None or one[2] <= max(base) / NEAR or not min(base):
            continue
        flipped, right, agreeing = one
        adjusted = (agreeing - max(base)) / min(base)
        found.append((number, flipped, right, agreeing / sum(base), adjusted))
    return sorted(found, key=lambda one: (-round(one[3], 12), one[0]))[:most]


def _threshold(codes, both, side, weights):
    best = None
    for low in np.unique(codes[codes >= 0])[:-1]:
        above = codes > low
        if min((both & above).sum(), (both & ~above).sum()) < 2:
            continue
        as_it_is, turned = (weights[both & ((side == 1) == way)].sum() for way in (above, ~above))
        agreeing = max(as_it_is, turned)
        if best is None or agreeing * NEAR > best[2]:
            best = (bool(turned > as_it_is), (codes >= 0) & above, agreeing)
    return best


def _groups(codes, both, side, weights, heavier):
    right = np.zeros(len(codes), dtype=bool)
    levels = np.unique(codes[both])
    for level in levels:
        of = both & (codes == level)
        left, other = (weights[of & (side == one)].sum() for one in (0, 1))
        right |= (codes == level) & (heavier == 1 if even(left, other) else other > left)
    if len({bool(right[codes == level].any()) for level in levels}) < 2:
        return None
    return False, right, weights[both & (right == (side == 1))].sum()
