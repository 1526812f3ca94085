"""CART under ``missing="surrogate"`` beside rpart: structure, counts, surrogates, predictions."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.goldens import data, frame, golden, names

NAMES = names("rpart")
SAME = {"rel": 1e-9, "abs": 1e-9}
OURS = {
    "minsplit": "min_samples_split",
    "minbucket": "min_samples_leaf",
    "maxdepth": "max_depth",
    "maxsurrogate": "max_surrogates",
    "usesurrogate": "use_surrogate",
    "surrogatestyle": "surrogate_style",
}
CRITERIA = {"gini": "gini", "information": "entropy"}


def options_of(program, known, target):
    """Return rpart's options under their names here."""
    ours = {OURS[name]: value for name, value in program.items() if name in OURS}
    if "split" in program:
        ours["criterion"] = CRITERIA[program["split"]]
    classes = getattr(getattr(known[target], "cat", None), "categories", ())
    if "prior" in program:
        ours["priors"] = dict(zip(classes, program["prior"], strict=True))
    if "loss" in program:
        losses = np.reshape(program["loss"], (len(classes), len(classes)))
        ours["losses"] = {
            true: {said: losses[i, j] for j, said in enumerate(classes) if i != j}
            for i, true in enumerate(classes)
        }
    if "cost" in program:
        columns = [column for column in known if column not in (target, program.get("weights"))]
        ours["column_costs"] = dict(zip(columns, program["cost"], strict=True))
    return ours


def grown(known, target, program, cp, task=None):
    """Return the tree that rpart's options ask for."""
    options, weights = options_of(program, known, target), program.get("weights")
    tree = tw.DecisionTree(
        known, target, weights=weights, missing="surrogate", task=task, **options
    )
    if not tree.root.is_leaf and cp >= 0:
        path = tree.pruning_path(relative=True)
        if path["leaves"][path["alpha"] <= cp].min() < tree.frame()["is_leaf"].sum():
            tree.prune_to(alpha=cp, relative=True)
    return tree


@pytest.fixture(scope="module", params=NAMES)
def pair(request):
    """Return a reference, the data, and the tree grown here."""
    wanted = golden("rpart", request.param)
    known, target = frame(wanted["data"]), data(wanted["data"])["target"]
    return wanted, known, target, grown(known, target, wanted["program"], wanted["cp"])


def test_the_tree_is_rparts(pair):
    wanted, known, _, tree = pair
    mine = list(lines_of(tree, known))
    assert [line[:2] for line in mine] == [line[:2] for line in wanted["tree"]]
    asked = wanted["program"].get("usesurrogate", 2) > 0  # else rpart lists what it does not use
    for line, said in zip(mine, wanted["tree"], strict=True):
        compare_nodes(line, said if asked else [*said[:5], []], known)


def compare_nodes(mine, said, known):
    """Hold one node beside rpart's: weight, class weights or mean, label, split, surrogates."""
    _, _, weight, own, label, split, surrogates = mine
    assert weight == pytest.approx(said[2], **SAME)
    if label is None:
        assert own == pytest.approx(said[3], **SAME)
    else:
        assert label == said[3][0] - 1
        assert own == pytest.approx(said[3][1 : 1 + len(own)], **SAME)
    assert (split is None) == (said[4] is None)
    if split is not None:
        assert split[0] == said[4][0]
        same_rule(split, said[4], known)
    assert [one[0] for one in surrogates] == [one[0] for one in said[5]]
    for one, other in zip(surrogates, said[5], strict=True):
        assert one[1:] == pytest.approx(other[1:], **SAME)


def same_rule(split, said, known):
    """Compare a cut, or the levels of either side; an order of levels is cut after one of them."""
    if said[1] == "cut":
        assert split[1] == pytest.approx(said[2], **SAME)
    elif isinstance(split[1], list):
        assert split[1] == said[2]
    else:
        assert max(said[2][0]) == split[1]
        low, high = said[2]
        assert sorted(low + high) == list(range(len(known[split[0]].cat.categories)))


def test_predictions_are_rparts(pair):
    wanted, known, target, tree = pair
    new = known.copy()
    for row, column in wanted["gone"]:
        new.iloc[row, column] = np.nan
    for rows, lines in ((known, wanted["train"]), (new, wanted["new"])):
        said = np.array(lines)
        if isinstance(known[target].dtype, pd.CategoricalDtype):
            codes = known[target].cat.categories.get_indexer(tree.predict(rows))
            assert codes.tolist() == (said[:, 0] - 1).tolist()
            assert np.abs(tree.predict_proba(rows) - said[:, 1:]).max() < 1e-9
        else:
            assert tree.predict(rows) == pytest.approx(said[0], **SAME)


def test_importances_are_rparts(pair):
    wanted, _, _, tree = pair
    if "cost" in wanted["program"] or not wanted["program"].get("usesurrogate", 1):
        return  # there rpart adds up what costs have divided, and surrogates it does not use
    found = tree.importance()
    theirs = pd.Series(wanted["importance"]).reindex(found.index).fillna(0.0)
    assert np.abs(found - theirs / theirs.sum()).max() < 1e-9


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-folds")])
def test_cross_validation_is_rparts(name):
    wanted = golden("rpart", name)
    known, target = frame(wanted["data"]), data(wanted["data"])["target"]
    tree = grown(known, target, wanted["program"], -1)
    tree.cross_validate(folds=np.arange(len(known)) * 7 % wanted["program"]["folds"] + 1)
    path = tree.pruning_path(relative=True).set_index("leaves")
    assert len(wanted["table"]) > 3
    for alpha, splits, _, error, spread in wanted["table"]:
        mine = path.loc[int(splits) + 1]
        assert mine["alpha"] == pytest.approx(alpha, abs=1e-9)
        assert mine["xerror"] == pytest.approx(error, **SAME)
        assert mine["xstd"] == pytest.approx(spread, **SAME)


def test_half_of_the_references_have_missing_values():
    holed = [frame(golden("rpart", name)["data"]).isna().any(axis=None) for name in NAMES]
    assert len(NAMES) >= 14
    assert sum(holed) >= 8


def lines_of(tree, known):
    """Yield a tree's nodes as the references have them."""
    ahead = [(tree.root, 0)]
    while ahead:
        node, depth = ahead.pop()
        own, label = [node.prediction], None
        if node.counts is not None:
            own, label = node.counts.tolist(), list(node.counts.index).index(node.prediction)
        split = node.split
        others = []
        if split is not None:
            others = [[one.column, one.agreement, one.adjusted] for one in split.surrogates]
        yield [depth, node.n, node.weight, own, label, _rule(split, known), others]
        ahead += [(tree.node(child), depth + 1) for child in reversed(node.children)]


def _rule(split, known):
    if split is None:
        return None
    levels = getattr(getattr(known[split.column], "cat", None), "categories", None)
    if split.thresholds:
        cut = split.thresholds[0]
        return [split.column, float(cut) if levels is None else levels.get_loc(cut)]
    return [split.column, [sorted(map(levels.get_loc, group)) for group in split.groups]]
