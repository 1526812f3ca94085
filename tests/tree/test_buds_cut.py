"""What grew and was not looked at, cut back: as its nodes would be."""

from itertools import product
from unittest import mock

import hypothesis.strategies as st
import pytest
from hypothesis import given

import treewidget as tw
from tests.thorough import examples
from treewidget.tree import bud
from treewidget.tree.node import walk
from treewidget.widget.patches import make_patch

from .unseen import FRAMES, WORTH, as_nodes, grown, lazy, scored, seen


def cut_by_hand(tree):
    """Make gestures that leave some of a tree looked at, and some not."""
    tree.split(0, "rooms" if "rooms" in tree.rows(0) else "whole")
    tree.grow(max_depth=4)
    tree.lock(tree.workspace.tree.leaves[-1].id)
    tree.grow()


@examples(30)
@given(
    target=st.sampled_from(sorted(FRAMES)),
    seed=st.integers(0, 1000),
    share=st.floats(0.02, 0.98),
    validation=st.sampled_from([None, 0.3]),
    worth=st.sampled_from([0, bud.WORTH]),
    staked=st.booleans(),
)
def test_what_is_cut_from_lines_is_what_is_cut_from_nodes(
    *, target, seed, share, validation, worth, staked
):
    options = WORTH if staked and target == "kind" else {}
    lines, nodes = (grown(target, 300, seed, validation=validation, **options) for _ in range(2))
    with mock.patch.object(bud, "WORTH", worth):
        for tree in (lines, nodes):
            cut_by_hand(tree)
        as_nodes(nodes)
        sizes = lines.pruning_path(keep=False).leaves
        wanted = int(sizes.iloc[1 + int(share * (len(sizes) - 2))])
        for _ in range(2):
            before = [tree.workspace.state for tree in (lines, nodes)]
            cut, same = (tree.prune_to(leaves=wanted, keep=False) for tree in (lines, nodes))
            assert [cut.made, cut.removed, cut.after] == [same.made, same.removed, same.after]
            back, again = (tree.undo() for tree in (lines, nodes))
            assert [back.made, back.removed, back.after] == [again.made, again.removed, again.after]
            patches = [
                make_patch(tree._data, was, tree.workspace.state)["nodes"]
                for tree, was in zip((lines, nodes), before, strict=True)
            ]
            assert patches[0] == patches[1]
            assert scored(lines) == scored(nodes)
            assert lines.pruning_path().equals(nodes.pruning_path())
    for tree in (lines, nodes):
        tree.prune_to(leaves=wanted, keep=False)
    assert lines.frame().equals(nodes.frame())
    assert str(lines) == str(nodes)
    assert lines.workspace.tree == nodes.workspace.tree
    for keep in (True, False):
        grew = [_grown(tree, keep=keep) for tree in (lines, nodes)]
        assert grew[0] == grew[1]
        assert lines.frame().equals(nodes.frame())


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_cutting_back_makes_what_stays_and_no_more(target):
    tree = grown(target, 4000)
    tree.grow()
    whole, sizes = len(tree.workspace.tree), tree.pruning_path().leaves
    tree.prune_to(leaves=int(sizes.iloc[-6]))
    stays = len(tree.workspace.tree)
    assert 5 < stays < whole / 10
    tree.undo()
    assert seen(tree) <= (stays if lazy(tree) else whole)


def _grown(tree, *, keep):
    try:
        done = tree.grow(min_samples_leaf=3, keep=keep)
    except tw.RefusedError as error:
        return str(error)
    return done.made, done.removed, done.after


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_is_cut_from_lines_stays_lines(target):
    tree = grown(target, 4000)
    tree.grow(ccp_alpha=1e-6)
    whole, sizes = len(tree.workspace.tree), tree.pruning_path().leaves
    for at in (3, len(sizes) // 2):
        tree.prune_to(leaves=int(sizes.iloc[at]))
        assert 2 * sizes.iloc[at] - 1 == len(tree.workspace.tree) > 50
        assert seen(tree) == 1 or not lazy(tree)
    pruned = tree.frame().pruned
    assert 10 < pruned.sum() == sum(node.pruned for node in walk(tree.workspace.tree.root))
    assert len(tree.workspace.tree) < whole


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_was_cut_by_hand_is_told_from_what_grew_no_further(target):
    tree = grown(target, 4000)
    tree.grow()
    alpha = float(tree.pruning_path(risk="impurity").alpha.iloc[4])
    tree.prune_to(alpha=alpha, risk="impurity")
    cut, by_hand = tree.workspace.state, tree.frame().pruned
    tree.undo()
    tree.grow(ccp_alpha=alpha)
    other = tree.workspace.state
    assert by_hand.sum() > 5
    assert not tree.frame().pruned.any()
    assert tree.frame().index.equals(by_hand.index)
    patch = make_patch(tree._data, cut, other)["nodes"]
    assert set(by_hand.index[by_hand]) <= set(patch["id"])
    tree.checkout(cut.history.at)
    assert tree.frame().pruned.equals(by_hand)
    tree.grow(ccp_alpha=alpha, keep=False)
    assert not tree.frame().pruned.any()
    assert tree.workspace.tree == other.tree


LIMITS = ({}, {"min_samples_leaf": 8}, {"max_depth": 4}, {"ccp_alpha": 0.01}, {"levels": 3})


def changed_by_hand(tree, how):
    """Make a gesture on a branch of the root, or cut the whole tree back."""
    top = tree.workspace.tree.root.children[0]
    if how == "pruned":
        tree.prune_to(leaves=int(tree.pruning_path().leaves.iloc[2]))
    elif how == "pruned in part":
        tree.prune([node.id for node in walk(top) if not node.is_leaf][-1])
    elif how == "labelled":
        tree.label(top.id, "b" if tree.classes else 7.0)
    elif how == "forced":
        tree.split(top.id, tree._data.columns[top.split.column].name, replace=True)


@pytest.mark.parametrize("how", ["", "pruned", "pruned in part", "labelled", "forced"])
@pytest.mark.parametrize(
    ("target", "first"),
    [*product(sorted(FRAMES), LIMITS), ("kind", {"method": "c4.5"})],  # which prunes
    ids=str,
)
def test_some_levels_more_grow_where_it_is_known_how_it_grew_as_where_it_is_not(target, first, how):
    own = {name: value for name, value in first.items() if name != "levels"}
    for now, keep in product(({}, own) if own else ({},), (True, False)):
        said = []
        for is_known in (True, False):
            tree = grown(target, 200)
            tree.grow(0, **first)
            changed_by_hand(tree, how)
            if not is_known:
                as_nodes(tree)
                for node in walk(tree.workspace.tree.root):
                    object.__setattr__(node, "way", None)
            try:
                said.append(tree.grow(0, 2, keep=keep, **now).text)
            except tw.RefusedError as error:
                said.append(str(error))
            said.append(tree.frame())
        assert said[0] == said[2]
        assert said[1].equals(said[3])


def test_nothing_is_made_to_say_that_no_leaf_grows_on():
    tree = grown(rows=4000)
    tree.grow()
    with pytest.raises(tw.RefusedError, match="changes nothing"):
        tree.grow(levels=2)
    assert not lazy(tree) or seen(tree) <= 3
