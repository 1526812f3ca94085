"""What grew and was not looked at: it has the ids and the figures that its nodes have once made."""

import threading
from unittest import mock

import hypothesis.strategies as st
import pandas as pd
import pytest
from hypothesis import given

import treewidget as tw
from tests.thorough import examples
from treewidget.induction.progress import Progress
from treewidget.session.story import outcome
from treewidget.tree import bud
from treewidget.tree.identity import ways_of
from treewidget.tree.node import walk
from treewidget.tree.surveying import survey
from treewidget.tree.tree import Tree
from treewidget.widget.nodes import make_nodes
from treewidget.widget.patches import make_patch

from .unseen import FRAMES, WORTH, as_nodes, foretold, grown, lazy, scored, seen, strange


def shown(tree):
    """Return what is shown of every node, and what trees are equal by; of nothing remembered."""
    now = tree.workspace.tree
    now.survey = now._signature = None
    frame = tree.frame()
    return str(tree), frame.to_csv(), frame.dtypes.tolist(), now.signature()


@examples(60)
@given(
    target=st.sampled_from(sorted(FRAMES)),
    seed=st.integers(0, 1000),
    validation=st.sampled_from([None, 0.3]),
    weighted=st.sampled_from(["", "rows", "classes"]),
    worth=st.sampled_from([0, 0, bud.WORTH]),
    options=st.fixed_dictionaries(
        {},
        optional={
            "max_depth": st.integers(1, 5),
            "max_leaf_nodes": st.integers(2, 20),
            "min_samples_leaf": st.integers(1, 9),
        },
    ),
)
def test_what_lines_say_is_what_nodes_say(*, target, seed, validation, weighted, worth, options):
    frame = FRAMES[target](120, seed)
    weights = None
    if weighted == "rows":
        weights = pd.Series(1.0 + frame.reset_index().index % 3 / 7, frame.index)
    if weighted == "classes" and target == "kind":
        options |= WORTH
    tree = tw.DecisionTree(
        frame, target=target, weights=weights, validation=validation, grow=False, **options
    )
    before, workspace, data = tree.workspace.state, tree.workspace, tree._data
    with mock.patch.object(bud, "WORTH", worth):
        tree.grow()
        wire, scores = make_nodes(survey(workspace.tree, data.target), data), scored(tree)
        patch = make_patch(data, before, workspace.state)["nodes"]
        shape, weights = outcome(workspace.tree.root, data), tree.importance()
        in_full = shown(tree)
        new = strange(FRAMES[target](150, seed + 1))
        said = foretold(tree, new)
    told, root, registry = tree.history[-1].after, workspace.tree.root, workspace.state.registry
    assert worth or not lazy(tree) or seen(tree) <= 3
    ids, below = list(workspace.tree.ids), {n: registry.way(n) for n in range(1, root.size)}
    assert root.size == told.nodes == len(ids)

    as_nodes(tree)
    nodes = list(walk(root))
    assert [node.id for node in nodes] == list(range(root.size)) == sorted(ids)
    assert below == dict(zip(below, map(ways_of(root), below), strict=True))
    for node in nodes:
        kids = [child.id for child in node.children] or None
        assert node.split is None or registry.children(node.id, node.split) == kids
        assert node.size == 1 + sum(child.size for child in node.children)
        node.remember(None)
    assert workspace.editor.figures(Tree(root), Progress()) == told
    fresh = survey(Tree(root), data.target)
    assert fresh.nodes.places(range(root.size)).tolist() == list(range(root.size))
    assert [node.id for node in fresh.nodes] == list(range(root.size))
    assert make_nodes(fresh, data) == wire
    assert scored(tree) == scores
    assert shown(tree) == in_full
    assert outcome(root, data) == shape
    assert tree.importance().equals(weights)
    assert foretold(tree, new) == said
    assert make_patch(data, before, workspace.state)["nodes"] == patch


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_no_gesture_makes_what_it_does_not_look_at(target):
    tree = grown(target, 4000)
    gesture = tree.grow()
    many = len(tree.workspace.tree)
    assert many > 600
    assert gesture.made == tuple(range(1, many))
    few = 2 * bud.WORTH if lazy(tree) else many
    assert seen(tree) <= few
    assert tree.prune(0).removed == gesture.made
    assert tree.undo().made == gesture.made
    assert tree.redo().removed == gesture.made
    assert tree.grow().made == gesture.made
    assert seen(tree) <= few
    tree.lock(1)
    tree.note(2, "hand-made")
    tree.grow(2, max_depth=6)
    tree.history.code()
    assert seen(tree) <= (
        4 * bud.WORTH if lazy(tree) else many
    )  # what grows as before is gone through
    assert len(tree.frame()) == len(tree.workspace.tree) == tree.history[-1].after.nodes


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_tells_of_all_nodes_makes_none(target):
    tree = grown(target, 4000, validation=0.2)
    tree.grow()
    tree.note(1, "seen")
    tree.grow(min_samples_leaf=2)  # of which small branches are new
    before = seen(tree)
    assert len(tree.frame()) == len(str(tree).splitlines()) == len(tree.workspace.tree) > 600
    assert tree != tree.replay(FRAMES[target](400))
    assert tree == tree.replay(FRAMES[target](4000))
    assert hash(tree)
    assert seen(tree) == before


