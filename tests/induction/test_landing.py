"""Where new records come to rest: by the kernel, by numpy and by the rules of each node."""

from unittest import mock

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import treewidget as tw
from tests.thorough import examples
from tests.tree.unseen import as_nodes
from treewidget import kernels
from treewidget.induction import landing
from treewidget.tree import bud

KINDS = {
    "float": lambda rng, n: rng.normal(size=n).round(2),
    "whole": lambda rng, n: rng.integers(-9, 9, n),
    "huge": lambda rng, n: rng.integers(0, 40, n).astype(np.uint64) + np.uint64(2**63),
    "day": lambda rng, n: pd.Timestamp("2020-01-31") + pd.to_timedelta(rng.integers(0, 50, n), "D"),
    "here": lambda rng, n: (
        pd.Series(pd.Timestamp("2020-03-20", tz="Europe/Berlin"), range(n))
        + pd.to_timedelta(rng.integers(0, 400, n), "h")
    ),
    "size": lambda rng, n: pd.Categorical(
        rng.choice(["s", "m", "l"], n), ["s", "m", "l"], ordered=True
    ),
    "flag": lambda rng, n: rng.random(n) < 0.5,
    "town": lambda rng, n: rng.choice(["a", "b", "c", "d"], n),
}


def frame_of(kinds, n, seed, missing):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({kind: KINDS[kind](rng, n) for kind in kinds})
    if missing:
        for kind in set(kinds) & {"float", "day", "here", "size", "town"}:
            frame[kind] = frame[kind].where(rng.random(n) >= 0.2)
    frame["y"] = [f"c{at}" for at in rng.integers(0, 3, n)]
    return frame


def records_of(kinds, n, seed):
    """Return records as no training row is: between its values, beyond them, without one."""
    frame = frame_of(kinds, n, seed, missing=True).drop(columns="y")
    if "whole" in frame and seed % 2:
        frame["whole"] += np.choose(np.arange(n) % 3, [0.0, 0.5, -0.5])
    if "float" in frame:
        frame["float"] *= 1.5
    if "town" in frame:
        frame.loc[::9, "town"] = "never seen"
    return frame


def without_kernel():
    return mock.patch.object(landing.kernels, "native", return_value=None)


@examples(60)
@given(
    kinds=st.lists(st.sampled_from(sorted(KINDS)), min_size=1, unique=True),
    seed=st.integers(0, 10**6),
    missing=st.booleans(),
    count=st.sampled_from([1, 3, 200]),
    numpy_first=st.booleans(),
)
def test_the_kernel_numpy_and_the_nodes_lead_to_the_same_leaf(
    kinds, seed, missing, count, numpy_first
):
    tree = tw.DecisionTree(frame_of(kinds, 250, seed, missing), target="y", max_depth=None)
    new = records_of(kinds, count, seed + 1)
    with mock.patch.object(bud, "WORTH", 0):
        found = []
        for plain in (numpy_first, not numpy_first):  # what one finds out the other reads
            if plain:
                with without_kernel():
                    found.append(tree.apply(new).tolist())
            else:
                found.append(tree.apply(new).tolist())
        as_nodes(tree)
        found.append(tree.apply(new).tolist())
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("order", ["C", "F"])
def test_records_lie_in_memory_as_they_like(order):
    rng = np.random.default_rng(5)
    data = pd.DataFrame(np.asarray(rng.normal(size=(3000, 4)), order=order)).add_prefix("x")
    tree = tw.DecisionTree(data.assign(y=data.x0 * data.x1 > 0), target="y", max_depth=None)
    new = data.iloc[::-3]
    found = tree.apply(new)
    with without_kernel():
        assert tree.apply(new).tolist() == found.tolist()
    assert tree.predict(data).tolist() == (data.x0 * data.x1 > 0).tolist()


def test_records_of_another_kind_of_number_are_not_mistaken():
    """Borders of whole numbers are found as such, then once more as doubles, and as ranks."""
    rng = np.random.default_rng(6)
    frame = pd.DataFrame({"x": rng.integers(0, 500, 3000), "y": rng.integers(0, 2, 3000)})
    tree = tw.DecisionTree(frame, target="y", task="classification", max_depth=None)
    whole, halves = frame[["x"]], frame[["x"]] + 0.25
    said = tree.apply(whole).tolist()
    assert tree.apply(halves).tolist() == said  # no cut is below a quarter
    assert tree.apply(whole).tolist() == said
    assert tree.apply(whole.iloc[:1]).tolist() == said[:1]


@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
def test_the_kernel_leads_many_records_all_the_way():
    kinds = ["float", "whole", "day", "size"]
    tree = tw.DecisionTree(frame_of(kinds, 250, 1, missing=True), target="y", max_depth=None)
    new = records_of(kinds, 200, 2)
    with mock.patch.object(landing.Borders, "low", side_effect=AssertionError):
        tree.apply(new)


@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"records": [0, 3]}, IndexError),
        ({"records": [-1, 0]}, IndexError),
        ({"at": [0, 9]}, IndexError),
        ({"other": [2]}, ValueError),
        ({"missing": [0, 0]}, ValueError),
        ({"at": [0]}, ValueError),
        ({"fields": [(np.zeros(3, np.float32), None, 4)]}, TypeError),
        ({"fields": [(np.zeros(3), np.zeros(2, bool), 8)]}, ValueError),
        ({"fields": [(np.zeros(8, np.uint8), None, 3)]}, ValueError),
        ({"fields": [(np.zeros(3, np.uint8), None, 0)]}, ValueError),
        ({"fields": [(np.zeros(3, np.uint8), None, 5)]}, ValueError),
    ],
)
def test_what_does_not_fit_is_refused(changed, error):
    given = {
        "fields": [(np.array([1.0, 2.0, 3.0]), None, 8)],
        "column": [0, -1, -1],
        "other": [2, -1, -1],
        "missing": [1, 0, 0],
        "highest": [1.5, 0.0, 0.0],
        "records": [0, 2],
        "at": [0, 0],
    }
    assert followed(**given) == [1, 2]
    given |= changed
    with pytest.raises(error):
        followed(**given)


def followed(fields, at, **trail):
    types = {"column": "i4", "other": "i4", "missing": "u1", "highest": "f8", "records": "i8"}
    given = {name: np.array(trail[name], dtype) for name, dtype in types.items()}
    given["highest"] = given["highest"].view(np.uint64)
    at = np.array(at, "i4")
    kernels.native().follow(fields, *given.values(), at, 2)
    return at.tolist()
