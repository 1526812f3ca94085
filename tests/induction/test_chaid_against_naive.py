"""CHAID against plain loops."""

import numpy as np
import pandas as pd
import pytest

from tests.induction.chaid_trees import inducer_of, wide_frame
from tests.induction.naive_chaid import Chaid, Column, Rules, binned

pytestmark = pytest.mark.usefixtures("merged_either_way")


def naive_of(frame, rules, weights=None):
    """Return the naive method over the same frame."""
    w = [1.0] * len(frame) if weights is None else frame[weights].tolist()
    columns = {}
    for name in frame.columns.drop(["y", *([weights] if weights else [])]):
        series = frame[name]
        values = [None if gone else v for v, gone in zip(series, series.isna(), strict=True)]
        if isinstance(series.dtype, pd.CategoricalDtype):
            columns[name] = Column(values, series.cat.ordered, list(series.cat.categories))
        elif pd.api.types.is_numeric_dtype(series) or "datetime" in str(series.dtype):
            columns[name] = binned(values, w)
        else:
            columns[name] = Column(
                values, ordered=False, order=sorted({v for v in values if v is not None})
            )
    y = frame["y"].tolist()
    return Chaid(columns, y, w, rules)


def same(inducer, sprout, naive):
    """Compare two trees by the rows of every branch; return how many splits there were."""
    rows, name, branches = naive
    assert inducer.engine.positions(sprout.region.rows).tolist() == rows
    if name is None:
        assert sprout.split is None
        return 0
    assert sprout.split is not None
    assert inducer.dataset.columns[sprout.split.column].name == name
    assert len(sprout.children) == len(branches)
    pairs = zip(sprout.children, branches, strict=True)
    return 1 + sum(same(inducer, *pair) for pair in pairs)


def compared(frame, rules, method="chaid", weights=None, **options):
    inducer = inducer_of(frame, method, weights=weights, **options)
    naive = naive_of(frame, rules, weights)
    sprout = inducer.grow([inducer.root()])[0]
    every = list(range(len(frame)))
    splits = same(inducer, sprout, naive.grow(every))
    statistic = {"chi2": "chi2", "g2": "g2", "f": "f"}[rules.test]
    for one in inducer.candidates(inducer.root()):
        found = naive.grouped(naive.columns[inducer.dataset.columns[one.column].name], every)
        assert (found is None) == (one.split is None)
        if found is not None:
            assert one.measures["adjusted_p"] == pytest.approx(found[0], rel=1e-8)
            assert one.measures["p"] == pytest.approx(found[1], rel=1e-8)
            assert one.measures[statistic] == pytest.approx(found[2], rel=1e-8)
    return splits


