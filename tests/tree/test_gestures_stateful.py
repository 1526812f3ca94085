"""Under any sequence of gestures: true figures, stable ids, undo and replay, nothing lost."""

import re

import hypothesis.strategies as st
import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import treewidget as tw

from .frames import mixed, priced
from .naive import Rows, check_tree

PICK = st.integers(0, 10_000)


class Gestures(RuleBasedStateMachine):
    """Somebody at work on a tree who does anything that can be done."""

    nodes = Bundle("nodes")

    @initialize(
        seed=st.integers(0, 5),
        kind=st.sampled_from(["classes", "entropy", "weights", "numbers"]),
        held=st.booleans(),
        grown=st.booleans(),
    )
    def build(self, seed, kind, held, grown):
        self.target = "price" if kind == "numbers" else "kind"
        frame = priced(seed=seed) if kind == "numbers" else mixed(seed=seed)
        rng = np.random.default_rng(seed)
        frame["w"] = rng.integers(1, 4, len(frame)) / 2
        frame["out"] = rng.random(len(frame)) < 0.25
        weights = "w" if kind == "weights" else None
        self.data = frame if weights else frame.drop(columns="w")
        if not held:
            self.data = self.data.drop(columns="out")
        self.given = {"target": self.target, "grow": grown, "weights": weights, "max_depth": 3}
        self.given |= {"validation": "out"} if held else {}
        self.given |= {"criterion": "entropy"} if kind == "entropy" else {}
        self.tree = tw.DecisionTree(self.data, **self.given)
        self.columns = [column.name for column in self.tree.workspace.dataset.columns]
        train = self.data[~self.data["out"]] if held else self.data
        self.train = Rows(train, self.target, weights)
        self.held = Rows(self.data[self.data["out"]], self.target, weights) if held else None
        self.criterion = "entropy" if kind == "entropy" else "gini"
        self.known = {}
        self.checked = None

    # ------------------------------------------------------------ what can be done

    def do(self, verb, *args, **options):
        """Do it, or be refused for a reason; check what either may change."""
        before = self.tree.workspace.state
        old = {node.id: node for node in before.tree.walk()}
        try:
            gesture = getattr(self.tree, verb)(*args, **options)
        except tw.TreeWidgetError as error:
            refusal = str(error)
        else:
            self.check_done(gesture, before, old, options)
            return gesture
        assert len(refusal) > 10
        assert self.tree.workspace.state is before
        return None

    def check_done(self, gesture, before, old, options):
        now = self.tree.workspace.state
        assert now.revision == before.revision + 1
        assert set(gesture.made) == now.tree.ids - before.tree.ids
        assert set(gesture.removed) == before.tree.ids - now.tree.ids
        assert "\n" not in repr(gesture)
        if gesture.name not in ("undo", "redo", "checkout"):
            self.check_nothing_lost(gesture, old, options)

    def check_nothing_lost(self, gesture, old, options):
        tree = self.tree.workspace.tree
        new = {node.id: node for node in tree.walk()}
        unlocked = gesture.name == "lock" and not options.get("on", True)
        locked = [node for node in old.values() if node.locked]
        assert sum(node.locked for node in new.values()) >= len(locked) - unlocked
        for node in locked:
            if node.id in new:
                assert new[node.id].split == node.split
                assert new[node.id].label == node.label
        said = re.search(r"\((\d+) forced", gesture.text)
        gone = sum(n.forced for n in old.values()) - sum(n.forced for n in new.values())
        if gesture.name == "split":
            gone -= old[gesture.args["node"]].forced - new[gesture.args["node"]].forced
        assert gone == (int(said[1]) if said else 0)
        if gesture.name == "grow" and options.get("keep", True):
            top = gesture.args["node"]
            for node in old.values():
                if node.label is not None or (node.pruned and node.id != top):
                    assert new[node.id].label == node.label
                    assert new[node.id].pruned == node.pruned

    def a_node(self, pick, *, leaf=None):
        ids = [n.id for n in self.tree.workspace.tree.walk() if leaf in (None, n.is_leaf)]
        return ids[pick % len(ids)] if ids else 0

    @rule(pick=PICK, column=PICK, best=st.booleans(), replace=st.booleans(), regrow=st.booleans())
    def split(self, pick, column, best, replace, regrow):
        node = self.a_node(pick, leaf=None if replace else True)
        name = None if best else self.columns[column % len(self.columns)]
        self.do("split", node, name, replace=replace, regrow=regrow)

    @rule(pick=PICK, column=PICK, cut=PICK, replace=st.booleans(), own=st.booleans())
    def split_at(self, pick, column, cut, replace, own):
        node = self.a_node(pick)
        name = self.columns[column % len(self.columns)]
        table = self.tree.profile(node, name)
        if not len(table):
            return
        value = table.index[cut % len(table)]
        by_level = table.index.name == "level"
        where = {"groups": [[value]]} if by_level else {"threshold": value}
        if own:
            where["missing"] = "own"
        self.do("split", node, name, **where, replace=replace)

    @rule(pick=PICK, cuts=st.lists(st.integers(0, 5), min_size=2, max_size=3))
    def split_many_ways(self, pick, cuts):
        name = "rooms" if self.target == "price" else "whole"
        self.do("split", self.a_node(pick), name, threshold=[cut + 0.5 for cut in cuts])

    @rule(pick=PICK, levels=st.sampled_from([None, 1, 2]), keep=st.booleans(), deep=st.booleans())
    def grow(self, pick, levels, keep, deep):
        options = {"max_depth": 5} if deep else {}
        self.do("grow", self.a_node(pick), levels, keep=keep, **options)

    @rule(pick=PICK)
    def prune(self, pick):
        self.do("prune", self.a_node(pick, leaf=False))

    @rule(pick=PICK, by_size=st.booleans(), risk=st.sampled_from(["error", "impurity"]))
    def prune_to(self, pick, by_size, risk):
        path = self.tree.pruning_path(risk=risk)
        line = path.iloc[pick % len(path)]
        where = {"leaves": int(line["leaves"])} if by_size else {"alpha": float(line["alpha"])}
        gesture = self.do("prune_to", **where, risk=risk)
        if gesture is not None:
            assert gesture.after.leaves == line["leaves"]

    @rule(pick=PICK, value=PICK, take_back=st.booleans())
    def label(self, pick, value, take_back):
        classes = self.tree.classes
        chosen = classes[value % len(classes)] if classes else float(value % 700)
        self.do("label", self.a_node(pick), None if take_back else chosen)

    @rule(pick=PICK, on=st.booleans())
    def lock(self, pick, on):
        self.do("lock", self.a_node(pick), on=on)

    @rule(pick=PICK, text=st.text(max_size=5))
    def note(self, pick, text):
        self.do("note", self.a_node(pick), text)

    @rule()
    def undo(self):
        self.do("undo")

    @rule()
    def redo(self):
        self.do("redo")

    @rule(pick=PICK)
    def checkout(self, pick):
        self.do("checkout", pick % len(self.tree.workspace.history.versions))

    @precondition(lambda self: hasattr(self, "tree"))
    @rule()
    def undo_then_redo(self):
        before = self.tree.workspace.state
        if self.do("undo") is not None:
            self.do("redo")
            assert self.tree.workspace.tree.root is before.tree.root
            assert self.tree.workspace.history.at == before.history.at

    # ------------------------------------------------------------ what always holds

    @invariant()
    def figures_are_true(self):
        if hasattr(self, "tree") and self.tree.workspace.tree.root is not self.checked:
            check_tree(self.tree, self.train, self.held, self.criterion)
            assert len(str(self.tree).splitlines()) == len(self.tree.frame())
            self.checked = self.tree.workspace.tree.root

    @invariant()
    def ids_are_for_ever(self):
        if not hasattr(self, "tree"):
            return
        tree = self.tree.workspace.tree
        for node in tree.walk():
            for branch, child in enumerate(node.children):
                key = (node.id, node.split, branch)
                assert self.known.setdefault(child.id, key) == key

    def teardown(self):
        if not hasattr(self, "tree"):
            return
        names = {"data": self.data}
        exec(self.tree.history.code(), names)  # noqa: S102 - that is what the code is for
        assert names["tree"] == self.tree
        assert hash(names["tree"]) == hash(self.tree)


TestGestures = Gestures.TestCase
TestGestures.settings = settings(
    max_examples=25,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
