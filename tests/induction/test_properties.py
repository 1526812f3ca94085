"""What must not change a tree: the order of rows, names, copies of rows, a monotone scale."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame

SEEDS = st.integers(0, 10**6)
FEW = settings(max_examples=12, deadline=None)


def grown(frame, **options):
    inducer = inducer_of(frame, **options)
    return inducer, inducer.grow([inducer.root()])[0]


def splits(sprout):
    return [s.split for s in sprout.walk()]


def partition(inducer, sprout):
    """Return the rows of every node, by the frame's index."""
    index = inducer.dataset.frames[0].index.to_numpy()
    return [sorted(index[inducer.engine.positions(s.region.rows)]) for s in sprout.walk()]


@FEW
@given(seed=SEEDS, classes=st.sampled_from([2, 3, 0]))
def test_the_order_of_rows_does_not_matter(seed, classes):
    frame = random_frame(seed, 50, classes=classes, missing=0.1)
    shuffled = frame.sample(frac=1, random_state=seed)
    one, other = grown(frame), grown(shuffled)
    assert splits(one[1]) == splits(other[1])
    assert partition(*one) == partition(*other)


@FEW
@given(seed=SEEDS, criterion=st.sampled_from(["gini", "entropy"]))
def test_every_row_twice_is_the_same_tree(seed, criterion):
    frame = random_frame(seed, 40, classes=3, missing=0.1)
    twice = frame.loc[np.repeat(frame.index, 2)].reset_index(drop=True)
    one, other = grown(frame, criterion=criterion), grown(twice, criterion=criterion)
    assert splits(one[1]) == splits(other[1])
    weighted = frame.assign(w=2.0)
    assert splits(grown(weighted, weights="w", criterion=criterion)[1]) == splits(one[1])


@FEW
@given(seed=SEEDS)
def test_a_monotone_scale_leaves_the_partition(seed):
    frame = random_frame(seed, 50, missing=0.1)
    curved = frame.assign(b=np.exp(frame["b"].astype(float)), a=frame["a"] ** 3)
    assert partition(*grown(frame)) == partition(*grown(curved))


@FEW
@given(seed=SEEDS)
def test_names_of_levels_and_classes_do_not_matter(seed):
    frame = random_frame(seed, 50, classes=3, missing=0.1)
    renamed = frame.assign(
        kind0="<" + frame["kind0"] + "/script>", y="c " + frame["y"].astype(str) + " é"
    )
    assert splits(grown(frame)[1]) == splits(grown(renamed)[1])


@FEW
@given(seed=SEEDS, shift=st.sampled_from([-1e6, 0.0, 1e8]), scale=st.sampled_from([0.5, 1024.0]))
def test_moving_and_scaling_a_regression_target(seed, shift, scale):
    frame = random_frame(seed, 40, classes=0)
    frame["y"] = np.round(frame["y"] * 4) / 4
    moved = frame.assign(y=frame["y"] * scale + shift)
    one, other = grown(frame, max_depth=4), grown(moved, max_depth=4)
    for here, there in zip(one[1].walk(), other[1].walk(), strict=True):
        assert here.split == there.split
        if here.gain is not None:
            assert there.gain == pytest.approx(here.gain * scale**2, rel=1e-6)


METHODS = {
    "cart": {"missing": "surrogate"},
    "id3": {},
    "acls": {"missing": "fractional"},
    "c4.5": {},
    "c5.0": {},
    "chaid": {"min_samples_split": 4, "alpha_split": 0.9, "min_samples_leaf": 2},
    "exhaustive-chaid": {"min_samples_split": 4, "alpha_split": 0.9, "min_samples_leaf": 2},
    "assistant": {},
    "cls": {"lookahead": 1},
}


def leaves(frame, method, **options):
    """Return which rows end together, and what is said of each."""
    tree = tw.DecisionTree(frame, "y", method=method, **METHODS[method], **options)
    said = pd.DataFrame(tree.predict_proba(frame), index=frame.index).sort_index()
    return tree.frame()[["n", "weight"]].to_numpy().tolist(), said.to_numpy()


