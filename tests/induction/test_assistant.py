"""ASSISTANT: binary splits by information, made only where accuracy is expected to grow."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget import kernels
from treewidget.engine import CompiledEngine
from treewidget.induction.search import glance
from treewidget.induction.search.pre_pruned import expected_accuracy


def laplace(counts):
    return (counts.max() + 1) / (counts.sum() + len(counts))


@pytest.mark.parametrize("seed", range(4))
def test_a_split_is_made_just_where_the_branches_are_expected_to_be_more_accurate(seed):
    frame = random_frame(seed, 120, classes=3, missing=0.1)
    tree = tw.DecisionTree(frame, "y", method="assistant")
    entropy = tw.DecisionTree(
        frame, "y", criterion="entropy", missing="bayes", allow_zero_gain=False
    )
    for node in map(tree.node, tree.frame().index):
        if node.is_leaf:
            continue
        parts = [tree.node(child) for child in node.children]
        assert len(parts) == 2
        together = sum(p.weight * laplace(p.counts) for p in parts) / node.weight
        assert together > laplace(node.counts)
    assert len(tree.frame()) < len(entropy.frame())
    assert tree.root.split == entropy.root.split


def test_a_leaf_says_what_was_expected():
    frame = pd.DataFrame({"x": range(6), "y": list("aaaaab")})
    tree = tw.DecisionTree(frame, "y", method="assistant")
    assert not tree.root.is_leaf  # 6/8 as a leaf; (5 * 6/7 + 2/3) / 6 = 0.825 with the split
    frame = pd.DataFrame({"x": [0, 1, 0, 1, 0, 1], "y": list("aaaaab")})
    tree = tw.DecisionTree(frame, "y", method="assistant")
    assert tree.root.is_leaf
    with pytest.raises(tw.RefusedError, match=r"expected accuracy is 0\.75 as a leaf"):
        tree.grow()


def test_what_every_method_asks_of_a_gain_is_asked_here_too():
    frame = pd.DataFrame({"x": range(6), "y": list("aaaaab")})
    tree = tw.DecisionTree(frame, "y", method="assistant", min_impurity_decrease=0.7)
    with pytest.raises(tw.RefusedError, match=r"min_impurity_decrease is 0\.7"):
        tree.grow()


def test_large_nodes_are_pre_pruned_too():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=6000), "y": rng.integers(0, 2, 6000)})
    assert len(tw.DecisionTree(frame, "y", method="assistant").frame()) < 100


@pytest.mark.one_in(5)
@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
@pytest.mark.parametrize("missing", ["learned", "bayes"])
@pytest.mark.parametrize("criterion", ["entropy", "gini"])
@pytest.mark.parametrize("seed", range(6))
def test_looks_of_the_engine_make_the_tree_that_tables_make(monkeypatch, seed, criterion, missing):
    frame = random_frame(seed, 300, classes=2 + seed % 2, missing=0.15, levels=3)
    options = {"method": "assistant", "criterion": criterion, "missing": missing}
    looks, told, inspect = [], [], CompiledEngine.inspect
    monkeypatch.setattr(
        CompiledEngine, "inspect", lambda *asked: looks.append(1) or inspect(*asked)
    )
    for least in (10**9, 2):
        monkeypatch.setattr(glance, "LEAST", least)
        monkeypatch.setattr(glance, "ALONE", least)
        assert not looks
        tree = tw.DecisionTree(frame, "y", **options)
        told.append((str(tree), [tree.candidates(node).round(9).to_csv() for node in (0, 1)]))
    assert looks
    assert told[0] == told[1]


def test_expected_accuracy():
    assert expected_accuracy(np.array([[3.0, 1.0], [0.0, 0.0]]), 2).tolist() == [4 / 6, 0.5]


@pytest.mark.parametrize("method", ["assistant", "c4.5", "c5.0"])
def test_classes_that_only_held_out_rows_have_change_no_tree(method):
    for seed in range(4):
        draw = np.random.default_rng(seed)
        frame = pd.DataFrame(draw.normal(size=(200, 2)), columns=["x", "z"])
        noisy = frame["x"] + 0.3 * draw.normal(size=200) > 0
        frame["y"] = np.where(noisy ^ (frame["z"] > 0.8), "u", "v")
        held = pd.DataFrame(draw.normal(size=(20, 2)), columns=["x", "z"])
        held["y"] = [f"k{at}" for at in range(20)]
        alone = tw.DecisionTree(frame, "y", method=method)
        beside = tw.DecisionTree(frame, "y", method=method, test=held)
        assert beside.frame()["split"].tolist() == alone.frame()["split"].tolist()
