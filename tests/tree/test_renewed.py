"""What grows where other things grew is told by lines, or node by node: both say the same."""

from collections import Counter
from contextlib import ExitStack
from unittest import mock

import hypothesis.strategies as st
import pandas as pd
import pytest
from hypothesis import given

import treewidget as tw
from tests.thorough import examples
from treewidget.tree import bud
from treewidget.tree.node import walk
from treewidget.tree.surveying import survey
from treewidget.widget.nodes import make_nodes
from treewidget.widget.patches import make_patch
from treewidget.workspace import Listener

from .unseen import FRAMES, foretold, grown, lazy, seen

NODE_BY_NODE, IN_LINES = 1 << 40, 0
CRITERIA = {"kind": ("gini", "entropy"), "price": ("squared_error", "absolute_error")}
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "min_samples_leaf": st.integers(1, 9),
        "max_depth": st.integers(2, 9),
        "min_impurity_decrease": st.sampled_from([0.0, 1e-3, 1e-2]),
        "max_leaf_nodes": st.integers(5, 40),
        "criterion": st.sampled_from([0, 1]),  # of CRITERIA
        "ccp_alpha": st.sampled_from([0.0, 1e-3, 1e-2]),
        "keep": st.booleans(),
    },
)
GROWING = st.tuples(st.just("grow"), st.sampled_from([0, 0, 1, 2, 5]), OPTIONS)
GESTURES = st.one_of(
    *[GROWING] * 4,
    st.tuples(st.sampled_from(["grow", "refused"]), st.integers(0, 50), OPTIONS),
    st.tuples(st.sampled_from(["prune", "split", "lock", "note", "look"]), st.integers(0, 50)),
    st.tuples(st.sampled_from(["undo", "redo"])),
    st.tuples(st.just("checkout"), st.integers(0, 9)),
    st.tuples(st.just("prune_to"), st.integers(0, 50)),
)


class No(Listener):
    def before(self, _action, _gesture):
        raise OSError("the disk is full")


def told(many):
    """Tell what changes below by lines where it is more than so many nodes."""
    held = ExitStack()
    for name, value in (("MANY", many), ("WIDE", 0), ("WORTH", many)):
        held.enter_context(mock.patch.object(bud, name, value))
    return held


def do(tree, name, place=0, options=None):
    """Make a gesture on one of the nodes there are; return what it says, or why it is refused."""
    if options and "criterion" in options:
        named = CRITERIA[tree._data.target.name][options["criterion"]]
        options = {**options, "criterion": named}
    ids = sorted(tree.workspace.tree.ids)
    node = ids[place % len(ids)]
    try:
        match name:
            case "undo" | "redo":
                done = getattr(tree, name)()
            case "checkout":
                done = tree.checkout(place % len(tree.history.branches()))
            case "note":
                done = tree.note(node, "seen")
            case "split":
                done = tree.split(node)
            case "prune_to":
                sizes = tree.pruning_path().leaves
                done = tree.prune_to(leaves=int(sizes.iloc[place % len(sizes)]))
            case "refused":  # its ids were given, and are taken back
                leave = tree.workspace.subscribe(No())
                try:
                    tree.grow(node, **options)
                finally:
                    leave()
                raise AssertionError("nobody refused")
            case "look":
                return [child.id for child in tree.workspace.tree.node(node).children]
            case _:
                done = getattr(tree, name)(node, **(options or {}))
    except (tw.TreeWidgetError, OSError) as error:
        return str(error)
    return done.line, done.text, done.made, done.removed, done.before, done.after


