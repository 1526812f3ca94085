"""What leads at several places at once, beside the ranking of all that is found at each."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.induction.frames import random_frame
from tests.thorough import examples

WAYS = [
    ("c4.5", {}),
    ("c4.5", {"min_cases": 1, "mdl_correction": False, "missing": "proportional"}),
    ("c4.5", {"column_costs": {"kind0": 3.0, "b": 2.0}}),
    ("c4.5", {"branching": "rest"}),
    ("c5.0", {}),
    ("acls", {}),
    ("acls", {"criterion": "chi2"}),
    ("acls", {"criterion": "gini", "missing": "own"}),
    ("acls", {"criterion": "gain_ratio", "missing": "own", "min_samples_leaf": 3}),
    ("acls", {"criterion": "gain_ratio", "alpha_split": 0.3}),
    ("id3", {"missing": "own"}),
]


def told(found):
    figures = found.column, found.gain, found.score, found.ratio, found.decrease, found.remark
    return *figures, repr(found.build())


@examples(30)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(8, 90), levels=st.integers(2, 30))
@pytest.mark.parametrize(("method", "options"), WAYS)
def test_what_leads_is_what_ranking_puts_first(method, options, seed, n, levels):
    frame = random_frame(seed, n, classes=3, missing=0.2, levels=levels, weights=True)
    if seed % 2:
        frame["x"], frame["z"] = frame["b"], frame["kind0"]  # ties
    if method == "id3":
        frame = frame[[*(name for name in frame if name.startswith("kind")), "y", "w"]]
    weights = {"weights": "w"} if seed % 3 else {}
    frame = frame if weights else frame.drop(columns="w")
    tree = tw.DecisionTree(frame, "y", method=method, grow=False, **weights, **options)
    chooser = tree.workspace.inducer
    columns, regions = range(len(tree.workspace.dataset.columns)), [chooser.root()]
    for at, region in itertools.product(range(3), tuple(regions)):
        best = chooser.search.scan(chooser, region, chooser.place(region), columns)
        if at < len(best):
            regions += chooser.children(region, best[at].build())
    places = [chooser.place(region) for region in regions]
    together = chooser.search.scan_together(chooser, regions, places, columns)
    for region, place, found in zip(regions, places, together, strict=True):
        every = chooser.search.scan(chooser, region, place, columns)
        assert bool(found) == bool(every)
        if every:
            first = chooser.search.ranked(every, place)[0]
            assert told(chooser.search.ranked(found, place)[0]) == told(first)


def test_where_no_column_takes_part_in_the_average_nothing_leads():
    rng = np.random.default_rng(0)
    frame = random_frame(1, 40, classes=2)[["y"]].assign(
        a=rng.permutation(40) // 2, b=rng.permutation(40) // 2, c=0.0
    )
    frame = frame.astype({"a": "str", "b": "str"})
    tree = tw.DecisionTree(frame, "y", method="c4.5", min_cases=1, grow=False)
    chooser = tree.workspace.inducer
    region = chooser.root()
    sides = [region, region]
    places = [chooser.place(one) for one in sides]
    for found, place in zip(
        chooser.search.scan_together(chooser, sides, places, range(3)), places, strict=True
    ):
        assert [one.column for one in found] == [0, 1]
        assert chooser.search.ranked(found, place)[0].score < 0


def test_rounding_of_the_average_keeps_no_column_from_being_chosen():
    less = 0
    for seed in range(160):  # how many are less hangs on numpy's logarithm
        frame = random_frame(seed, 60, classes=3)[["b", "y"]]
        frame = frame.assign(**{f"copy{at}": frame["b"] for at in range(6)})
        tree = tw.DecisionTree(frame, "y", method="acls", criterion="gain_ratio", grow=False)
        chooser = tree.workspace.inducer
        regions, columns = [chooser.root()] * 2, range(7)
        places = [chooser.place(one) for one in regions]
        gains = [one.gain for one in chooser.search.scan(chooser, regions[0], places[0], columns)]
        less += gains[0] < sum(gains) / len(gains)
        for found in chooser.search.scan_together(chooser, regions, places, columns):
            assert [one.column for one in found] == [0]
    assert less > 3
