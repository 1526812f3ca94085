"""What was counted once is not counted again, and whether it was counted changes nothing."""

import gc
import weakref
from functools import partial

import hypothesis.strategies as st
import pandas as pd
import pytest
from hypothesis import given

import treewidget as tw
from tests.thorough import examples
from treewidget.induction import looked
from treewidget.induction.progress import Progress
from treewidget.tree import editor, past
from treewidget.tree.node import Node

from .frames import mixed, priced

COUNTS = {"tables", "partition", "total", "scatter", "missing_rows", "grow", "inspect", "descend"}


class Counting:
    """An engine that takes note of everything it is asked to count."""

    def __init__(self, engine):
        self.engine = engine
        self.calls = []

    def __getattr__(self, name):
        known = getattr(self.engine, name)
        return partial(self.count, name) if name in COUNTS else known

    def count(self, name, *args, **options):
        self.calls.append(name)
        return getattr(self.engine, name)(*args, **options)


def counted(tree):
    """Look at all of a tree, and return what its engine is asked from then on."""
    assert len(list(tree.workspace.tree.walk())) == len(tree.workspace.tree)
    inducer = tree.workspace.inducer
    inducer.engine = inducer.regions.engine = Counting(inducer.engine)
    return inducer.engine.calls


@pytest.fixture
def tree():
    data = mixed(300, seed=3)
    return tw.DecisionTree(data, target="kind", validation=0.25, max_depth=4)


def gains_of(tree):
    return [node.gain for node in tree.walk() if node.split is not None]


def again(tree, verb, *args, **options):
    """Do something and take it back by pruning; return what it takes to do it again."""
    getattr(tree, verb)(*args, **options)
    done = tree.workspace.tree
    gains = gains_of(done)  # all nodes are made
    tree.prune(args[0])
    calls = counted(tree)
    getattr(tree, verb)(*args, **options)
    assert tree.workspace.tree == done
    assert tree.workspace.tree.ids == done.ids
    assert gains_of(tree.workspace.tree) == gains
    return calls


@pytest.mark.parametrize(
    "asked",
    [
        {"column": "whole", "threshold": 3},
        {"column": "whole"},
        {},
        {"column": "whole", "threshold": 3, "regrow": True},
    ],
)
def test_the_same_split_again_counts_nothing(tree, asked):
    tree.prune(0)
    assert again(tree, "split", 0, **asked) == []


@pytest.mark.parametrize(
    ("levels", "options"),
    [
        (None, {}),
        (2, {}),
        (None, {"max_leaf_nodes": 5}),
        (None, {"ccp_alpha": 0.01}),
        (None, {"method": "c4.5"}),
        (None, {"missing": "surrogate"}),
    ],
)
def test_the_same_growth_again_counts_nothing(tree, levels, options):
    tree.prune(0)
    assert again(tree, "grow", 0, levels, **options) == []


def test_what_grew_as_part_of_a_larger_growth_is_known(tree):
    calls, before = counted(tree), tree.workspace.tree
    tree.prune(1)
    tree.grow(1)
    assert calls == []
    assert tree.workspace.tree.node(1).children == before.node(1).children
    tree.prune(0)
    tree.undo()
    tree.undo()
    tree.undo()
    tree.prune(2)
    tree.grow(2)
    assert calls == []


@pytest.mark.parametrize(
    ("options", "levels"),
    [
        ({"method": "acls", "window": 0.3}, None),
        ({"method": "c5.0", "winnow": True, "confidence": None, "collapse": False}, None),
        ({"method": "c4.5"}, None),
        ({"method": "c4.5"}, 2),  # levels are not pruned
        ({"ccp_alpha": 1e-3}, None),
        ({"max_leaf_nodes": 9}, None),
    ],
)
def test_a_part_is_known_only_where_its_own_rows_decided_about_it(options, levels):
    tree = tw.DecisionTree(mixed(300, seed=3), target="kind", grow=not levels, **options)
    if levels:
        tree.grow(0, levels + 1)
    calls, inner = counted(tree), next(at for at in tree.root.children if tree.node(at).split)
    tree.prune(inner)
    tree.grow(inner, levels)
    assert (calls == []) == bool(levels)


def test_no_further_places_are_looked_for_in_the_past_than_may_be_found(tree, monkeypatch):
    tree.prune(0)
    tree.grow(0, 3)
    monkeypatch.setattr(editor, "TIPS", 2)
    ids, places = past.Past.ids, []
    monkeypatch.setattr(
        past.Past, "ids", lambda *args: (places.append(at) or at for at in ids(*args))
    )
    leaves = tree.frame()["is_leaf"].sum()
    tree.grow(0, 1)
    assert leaves > 4
    assert len(places) < leaves


@pytest.mark.parametrize("changed", ["options", "levels", "label", "lock", "note", "split"])
def test_what_grew_otherwise_is_no_answer(tree, changed):
    below = tree.node(1).children[0]
    if changed == "label":
        tree.label(below, tree.classes[0])
        tree.label(1, tree.classes[0])
    elif changed == "lock":
        tree.lock(below)
        tree.lock(below, on=False)
    elif changed == "note":
        tree.note(below, "seen")
    elif changed == "split":
        tree.split(below, "whole", replace=True)
    options = {"min_samples_leaf": 7} if changed == "options" else {}
    levels = 1 if changed == "levels" else None
    tree.prune(1)
    tree.grow(1, levels, **options)
    plain = tw.DecisionTree(mixed(300, seed=3), target="kind", validation=0.25, max_depth=4)
    list(plain.workspace.tree.walk())
    plain.prune(1)
    if changed == "label":
        plain.label(1, tree.classes[0])
    if changed in ("options", "levels"):
        assert len(tree.frame()) != len(plain.frame())
    plain_calls = counted(plain)
    plain.grow(1, levels, **options)
    assert bool(plain_calls) == (changed in ("options", "levels"))
    assert tree == plain


