"""Growth: both orders, limits, several places at once, depth, progress and cancelling."""

import threading

import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame, with_changes
from treewidget.errors import CancelledError
from treewidget.induction import Progress
from treewidget.induction.swift import fits


def leaves(sprout):
    return [s for s in sprout.walk() if s.split is None]


def shape(sprout):
    return [(s.region.depth, s.split, s.region.train.n) for s in sprout.walk()]


def test_children_share_out_their_parents_rows():
    inducer = inducer_of(random_frame(1, 120, missing=0.1, classes=3), validation=0.3)
    for here in inducer.grow([inducer.root()])[0].walk():
        if here.split is None:
            assert here.gain is None
            assert here.children == ()
            continue
        for rows in ("rows", "validation_rows"):
            mine = inducer.engine.positions(getattr(here.region, rows)).tolist()
            below = [
                p
                for child in here.children
                for p in inducer.engine.positions(getattr(child.region, rows)).tolist()
            ]
            assert sorted(below) == mine
        assert all(child.region.train.n > 0 for child in here.children)
        assert all(child.region.depth == here.region.depth + 1 for child in here.children)


def test_a_chain_deeper_than_the_recursion_limit():
    n = 1300
    frame = pd.DataFrame({"x": range(n), "y": [f"c{i % 2}" for i in range(n)]})
    inducer = inducer_of(frame.astype({"x": float}))
    sprout = inducer.grow([inducer.root()])[0]
    assert max(s.region.depth for s in sprout.walk()) == n - 1
    assert len(leaves(sprout)) == n
    pruned = inducer.grow([inducer.root()], with_changes(inducer, ccp_alpha=0.9).options)[0]
    assert pruned.split is None


def test_growth_from_children_continues_the_tree():
    inducer = inducer_of(random_frame(2, 100, classes=3))
    whole = inducer.grow([inducer.root()])[0]
    first = inducer.children(inducer.root(), whole.split)
    assert [shape(s) for s in inducer.grow(first)] == [shape(s) for s in whole.children]


def test_levels_limit_depth_under_each_region():
    inducer = inducer_of(random_frame(2, 100, classes=3))
    whole = inducer.grow([inducer.root()])[0]
    start = inducer.children(inducer.root(), whole.split)
    for sprout in inducer.grow(start, levels=1):
        assert max(s.region.depth for s in sprout.walk()) == 2
    assert [s.split for s in inducer.grow(start, levels=0)] == [None, None]
    best_first = with_changes(inducer, max_leaf_nodes=50)
    for sprout in best_first.grow(start, levels=2):
        assert max(s.region.depth for s in sprout.walk()) == 3


def test_max_depth_counts_the_root_as_0():
    inducer = inducer_of(random_frame(2, 100, classes=3), max_depth=0)
    assert inducer.grow([inducer.root()])[0].split is None
    assert inducer.why_leaf(inducer.root()) == "it lies at depth 0, and max_depth is 0"


@pytest.mark.parametrize("most", [2, 5, 9])
def test_best_first_splits_the_largest_decrease_first(most):
    inducer = inducer_of(random_frame(3, 120, classes=3), max_leaf_nodes=most)
    sprout = inducer.grow([inducer.root()])[0]
    assert len(leaves(sprout)) == most
    made = [s.region.train.weight * s.gain for s in sprout.walk() if s.split is not None]
    left = [
        s.region.train.weight * chosen.gain
        for s in leaves(sprout)
        if (chosen := inducer.choice(s.region)) is not None
    ]
    assert min(made) >= max(left) * (1 - 1e-12)


def grown_one_by_one(inducer, most):
    """Return the shape of a tree whose leaves are split by their decrease, where branches fit."""
    splits, ahead = {}, {(): inducer.root()}
    while True:
        tried = []
        for path, region in ahead.items():
            chosen = inducer.choice(region)
            split = None if chosen is None else chosen.build()
            if split is not None and len(ahead) - 1 + split.branches <= most:
                tried.append((region.train.weight * chosen.gain, path, split))
        if not tried:
            return {path: splits.get(path) for path in (*splits, *ahead)}
        _, path, split = max(tried, key=lambda one: one[0])
        splits[path] = split
        children = inducer.children(ahead.pop(path), split)
        ahead |= {(*path, at): child for at, child in enumerate(children)}