def levels_alone(seed, method):
    """Return a frame of levels, and of numbers where the method takes them, with gaps."""
    frame = random_frame(seed, 60, classes=3, missing=0.1).drop(columns="day")
    frame = frame.drop(columns=["a", "b"]) if method in ("id3", "cls") else frame
    frame["more"] = np.random.default_rng(seed).choice([*"abcd"], len(frame))
    return frame.astype(dict.fromkeys(("kind0", "kind1", "more", "y"), "category"))


@pytest.mark.parametrize("method", METHODS)
def test_no_method_heeds_the_order_of_rows_or_names(method):
    frame = levels_alone(5, method)
    nodes, shares = leaves(frame, method)
    assert len(nodes) > 1
    shuffled = leaves(frame.sample(frac=1, random_state=1), method)
    renamed = frame.rename(columns={"kind0": "{'x'}", "more": "値 <b>"})
    for name in ("{'x'}", "値 <b>", "y"):
        hostile = {
            level: f"{level}, \\n'{at}' é" for at, level in enumerate(renamed[name].cat.categories)
        }
        renamed[name] = renamed[name].cat.rename_categories(hostile)
    for other_nodes, other_shares in (shuffled, leaves(renamed, method)):
        assert np.allclose(other_nodes, nodes, rtol=1e-12)
        assert np.allclose(other_shares, shares, rtol=1e-12)


@pytest.mark.parametrize("missing", ["proportional", "fractional"])
def test_every_row_twice_is_the_same_tree_of_id3(missing):
    frame = levels_alone(6, "id3")
    twice = pd.concat([frame, frame], ignore_index=True)
    one, two = (tw.DecisionTree(f, "y", method="id3", missing=missing) for f in (frame, twice))
    assert one.frame()["split"].tolist() == two.frame()["split"].tolist()
    assert np.allclose(2 * one.frame()["weight"], two.frame()["weight"], rtol=1e-12)


def test_the_chi_square_test_lets_all_or_nothing_through():
    frame = levels_alone(7, "id3").dropna()
    plain, sure = (
        tw.DecisionTree(frame, "y", method="id3", **o) for o in ({}, {"alpha_split": 1.0})
    )
    assert hash(plain) == hash(sure)
    assert tw.DecisionTree(frame, "y", method="id3", alpha_split=1e-300).root.is_leaf


@pytest.mark.parametrize("method", ["id3", "c4.5", "cart"])
def test_shares_of_rows_that_know_all_are_whole(method):
    frame = levels_alone(8, method).dropna()
    options = {} if method == "id3" else {"missing": "fractional"}
    tree = tw.DecisionTree(frame, "y", method=method, **options)
    path = tree.path(frame.drop(columns="y").iloc[0])
    assert set(path["share"]) == {1.0}


WEIGHED = [
    *(("cart", {"missing": way}) for way in ("learned", "surrogate", "fractional", "most_common")),
    *(("cart", {"criterion": name}) for name in ("entropy", "twoing", "chi2")),
    ("cart", {"criterion": "classification_error", "missing": "bayes"}),
    ("cart", {"criterion": "absolute_error"}),
    *(("id3", {"missing": way}) for way in ("proportional", "own", "most_common", "bayes")),
    ("acls", {"missing": "fractional"}),
    ("cls", {"lookahead": 2}),
    ("islr", {}),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("method", "options"), WEIGHED)
def test_the_unit_of_weights_does_not_matter(method, options):
    numbers = method == "islr" or options.get("criterion") == "absolute_error"
    for seed in (4, 5):
        frame = random_frame(seed, 60, classes=0 if numbers else 3, missing=0.1)
        frame = frame.drop(columns=["a", "b", "day"]) if method in ("id3", "cls") else frame
        weights = np.random.default_rng(seed).integers(1, 5, 60)
        given = {"target": "y", "weights": "w", "method": method, **options}
        plain, *others = (
            tw.DecisionTree(frame.assign(w=weights * unit), **given)
            for unit in (1.0, 1 / 3, 3e-9, 1e6)
        )
        assert len(plain.frame()) > 5
        for tree in others:
            assert tree.frame()["split"].tolist() == plain.frame()["split"].tolist()
            assert np.allclose(tree.frame()["gain"], plain.frame()["gain"], equal_nan=True)
            assert tree.predict(frame).tolist() == pytest.approx(plain.predict(frame).tolist())
