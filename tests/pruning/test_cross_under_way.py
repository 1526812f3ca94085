"""While a cross-validation is under way: how far it is, a cancel, and gestures beside it."""

import threading

import numpy as np
import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget.induction import Progress
from treewidget.induction.swift import fits
from treewidget.pruning import cross
from treewidget.workspace import Listener


class Ear(Listener):
    """Hears how far it is, and cancels at a share."""

    def __init__(self, workspace, until=2.0):
        self.workspace, self.until, self.heard = workspace, until, []

    def progress(self, busy):
        self.heard.append(busy)
        if busy.share >= self.until and not busy.end:
            self.workspace.cancel(busy.job)


def test_progress_never_goes_back_and_names_the_work():
    tree = tw.DecisionTree(mixed(80, seed=1), target="kind")
    ear = Ear(tree.workspace)
    tree.workspace.subscribe(ear)
    tree.cross_validate(folds=4)
    shares = [busy.share for busy in ear.heard]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert {0.25, 0.5, 0.75} <= set(shares)
    assert {(busy.text, busy.node) for busy in ear.heard} == {("cross-validating", None)}


@pytest.mark.parametrize("gesture", [False, True])
def test_a_cancelled_validation_leaves_nothing_behind(gesture):
    tree = tw.DecisionTree(mixed(80, seed=1), target="kind")
    before = tree.workspace.state
    leave = tree.workspace.subscribe(Ear(tree.workspace, until=0.4))
    with pytest.raises(tw.CancelledError):
        _ = tree.prune_to(method="min") if gesture else tree.cross_validate()
    leave()
    assert tree.workspace.state is before
    assert "xerror" not in tree.pruning_path()


@pytest.mark.parametrize("step", ["weakest_links", "losses"])
def test_a_fold_that_is_judged_hears_a_cancel(step, monkeypatch):
    inducer = tw.DecisionTree(mixed(80, seed=1), target="kind").workspace.inducer
    if step == "losses" and fits(inducer):
        step = "losses_in_lines"
    progress, works = Progress(), getattr(cross, step)

    def cancelled(*args, **options):
        progress.cancel()
        works(*args, **options)
        pytest.fail("it went on to its end")

    monkeypatch.setattr(cross, step, cancelled)
    with pytest.raises(tw.CancelledError):
        cross.cross_validate(inducer, np.arange(80) % 4, progress=progress)


def test_gestures_go_on_while_it_runs():
    tree = tw.DecisionTree(mixed(80, seed=1), target="kind")
    going, done = threading.Event(), threading.Event()

    class Gate(Listener):
        def progress(self, busy):
            if busy.text == "cross-validating" and busy.share > 0.2 and not busy.end:
                going.set()
                done.wait(10)

    tree.workspace.subscribe(Gate())
    worker = threading.Thread(target=tree.cross_validate)
    worker.start()
    assert going.wait(10)
    gesture = tree.note(0, "meanwhile")
    done.set()
    worker.join()
    assert tree.workspace.revision == gesture.revision
    assert "xerror" in tree.pruning_path()
