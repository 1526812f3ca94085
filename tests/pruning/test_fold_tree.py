"""Growths as arrays: whether the engine hands them back so or node by node, they say the same."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.real_data import some_weights
from tests.tree.frames import mixed, priced
from treewidget.data import build_dataset
from treewidget.engine import NumpyEngine, make_engine
from treewidget.induction import Inducer, resolve
from treewidget.induction.progress import Progress
from treewidget.induction.routes import cut_ranks
from treewidget.induction.swift import fits
from treewidget.pruning import cross_validate, held_out_lines


def many_kinds(seed):
    """Return columns of every kind, in which few rows of a fold share a value with the rest."""
    rng = np.random.default_rng(seed)
    frame = mixed(160, seed=seed)
    frame["day"] = pd.Timestamp("2020-02-01") + pd.to_timedelta(rng.integers(0, 9000, 160), "h")
    frame["huge"] = rng.integers(2**60, 2**62, 160)
    frame["fine"] = rng.normal(size=160)
    frame.loc[rng.random(160) < 0.2, ["fine", "day"]] = None
    return frame


FRAMES = {
    "to purity": (many_kinds(1), "kind", {}),
    "entropy, best first": (many_kinds(2), "kind", {"criterion": "entropy", "max_leaf_nodes": 20}),
    "weights": (many_kinds(3).assign(w=some_weights(160)), "kind", {"min_weight_leaf": 3}),
    "numbers": (many_kinds(4).assign(price=priced(160)["price"].to_numpy()), "price", {}),
    "cut back": (many_kinds(5), "kind", {"ccp_alpha": 0.01}),
}


@pytest.mark.parametrize("risk", ["error", "impurity"])
@pytest.mark.parametrize("name", FRAMES)
def test_every_engine_gives_the_same_curve(name, risk):
    frame, target, options = FRAMES[name]
    dataset = build_dataset(frame, target, weights="w" if name == "weights" else None)
    options = resolve("cart", dataset.target.task, options)
    fold = np.random.default_rng(0).integers(0, 3, len(frame))
    quick = Inducer(dataset, make_engine(dataset), options)
    plain = Inducer(dataset, NumpyEngine(dataset), options)
    if not fits(quick):
        pytest.skip("the engine here grows node by node alone")
    one, two = (cross_validate(inducer, fold, risk) for inducer in (quick, plain))
    assert len(one.alphas) > 5
    np.testing.assert_allclose(one.alphas, two.alphas, rtol=1e-12)
    np.testing.assert_allclose(one.loss, two.loss, rtol=1e-12)
    np.testing.assert_allclose(one.squares, two.squares, rtol=1e-12)


@pytest.mark.parametrize("name", ["weights", "numbers"])
def test_rows_may_go_down_a_few_at_a_time(name, monkeypatch):
    frame, target, _ = FRAMES[name]
    dataset = build_dataset(frame, target, weights="w" if name == "weights" else None)
    inducer = Inducer(dataset, make_engine(dataset), resolve("cart", dataset.target.task, {}))
    if not fits(inducer):
        pytest.skip("the engine here grows node by node alone")
    fold = np.arange(len(frame)) % 3
    one = cross_validate(inducer, fold)
    monkeypatch.setattr(held_out_lines, "AT_ONCE", 7)
    two = cross_validate(inducer, fold)
    np.testing.assert_allclose(one.loss, two.loss, rtol=1e-12)
    np.testing.assert_allclose(one.squares, two.squares, rtol=1e-12)


@pytest.mark.parametrize("name", ["whole", "size", "day", "huge", "fine", "near"])
def test_cuts_lie_where_the_columns_own_do(name):
    frame = many_kinds(6)
    frame["near"] = np.nextafter(1.0, 2.0) + np.arange(160) % 40 * np.spacing(1.0)
    column = next(c for c in build_dataset(frame, "kind").columns if c.name == name)
    pairs = np.sort(np.random.default_rng(0).integers(0, len(column.keys), (200, 2)), axis=1)
    low, high = np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0).astype(np.int32).T
    expected = [column.rank_of(column.midpoint(*pair)) for pair in zip(low, high, strict=True)]
    assert cut_ranks(column, low, high).tolist() == expected


def test_a_cancelled_fold_stops_the_engine():
    tree = tw.DecisionTree(many_kinds(1), target="kind", grow=False)

    class Stop(Exception):  # noqa: N818 - no error of anybody's
        pass

    class Impatient(Progress):
        def step(self, share):
            if share > 0.5:
                raise Stop

    with pytest.raises(Stop):
        tree.workspace.cross_validate(4, "error", 0, progress=Impatient())
    assert "xerror" not in tree.pruning_path()
