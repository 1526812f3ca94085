"""The peers: each learner's own interface, one thread or as many as are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from .sets import Data

GROWTHS: dict[str, dict[str, int]] = {
    "depth 6": {"max_depth": 6},
    "255 leaves": {"max_leaf_nodes": 255},
    "until pure": {},
}


def sklearn_tree(data: Data, **options: Any) -> Any:
    """Fit scikit-learn's exact tree. It uses one thread whatever it is offered."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    kind = DecisionTreeRegressor if data.regression else DecisionTreeClassifier
    learner = kind(random_state=0, **data.rules, **options)
    return learner.fit(data.x, data.y, sample_weight=data.weights)


def sklearn_impurity(tree: Any) -> float:
    """Return the weighted impurity of the leaves."""
    grown = tree.tree_
    leaf = grown.children_left < 0
    weight = grown.weighted_n_node_samples
    return float((weight[leaf] * grown.impurity[leaf]).sum() / weight[0])


def lightgbm_data(data: Data, threads: int) -> Any:
    """Build LightGBM's Dataset: its coding of the columns."""
    import lightgbm

    parameters = _lightgbm(data, threads)
    return lightgbm.Dataset(data.x, data.y, weight=data.weights, params=parameters).construct()


def lightgbm_train(data: Data, made: Any, threads: int) -> Any:
    """Train one LightGBM tree of 255 leaves (one for each class of more than two)."""
    import lightgbm

    return lightgbm.train(_lightgbm(data, threads), made, num_boost_round=1)


def _lightgbm(data: Data, threads: int) -> dict[str, Any]:
    classes = 0 if data.regression else len(np.unique(data.y))
    parameters: dict[str, Any] = {
        "objective": {0: "regression", 2: "binary"}.get(classes, "multiclass"),
        "num_leaves": 255,
        "min_data_in_leaf": 1,
        "min_sum_hessian_in_leaf": 0.0,
        "feature_pre_filter": False,
        "max_bin": 255,
        "num_threads": threads,
        "verbose": -1,
    }
    if data.regression and data.weights is not None:
        # no leaf weighs less; where nothing is asked a leaf without rows ends the training
        parameters["min_sum_hessian_in_leaf"] = 0.5 * data.weights.min()
    return parameters | ({"num_class": classes} if classes > 2 else {})


def ydf_tree(data: Data, depth: int) -> Any:
    """Train YDF's CART on all rows (no rows held out for its pruning); -1: as deep as it goes."""
    import ydf

    ydf.verbose(0)
    task = ydf.Task.REGRESSION if data.regression else ydf.Task.CLASSIFICATION
    learner = ydf.CartLearner(
        label="y",
        task=task,
        max_depth=depth,
        min_examples=1,
        validation_ratio=0.0,
        num_threads=1,
        weights=None if data.weights is None else "w",
    )
    columns = {f"x{c}": data.x[:, c] for c in range(data.x.shape[1])}
    columns["y"] = data.y
    if data.weights is not None:
        columns["w"] = data.weights
    return learner.train(columns)


def growers(data: Data, growth: str) -> dict[str, Callable[[], Any]]:
    """Return the peers that grow a tree by these stopping rules, by name."""
    found: dict[str, Callable[[], Any]] = {
        "scikit-learn": lambda: sklearn_tree(data, **GROWTHS[growth])
    }
    if growth == "255 leaves":
        found["LightGBM, data and training"] = lambda: lightgbm_train(
            data, lightgbm_data(data, 1), 1
        )
    elif growth == "depth 6":
        found["YDF"] = lambda: ydf_tree(data, 7)
    else:
        found["YDF"] = lambda: ydf_tree(data, -1)
    return found