def by_path(sprout, path=()):
    below = [by_path(child, (*path, at)) for at, child in enumerate(sprout.children)]
    return {path: sprout.split} | {key: split for part in below for key, split in part.items()}


@pytest.mark.parametrize("missing", ["own", "fractional"])
@pytest.mark.parametrize("most", [2, 3, 4, 5, 6, 8, 11])
def test_no_split_takes_a_tree_beyond_its_most_leaves(most, missing):
    frame = random_frame(most, 150, classes=3, missing=0.1).drop(columns="day")
    tree = tw.DecisionTree(frame, "y", method="acls", missing=missing, max_leaf_nodes=most)
    inducer = tree.workspace.inducer
    sprout = inducer.grow([inducer.root()])[0]
    assert by_path(sprout) == grown_one_by_one(inducer, most)
    assert len(leaves(sprout)) == tree.frame()["is_leaf"].sum() <= most


def test_leaves_elsewhere_count_towards_the_limit():
    inducer = inducer_of(random_frame(3, 120, classes=3), max_leaf_nodes=10)
    regions = inducer.children(inducer.root(), inducer.best(inducer.root()).split)
    both = inducer.grow(regions, leaves_taken=4)
    assert sum(len(leaves(s)) for s in both) == 6
    assert [s.split for s in inducer.grow(regions, leaves_taken=8)] == [None, None]
    assert [s.split for s in inducer.grow(regions, leaves_taken=20)] == [None, None]


def test_best_first_without_a_binding_limit_is_depth_first():
    frame = random_frame(3, 60)
    one, other = inducer_of(frame), inducer_of(frame, max_leaf_nodes=10_000)
    assert shape(one.grow([one.root()])[0]) == shape(other.grow([other.root()])[0])


def test_nothing_to_grow():
    inducer = inducer_of(random_frame(3, 60))
    assert inducer.grow([]) == []
    assert with_changes(inducer, max_leaf_nodes=4).grow([]) == []


def test_stopping_options_leave_reasons():
    frame = random_frame(4, 80, weights=True)
    for options, words in (
        ({"min_samples_split": 30}, "min_samples_split is 30"),
        ({"min_samples_leaf": 15}, "min_samples_leaf=15"),
        ({"min_samples_leaf": 0.2}, "min_samples_leaf=0.2"),
        ({"min_weight_leaf": 25.0}, "min_weight_leaf=25"),
        ({"min_impurity_decrease": 0.02}, "min_impurity_decrease is 0.02"),
    ):
        inducer = inducer_of(frame, weights="w", **options)
        sprout = inducer.grow([inducer.root()])[0]
        assert sprout.split is not None
        reasons = [inducer.why_leaf(s.region) for s in leaves(sprout)]
        assert all(reasons)
        assert any(words in reason for reason in reasons)
        for s in sprout.walk():
            if s.split is not None:
                assert inducer.why_leaf(s.region) == ""


@pytest.mark.parametrize(
    "criterion",
    [
        *("gini", "entropy", "twoing", "chi2", "g2", "classification_error"),
        *("squared_error", "absolute_error"),
    ],
)
def test_rows_of_one_class_or_value_are_a_leaf_and_others_are_split_where_they_can_be(criterion):
    classes = 0 if criterion in ("squared_error", "absolute_error") else 3
    frame = random_frame(2, 60, classes=classes)
    frame["y"] = frame["y"] if classes else frame["y"].round(-1)
    inducer = inducer_of(frame.assign(w=0.3), weights="w", criterion=criterion)
    for node in inducer.grow([inducer.root()])[0].walk():
        said = frame["y"].iloc[inducer.engine.positions(node.region.rows)].nunique()
        assert (said > 1) == (node.split is not None)
        if said == 1 and node.region.train.n > 1:
            same = "class" if classes else "value of the target"
            assert inducer.why_leaf(node.region) == f"all its rows have the same {same}"