def test_a_node_deep_down_is_found_and_only_its_path_is_made():
    tree = grown(rows=2000)
    last = tree.grow().made[-1]
    assert tree.node(last).id == last
    path = tree.workspace.tree.steps(last)
    assert seen(tree) <= ((bud.WORTH + 2) * len(path) if lazy(tree) else len(tree.workspace.tree))
    made = tree.prune(path[-2][0].id)
    assert last in made.removed
    tree.undo()
    assert tree.node(last).id == last


def test_all_who_look_at_the_same_time_see_the_same_nodes():
    tree = grown(rows=3000)
    tree.grow()
    found, ready = [], threading.Barrier(4)

    def look():
        ready.wait()
        found.append([id(node) for node in walk(tree.workspace.tree.root)])

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(ids == found[0] for ids in found)
    assert len(found) == len(threads)


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_was_looked_at_is_still_told_by_its_lines(target):
    """A look at many nodes, as a pruning by a rule takes, made all that came after it slower."""
    tree = grown(target, 4000)
    tree.grow()
    before = seen(tree)
    assert len(list(walk(tree.workspace.tree.root))) == len(tree.workspace.tree)
    assert seen(tree) == len(tree.workspace.tree)
    assert not lazy(tree) or sum(1 for _ in walk(tree.workspace.tree.root, seen=True)) <= before
    assert tree.workspace.tree.root.children is tree.workspace.tree.root.children


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_grows_again_as_it_stood_is_not_made_for_that(target):
    """A growth by other limits made every node of the old tree to see whether it comes out so."""
    tree = grown(target, 4000)
    deepest = tree.grow().after.depth
    many, root = len(tree.workspace.tree), tree.workspace.tree.root
    cut = tree.grow(max_depth=deepest - 1)
    assert not cut.made
    assert 0 < len(cut.removed) < many / 4
    tree.undo()
    assert tree.workspace.tree.root is root
    assert not lazy(tree) or seen(tree) < many / 2


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_what_is_new_in_a_growth_is_not_made_for_its_ids(target):
    tree = grown(target, 4000)
    before = tree.grow().made[-1]
    with mock.patch.object(bud, "MANY", 4000):  # node by node, where the same stood before
        made = tree.grow(min_samples_leaf=2).made
    root, registry = tree.workspace.tree.root, tree.workspace.state.registry
    buds = [node.bud for node in walk(root, seen=True) if node.bud]
    assert not lazy(tree) or sum(one.size < bud.WORTH and not one.made for one in buds) > 20
    assert made == tuple(range(before + 1, before + 1 + len(made)))
    ids, way = [node.id for node in walk(root)], ways_of(root)
    assert all(registry.way(node_id) == way(node_id) for node_id in ids)
    assert set(made) <= set(ids)
    for node in walk(root):
        kids = [child.id for child in node.children] or None
        assert node.split is None or registry.children(node.id, node.split) == kids


@examples(30)
@given(st.sampled_from(sorted(FRAMES)), st.integers(0, 1000), st.booleans(), st.data())
def test_what_somebody_looked_at_is_predicted_as_before(target, seed, in_shares, data):
    tree = grown(target, 300, seed, **({"missing": "fractional"} if in_shares else {}))
    if in_shares:
        tree.split(0, "whole" if target == "kind" else "rooms")  # cuts new rows into shares
    with mock.patch.object(bud, "WORTH", 0):
        tree.grow(missing="learned")
        new = strange(FRAMES[target](150, seed + 1))
        for way in data.draw(st.lists(st.lists(st.booleans(), max_size=9), max_size=9)):
            node = tree.workspace.tree.root
            for right in way:
                node = node.children[right] if node.children else node
        said = foretold(tree, new)
        as_nodes(tree)
        assert foretold(tree, new) == said


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_small_branches_are_gone_down_by_their_lines_too(target):
    """Each was made for that, one by one: of a large tree grown again most of a prediction."""
    tree = grown(target, 4000)
    tree.grow()
    tree.grow(min_samples_leaf=2)
    before, new = seen(tree), strange(FRAMES[target](400, 1))
    said = foretold(tree, new)
    assert seen(tree) == before
    as_nodes(tree)
    assert foretold(tree, new) == said


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_rows_in_shares_go_down_lines_as_down_nodes(target):
    tree = grown(target, 3000, missing="fractional")
    new = strange(FRAMES[target](400, 1))
    tree.split(0, "whole" if target == "kind" else "rooms")  # cuts new rows into shares
    tree.label(1, "a" if target == "kind" else 7.0)
    tree.grow(missing="learned")
    tree.label(2, "b" if target == "kind" else 9.0)
    said, looked_at = foretold(tree, new), seen(tree)
    assert not lazy(tree) or looked_at < len(tree.workspace.tree) / 4
    as_nodes(tree)
    assert foretold(tree, new) == said


@pytest.mark.parametrize("worth", [{}, WORTH], ids=["alike", "by priors and losses"])
def test_what_grew_by_another_criterion_is_shown_in_the_tree_s_own(worth):
    tree, other = grown(rows=600, **worth), grown(rows=600, **worth)
    tree.grow(criterion="entropy")
    other.grow(criterion="entropy")
    assert not lazy(tree) or seen(tree) <= 2 * bud.WORTH
    as_nodes(other)
    assert tree.frame().equals(other.frame())
    assert tree.importance().equals(other.importance())
    gains = [tree.workspace.inducer.candidate(n.region, n.split).gain for n in inner_of(tree)]
    assert [n.gain for n in inner_of(tree)] == pytest.approx(gains)


def inner_of(tree):
    return [node for node in walk(tree.workspace.tree.root) if node.split is not None]
