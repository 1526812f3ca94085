"""What grew and was not looked at, cut back: as its nodes would be."""

from unittest import mock

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from treewidget.tree import bud
from treewidget.widget.patches import make_patch

from .unseen import FRAMES, as_nodes, grown, lazy, scored, seen


def cut_by_hand(tree):
    """Make gestures that leave some of a tree looked at, and some not."""
    tree.split(0, "rooms" if "rooms" in tree.rows(0) else "whole")
    tree.grow(max_depth=4)
    tree.lock(tree.workspace.tree.leaves[-1].id)
    tree.grow()


@settings(max_examples=30, deadline=None)
@given(
    target=st.sampled_from(sorted(FRAMES)),
    seed=st.integers(0, 1000),
    share=st.floats(0.02, 0.98),
    validation=st.sampled_from([None, 0.3]),
    worth=st.sampled_from([0, bud.WORTH]),
)
def test_what_is_cut_from_lines_is_what_is_cut_from_nodes(target, seed, share, validation, worth):
    lines, nodes = (grown(target, 300, seed, validation=validation) for _ in range(2))
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
    assert lines.frame().equals(nodes.frame())
    assert lines.workspace.tree == nodes.workspace.tree


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
