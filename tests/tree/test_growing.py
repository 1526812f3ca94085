"""Growing: what it keeps of what was decided by hand, and where it is refused."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget import RefusedError
from treewidget.induction import lines

from .frames import mixed, splits
from .unseen import grown


def test_growing_keeps_forced_splits_and_those_above_them(ladder):
    ladder.grow()
    found = splits(ladder)
    assert found[0] == "x <= 7"
    assert ladder.node(0).forced
    assert found[1] == "x <= 3"


def test_growing_without_keep_keeps_only_locks(ladder):
    ladder.lock(3)
    gesture = ladder.grow(keep=False)
    assert ladder.node(3).locked
    assert ladder.node(3).is_leaf
    assert splits(ladder)[0] == "x <= 7"  # it leads to the lock
    assert "(1 forced split went with it)" in gesture.text  # that of node 2
    assert not ladder.node(2).forced


def test_growing_leaves_labels_and_prunings_alone(ladder):
    ladder.grow(1)
    ladder.prune(3)
    ladder.label(5, "b")
    ladder.grow()
    assert ladder.node(3).is_leaf
    assert ladder.node(3).pruned
    assert ladder.node(5).is_leaf
    assert ladder.node(5).prediction == "b"


def test_growing_on_the_node_itself_grows_what_was_pruned(ladder):
    ladder.grow(3)
    before = splits(ladder)
    ladder.prune(3)
    ladder.grow(3)
    assert not ladder.node(3).pruned
    assert splits(ladder) == before


def test_growing_a_locked_leaf_is_refused(ladder):
    ladder.lock(3)
    with pytest.raises(RefusedError, match=r"node 3: it is locked.*tree\.lock\(3, on=False\)"):
        ladder.grow(3)


def test_growing_under_a_locked_split_keeps_it(ladder):
    ladder.lock(0)
    ladder.grow(keep=False)
    assert splits(ladder)[0] == "x <= 7"
    assert len(ladder.frame()) > 7


def test_levels_extend_leaves_and_keep_every_split(ladder):
    before = {id_: split for id_, split in splits(ladder).items() if split}
    deepest = ladder.frame()["depth"].max()
    ladder.grow(levels=1)
    after = splits(ladder)
    assert {id_: after[id_] for id_ in before} == before
    assert ladder.frame()["depth"].max() == deepest + 1


def test_levels_leave_pruned_leaves_alone_unless_told_otherwise(ladder):
    ladder.grow(3)
    ladder.prune(3)
    ladder.grow(levels=1)
    assert ladder.node(3).is_leaf
    ladder.grow(levels=1, keep=False)
    assert not ladder.node(3).is_leaf


def test_options_hold_for_one_growth_and_are_written_down(ladder):
    gesture = ladder.grow(max_depth=3)
    assert ladder.frame()["depth"].max() == 3
    assert gesture.line == "tree.grow(max_depth=3)"
    assert gesture.args == {"node": 0, "options": {"max_depth": 3}}
    ladder.grow()
    assert ladder.frame()["depth"].max() > 3


def test_a_named_method_grows_by_its_own_defaults(patients):
    tree = tw.DecisionTree(patients, target="ill", max_depth=1)
    with pytest.raises(RefusedError, match="changes nothing"):
        tree.grow()
    assert tree.grow(method="cart").after.error == 0


def test_leaves_elsewhere_count_towards_max_leaf_nodes(ladder):
    assert ladder.grow(1, max_leaf_nodes=5).after.leaves == 5
    ladder.undo()
    assert ladder.grow(1).after.leaves == 6


def test_a_growth_that_changes_nothing_says_why(tree):
    with pytest.raises(RefusedError, match=r"node 1 does not grow: .+"):
        tree.grow(1)
    with pytest.raises(RefusedError, match="growing under node 0 changes nothing"):
        tree.grow()


@pytest.mark.parametrize("levels", [None, 2])
def test_a_growth_that_ends_at_leaves_made_by_hand_says_how_many_and_how_to_go_on(levels):
    tree = grown(rows=2000)  # a large one, where most leaves stay lines
    tree.grow()
    tree.prune_to(alpha=2e-3)
    pruned = tree.frame().query("is_leaf and pruned").index
    assert len(pruned) > 10
    tree.label(pruned[0], "a" if tree.node(pruned[0]).prediction != "a" else "b")
    tree.lock(pruned[1])
    with pytest.raises(
        RefusedError, match=f"ends at {len(pruned) - 1} leaves .* unless keep=False"
    ):
        tree.grow(levels=levels)
    assert tree.grow(levels=levels, keep=False).made


def test_a_growth_that_only_takes_the_pruned_mark_off_is_refused(tree):
    tree.split(1, "age")
    tree.prune(1)
    with pytest.raises(RefusedError, match="node 1 does not grow"):
        tree.grow(1)
    assert tree.node(1).pruned


def test_notes_stay_where_the_same_node_comes_back(ladder):
    ladder.grow(5)
    inner, lost = ladder.node(5).children[1], ladder.frame().index[-3]
    ladder.note(inner, "look here")
    ladder.grow(5, max_depth=3)  # the same first split comes again, and no more
    assert ladder.node(inner).note == "look here"
    assert lost not in ladder.frame().index


@pytest.mark.parametrize("alpha", [0.01, 0.03, 0.06, 0.1])
def test_a_growth_by_another_criterion_is_pruned_in_its_own_unit(alpha):
    options = {"criterion": "entropy", "ccp_alpha": alpha, "max_depth": 5}
    tree = tw.DecisionTree(mixed(), target="kind", grow=False)
    tree.grow(**options)
    alone = tw.DecisionTree(mixed(), target="kind", **options)
    assert list(tree.frame()["rule"]) == list(alone.frame()["rule"])


def test_class_weights_belong_to_the_whole_tree(tree):
    with pytest.raises(RefusedError, match="cannot change class_weight"):
        tree.grow(class_weight="balanced")


def test_a_root_that_the_method_left_alone_says_why(patients):
    bare = tw.DecisionTree(patients, target="ill", min_samples_leaf=5)
    assert bare.notes[-1] == (
        "the root does not grow: it has 8 rows, and two branches of min_samples_leaf=5 need more"
    )
    pruned = tw.DecisionTree(patients, target="ill", method="c5.0", confidence=0.01)
    assert pruned.root.is_leaf
    assert pruned.notes[-1].startswith("the root does not grow: what grows there is pruned away")
    for asked in ({"grow": False}, {}):
        assert len(tw.DecisionTree(patients, target="ill", **asked).notes) == 1


@pytest.mark.parametrize(("target", "often"), [("kind", 2.1), ("price", 1.3)])
def test_a_growth_again_makes_each_line_about_once(target, often, monkeypatch):
    """Pages were made once more to give ids, and to ask what once stood where a split is new."""
    monkeypatch.setattr(lines, "PAGE", 16)
    monkeypatch.setattr(lines, "PAGES", 2)
    made, plainly = [], lines.Lines._made

    def counted(growth, which):
        made.append(len(growth.grown.column[which]))
        return plainly(growth, which)

    tree = grown(target, 4000)
    tree.grow()
    many = len(tree.workspace.tree)
    monkeypatch.setattr(lines.Lines, "_made", counted)
    tree.grow(min_samples_leaf=2)
    assert sum(made) < often * (many + len(tree.workspace.tree))


def test_a_note_that_was_taken_away_does_not_come_back_with_what_grew():
    tree = tw.DecisionTree(mixed(60), target="kind", grow=False)
    tree.grow(max_depth=2)
    child = tree.workspace.tree.root.children[0].id
    tree.note(child, "seen")
    tree.grow(max_depth=3)
    assert tree.workspace.tree.node(child).note == "seen"
    tree.note(child, "")
    tree.prune(0)
    tree.grow(max_depth=3)
    assert tree.workspace.tree.node(child).note == ""


def mostly_a():
    """Return three levels that tell the classes' shares, and no row's class."""
    shares = {"u": (19, 1), "v": (8, 3), "w": (10, 6)}
    rows = [
        (x, y)
        for x, both in shares.items()
        for y, n in zip("ab", both, strict=True)
        for _ in range(4 * n)
    ]
    return pd.DataFrame(rows, columns=["x", "y"])


AWAY = "what grows there is pruned away again ({})"
NO_ROOM = "max_leaf_nodes leaves no room for its branches"


@pytest.mark.parametrize(
    ("method", "options", "why"),
    [
        ("cart", {"ccp_alpha": 0.9}, AWAY.format("ccp_alpha=0.9")),
        ("c5.0", {}, AWAY.format("collapse=True, confidence=0.25, global_pruning=True")),
        ("c4.5", {"confidence": None}, AWAY.format("collapse=True")),
        ("c4.5", {"collapse": False}, AWAY.format("confidence=0.25")),
        ("c4.5", {"max_leaf_nodes": 2}, NO_ROOM),
        ("id3", {"max_leaf_nodes": 2}, NO_ROOM),
        ("id3", {"max_leaf_nodes": 3, "window": 0.02, "window_seed": 3}, "what window= keeps of "),
    ],
)
def test_what_leaves_a_root_alone_is_what_is_said(method, options, why):
    given = {"target": "y", "method": method, **options}
    bare = tw.DecisionTree(mostly_a(), **given)
    assert bare.root.is_leaf
    assert bare.notes[-1].startswith(f"the root does not grow: {why}")


def test_a_root_that_winnowing_left_bare_is_not_told_to_be_pruned():
    rng = np.random.default_rng(10)
    few = np.arange(400) < 19  # cuts off enough of half of the rows, and too few of all
    kind = rng.choice([*"uv"], 400)  # tells shares of classes, and no row's class
    ill = few | (rng.random(400) < np.where(kind == "u", 0.4, 0.12))
    frame = pd.DataFrame({"few": few * 1.0, "kind": kind, "ill": np.where(ill, "yes", "no")})
    bare = tw.DecisionTree(frame, "ill", method="c5.0", winnow=True)
    assert bare.root.is_leaf
    assert bare.notes[-1].endswith("grow: what winnow= keeps of the data has no split there")


def test_a_leaf_has_no_room_beside_the_others_of_its_tree():
    rows = pd.DataFrame({"x": range(8), "y": list("aabbaabb")})
    tree = tw.DecisionTree(rows, target="y", method="c4.5", max_leaf_nodes=3, grow=False)
    tree.split(0, "x", threshold=1)
    tree.split(2, "x", threshold=3)
    with pytest.raises(RefusedError, match=f"node 4 does not grow: {NO_ROOM}"):
        tree.grow(4, levels=1)
    assert tree.grow(4, max_leaf_nodes=4).after.leaves == 4


def test_a_split_that_spares_no_error_stays_only_where_nothing_is_collapsed():
    plain = {"target": "y", "method": "c4.5", "confidence": None}
    assert tw.DecisionTree(mostly_a(), **plain).root.is_leaf
    assert len(tw.DecisionTree(mostly_a(), **plain, collapse=False).root.children) == 3


def test_what_is_not_grown_to_its_end_is_not_pruned():
    tree = tw.DecisionTree(mostly_a(), "y", method="c4.5", confidence=None, grow=False)
    tree.grow(0, levels=1)
    assert len(tree.root.children) == 3
