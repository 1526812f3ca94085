"""Shares, surrogates, stopping and dropping: a tree's figures against its rows, one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.thorough import examples
from treewidget.errors import CancelledError, TreeWidgetError
from treewidget.tree.outcome import outcome

from .wanderers import HOSTILE, RECIPES, Wanderer, fate, gappy


def grown(recipe, seed, *, classes=3, weights=True, validation=0.3, **more):
    frame = gappy(seed, classes=classes, nominal=recipe == "id3", weights=weights)
    options = {"max_depth": 3, **RECIPES[recipe], **more}
    return frame, tw.DecisionTree(
        frame, target="y", weights="w" if weights else None, validation=validation, **options
    )


def inside(tree):
    """Return the data set, engine and root behind a tree."""
    workspace = tree._workspace
    return workspace.dataset, workspace.inducer.engine, workspace.tree.root


def check_regions(tree):
    """Compare rows, shares, weights and the fate of missing rows at every node."""
    dataset, engine, root = inside(tree)
    wanderer = Wanderer(dataset, root)
    held = [wanderer.journey(row)[0] for row in dataset.parts.get("validation", ())]
    for node in wanderer.walk():
        view, rows = tree.node(node.id), wanderer.train[node.id]
        assert_rows(engine, node.region.rows, rows)
        assert view.n == len(rows)
        assert view.weight == pytest.approx(wanderer.weight(rows), rel=1e-9, abs=1e-12)
        if "validation" in dataset.parts:
            there = zip(dataset.parts["validation"], held, strict=True)
            passing = {int(row): way[node.id] for row, way in there if node.id in way}
            assert_rows(engine, node.region.validation_rows, passing)
        counts = fate(wanderer, node)
        found = (view.rerouted_n, view.stopped_n, view.dropped_n)
        assert found == tuple(counts.values())
        if node.split is not None:
            gone = lost_weight(wanderer, node)
            below = sum(tree.node(child).weight for child in view.children)
            assert below + gone == pytest.approx(view.weight, rel=1e-9)
    return wanderer


def assert_rows(engine, rows, wanted):
    shares, positions = engine.shares(rows), engine.positions(rows).tolist()
    found = [1.0] * len(positions) if shares is None else shares.tolist()
    assert positions == sorted(wanted)
    assert found == pytest.approx([wanted[row] for row in positions], rel=1e-9)


def lost_weight(wanderer, node):
    """Return the weight stopped or dropped at a node."""
    kept = {row for child in node.children for row in wanderer.train[child.id]}
    rows = wanderer.train[node.id]
    return wanderer.weight({row: share for row, share in rows.items() if row not in kept})


def check_predictions(tree, wanderer):
    """Compare predictions, ends and paths of all rows, and the tree's own figures with them."""
    dataset, _, _ = inside(tree)
    spreads = wanderer.spreads()
    frame, target = dataset.rows_frame(np.arange(dataset.n_rows)), dataset.target
    expected = [wanderer.prediction(row, spreads) for row in range(len(frame))]
    predicted, ends = tree.predict(frame), tree.apply(frame).tolist()
    if target.classes:
        assert predicted.tolist() == [target.classes[code] for code in expected]
        probable = [wanderer.proba(row) for row in range(len(frame))]
        assert tree.predict_proba(frame) == pytest.approx(np.array(probable), abs=1e-12)
    else:
        assert predicted == pytest.approx(np.array(expected), rel=1e-9)
    order = {node.id: at for at, node in enumerate(wanderer.walk())}
    for row, end in enumerate(ends):
        passed, shares = wanderer.journey(row)
        most = max(shares.values()) * (1 - 1e-9)
        assert end == min((node for node in shares if shares[node] >= most), key=order.get)
        if row < 4:
            path = tree.path(frame.iloc[row])
            assert path.index.tolist() == sorted(passed, key=order.get)
            assert path["share"].tolist() == pytest.approx([passed[node] for node in path.index])
    last = tree.history.frame().iloc[-1]
    for part, shown in (("train", "error"), ("validation", "validation_error")):
        rows = dataset.parts.get(part)
        if rows is not None:
            check_part(tree, part, last[shown], np.array(expected)[rows], wanderer)


