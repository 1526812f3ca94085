"""Thresholds of C4.5 and ACLS under every limit, beside a plain reckoning of each cut."""

import itertools
import math

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from tests.induction.frames import inducers_of
from tests.induction.test_by_information import reckoned
from tests.thorough import examples

MOST = 25
"""C4.5 asks no more of a side."""


def frame_of(seed, n, classes, weighing):
    """Return ties, numbers too near to be parted, days; and the weights of the rows."""
    rng = np.random.default_rng(seed)
    y = rng.integers(classes, size=n)
    frame = pd.DataFrame(
        {
            "tied": (rng.integers(0, 9, n) + y) / 4.0,
            "near": np.round(rng.normal(size=n) + y, 1) + rng.integers(-1, 2, n) * 6e-6,
            "day": pd.Timestamp("2024-02-27")
            + pd.to_timedelta(rng.integers(0, 30, n) + 4 * y, "D"),
        }
    )
    frame.loc[rng.random(n) < 0.15, ["near", "day"]] = None
    weights = np.ones(n) if weighing is None else rng.choice(weighing, n)
    return frame.assign(y=np.array([*"pqrstu"])[y], w=weights)


def allowed(rows, frame, options):
    """Whether each side of a cut holds enough; `rows` are those on either side."""
    weights = [float(frame["w"][side].sum()) for side in rows]
    sizes, cases = [int(side.sum()) for side in rows], options.min_cases
    if options.method == "c4.5":
        tenth = 0.1 * sum(weights) / frame["y"].nunique()
        cases = cases if tenth <= cases else min(tenth, MOST)
        if sum(sizes) < 2 * cases - 1e-6:  # rows, as J48 has it
            return False
    slack = 1e-6 if options.method == "c4.5" else 0.0
    return all(weight > 0 and weight >= cases - slack for weight in weights) and all(
        within(side, frame, options) for side in rows
    )


def within(side, frame, options):
    """Whether some rows are enough by the limits of every method."""
    least, light = options.min_samples_leaf or 0, options.min_weight_leaf or 0.0
    return side.sum() >= least and frame["w"][side].sum() >= light * (1 - 1e-12)


def tried(column, frame, options):
    """Return the values below the cuts of a column that are tried."""
    values = column.dropna()
    cuts = []
    for low, high in itertools.pairwise(sorted(values.unique())):
        rows = (column <= low).to_numpy(), (column >= high).to_numpy()
        apart = options.method != "c4.5" or column.dtype.kind == "M" or high - low > 1e-5
        if apart and allowed(rows, frame, options):
            either = set(frame["y"][column.isin([low])]) | set(frame["y"][column.isin([high])])
            cuts.append((low, rows, len(either) > 1))
    if options.breakpoints == "class-change" and cuts:
        cuts = [cut for cut in cuts if cut[2] or cut[0] in (cuts[0][0], cuts[-1][0])]
    return [(low, rows) for low, rows, _ in cuts]


def best(column, frame, options):
    """Return the rows below the best cut, its gain and its ratio; None without one.

    The ratio alone is that of the gain less what choosing the cut costs.
    """
    codes, classes = pd.factorize(frame["y"], sort=True)

    def weighed(rows):
        return np.bincount(codes[rows], frame["w"][rows], len(classes)).tolist()

    gone, cuts = column.isna().to_numpy(), tried(column, frame, options)
    missing, total = weighed(gone), float(frame["w"].sum())
    if options.missing == "own" and gone.any():
        if not within(gone, frame, options):
            return None
        if not cuts:
            return known(gone, weighed, frame, options)
    found, tolerance = None, 1e-6 if options.method == "c4.5" else 1e-12
    for _, rows in cuts:
        gain, ratio = reckoned([weighed(side) for side in rows], missing, options.missing)
        if found is None or gain > found[1] + tolerance:
            found = rows[0], gain, ratio
    if found is None or options.method != "c4.5":
        return found
    below, gain, ratio = found
    less = gain - options.mdl_correction * math.log2(len(cuts)) / total
    return (below, gain, ratio * less / gain) if less >= tolerance else None


def known(gone, weighed, frame, options):
    """Return what `best` does of whether a value is known, which is no cut: nothing is chosen."""
    sides, slack = [weighed(~gone), weighed(gone)], 1e-6 if options.method == "c4.5" else 0.0
    enough = all(sum(side) > 0 and sum(side) >= options.min_cases - slack for side in sides)
    if not enough or not within(~gone, frame, options):
        return None
    return ~gone, *reckoned(sides[:1], sides[1], "own")


@pytest.mark.parametrize("method", ["c4.5", "acls"])
@examples(25)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(6, 90),
    classes=st.integers(2, 5),
    weighing=st.sampled_from([None, None, [0.5, 1.0, 3.0], [0.1, 0.3]]),
    limits=st.fixed_dictionaries(
        {},
        optional={
            "min_cases": st.sampled_from([0.5, 1, 2, 5]),
            "min_samples_leaf": st.sampled_from([2, 3, 7]),
            "min_weight_leaf": st.sampled_from([1.5, 4.0]),
            "breakpoints": st.just("class-change"),
            "missing": st.sampled_from(["fractional", "proportional", "own"]),
            "mdl_correction": st.booleans(),
        },
    ),
)
def test_the_best_threshold_is_that_among_all_that_are_allowed(
    *, method, seed, n, classes, weighing, limits
):
    frame = frame_of(seed, n, classes, weighing)
    if frame["y"].nunique() < 2:
        return
    if method == "acls":
        limits = {k: v for k, v in limits.items() if k not in {"min_cases", "mdl_correction"}}
    given_weights = {} if weighing is None else {"weights": "w"}
    data = frame if weighing else frame.drop(columns="w")
    for inducer in inducers_of(data, method=method, **given_weights, **limits):
        found = {one.column: one for one in inducer.candidates(inducer.root())}
        for at, column in enumerate(inducer.dataset.columns):
            expected, one = best(frame[column.name], frame, inducer.options), found[at]
            assert (one.split is None) == (expected is None), (column.name, one.reason)
            if expected is None:
                continue
            below, gain, ratio = expected
            cut = one.split.cuts[0].value if one.split.cuts else np.inf
            held = frame[column.name]
            if column.kind == "datetime":
                held = held.to_numpy().astype(column.dtype).astype("int64")
                held = np.where(frame[column.name].isna(), np.nan, held)
            assert np.array_equal(held <= cut, below)
            assert one.gain == pytest.approx(gain, abs=1e-9)
            assert one.gain_ratio == pytest.approx(ratio, abs=1e-9)
