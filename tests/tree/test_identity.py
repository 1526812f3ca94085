"""Ids: the root is 0, growth numbers in pre-order, and no id ever means another node."""

import contextlib

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.thorough import examples
from treewidget import UnknownNameError, WrongTypeError
from treewidget.tree.below import ids_below
from treewidget.tree.ids import Ids
from treewidget.workspace import Listener

from .frames import mixed, priced
from .unseen import FRAMES, grown


def test_growing_numbers_new_nodes_in_pre_order(large):
    assert large.frame().index.tolist() == list(range(len(large.frame())))


def test_hand_made_nodes_get_the_next_numbers(tree):
    assert tree.split(1, "age").made == (5, 6)
    assert tree.frame().index.tolist() == [0, 1, 5, 6, 2, 3, 4]


def test_undo_redo_and_the_same_split_again_give_the_same_ids(tree):
    first = tree.split(1, "age", threshold=30).made
    tree.undo()
    other = tree.split(1, "age", threshold=35).made
    assert not set(first) & set(other)
    tree.undo()
    assert tree.split(1, "age", threshold=30).made == first
    tree.undo()
    assert tree.redo().made == first


def test_regrowing_what_was_pruned_gives_the_same_ids(large):
    before = large.frame()
    large.prune(0)
    large.grow(0)
    assert large.frame().equals(before)


def test_a_refused_or_undone_gesture_uses_up_no_id_twice(tree):
    with pytest.raises(tw.TreeWidgetError):
        tree.split(1, "age", threshold=1000)
    assert tree.split(1, "age").made == (5, 6)


def test_an_unknown_node_is_named_with_the_nearest_one(tree):
    with pytest.raises(
        UnknownNameError, match=r"no node 9: .* 5 nodes, 0 to 4 \(did you mean 4\?\)"
    ):
        tree.node(9)
    with pytest.raises(KeyError):
        tree.prune(-1)
    tree.split(1, "age")
    tree.prune(2)
    with pytest.raises(UnknownNameError, match=r"no node 3: the tree has nodes 0, 1, 2, 5, 6$"):
        tree.node(3)
    with pytest.raises(WrongTypeError, match="an integer, not 'root'"):
        tree.node("root")
    with pytest.raises(WrongTypeError, match=r"an integer, not node 1: .*: give its id, 1$"):
        tree.prune(tree.node(1))
    with pytest.raises(TypeError):
        tree.node(True)  # noqa: FBT003 - that is the mistake