def test_the_candidates_of_a_node_are_counted_once(tree):
    inner = tree.node(1).children[0]
    first = {node: tree.candidates(node) for node in (1, inner)}
    tree.prune(1)
    calls = counted(tree)
    assert tree.candidates(1).equals(first[1])
    region, editor = tree.workspace.tree.node(1).region, tree.workspace.editor
    (stage,) = editor.unfold(region, Progress())
    assert [one.column for one in stage.exact] == list(stage.order)
    tree.split(1)
    tree.undo()
    tree.undo()
    assert tree.candidates(inner).equals(first[inner])
    assert calls.count("tables") == 0


@pytest.mark.parametrize("options", [{}, {"missing": "surrogate"}, {"method": "c5.0"}])
def test_a_column_is_searched_once(options, monkeypatch):
    tree = tw.DecisionTree(mixed(300, seed=3), target="kind", grow=False, **options)
    search, region = tree.workspace.inducer.search, tree.workspace.tree.root.region
    sought, scan = [], search.scan
    monkeypatch.setattr(search, "scan", lambda *asked: sought.append(asked[-1]) or scan(*asked))
    tree.profile(0, "whole")
    assert len(sought) == 1
    tree.workspace.inducer.profile(region, 0, low=1.0)
    tree.split(0, "whole")
    tree.candidates(0)
    sought.clear()
    tree.undo()
    for column in ("number", "whole", "colour"):
        tree.profile(0, column)
        tree.split(0, column, replace=not tree.root.is_leaf)
    assert not sought


def test_few_candidates_are_kept(tree, monkeypatch):
    columns = len(tree.candidates(0))
    monkeypatch.setattr(looked, "MOST", 3 * columns)
    calls = counted(tree)
    for _ in range(2):
        before = len(calls)
        for node in (0, 1, 2, 3, 4, 5):
            tree.candidates(node)
        assert len(calls) > before
    kept = tree.workspace.inducer.looked
    assert 0 < len(kept._seen) <= 3
    assert kept._size <= looked.MOST


def test_what_nothing_holds_is_free_to_go():
    tree = tw.DecisionTree(mixed(80), target="kind", max_depth=3)
    editor = tree.workspace.editor
    gone = [weakref.ref(node.region) for node in tree.workspace.tree.walk() if node.id]
    for node in tree.workspace.tree.ids:
        tree.candidates(node)
    tree.prune(1)
    tree.grow(1)
    gc.collect()
    assert not any(region() is None for region in gone)
    del tree
    gc.collect()
    assert editor.inducer
    assert all(region() is None for region in gone)


GESTURES = st.lists(
    st.tuples(
        st.sampled_from(
            ["split", "split", "grow", "grow", "prune", "prune", "undo", "label", "note", "lock"]
        ),
        st.integers(0, 8),
        st.integers(0, 3),
    ),
    min_size=4,
    max_size=14,
)


def asked(data, verb, pick, how):
    """Return the arguments of a gesture."""
    column = [name for name in data if name not in ("kind", "price")][pick % 3]
    return {
        "split": {"column": None if how == 0 else column, "replace": how > 1, "regrow": how == 3},
        "grow": [{}, {"levels": 1}, {"min_samples_leaf": 4}, {"keep": False}][how],
        "label": {"value": None},
        "note": {"text": str(how)},
        "lock": {"on": how > 1},
    }.get(verb, {})


@examples(25)
@given(seed=st.integers(0, 3), numbers=st.booleans(), gestures=GESTURES)
def test_looking_back_changes_nothing(seed, numbers, gestures):
    data = priced(60, seed=seed) if numbers else mixed(60, seed=seed)
    given = {"target": "price" if numbers else "kind", "validation": 0.25, "max_depth": 3}
    trees = [tw.DecisionTree(data, **given) for _ in range(2)]
    for verb, pick, how in gestures:
        ids = sorted(trees[0].workspace.tree.ids)
        where = () if verb == "undo" else (ids[pick % len(ids)],)
        said = []
        for tree, back in zip(trees, (past.BACK, 0), strict=True):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(past, "BACK", back)
                try:
                    said.append(repr(getattr(tree, verb)(*where, **asked(data, verb, pick, how))))
                except tw.TreeWidgetError as error:
                    said.append(str(error))
        assert said[0] == said[1]
        one, other = (tree.workspace.tree for tree in trees)
        assert one == other
        assert hash(one) == hash(other)
        assert one.ids == other.ids
        gains, others = ([n.gain or 0.0 for n in tree.walk()] for tree in (one, other))
        assert gains == pytest.approx(others)


def chained(splits):
    """Split the last leaf of a column of numbers by hand, again and again."""
    data = pd.DataFrame({"x": range(splits + 2), "y": [0.0, 1.0] * (splits // 2 + 1)})
    tree = tw.DecisionTree(data, target="y", grow=False)
    leaf = 0
    for at in range(splits):
        leaf = tree.split(leaf, "x", at + 0.5).made[1]
    return tree, leaf


def test_a_split_deep_down_a_long_history_looks_at_each_node_above_it_some_times(monkeypatch):
    looks, children = [], Node.children
    seen = property(lambda node: looks.append(node) or children.fget(node))
    monkeypatch.setattr(Node, "children", seen)
    taken = []
    for splits in (100, 200):
        tree, leaf = chained(splits)
        looks.clear()
        tree.split(leaf, "x", splits + 0.5)
        assert len(tree.history.code().splitlines()) == splits + 4
        taken.append(len(looks))
    assert taken[1] < 2.2 * taken[0]