VARIETY = [
    {"classes": 2},
    {"classes": 3, "missing": 0.15},
    {"classes": 2, "weights": True, "missing": 0.1},
    {"classes": 4, "levels": 6},
    {"classes": 3, "weights": True, "levels": 7, "missing": 0.3},
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("given", VARIETY)
@pytest.mark.parametrize("test", ["chi2", "g2"])
@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid"])
def test_trees_of_classes_are_the_naive_ones(given, test, method):
    splits = 0
    for seed in range(2):
        frame = wide_frame(seed, **given)
        weights = "w" if "weights" in given else None
        rules = Rules(test=test, exhaustive=method != "chaid")
        splits += compared(frame, rules, method, weights, criterion=test)
    assert splits >= 2


@pytest.mark.one_in(3)
@pytest.mark.parametrize("least", [{"leaf_rows": 9}, {"leaf_weight": 16.0}])
@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid"])
@pytest.mark.parametrize("classes", [3, 0])
def test_small_groups_join_others_as_in_the_naive_trees(least, method, classes):
    splits = 0
    for seed in range(3):
        frame = wide_frame(seed, classes=classes, weights=True, levels=7, missing=0.2)
        test = {} if classes else {"test": "f"}
        rules = Rules(
            exhaustive=method != "chaid", alpha_merge=0.9, alpha_split=0.5, **test, **least
        )
        names = {"leaf_rows": "min_samples_leaf", "leaf_weight": "min_weight_leaf"}
        options = {names[name]: value for name, value in least.items()}
        if not rules.exhaustive:
            options["alpha_merge"] = 0.9
        splits += compared(frame, rules, method, "w", alpha_split=0.5, **options)
    assert splits >= 3


@pytest.mark.one_in(5)
@pytest.mark.parametrize("given", [{}, {"missing": 0.2}, {"weights": True, "missing": 0.1}])
@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid"])
def test_trees_of_numbers_are_the_naive_ones(given, method):
    splits = 0
    for seed in range(2):
        frame = wide_frame(seed, classes=0, **given)
        weights = "w" if "weights" in given else None
        rules = Rules(test="f", exhaustive=method != "chaid")
        splits += compared(frame, rules, method, weights)
    assert splits >= 2


# Counts of two classes in six categories, found by search: parting merged ones again is rare.
RESPLIT = {
    "nominal": (
        [(18, 12), (5, 18), (35, 18), (34, 25), (18, 31), (36, 39)],
        [{0, 2, 3}, {1, 4, 5}],
        [{0, 2, 3, 5}, {1, 4}],
    ),
    "ordinal": (
        [(30, 22), (13, 16), (15, 35), (21, 29), (27, 26), (30, 3)],
        [{0, 1, 2, 3, 4}, {5}],
        [{0}, {1, 2, 3, 4}, {5}],
    ),
    "floating": (
        [(25, 38), (9, 17), (20, 22), (32, 22), (24, 27), (34, 3)],
        [{0, 1, 2, 3, 4}, {5}],
        [{0, 1}, {2, 3, 4}, {5}],
    ),
}


def table_frame(counts, kind):
    """Return rows of six categories; of a floating column the last is missing."""
    x = [at for at, pair in enumerate(counts) for _ in range(sum(pair))]
    y = [said for one, other in counts for said in ["a"] * one + ["b"] * other]
    codes = [-1 if kind == "floating" and at == 5 else at for at in x]
    names = [f"level {at}" for at in range(6)]
    return pd.DataFrame(
        {"x": pd.Categorical.from_codes(codes, names, ordered=kind != "nominal"), "y": y}
    )


@pytest.mark.parametrize("kind", RESPLIT)
def test_merged_categories_are_parted_again_when_asked(kind):
    counts, plain, resplit = RESPLIT[kind]
    frame = table_frame(counts, kind)
    starts = np.cumsum([0, *map(sum, counts)])
    home = np.repeat(np.arange(6), np.diff(starts))
    for options, expected in (({}, plain), ({"alpha_resplit": 0.049}, resplit)):
        inducer = inducer_of(frame, min_samples_leaf=1, alpha_split=None, **options)
        children = inducer.grow([inducer.root()], levels=1)[0].children
        found = [set(home[inducer.engine.positions(c.region.rows)].tolist()) for c in children]
        assert sorted(found, key=min) == expected
        rules = Rules(leaf_rows=1, alpha_resplit=options.get("alpha_resplit", 0.0))
        compared(frame, rules, min_samples_leaf=1, **options)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("kind", RESPLIT)
@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid"])
@pytest.mark.parametrize(("alpha", "least"), [(0.01, 1), (0.9, 17)])
def test_of_pairs_equally_alike_the_first_is_merged(alpha, least, method, kind):
    mirrored = [(12, 4), (12, 4), (4, 4), (4, 4), (4, 12), (4, 12)]  # the middle may go either way
    limits, rules = {"min_samples_split": 2, "min_samples_leaf": least}, {"split_rows": 2}
    merging = {} if method != "chaid" else {"alpha_merge": alpha}
    rules |= {"leaf_rows": least, "exhaustive": method != "chaid", "alpha_split": 0.99, **merging}
    for seed in range(8):
        order = np.random.default_rng(seed).permutation(6)
        frame = table_frame([mirrored[at] for at in order], kind)
        compared(frame, Rules(**rules), method, alpha_split=0.99, **merging, **limits)


def test_a_neighbour_comes_before_what_floats_where_both_are_equally_alike():
    frame = table_frame([(8, 8), (24, 8), (0, 0), (0, 0), (0, 0), (8, 24)], "floating")
    rules = Rules(leaf_rows=1, alpha_merge=0.01)
    assert compared(frame, rules, alpha_merge=0.01, min_samples_leaf=1) == 1


@pytest.mark.parametrize("classes", [0, 2, 3])
def test_parting_again_at_a_level_where_it_is_common_is_the_naive_one(classes):
    levels = {"alpha_merge": 0.5, "alpha_resplit": 0.499}
    frame = wide_frame(1, classes=classes, levels=7, missing=0.15)
    compared(frame, Rules(test="chi2" if classes else "f", **levels), **levels)


def test_the_order_of_rows_and_the_names_of_levels_do_not_matter():
    frame = wide_frame(5, classes=3, missing=0.1).drop(columns="w", errors="ignore")
    mixed = frame.sample(frac=1, random_state=0).reset_index(drop=True)
    renamed = mixed.assign(kind0=mixed["kind0"].map(lambda k: k if pd.isna(k) else f"z{k}"))
    one, other = inducer_of(frame), inducer_of(renamed)
    for left, right in zip(
        one.grow([one.root()])[0].walk(), other.grow([other.root()])[0].walk(), strict=True
    ):
        assert left.split == right.split
        assert left.region.train.n == right.region.train.n