def check_part(tree, part, shown, expected, wanderer):
    dataset, target = wanderer.dataset, wanderer.dataset.target
    rows = dataset.parts[part]
    weights = wanderer.weights[rows]
    if target.classes:
        wrong = weights[expected != target.codes[rows]].sum() / weights.sum()
        assert shown == pytest.approx(wrong, abs=1e-12)
        assert tree.score(part) == pytest.approx(1 - wrong, abs=1e-12)
        counts = np.zeros((len(target.classes),) * 2)
        np.add.at(counts, (target.codes[rows], expected), weights)
        assert tree.confusion(part).to_numpy() == pytest.approx(counts, abs=1e-9)
    else:
        squares = np.square(target.values[rows] - expected)
        assert shown == pytest.approx(np.sqrt(np.average(squares, weights=weights)), rel=1e-9)


@pytest.mark.parametrize("recipe", RECIPES)
@examples(25)
@given(seed=st.integers(0, 10_000), weights=st.booleans())
def test_every_figure_is_that_of_the_rows(recipe, seed, weights):
    _, tree = grown(recipe, seed, weights=weights)
    check_predictions(tree, check_regions(tree))


@pytest.mark.parametrize("recipe", ["fractional", "surrogate", "stops"])
@examples(25)
@given(seed=st.integers(0, 10_000))
def test_regressions_too(recipe, seed):
    _, tree = grown(recipe, seed, classes=0)
    check_predictions(tree, check_regions(tree))


def gestured(tree, draw):
    """Make some gestures of all kinds, refused ones among them."""
    for _ in range(draw(st.integers(2, 5))):
        nodes = tree.frame().index.tolist()
        node = draw(st.sampled_from(nodes))
        verb = draw(st.sampled_from(["split", "prune", "label", "grow", "undo", "column", "lock"]))
        try:
            if verb == "split":
                edge = tree.node(node).id % 3 + 0.5
                tree.split(
                    node, HOSTILE[0], threshold=edge, replace=True, regrow=draw(st.booleans())
                )
            elif verb == "column":
                tree.split(node, draw(st.sampled_from(HOSTILE[1::2])), replace=True)
            elif verb == "label":
                tree.label(node, draw(st.sampled_from(tree.classes)))
            elif verb == "undo":
                tree.undo()
            else:
                getattr(tree, verb)(node)
        except TreeWidgetError:
            continue


@pytest.mark.parametrize("recipe", [name for name in RECIPES if name != "learned"])
@examples(25)
@given(data=st.data())
def test_edits_keep_the_figures_right_and_replay_alike(recipe, data):
    frame, tree = grown(recipe, data.draw(st.integers(0, 500)))
    gestured(tree, data.draw)
    check_predictions(tree, check_regions(tree))
    names = {"data": frame, "tw": tw}
    exec(tree.history.code(), names)  # noqa: S102
    again = names["tree"]
    assert inside(again)[2] is not inside(tree)[2]
    assert again._workspace.tree == tree._workspace.tree
    assert hash(again._workspace.tree) == hash(tree._workspace.tree)
    assert again.history.frame()["error"].iloc[-1] == tree.history.frame()["error"].iloc[-1]


def test_a_cancel_is_heard_while_rows_travel():
    _, tree = grown("fractional", 3)
    workspace = tree._workspace
    passed = []

    def heed():
        passed.append(None)
        if len(passed) == 2:
            raise CancelledError("enough")

    with pytest.raises(CancelledError):
        outcome(workspace.tree, workspace.dataset, workspace.inducer.engine, "train", heed)
    whole = outcome(workspace.tree, workspace.dataset, workspace.inducer.engine, "train")
    assert len(whole.predicted) == len(workspace.dataset.parts["train"])
