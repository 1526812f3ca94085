"""A cancel is heard all through a gesture: of a large tree few nodes are made between two looks."""

import contextlib

import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.errors import CancelledError
from treewidget.induction import Progress, swift
from treewidget.induction.progress import COUNTED
from treewidget.induction.swift import fits
from treewidget.tree import pruning, pruning_rules, rebuild
from treewidget.tree.bud import OFTEN, Bud
from treewidget.tree.surveying import survey
from treewidget.tree.tree import Tree
from treewidget.workspace import Action

from .unseen import grown

GROW = Action("grow", {"node": 0})
GESTURES = {
    "error-based": ({}, Action("prune_to", {"method": "error-based"})),
    "pessimistic": ({}, Action("prune_to", {"method": "pessimistic"})),
    "mdl": ({}, Action("prune_to", {"method": "mdl"})),
    "reduced-error": ({"validation": 0.2}, Action("prune_to", {"method": "reduced-error"})),
    "alpha": ({}, Action("prune_to", {"alpha": 2e-4})),
    "ccp_alpha": ({"ccp_alpha": 2e-4, "grow": False}, GROW),
    "c5.0": ({"method": "c5.0", "grow": False}, GROW),
    "best split": ({"method": "c4.5", "grow": False}, Action("split", {"node": 0})),
}


class Watch(Progress):
    """Counts looks, cancels at one of them, and knows how many nodes were made between two."""

    def __init__(self, made, at=0):
        super().__init__()
        self.made, self.at, self.looks, self.most, self.seen = made, at, 0, 0, 0

    def step(self, share):
        self.looks += 1
        self.most = max(self.most, len(self.made) - self.seen)
        self.seen = len(self.made)
        if self.looks == self.at:
            self.cancel()
        super().step(share)


@pytest.fixture
def made(monkeypatch):
    """Return a list that has an item for every node that is made of a growth's lines."""
    found = []
    plain = Bud.seeds

    def noted(self):
        seeds = tuple(plain(self))
        found.extend(seeds)
        return iter(seeds)

    monkeypatch.setattr(Bud, "seeds", noted)
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", GESTURES)
def test_few_nodes_are_made_between_two_looks_and_a_cancel_leaves_the_tree_as_it_was(name, made):
    options, action = GESTURES[name]
    frame = random_frame(7, 6000, classes=3)

    def begun():
        return tw.DecisionTree(frame, target="y", **options).workspace

    whole, before = Watch(made), begun()
    before.perform(action, whole)
    assert whole.looks > 3
    assert max(whole.most, len(made) - whole.seen) <= 2 * OFTEN  # a node has its children made
    for part in (0.1, 0.5, 0.9):
        workspace = begun()
        state = workspace.state
        with pytest.raises(CancelledError, match="exactly as it was"):
            workspace.perform(action, Watch(made, at=1 + int(part * whole.looks)))
        assert workspace.state is state


