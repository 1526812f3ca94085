"""Columns merged side by side: the groups of each, to the last digit, are those it has alone."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import inducers_of, told
from tests.thorough import examples
from treewidget.induction.search import chaid, pairs_side_by_side, side_by_side

LEVELS = [*"abcdefghijklmnopqrstuvwxyz"]


def frame_of(seed, n, classes):
    """Return columns with an order, of few and many categories and none, and one with gaps."""
    rng = np.random.default_rng(seed)
    y = rng.integers(max(classes, 2), size=n)
    x = rng.normal(size=(n, 6)) + np.array([0, 0.3, 1, 1, 0.3, 0.3]) * y[:, None]
    frame = pd.DataFrame({"float": x[:, 0], "signal": x[:, 1], "few": x[:, 2].round()})
    many = (x[:, 3] * 3 + 9).round().clip(0, 25).astype(int)
    frame["level"] = pd.Categorical.from_codes(many, LEVELS, ordered=True)
    frame["gaps"] = np.where(rng.random(n) < 0.2, np.nan, x[:, 4])
    frame["nominal"] = np.array(LEVELS)[(x[:, 5] + 3).round().clip(0, 6).astype(int)]
    ordinary = np.abs(x[:, 2] * 9 + 14).round().astype(int)
    frame["wide"] = [f"level {one}" for one in ordinary]
    frame["same"] = 1.0
    return frame.assign(y=y + rng.normal(size=n) if not classes else np.array([*"pqrstu"])[y])


def told_by(inducer):
    """Return all that is told of the candidates of a root and of its best branches."""
    root = inducer.root()
    looks = [inducer.candidates(root)]
    if looks[0][0].split is not None:
        looks += map(inducer.candidates, inducer.children(root, looks[0][0].split))
    return [told(one) for look in looks for one in look]


@pytest.mark.parametrize("classes", [2, 5, 0])
@examples(25)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(20, 600),
    few=st.sampled_from([3, 24]),
    pairs=st.sampled_from([700, 1 << 22]),
    weighing=st.sampled_from([None, [0.3, 1.7, 1e-3]]),
    options=st.fixed_dictionaries(
        {},
        optional={
            "alpha_merge": st.sampled_from([1e-3, 0.2, 0.5]),
            "min_samples_leaf": st.sampled_from([5, 40]),
            "min_weight_leaf": st.sampled_from([0.5, 12.0]),
        },
    ),
)
def test_groups_are_those_of_each_column_alone(*, classes, seed, n, few, pairs, weighing, options):
    frame = frame_of(seed, n, classes)
    weights = None if weighing is None else np.resize(weighing, n)
    for inducer in inducers_of(frame, method="chaid", weights=weights, **options):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(chaid, "FEW", few)
            patch.setattr(side_by_side, "BATCH", 3)
            patch.setattr(pairs_side_by_side, "BATCH", 7)
            for module in (chaid, pairs_side_by_side):
                patch.setattr(module, "PAIRS", pairs)
            quick = told_by(inducer)
            patch.setattr(chaid.Chaid, "at_once", False)
            slow = told_by(inducer)
        assert str(quick) == str(slow)


def test_columns_are_merged_side_by_side_where_nothing_forbids(monkeypatch):
    merged = []
    for kind in (side_by_side._Lines, pairs_side_by_side._Columns):
        hand_back = kind.hand_back

        def counted(self, columns, hand_back=hand_back):
            merged.append(len(columns))
            hand_back(self, columns)

        monkeypatch.setattr(kind, "hand_back", counted)
    frame = frame_of(0, 300, 2)
    for method, options, counts in (
        ("chaid", {}, [4, 2]),
        ("chaid", {"alpha_resplit": 0.04}, []),
        ("exhaustive-chaid", {}, []),
    ):
        _, inducer = inducers_of(frame, method=method, **options)
        inducer.candidates(inducer.root())
        assert merged == counts
        merged.clear()