def test_equality_is_over_what_is_decided_and_counted_never_over_ids(patients):
    one, other = (tw.DecisionTree(patients, target="ill") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    one.split(1, "age", threshold=30)
    one.prune(1)  # pruned by hand: not what it was
    assert one != other
    one.checkout(0)
    other.split(1, "smokes")  # the ids 5 and 6 are used up
    other.undo()
    for tree in (one, other):
        tree.split(1, "age", threshold=30)
    assert one.frame().index.tolist() != other.frame().index.tolist()
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize("verb", [("lock", 1), ("note", 1, "x"), ("label", 1, "no"), ("prune", 2)])
def test_every_decision_counts_for_equality(patients, verb):
    one, other = (tw.DecisionTree(patients, target="ill") for _ in range(2))
    getattr(one, verb[0])(*verb[1:])
    assert one != other


def test_trees_of_other_names_or_rows_differ(patients):
    tree = tw.DecisionTree(patients, target="ill")
    renamed = tw.DecisionTree(patients.rename(columns={"age": "years"}), target="ill")
    assert tree != renamed
    assert tree != tw.DecisionTree(patients.iloc[1:], target="ill")
    assert tree != "a tree"


@pytest.mark.parametrize("moved", [lambda y: y + 100, lambda y: y * 2])
def test_trees_that_predict_other_numbers_differ(moved):
    """Bins count alike where values are others by what they all share: an offset, a unit."""
    frame = priced(120)
    trees = [
        tw.DecisionTree(frame.assign(price=price), target="price", max_depth=3)
        for price in (frame["price"], moved(frame["price"]), frame["price"])
    ]
    one, other, again = trees
    assert one.frame()["rule"].tolist() == other.frame()["rule"].tolist()
    assert one != other
    assert one == again
    assert hash(one) == hash(again)


def test_columns_that_no_split_uses_and_their_order_are_no_difference(patients):
    turned = patients[["ill", "smokes", "age"]].assign(same=1)
    tree, wider = (tw.DecisionTree(one, target="ill", grow=False) for one in (patients, turned))
    for one in (tree, wider):
        one.split(0, "age", threshold=40)
        one.split(2, "smokes")
    assert tree == wider
    assert wider == tree
    assert hash(tree) == hash(wider)
    tree.split(2, "age", threshold=50, replace=True)
    assert tree != wider
    told = turned.assign(smokes=turned["smokes"].replace("yes", "much"))
    other = tw.DecisionTree(told, target="ill", grow=False)
    other.split(0, "age", threshold=40)
    assert other != wider  # it has fewer nodes
    wider.undo()
    assert other == wider
    other.split(2, "smokes")
    wider.redo()
    assert other != wider


def test_surrogates_are_known_by_their_columns_names():
    frame = mixed(200)
    one, two = (
        tw.DecisionTree(given, target="kind", missing="surrogate", max_depth=3)
        for given in (frame, frame[frame.columns[::-1]].assign(same=1))
    )
    assert one.root.split.surrogates
    assert one == two


def test_the_unit_that_times_are_kept_in_is_no_difference():
    days = pd.Series(pd.to_datetime(["2024-01-01", "2024-03-01", "2024-06-01", "2024-07-01"]))
    trees = []
    for unit in ("s", "ms", "us", "ns"):
        frame = pd.DataFrame({"day": days.dt.as_unit(unit), "y": [*"aabb"]})
        trees.append(tw.DecisionTree(frame, "y"))
    for one in trees:
        assert all(one == other and hash(one) == hash(other) for other in trees)
    trees[0].split(0, "day", threshold="2024-05-01 00:00:01", replace=True)
    trees[-1].split(0, "day", threshold="2024-05-01 00:00:01.5", replace=True)
    assert trees[0] != trees[-1]
    assert trees[-1] != trees[0]


def test_times_of_no_zone_are_others_than_the_same_figures_in_one():
    days = pd.Series(pd.to_datetime(["2024-01-01", "2024-03-01", "2024-06-01", "2024-07-01"]))
    plain, zoned = (
        tw.DecisionTree(pd.DataFrame({"day": one, "y": [*"aabb"]}), "y")
        for one in (days, days.dt.tz_localize("UTC"))
    )
    assert plain != zoned


def test_versions_share_what_did_not_change():
    tree = tw.DecisionTree(mixed(200), target="kind")
    left, right = tree.workspace.tree.root.children
    tree.prune(left.id)
    now = tree.workspace.tree.root
    assert now.children[1] is right
    assert now.region is tree.workspace.history.versions[0].root.region


class No(Listener):
    def before(self, _action, _gesture):
        raise OSError("the disk is full")


def test_ids_given_to_what_a_veto_took_back_are_given_again():
    tree = grown()
    leave = tree.workspace.subscribe(No())
    with pytest.raises(OSError, match="disk is full"):
        tree.grow()
    leave()
    assert tree.split(0, "number").made == (1, 2)
    tree.grow(1)
    made = tree.grow(2).made
    assert sorted(tree.workspace.tree.ids) == list(range(len(tree.workspace.tree)))
    assert set(ids_below(tree.workspace.tree.node(2))) == set(made)


def test_what_grows_again_after_a_veto_has_the_ids_it_would_have_had():
    tree, other = (grown(rows=500) for _ in range(2))
    leave = tree.workspace.subscribe(No())
    with pytest.raises(OSError, match="disk is full"):
        tree.grow(max_depth=4)
    leave()
    for one in (tree, other):
        one.grow()
        one.split(0, one.candidates(0).column.iloc[1], replace=True)
    assert tree.frame().index.tolist() == other.frame().index.tolist()
    assert len(set(tree.workspace.tree.ids)) == len(tree.workspace.tree)


def test_a_veto_takes_no_ids_from_others_and_leaves_none_behind():
    tree = grown()
    before = tree.split(0, "number").made
    tree.prune(0)
    leave = tree.workspace.subscribe(No())
    with pytest.raises(OSError, match="disk is full"):
        tree.split(0, "number", threshold=0.1)
    leave()
    other = tree.split(0, "number", threshold=0.2).made
    tree.prune(0)
    vetoed = tree.split(0, "number", threshold=0.1).made
    tree.prune(0)
    assert [before, other, vetoed] == [(1, 2), (3, 4), (5, 6)]
    assert tree.split(0, "number").made == before


def test_a_growth_that_begins_alike_keeps_the_ids_of_what_is_alike():
    tree = grown(rows=500)
    tree.grow(max_depth=3)
    first = {n: tree.node(n).rule for n in tree.workspace.tree.ids}
    tree.prune(0)
    tree.grow()
    whole = {n: tree.node(n).rule for n in tree.workspace.tree.ids}
    assert first.items() <= whole.items()
    assert sorted(whole) == list(range(len(whole)))
    again = grown(rows=500)
    again.grow()
    assert sorted(whole.values()) == sorted(again.node(n).rule for n in again.workspace.tree.ids)


def test_what_grows_where_somebody_split_has_his_ids_only_if_it_is_his_split():
    tree = grown(rows=500)
    tree.grow(max_depth=3)
    leaves = tree.frame().query("is_leaf & impurity > 0.3").index
    same = tree.split(leaves[0])
    other = tree.split(leaves[1], tree.candidates(leaves[1])["column"].iloc[1])
    kept = {at: tree.node(at).rule for at in same.made}
    tree.prune(0)
    tree.grow()
    ids = [node.id for node in tree.workspace.tree.walk()]
    assert len(set(ids)) == len(ids)
    assert {at: tree.node(at).rule for at in same.made} == kept
    assert not set(other.made) & set(ids)


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_grew_among_what_stood_before_has_its_ids_again(target):
    tree, grew = grown(target, 3000), {}
    for at, least in enumerate((1, 3, 9, 1, 3, 9)):
        tree.grow(keep=False, min_samples_leaf=least, max_depth=50 + at)  # no two in the same way
        assert tree.frame().equals(grew.setdefault(least, tree.frame()))


CHANGES = (
    *[{"levels": 2, "keep": keep} for keep in (True, False)],
    *[{"keep": False, "min_samples_leaf": least} for least in (1, 3, 9)],
    {"keep": False, "levels": 4, "min_samples_leaf": 2},
    *[{"alpha": share} for share in (0.3, 0.7)],
    {"by hand": 0.4},
)


def change(tree, how):
    """Grow, cut back by a share of the sequence, or split some node by hand."""
    if "alpha" in how:
        path = tree.pruning_path().alpha
        tree.prune_to(alpha=float(path.iloc[int(how["alpha"] * (len(path) - 1))]))
    elif "by hand" in how:
        nodes = list(tree.workspace.tree.walk())
        at = nodes[int(how["by hand"] * (len(nodes) - 1))].id
        tree.split(at, tree.candidates(at).column.iloc[1], replace=True)
    else:
        tree.grow(**how)


@examples(60)
@given(
    target=st.sampled_from(sorted(FRAMES)),
    seed=st.integers(0, 1000),
    changes=st.lists(st.sampled_from(CHANGES), min_size=2, max_size=6),
)
def test_an_id_is_its_parents_split_and_branch_however_much_grows_at_once(target, seed, changes):
    tree = grown(target, 300, seed)
    tree.grow()
    known, many = {}, 0
    for how in ({"levels": 1}, *changes, None, *changes):
        with contextlib.suppress(tw.RefusedError):
            change(tree, how) if how else tree.prune(0)
        for node in tree.workspace.tree.walk():
            for branch, child in enumerate(node.children):
                own = known.setdefault((node.id, node.split, branch), child.id)
                assert own == child.id, how
        fresh = sorted(set(known.values()))
        assert fresh == list(range(1, len(known) + 1)), how  # each its own, and none left out
        met = [node.id for node in tree.workspace.tree.walk() if node.id > many]
        assert met == sorted(met), how  # new ones in pre-order
        many = len(known)


@given(st.sets(st.integers(0, 60)), st.sets(st.integers(0, 20)))
def test_ids_are_as_good_as_a_tuple(single, tens):
    runs = [range(10 * at + 100, 10 * at + 105 + at % 6) for at in sorted(tens, reverse=True)]
    ids = Ids(single, runs)
    plain = tuple(sorted([*single, *(one for run in runs for one in run)]))
    assert ids == plain
    assert hash(ids) == hash(plain)
    assert repr(ids) == repr(plain)
    assert len(ids) == len(plain)
    assert [ids[at] for at in range(-len(plain), len(plain))] == [*plain, *plain]
    assert ids[1:4] == plain[1:4]
    assert [one for one in range(320) if one in ids] == list(plain)
    assert ids == Ids(plain)
    assert ids != Ids([*plain, 999])
    assert "1" not in ids