@pytest.mark.parametrize(
    "action",
    [
        Action("grow", {"node": 0}),
        Action("grow", {"node": 0, "levels": 1, "keep": False}),
        Action("split", {"node": 0, "column": "b", "replace": True}),
        Action("split", {"node": 0, "column": "b", "replace": True, "regrow": True}),
    ],
    ids=["grow", "grow by a level", "another split", "another split, grown on"],
)
def test_a_cancel_is_heard_all_through_what_keeps_a_tree_that_was_cut_back(action, made):
    frame, cut = random_frame(7, 6000, classes=3), Action("prune_to", {"alpha": 1e-4})

    def begun():
        workspace = tw.DecisionTree(frame, target="y").workspace
        workspace.perform(cut)
        workspace.perform(Action("grow", {"node": 1, "keep": False}))  # else nothing would grow
        made.clear()
        return workspace

    whole, before = Watch(made), begun()
    assert len(before.tree) > 500
    with contextlib.suppress(tw.RefusedError):  # growing changes nothing
        before.perform(action, whole)
    assert len(made) > 600 or not fits(before.inducer)  # the plain engine makes all at once
    assert whole.most <= 4 * COUNTED
    for part in (0.05, 0.3, 0.6, 0.9):
        workspace = begun()
        state = workspace.state
        with pytest.raises(CancelledError, match="exactly as it was"):
            workspace.perform(action, Watch(made, at=1 + int(part * whole.looks)))
        assert workspace.state is state


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        (
            Action("grow", {"node": 0, "levels": 1, "keep": False}),
            {"extended": rebuild, "lay_out": rebuild, "sprouts_of": swift, "build": rebuild},
        ),
        (Action("split", {"node": 0, "column": "b", "replace": True}), {"skeleton": rebuild}),
    ],
    ids=["grow by a level", "another split"],
)
def test_each_part_of_a_gesture_on_a_tree_that_was_cut_back_is_told(action, parts, monkeypatch):
    """Of 9 s two thirds went by after all was told but a hundredth."""
    tree, told, within = tw.DecisionTree(random_frame(7, 6000, classes=3), target="y"), [0.0], {}
    tree.prune_to(alpha=1e-4)

    def spied(name, plain):
        def spying(*given, **named):
            before = len(told)
            try:
                return plain(*given, **named)
            finally:
                within[name] = told[before - 1 :]

        return spying

    for name, module in parts.items():
        monkeypatch.setattr(module, name, spied(name, getattr(module, name)))
    tree.workspace.perform(action, Progress(told.append))
    if fits(tree.workspace.inducer):  # the plain engine makes all nodes at once
        assert list(within) == list(parts)
        for name, shares in within.items():
            assert len(shares) > 3, name
            assert shares[-1] - shares[0] > 0.04, name
        assert shares[0] < 0.8 or name != "build"


def test_a_cancel_is_heard_while_all_nodes_are_surveyed():
    data = tw.DecisionTree(random_frame(7, 6000, classes=3), target="y")
    tree, heard = data.workspace.tree, Progress()
    for node in tree.walk():
        object.__setattr__(node, "below", node.children)  # one by one, and not by lines
    looks = Watch([])
    survey(Tree(tree.root), data._data.target, looks)
    assert looks.looks > 3 * len(tree) // 4096
    heard.cancel()
    with pytest.raises(CancelledError):
        survey(tree, data._data.target, heard)
    assert tree.survey is None


@pytest.mark.parametrize("rule", ["error-based", "mdl"])
def test_what_comes_before_nodes_are_judged_is_told_and_so_is_their_judging(rule, monkeypatch):
    """A third of the time went by in silence, or all of it where there are few nodes."""
    tree, told, judged = grown(rows=2000), [0.0], []
    tree.grow()
    plain = pruning_rules.cheapest, pruning_rules.ErrorBased.prune

    def judging(judge):
        def judges(*given, **named):
            judged.append(told[-1])
            return judge(*given, **named)

        return judges

    monkeypatch.setattr(pruning_rules, "cheapest", judging(plain[0]))
    monkeypatch.setattr(pruning_rules.ErrorBased, "prune", judging(plain[1]))
    tree.workspace.perform(Action("prune_to", {"method": rule}), Progress(told.append))
    assert judged[0] > 0.05 or not fits(tree.workspace.inducer)  # no node is to be made
    assert sum(judged[-1] < share < pruning_rules.JUDGING for share in told) > 5


def test_finding_the_sequence_is_told_where_it_is_not_known_yet():
    """Two thirds of a pruning of two million nodes went by in silence."""
    tree, told = tw.DecisionTree(random_frame(7, 2000, classes=3), target="y"), [0.0]
    tree.workspace.perform(Action("prune_to", {"alpha": 2e-4}), Progress(told.append))
    assert sum(0 < share < pruning.FOLLOWING for share in told) >= 2
    assert pruning.FOLLOWING in told
    tree.undo()
    again = [0.0]
    tree.workspace.perform(Action("prune_to", {"alpha": 4e-4}), Progress(again.append))
    assert len(again) < len(told) or not fits(tree.workspace.inducer)
