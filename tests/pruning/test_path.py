"""A tree's own sequence: beside scikit-learn's, beside the trees it stands for, and hand-made."""

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import treewidget as tw
from tests.induction.real_data import load, some_weights
from tests.tree.frames import mixed, priced
from treewidget.induction import Progress
from treewidget.tree import path_errors
from treewidget.tree.path import path_frame, path_of

from .frames import gappy, noise


def theirs(frame, weights=None, **options):
    model = DecisionTreeRegressor if frame["y"].dtype == float else DecisionTreeClassifier
    inputs = frame.drop(columns="y")
    found = model(random_state=0, **options).cost_complexity_pruning_path(
        inputs, frame["y"], sample_weight=weights
    )
    return found.ccp_alphas, found.impurities


def last_of_equals(alphas, risks):
    """scikit-learn has a line for each node that it cuts; keep the last of those that tie."""
    scale = 1e-12 * max(risks[-1], 1e-300)
    keep = np.append(np.diff(alphas) > np.maximum(1e-9 * alphas[1:], scale), True)
    return alphas[keep], risks[keep]


@pytest.mark.parametrize(
    ("classes", "options"),
    [
        (2, {"max_depth": 5}),
        (3, {"min_samples_leaf": 3}),
        (3, {"criterion": "entropy", "max_depth": 6}),
        (0, {}),
        (0, {"min_samples_leaf": 4}),
    ],
)
def test_impurity_paths_are_scikit_learns(classes, options):
    frame = noise(classes=classes)
    path = tw.DecisionTree(frame, target="y", **options).pruning_path(risk="impurity")
    alphas, risks = last_of_equals(*theirs(frame, **options))
    assert len(path) == len(alphas) > 8
    np.testing.assert_allclose(path["alpha"], alphas, rtol=1e-9, atol=1e-12 * risks[-1])
    np.testing.assert_allclose(path["risk"], risks, rtol=1e-9, atol=1e-12 * risks[-1])


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "diabetes", "nile"])
def test_impurity_paths_are_scikit_learns_on_real_data(name):
    frame, y, task = load(name)
    weights = some_weights(len(frame))
    options = {"min_samples_leaf": 5}
    both = frame.assign(y=y if task == "regression" else [f"c{value}" for value in y])
    tree = tw.DecisionTree(both, target="y", weights=weights, **options)
    path = tree.pruning_path(risk="impurity")
    alphas, risks = last_of_equals(*theirs(frame.assign(y=y), weights, **options))
    assert len(path) == len(alphas) > 3
    np.testing.assert_allclose(path["alpha"], alphas, rtol=1e-9, atol=1e-12 * risks[-1])
    np.testing.assert_allclose(path["risk"], risks, rtol=1e-9, atol=1e-12 * risks[-1])


def test_the_two_risks_are_one_for_numbers():
    tree = tw.DecisionTree(priced(120), target="price", min_samples_leaf=4)
    pd.testing.assert_frame_equal(tree.pruning_path(), tree.pruning_path(risk="impurity"))


FRAMES = {
    "classes": (mixed(150, seed=1), {"target": "kind", "validation": 0.3}),
    "weights": (
        mixed(150, seed=2).assign(w=some_weights(150)),
        {"target": "kind", "weights": "w", "validation": 0.3},
    ),
    "numbers": (priced(150), {"target": "price", "validation": 0.3, "min_samples_leaf": 3}),
}


