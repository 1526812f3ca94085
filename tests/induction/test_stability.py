"""How stable splits are: halves ranked one by one, as trees of their own rank them."""

from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import Impatient, inducers_of, random_frame
from treewidget.errors import CancelledError, RefusedError
from treewidget.induction.progress import Progress
from treewidget.induction.stability import PAIRS, stability


def halves_of(frame):
    """Give the halves again, by the draws that the docstring promises to be the same."""
    draw, side = np.random.default_rng(0), np.arange(len(frame)) % 2 == 0
    for _ in range(PAIRS):
        draw.shuffle(side)
        yield frame[side]
        yield frame[~side]


@pytest.mark.parametrize("seed", [0, 2])
@pytest.mark.parametrize(
    ("method", "least", "halved"),
    [
        ("cart", {"min_samples_leaf": 5}, {"min_samples_leaf": 3}),
        ("cart", {"criterion": "entropy"}, {"criterion": "entropy"}),
        ("c4.5", {"min_cases": 4}, {"min_cases": 2}),
    ],
)
def test_the_leading_columns_are_those_that_a_tree_of_each_half_has(method, least, halved, seed):
    frame = random_frame(seed, 60, nominal=0, missing=0.1)
    tree = tw.DecisionTree(frame, target="y", method=method, grow=False, **least)
    leads, cuts = Counter(), defaultdict(list)
    for half in halves_of(frame):
        alone = tw.DecisionTree(half, target="y", method=method, grow=False, **halved)
        best = alone.candidates(0).iloc[0]
        if best["cut"] is None:
            continue
        leads[best["column"]] += 1
        if " <= " in best["cut"]:
            cuts[best["column"]].append(best["cut"].split(" <= ")[1])
    found = tree.stability(0).set_index("column")
    assert (found["share"] * 2 * PAIRS).round().astype(int).to_dict() == leads
    assert found.index.tolist() == sorted(
        leads, key=lambda name: (-leads[name], [*frame].index(name))
    )
    for column, ends in found[["cut_low", "cut_high"]].iterrows():
        place = pd.Timestamp if column == "day" else float
        made, low, high = sorted(map(place, cuts[column])), *map(place, ends)
        tail = int(0.1 * (len(made) - 1))
        if column == "day":
            assert (low, high) == (made[tail], made[-1 - tail])
        else:  # the shortest text of a cut among fewer rows is shorter
            assert (low, high) == pytest.approx((made[tail], made[-1 - tail]), abs=0.06)


@pytest.mark.parametrize("values", [("ill", "well"), (1.5, 0.5)])
@pytest.mark.parametrize("method", ["cart", "chaid"])
def test_in_halves_without_the_one_row_that_differs_no_column_leads(method, values):
    noise = np.random.default_rng(5).normal(size=(200, 3)).round(2)
    frame = pd.DataFrame(noise, columns=["a", "b", "c"])
    frame["y"] = [values[0]] + [values[1]] * 199
    tree = tw.DecisionTree(frame, target="y", method=method, grow=False)
    assert tree.stability(0)["share"].sum() <= 0.5


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", ["cart", "c4.5", "c5.0", "chaid", "assistant"])
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("rows", [90, 400])  # a half of the second is looked at in the kernel
def test_both_engines_find_the_same(method, weights, rows):
    frame = random_frame(5, rows, classes=3, missing=0.15, weights=weights is not None)
    options = {"min_samples_leaf": 8} if method == "chaid" else {}
    for inducer in (pair := inducers_of(frame, method=method, weights=weights, **options)):
        found = stability(inducer, inducer.root())
        assert 0 < sum(found.leads.values()) <= found.halves == 2 * PAIRS
    twin, compiled = (stability(inducer, inducer.root()) for inducer in pair)
    assert twin == compiled


def test_numbers_are_told_apart_from_noise():
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(rng.normal(size=(300, 4)), columns=list("abcd"))
    frame["y"] = 3.0 * (frame["c"] > 0.5) + rng.normal(size=300)
    for inducer in inducers_of(frame):
        found = stability(inducer, inducer.root())
        assert found.leads == {2: 50}
        assert 0.2 < found.cuts[2][0].value <= found.cuts[2][-1].value < 0.8


def test_rows_in_shares_are_halved_with_their_shares():
    frame = random_frame(9, 120, missing=0.3)
    tree = tw.DecisionTree(frame, target="y", method="c4.5", missing="fractional", max_depth=2)
    inducer = tree.workspace.inducer
    node = next(node for node in tree.workspace.tree.root.children if node.region.train.n > 20)
    assert inducer.engine.shares(node.region.rows) is not None
    found = stability(inducer, node.region)
    assert sum(found.leads.values()) > 0


def test_where_no_half_can_be_split_nothing_leads():
    frame = pd.DataFrame({"a": range(8), "y": list("uvuvuvuv")})
    for inducer in inducers_of(frame, min_samples_leaf=5):
        found = stability(inducer, inducer.root())
        assert (found.leads, found.cuts, found.share(0)) == ({}, {}, 0.0)


def test_too_few_rows_are_refused():
    for inducer in inducers_of(pd.DataFrame({"a": [1.0, 2.0, 3.0], "y": ["u", "v", "u"]})):
        with pytest.raises(RefusedError, match=r"node 7 has too few rows .*: 3, .* 4 are needed"):
            stability(inducer, inducer.root(), where="node 7")


def test_progress_goes_on_to_the_end_and_a_cancel_is_heard():
    told = []
    inducer, _ = inducers_of(random_frame(2, 60))
    stability(inducer, inducer.root(), Progress(told.append))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert len(told) > PAIRS
    with pytest.raises(CancelledError):
        stability(inducer, inducer.root(), Impatient(10))
