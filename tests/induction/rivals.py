"""Whether a growth had a choice: a search over every split of every node, by definition.

Independent of the package: impurities are taken as they are defined, one side at a time.
"""

import numpy as np

NEAR = 1e-9


def impurities(sums, criterion):
    """Return weight times impurity for lines of sums: class weights, or (w, wy, wyy)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        if criterion == "squared_error":
            found = sums[:, 2] - sums[:, 1] ** 2 / sums[:, 0]
        else:
            weight = sums.sum(axis=1)
            share = sums / weight[:, None]
            each = 1 - share if criterion == "gini" else -np.log2(np.where(share > 0, share, 1))
            found = weight * (share * each).sum(axis=1)
    return np.nan_to_num(found, nan=0.0)


def gains(x, parts, criterion, limits):
    """Return the gain of every admissible split of one column, missing rows either way."""
    missing = np.isnan(x)
    order = np.argsort(x[~missing], kind="stable")
    values, known = x[~missing][order], parts[~missing][order]
    whole, gone = parts.sum(axis=0), parts[missing].sum(axis=0)
    below, rows = np.cumsum(known, axis=0), np.arange(1, len(values) + 1)
    ends = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else []
    sides = [(below[ends], rows[ends])]
    if missing.any():
        sides.append((below[ends][:-1] + gone, rows[ends][:-1] + missing.sum()))
    found = []
    for left, count in sides:
        weight = left[:, 0] if criterion == "squared_error" else left.sum(axis=1)
        other = total_weight(whole, criterion) - weight
        allowed = np.minimum(count, len(x) - count) >= limits.leaf_rows
        allowed &= np.minimum(weight, other) >= limits.leaf_weight
        inside = impurities(left, criterion) + impurities(whole - left, criterion)
        found.append(impurities(whole[None], criterion)[0] - inside[allowed])
    return np.concatenate(found) / total_weight(whole, criterion)


def total_weight(sums, criterion):
    return sums[0] if criterion == "squared_error" else sums.sum()


def parts_of(y, weights, criterion):
    """Return each row's own line of sums."""
    if criterion == "squared_error":
        y = y - np.average(y, weights=weights)
        return np.column_stack([weights, weights * y, weights * y * y])
    return (y[:, None] == np.unique(y)[None, :]) * weights[:, None]


def contested(inducer, sprout, frame, y, weights):
    """Whether any node that was split had a second split as good, to 1e-9 of its impurity."""
    criterion, limits = inducer.options.criterion, inducer.limits
    x, parts = frame.to_numpy(), parts_of(y, weights, criterion)
    for here in sprout.walk():
        if here.split is None:
            continue
        rows = inducer.engine.positions(here.region.rows)
        found = np.concatenate(
            [gains(x[rows, j], parts[rows], criterion, limits) for j in range(x.shape[1])]
        )
        whole = parts[rows].sum(axis=0)
        scale = impurities(whole[None], criterion)[0] / total_weight(whole, criterion)
        if (found >= found.max() - NEAR * scale).sum() > 1:
            return True
    return False


def contested_order(sprout, choice):
    """Best-first: whether a leaf that stayed one was worth as much as a split that was made."""
    made = [s.region.train.weight * s.gain for s in sprout.walk() if s.split is not None]
    left = [
        s.region.train.weight * chosen.gain
        for s in sprout.walk()
        if s.split is None and (chosen := choice(s.region)) is not None
    ]
    return any(abs(a - b) <= NEAR * max(made) for a in made for b in left)