@pytest.mark.parametrize("risk", ["error", "impurity"])
@pytest.mark.parametrize("name", FRAMES)
def test_every_line_is_the_tree_it_stands_for(name, risk):
    frame, options = FRAMES[name]
    tree = tw.DecisionTree(frame, **options)
    path = tree.pruning_path(risk=risk)
    whole = tree.frame().loc[0]
    root = len(tree.rows(0)) if name != "weights" else whole["weight"]
    assert len(path) > 3
    for line in path.iloc[[0, 1, len(path) // 2, -2, -1]].itertuples():
        if line.leaves == tree.frame()["is_leaf"].sum():
            continue
        tree.prune_to(leaves=line.leaves, risk=risk)
        now = tree.frame()
        leaves = now[now["is_leaf"]]
        assert len(leaves) == line.leaves
        figures = tree.history.frame().iloc[-1]
        assert line.train == pytest.approx(figures["error"], rel=1e-12, abs=1e-15)
        assert line.validation == pytest.approx(figures["validation_error"], rel=1e-12)
        loss = leaves["error"] ** 2 if name == "numbers" else leaves["error"]
        own = leaves["impurity"] if risk == "impurity" else loss
        cost = (leaves["weight"] * own).sum() / root
        assert line.risk == pytest.approx(cost, rel=1e-12, abs=1e-12)
        tree.undo()


def test_relative_figures_are_shares_of_the_roots_risk():
    tree = tw.DecisionTree(mixed(150, seed=1), target="kind")
    path, shares = tree.pruning_path(), tree.pruning_path(relative=True)
    root = tree.root.error
    assert shares["risk"].iloc[-1] == 1
    np.testing.assert_allclose(shares["alpha"] * root, path["alpha"])
    np.testing.assert_allclose(shares["risk"] * root, path["risk"])
    assert shares["train"].equals(path["train"])
    for line in shares[shares["leaves"] < tree.frame()["is_leaf"].sum()].itertuples():
        assert tree.prune_to(alpha=line.alpha, relative=True).after.leaves == line.leaves
        tree.undo()


def test_a_lock_ends_the_sequence_and_so_does_a_forced_split_until_let_go(ladder):
    assert ladder.pruning_path(keep=False)["leaves"].tolist() == [1]  # none lowers the error
    assert ladder.pruning_path()["leaves"].tolist() == [4]  # every split was made by hand
    ladder.lock(4)  # a leaf under node 1
    assert ladder.pruning_path(keep=False)["leaves"].tolist() == [3]


def test_a_label_counts_in_the_error_but_not_in_the_impurity(patients):
    tree = tw.DecisionTree(patients, target="ill")
    before = tree.pruning_path(risk="impurity")
    tree.label(3, "yes")
    path = tree.pruning_path()
    assert path["leaves"].tolist() == [2, 1]  # below node 2 is nothing won any more
    assert path["risk"].tolist() == [0.125, 0.5]
    assert tree.pruning_path(risk="impurity")["risk"].equals(before["risk"])


def test_the_root_alone_is_a_sequence_of_one(patients):
    path = tw.DecisionTree(patients, target="ill", grow=False).pruning_path()
    assert path.to_dict("list")["leaves"] == [1]
    assert path["alpha"].tolist() == [0.0]
    assert path["validation"].isna().all()


def test_many_branches_count_all_their_leaves():
    frame = pd.DataFrame({"x": range(12), "y": list("aaabbbaaacbc")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "x", threshold=[2, 5, 8])
    tree.split(4, "x", threshold=10)
    path = tree.pruning_path(keep=False)
    # 12 rows: 6 wrong at the root, 1 below it in four leaves (c, b, c), 1 still in five
    assert path["leaves"].tolist() == [4, 1]
    assert path["alpha"].tolist() == pytest.approx([0, (6 - 1) / 3 / 12])


def test_duplicated_rows_change_nothing():
    frame = mixed(90, seed=7)
    once = tw.DecisionTree(frame, target="kind", max_depth=5)
    twice = tw.DecisionTree(pd.concat([frame, frame]), target="kind", max_depth=5)
    for risk in ("error", "impurity"):
        pd.testing.assert_frame_equal(once.pruning_path(risk=risk), twice.pruning_path(risk=risk))


@pytest.mark.parametrize(
    "options",
    [
        {"method": "c4.5", "confidence": None},
        {"missing": "surrogate", "use_surrogate": 0},
        {"method": "acls", "missing": "proportional"},
    ],
)
def test_errors_are_the_trees_own_where_rows_lie_in_shares_or_stop(options):
    tree = tw.DecisionTree(gappy(150, seed=3), target="kind", validation=0.3, **options)
    tree.label(max(tree.frame().query("is_leaf").index), "mid")
    table = tree.pruning_path()
    assert len(table) > 3
    for _, line in table.iterrows():
        if line["leaves"] < tree.frame()["is_leaf"].sum():
            tree.prune_to(leaves=int(line["leaves"]))
        figures = tree.history.frame().iloc[-1]
        assert line["train"] == pytest.approx(figures["error"])
        assert line["validation"] == pytest.approx(figures["validation_error"])


def test_errors_of_rows_in_shares_are_counted_once_a_tree(monkeypatch):
    tree = tw.DecisionTree(gappy(150, seed=3), target="kind", validation=0.3, method="c4.5")
    asked, plain = [], path_errors.passages
    monkeypatch.setattr(path_errors, "passages", lambda *given: asked.append(1) or plain(*given))
    first = tree.pruning_path()
    assert len(asked) == 2  # of the training rows and of the validation rows
    assert tree.pruning_path().equals(first)
    first.loc[:, "train"] = 0.0
    assert not tree.pruning_path().equals(first)
    assert len(asked) == 2
    tree.pruning_path(risk="impurity")
    tree.prune_to(leaves=int(first.leaves.iloc[1]))
    tree.pruning_path()
    assert len(asked) > 2


@pytest.mark.parametrize("at", [0.05, 0.2, 0.6, 0.7])
def test_a_cancel_is_heard_while_rows_in_shares_go_down_a_tree_and_are_counted(at):
    """Eight seconds went by in silence, of 48,000 rows and a column of 3,000 levels."""
    tree = tw.DecisionTree(gappy(150, seed=3), target="kind", validation=0.3, method="c4.5")
    state, inducer = tree.workspace.state, tree.workspace.inducer
    path = path_of(state.tree, tree._data.target, "error")

    class Sudden(Progress):
        later = False

        def step(self, share):
            if share >= at:
                self.cancel() if self.later else setattr(self, "later", True)
            super().step(share)

    with pytest.raises(tw.CancelledError):
        path_frame(
            path, tree._data.target, None, relative=False, inducer=inducer, progress=Sudden()
        )
    assert len(path.errors) == (at > 0.5)
