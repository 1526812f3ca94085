"""The best tree of some levels by brute force: what looking ahead is held against."""

import itertools

import numpy as np

from treewidget.induction.criteria import impurity


def sides(frame, here):
    for name in frame.columns.drop("y"):
        values = frame[name].to_numpy()[here]
        present = np.unique(values)
        if values.dtype.kind == "O":
            for size in range(1, len(present)):
                for group in itertools.combinations(present[1:], size):
                    yield np.isin(values, group)
        else:
            for value in present[:-1]:
                yield values <= value


def quartile_sides(frame, here):
    for name in frame.columns.drop("y"):
        values = frame[name].to_numpy()[here]
        tried = [values <= cut for cut in np.quantile(values, [0.25, 0.5, 0.75])]
        yield from (side for side in tried if not side.all())


def change_sides(frame, here):
    """Give cuts that leave four rows on either side: where the class changes, and the outermost."""
    for name in frame.columns.drop("y"):
        values, y = frame[name].to_numpy()[here], frame["y"].to_numpy()[here]
        present = np.unique(values)
        classes = [set(y[values == value]) for value in present]
        admissible = [
            at for at, cut in enumerate(present) if 4 <= (values <= cut).sum() <= len(here) - 4
        ]
        for at in admissible:
            if len(classes[at] | classes[at + 1]) > 1 or at in (admissible[0], admissible[-1]):
                yield values <= present[at]


def worth(frame, rows, depth, criterion, sides=sides):
    """Return the largest decrease of impurity of any tree of so many levels, by brute force."""
    classes, codes = np.unique(frame["y"], return_inverse=True)

    def mass(here):
        counts = np.bincount(codes[here], minlength=len(classes)).astype(float)
        return len(here) * float(impurity(counts, criterion))

    def least(here, levels):
        best = mass(here)
        if levels == 0 or best == 0.0:
            return best
        for side in sides(frame, here):
            best = min(best, least(here[side], levels - 1) + least(here[~side], levels - 1))
        return best

    return (mass(rows) - least(rows, depth)) / len(rows)