def test_equal_rows_of_different_classes_are_a_leaf():
    frame = pd.DataFrame({"x": [1.0] * 4 + [2.0] * 2, "y": [*"aabb", *"bb"]})
    inducer = inducer_of(frame)
    sprout = inducer.grow([inducer.root()])[0]
    assert [inducer.why_leaf(s.region) for s in leaves(sprout)] == [
        "no column has a split there that is allowed",
        "all its rows have the same class",
    ]


def test_figures_stay_in_the_trees_own_criterion():
    inducer = inducer_of(random_frame(5, 80, classes=3))
    other = with_changes(inducer, criterion="entropy", max_depth=3)
    mine = inducer.grow([inducer.root()], other.options)[0]
    theirs = other.grow([other.root()])[0]
    assert shape(mine) == shape(theirs)
    for s in mine.walk():
        assert s.region.train.impurity <= 2 / 3
        if s.split is not None:
            assert s.gain == pytest.approx(inducer.candidate(s.region, s.split).gain)


@pytest.mark.parametrize("options", [{}, {"max_leaf_nodes": 30}])
def test_progress_never_goes_back_and_leaves_the_rest_to_who_makes_nodes(options):
    shares = []
    inducer = inducer_of(random_frame(6, 200, classes=3), **options)
    sprout = inducer.grow([inducer.root()], progress=Progress(shares.append))[0]
    assert len(list(sprout.walk())) > 50
    assert len(shares) > (1 if fits(inducer) else 3)
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.2
    if fits(inducer):
        assert shares[-1] < 1.0
    else:  # every node took its time before
        assert shares[-1] == 1.0


@pytest.mark.parametrize("options", [{}, {"max_leaf_nodes": 500}])
def test_cancelling_stops_at_the_next_node(options):
    seen = []

    def listen(share):
        seen.append(share)
        if len(seen) == told:
            progress.cancel()

    progress = Progress(listen)
    inducer = inducer_of(random_frame(6, 400, classes=3), **options)
    told = 2 if fits(inducer) else 3  # few rows are grown in one go
    with pytest.raises(CancelledError):
        inducer.grow([inducer.root()], progress=progress)
    assert len(seen) == told
    assert progress.cancelled


def test_cancelling_from_another_thread():
    started, progress = threading.Event(), Progress(lambda _: started.set())
    threading.Thread(target=lambda: started.wait(10) and progress.cancel()).start()
    n = 3000
    frame = pd.DataFrame({"x": range(n), "y": [f"c{i % 2}" for i in range(n)]})
    inducer = inducer_of(frame.astype({"x": float}))
    with pytest.raises(CancelledError):
        inducer.grow([inducer.root()], progress=progress)


def test_ccp_alpha_takes_the_smaller_tree_on_a_tie_of_costs():
    frame = pd.DataFrame({"p": [0.0, 0, 1, 1] * 4, "y": ["a", "b", "a", "b"] * 4})
    inducer = inducer_of(frame, ccp_alpha=1e-9)
    assert inducer.grow([inducer.root()])[0].split is None


def test_where_depth_is_limited_each_level_is_its_share_of_a_growth():
    frame = random_frame(5, 200, classes=3)
    tree = tw.DecisionTree(frame, target="y", method="c4.5", max_depth=2, grow=False)
    inducer = tree.workspace.inducer
    assert not fits(inducer)
    shares = []
    inducer.grow([inducer.root()], progress=Progress(shares.append))
    assert shares[:2] == [0.0, 0.5]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_may_grow_no_deeper_is_no_part_of_the_work():
    frame = random_frame(5, 200, classes=3)
    tree = tw.DecisionTree(frame, target="y", method="c4.5", max_depth=1)
    inducer = tree.workspace.inducer
    root = inducer.root()
    below = [child.region for child in inducer.grow([root])[0].children]
    assert below
    shares = []
    inducer.grow([*below, root], progress=Progress(shares.append))
    assert shares == [0.0, 1.0]