class Page:
    """A page, which hears what an edit changed: see ``js/src/model/patch.ts``."""

    def __init__(self, nodes):
        lines = self._lines(nodes)
        self.line = dict(zip(nodes["id"], lines, strict=True))
        self.below = {node: [] for node in nodes["id"]}
        self._hang(nodes)

    def _lines(self, nodes):
        size = len(nodes["id"])
        wide = {name: len(column) // size for name, column in nodes.items() if name != "parent"}
        return [
            {name: nodes[name][at * wide[name] : (at + 1) * wide[name]] for name in wide}
            for at in range(size)
        ]

    def _hang(self, nodes):
        for node, parent in zip(nodes["id"], nodes["parent"], strict=True):
            if parent >= 0:
                self.below[nodes["id"][parent]].append(node)

    def patch(self, nodes):
        parents = [*nodes["parent"][1:], -1]
        for at, (node, line) in enumerate(zip(nodes["id"], self._lines(nodes), strict=True)):
            assert nodes["parent"][at] >= 0 or node in self.line
            if nodes["parent"][at] >= 0 or line["split"] == [None] or parents[at] >= 0:
                self.below[node] = []
            self.line[node] = line
        self._hang(nodes)

    def shown(self):
        ahead, found = [0], []
        while ahead:
            node = ahead.pop()
            found.append(self.line[node])
            ahead.extend(reversed(self.below[node]))
        return found


def ways_shown(nodes):
    """Return the way to each node of a page: the nodes above it, and the branch at each."""
    branches, ways = Counter(), {nodes["id"][0]: []}
    for node, parent in zip(nodes["id"][1:], nodes["parent"][1:], strict=True):
        above = nodes["id"][parent]
        ways[node] = [*ways[above], (above, branches[above])]
        branches[above] += 1
    return ways


@examples(30)
@given(
    target=st.sampled_from(sorted(FRAMES)),
    seed=st.integers(0, 1000),
    validation=st.sampled_from([None, 0.3]),
    gestures=st.lists(GESTURES, min_size=5, max_size=10),
)
def test_lines_say_of_a_growth_what_nodes_say(target, seed, validation, gestures):
    one, other = (grown(target, 150, seed, validation=validation) for _ in range(2))
    data, page = one._data, None
    for at, gesture in enumerate([("grow",), *gestures]):
        before = one.workspace.state
        with told(IN_LINES):
            found = do(one, *gesture)
            now, registry = one.workspace.state, one.workspace.state.registry
            nodes = make_nodes(survey(now.tree, data.target), data)
            if at and now is not before:
                patch = make_patch(data, before, now)["nodes"]
                assert len(set(patch["id"])) == len(patch["id"]) <= len(nodes["id"])
                page.patch(patch)
            page = page if at else Page(nodes)
            said = foretold(one, FRAMES[target](50, seed + 1))
        with told(NODE_BY_NODE):
            assert do(other, *gesture) == found
            other.workspace.tree.survey = None
            same = make_nodes(survey(other.workspace.tree, data.target), data)
            # That of a split by another criterion may be reckoned anew, or have stood there.
            gains = [0.0 if gain is None else gain for gain in same.pop("gain")]
            assert gains == pytest.approx([gain or 0.0 for gain in nodes["gain"]], rel=1e-12)
            assert same == {name: nodes[name] for name in same}
            assert foretold(other, FRAMES[target](50, seed + 1)) == said
        assert page.shown() == Page(nodes).shown()
        for node, way in ways_shown(nodes).items():  # nobody looks at nodes: none is made
            assert registry.way(node) == way
        where = survey(now.tree, data.target).nodes
        assert where.places(where.ids()).tolist() == list(range(len(where)))
    assert one.workspace.tree == other.workspace.tree
    for node in walk(one.workspace.tree.root):
        kids = [child.id for child in node.children] or None
        assert node.split is None or registry.children(node.id, node.split) == kids
    assert one.history.code() == other.history.code()


@pytest.mark.parametrize("many", [NODE_BY_NODE, IN_LINES])
def test_another_grouping_of_the_same_levels_is_another_split(many):
    """By gini b stands alone below two splits, by entropy c: only levels tell them apart."""
    towns = ["c"] * 2 + ["b"] * 2 + ["a"] * 5
    frame = pd.DataFrame({"x": [0] * 18 + [1] * 9 + [2] * 9, "town": towns * 4})
    frame["kind"] = ["w"] * 18 + ["z"] * 9 + list("uuuvuuuuv")
    tree = tw.DecisionTree(frame, "kind", grow=False, max_depth=3)
    with told(many):
        tree.grow(criterion="gini")
        before = tree.workspace.state
        made = tree.grow(criterion="entropy").made
        patch = make_patch(tree._data, before, tree.workspace.state)["nodes"]
    assert patch["id"] == [2, 4, *made]
    assert tree.apply(frame).tolist()[27:] == [made[1]] * 2 + [made[0]] * 7


@pytest.mark.parametrize("many", [NODE_BY_NODE, IN_LINES])
def test_a_label_stays_where_what_grew_before_comes_back(many):
    tree = grown("kind", 300)
    with told(many):
        tree.grow()
        tree.grow(min_samples_leaf=2)
        tree.label(0, "a")
        tree.grow(min_samples_leaf=1)
    root = tree.workspace.tree.root
    assert root.label == tree.classes.index("a")
    assert not root.is_leaf


@pytest.mark.parametrize(("own", "other"), [("gini", "entropy"), ("entropy", "gini")])
def test_gains_of_another_growth_are_those_of_the_tree(own, other):
    tree = grown("kind", 300, criterion=own)
    tree.grow(criterion=other)
    assert not lazy(tree) or seen(tree) == 1
    inducer = tree.workspace.inducer
    shown = survey(tree.workspace.tree, tree._data.target).nodes.gains()
    for node, gain in zip(walk(tree.workspace.tree.root), shown, strict=True):
        assert node.gain == gain
        if node.split is not None:
            assert gain == pytest.approx(inducer.candidate(node.region, node.split).gain, abs=1e-12)


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_growing_again_makes_no_nodes(target):
    tree = grown(target, 4000)
    tree.grow()
    many = len(tree.workspace.tree)
    with told(50):
        gesture = tree.grow(min_samples_leaf=2)
        assert not lazy(tree) or seen(tree) < many / 20
        assert 0 < len(gesture.made) < len(gesture.removed) < many
        tree.undo()
        assert not lazy(tree) or seen(tree) < many / 20
        assert tree.redo().made == gesture.made


@pytest.mark.parametrize("target", sorted(FRAMES))
def test_a_patch_of_a_growth_tells_what_changed_and_no_more(target):
    tree = grown(target, 4000)
    tree.grow()
    data, states = tree._data, [tree.workspace.state]
    with told(50):
        for options in ({"min_samples_leaf": 2}, {"min_samples_leaf": 5, "max_depth": 9}):
            gesture = tree.grow(**options)
            states.append(tree.workspace.state)
            pages = [Page(make_nodes(survey(at.tree, data.target), data)) for at in states[-2:]]
            patch = make_patch(data, *states[-2:])["nodes"]
            sent, news = set(patch["id"]), news_of(*pages)
            assert set(gesture.made) < news <= sent
            assert sent - news <= set(pages[1].below[0])  # below them the lines tell what changed


def news_of(old, new):
    """Return the nodes of a page that say something else than those of another one."""
    return {
        node
        for node, line in new.line.items()
        if node not in old.line or line != old.line[node] or new.below[node] != old.below[node]
    }
