"""Options of every kind on frames that take the quick ways, beside the plain search of tables.

    python -m tests.soak.ways                  ten minutes
    python -m tests.soak.ways --minutes 60 --seed 7

Their short forms, on frames of few rows, are tests/induction/test_ceilings.py, test_swift_cuts.py
and test_swift_of_two.py.
"""

from __future__ import annotations

import sys
from unittest.mock import patch

import numpy as np

from tests.induction.frames import exact_weights, inducers_of, weights_by_class, worth_of
from tests.induction.swift_trees import LIMITS
from tests.induction.test_swift_cuts import COSTS
from tests.induction.test_thresholds_at_once import frame_of, numbered
from tests.soak.edges import until_time_is_up
from treewidget.induction.search import ceilings

ROWS = (2_500, 5_000, 17_000, 40_000)
CRITERIA = ("gini", "entropy", "twoing", "chi2", "classification_error", "g2")
BREAKPOINTS = ("every", "class-change", "quartiles")
MISSING = ("learned", "learned", "surrogate", "fractional", "most_common")


def pair(seed):
    """Return the twin's inducer and the compiled engine's, and what was asked of them."""
    rng = np.random.default_rng(seed)
    options = {"max_depth": int(rng.choice([3, 5, 7])), **LIMITS[rng.integers(len(LIMITS))]}
    choices = {"criterion": CRITERIA, "breakpoints": BREAKPOINTS, "missing": MISSING}
    options |= {name: str(rng.choice(among)) for name, among in choices.items()}
    options["cut"] = str(rng.choice(["midpoint", "data_value"]))
    if rng.random() < 0.25:
        options["column_costs"] = COSTS
    classes = int(rng.choice([2, 2, 3, 4, 6, 7]))
    frame = frame_of(seed, int(rng.choice(ROWS)), classes, float(rng.choice([0, 0, 0.1, 0.4])))
    beside = {"validation": 0.3 if rng.random() < 0.5 else None}
    way = rng.integers(5)
    if way == 0:  # sums of these are exact
        beside["weights"] = exact_weights(len(frame))
    elif way == 1:
        beside["weights"] = weights_by_class(frame["y"])
    elif way == 2:
        frame = numbered(frame)
        options |= worth_of(seed, classes)
    return inducers_of(frame, **beside, **options), options


def differences(inducers):
    """Give what the two trees differ in, and the lists of candidates of their nodes."""
    plain, compiled = inducers
    with patch.object(ceilings, "LEAST", sys.maxsize):
        slow = list(plain.grow([plain.root()])[0].walk())
        lists = [_listed(plain, one) for one in slow[:5]]
    quick = list(compiled.grow([compiled.root()])[0].walk())
    if len(slow) != len(quick):
        yield f"{len(slow)} nodes and {len(quick)}"
        return
    for one, other in zip(slow, quick, strict=True):
        gains = [one.gain or 0.0, other.gain or 0.0]
        if one.split != other.split or not np.allclose(*gains, rtol=1e-9, atol=1e-12):
            yield f"{one.split} of {one.region.train.n} rows and {other.split}, {gains}"
            return
    for one, listed in zip(quick[:5], lists, strict=True):
        if _listed(compiled, one) != listed:
            yield f"candidates of {one.region.train.n} rows"


def _listed(inducer, sprout):
    return [(one.column, one.split, one.reason) for one in inducer.candidates(sprout.region)]


def main() -> int:
    """Grow until time is up; print what differs, and return whether anything did."""

    def frames(rng):
        seed = int(rng.integers(2**31))
        inducers, options = pair(seed)
        yield f"seed {seed}, {options}", differences(inducers)

    return until_time_is_up(__doc__, frames)


if __name__ == "__main__":
    sys.exit(main())
