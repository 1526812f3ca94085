"""The C5.0-style method: grouped levels, winnowing, pruning of the whole."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.data import build_dataset
from treewidget.induction import Progress, winnowing
from treewidget.induction.filling import inducer_over
from treewidget.induction.methods import resolve
from treewidget.induction.winnowing import useful
from treewidget.pruning.limits import predicted_errors


def noisy_frame(seed, n=160, noise=0.1):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"x": rng.integers(0, 10, n), "kind": rng.integers(0, 6, n).astype(str)})
    for number in range(3):
        frame[f"dust{number}"] = rng.integers(0, 4, n).astype(str)
    clean = (frame["x"] > 4) ^ frame["kind"].isin(["1", "4"])
    frame["y"] = np.where(clean ^ (rng.random(n) < noise), "p", "q")
    return frame


def c50(frame, **options):
    return tw.DecisionTree(frame, "y", method="c5.0", **options)


def test_levels_are_grouped_and_cuts_lie_half_way():
    tree = c50(noisy_frame(0))
    splits = [node.split for node in tree.workspace.tree.walk() if node.split is not None]
    nominal = [split for split in splits if hasattr(split, "groups")]
    assert all(1 < len(split.groups) < 6 for split in nominal)
    cuts = [split.cuts[0].value for split in splits if hasattr(split, "cuts")]
    assert cuts
    assert all(cut * 2 == int(cut * 2) for cut in cuts)
    assert tree.score() > 0.85


@pytest.mark.parametrize("seed", range(2))
def test_winnowing_leaves_out_what_no_tree_needs(seed):
    frame = noisy_frame(seed, n=240, noise=0.05)
    options = resolve("c5.0", "classification", {"winnow": True})
    inducer = inducer_over(build_dataset(frame, "y"), options)
    names = {inducer.dataset.columns[at].name for at in useful(inducer, Progress())}
    assert {"x", "kind"} <= names
    assert len(names) < 5
    tree = c50(frame, winnow=True)
    used = {tree._data.columns[n.split.column].name for n in tree.workspace.tree.walk() if n.split}
    assert used <= names
    assert len(tree.candidates(0)) == 5  # by hand every column can still be had


def test_winnowing_goes_by_what_mistakes_cost():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(0, 2, (800, 3)), columns=["usual", "rare", "dust"])
    rare = rng.random(800) < np.where(frame["rare"] == 1, 0.3, 0.01)
    frame["y"] = np.where(rare, "lost", np.where(frame["usual"] == 1, "p", "q"))
    costs = {"lost": {"p": 9, "q": 9}}
    for losses, kept in ((None, [0]), (costs, [0, 1])):
        options = resolve("c5.0", "classification", {"losses": losses})
        assert useful(inducer_over(build_dataset(frame, "y"), options), Progress()) == kept


def test_a_last_digit_of_sums_of_weights_keeps_no_column_and_leaves_none_out(monkeypatch):
    dataset = build_dataset(noisy_frame(0), "y")
    inducer = inducer_over(dataset, resolve("c5.0", "classification", {}))
    judged, every = winnowing._judged, frozenset(range(5))
    errors = {every: 0.3, every - {0}: 1.0, every - {1}: 0.1 + 0.2, frozenset([0]): 0.1 + 0.2}

    def weighed(among, *given):
        return judged(among, *given)[0], errors.get(among.search.columns, 0.3)

    monkeypatch.setattr(winnowing, "_judged", weighed)
    assert useful(inducer, Progress()) == [0]


def naively_useful(frame):
    """Return the columns that stay, as winnowing is described, by trees of the public kind."""
    order = np.random.default_rng(0).permutation(len(frame))
    order = order[np.argsort(frame["y"].to_numpy()[order], kind="stable")]
    learnt, held = (frame.iloc[np.sort(half)] for half in (order[::2], order[1::2]))

    def judged(columns):
        bare = {"confidence": None, "collapse": False, "global_pruning": False}
        tree = c50(learnt[[*columns, "y"]], **bare)
        return tree, (tree.predict(held) != held["y"]).sum()

    every = list(frame.columns.drop("y"))
    tree, errors = judged(every)
    used = {node.split.column for node in tree.workspace.tree.walk() if node.split is not None}
    without = {at: [name for name in every if name != every[at]] for at in sorted(used)}
    stay = [every[at] for at, others in without.items() if judged(others)[1] > errors]
    return stay if stay and judged(stay)[1] <= errors else every


@pytest.mark.parametrize(("seed", "noise"), [(7, 0.05), (1, 0.2), (3, 0.3)])
def test_a_winnowed_tree_is_that_of_the_columns_that_stay(seed, noise):
    frame = noisy_frame(seed, n=240, noise=noise)
    inducer = inducer_over(build_dataset(frame, "y"), resolve("c5.0", "classification", {}))
    names = [inducer.dataset.columns[at].name for at in useful(inducer, Progress())]
    assert names == naively_useful(frame)
    tree, whole = c50(frame, winnow=True), c50(frame)
    assert str(tree) == str(c50(frame[[*names, "y"]]))
    assert (str(tree) == str(whole)) == (len(names) == 5)


def test_nothing_is_left_out_where_all_are_needed_or_rows_are_few():
    frame = pd.DataFrame({"a": [0, 0, 1, 1] * 10, "b": [0, 1, 0, 1] * 10})
    frame["y"] = np.where((frame["a"] == 1) & (frame["b"] == 1), "p", "q")
    inducer = inducer_over(build_dataset(frame, "y"), resolve("c5.0", "classification", {}))
    assert useful(inducer, Progress()) == [0, 1]
    tiny = pd.DataFrame({"a": [0, 1], "y": ["p", "q"]})
    assert len(c50(tiny, winnow=True).frame()) in (1, 3)


@pytest.mark.parametrize("seed", range(2))
def test_global_pruning_gives_the_smallest_tree_within_a_standard_error(seed):
    frame = random_frame(seed, 250, classes=3, missing=0.05)
    whole, pruned = c50(frame, global_pruning=False), c50(frame)

    def predicted(tree):
        leaves = [n.region.train.stats for n in tree.workspace.tree.walk() if n.is_leaf]
        return sum(predicted_errors(s.sum(), s.sum() - s.max()) for s in leaves)

    best = predicted(whole)
    spread = np.sqrt(best * (1 - best / len(frame)))
    assert len(pruned.frame()) <= len(whole.frame())
    assert predicted(pruned) <= best + spread + 1e-9
    root = whole.workspace.tree.root.region.train.stats
    as_leaf = predicted_errors(root.sum(), root.sum() - root.max())
    if as_leaf <= best + spread:
        assert pruned.root.is_leaf


def test_noise_is_pruned_away_as_a_whole():
    frames = [noisy_frame(seed, noise=0.3) for seed in range(3)]
    sizes = [[len(c50(f, global_pruning=on).frame()) for f in frames] for on in (True, False)]
    assert sum(sizes[0]) < sum(sizes[1])


def test_numbers_are_refused_by_name():
    with pytest.raises(tw.InvalidValueError, match=r"method='c5\.0' is for classification"):
        c50(random_frame(1, classes=0))


def test_winnowing_is_a_part_of_the_growth_that_is_told():
    class Looks(Progress):
        def step(self, share):
            super().step(share)
            shares.append(self._share)

    shares = []
    frame = random_frame(3, 400, classes=2)
    tree = tw.DecisionTree(frame, target="y", method="c5.0", winnow=True, grow=False)
    inducer = tree.workspace.inducer
    inducer.grow([inducer.root()], progress=Looks())
    assert 0.2 < shares[len(shares) // 2] < 0.8
    assert shares[-1] == 1.0
