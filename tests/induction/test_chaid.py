"""CHAID against plain loops, against what SPSS and the papers say, and at its edges."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import Impatient, random_frame
from tests.induction.naive_chaid import Chaid, Column, Rules, binned
from tests.induction.titanic import TITANIC
from treewidget.data import build_dataset
from treewidget.engine import make_engine
from treewidget.errors import CancelledError, InvalidValueError, RefusedError
from treewidget.induction import Inducer, resolve
from treewidget.induction.search import chaid
from treewidget.induction.splits import STOP

SMALL = {"min_samples_split": 10, "min_samples_leaf": 3}


@pytest.fixture(autouse=True, params=[0, chaid.MOST], ids=["in arrays", "one by one"])
def _groups_are_kept(request, monkeypatch):
    """Merge categories, however many there are, in either way."""
    monkeypatch.setattr(chaid, "FEW", request.param)


def inducer_of(frame, method="chaid", *, weights=None, target="y", **options):
    dataset = build_dataset(frame, target, weights=weights)
    resolved = resolve(method, dataset.target.task, {**SMALL, **options})
    return Inducer(dataset, make_engine(dataset), resolved)


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


def wide_frame(seed, n=120, **given):
    """Return a frame with every kind of column, under names that are hard to bear."""
    frame = random_frame(seed, n, **given)
    rng = np.random.default_rng(seed + 1000)
    levels = ["low", "mid", "high", "top", "no row has this"]
    picked = pd.Series(rng.integers(0, 4, n)).where(rng.random(n) > given.get("missing", 0.0) / 2)
    shift = frame["y"].astype("category").cat.codes if given.get("classes", 2) else frame["y"] // 4
    noisy = (picked + (shift % 2) * (rng.random(n) < 0.5)).clip(upper=3)
    frame["grade"] = pd.Categorical.from_codes(noisy.fillna(-1).astype(int), levels, ordered=True)
    frame["y=?"] = np.array(["<a>", "b'\"", "∅", " "])[rng.integers(0, 4, n)]
    return frame


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


# ------------------------------------------------------------ Titanic


def titanic(*, weighted=False):
    lines = [
        (*key, said, count)
        for key, counts in TITANIC.items()
        for said, count in zip(("no", "yes"), counts, strict=True)
        if count
    ]
    table = pd.DataFrame(lines, columns=["class", "sex", "age", "survived", "n"])
    if weighted:
        return table
    return table.loc[table.index.repeat(table["n"])].drop(columns="n").reset_index(drop=True)


def test_third_class_and_crew_are_merged_and_their_p_is_multiplied_by_6():
    frame = titanic()
    assert len(frame) == 2201
    inducer = inducer_of(frame, target="survived", min_samples_split=100, min_samples_leaf=50)
    sex, of_class, age = inducer.candidates(inducer.root())
    assert [one.column for one in (sex, of_class, age)] == [1, 0, 2]
    assert of_class.split.groups == ((0,), (1,), (2, 3))
    measures = of_class.measures
    assert measures["df"] == 2
    assert measures["chi2"] == pytest.approx(190.117056677829, abs=1e-9)
    assert measures["adjusted_p"] == pytest.approx(6 * measures["p"], rel=1e-12)


def test_weights_are_frequencies():
    once, table = titanic(), titanic(weighted=True)
    least = {"min_samples_split": 2, "min_samples_leaf": 1, "min_weight_leaf": 50.0}
    one = inducer_of(once, target="survived", **least)
    other = inducer_of(table, target="survived", weights="n", **least)
    splits = [
        [sprout.split for sprout in inducer.grow([inducer.root()])[0].walk()]
        for inducer in (one, other)
    ]
    assert splits[0] == splits[1]
    assert len(splits[0]) > 5


# ------------------------------------------------------------ edges


def test_the_most_significant_of_columns_whose_p_underflows_is_taken():
    n = 20_000
    frame = pd.DataFrame({"y": np.repeat(["a", "b"], n)})
    for name, wrong in (("good", 900), ("better", 300)):
        column = frame["y"].to_numpy().copy()
        column[:wrong], column[-wrong:] = "b", "a"
        frame[name] = column
    inducer = inducer_of(frame)
    first, second = inducer.candidates(inducer.root())
    assert first.measures["adjusted_p"] == second.measures["adjusted_p"] == 0.0
    assert inducer.dataset.columns[first.column].name == "better"


def test_equal_columns_are_taken_in_their_order():
    frame = wide_frame(3)
    frame.insert(0, "again", frame["a"])
    inducer = inducer_of(frame)
    order = [one.column for one in inducer.candidates(inducer.root())]
    names = [inducer.dataset.columns[at].name for at in order]
    assert names.index("again") + 1 == names.index("a")


def test_missing_rows_have_a_branch_or_share_one():
    rng = np.random.default_rng(0)
    n = 600
    level = rng.integers(0, 3, n)
    y = np.where(rng.random(n) < np.array([0.1, 0.5, 0.9])[level], "b", "a")
    for like, branches in ((2, 3), (None, 4)):
        values = pd.Series(np.array(["u", "v", "w"])[level])
        if like is None:
            gone = rng.random(n) < 0.3
            y = np.where(gone, np.where(rng.random(n) < 0.3, "b", "a"), y)
        else:
            gone = (level == like) & (rng.random(n) < 0.5)
        frame = pd.DataFrame({"x": values.mask(gone), "y": y})
        inducer = inducer_of(frame)
        split = inducer.best(inducer.root()).split
        assert split.branches == branches
        assert split.missing == (branches - 1)


def test_new_missing_rows_stop_where_training_had_none():
    inducer = inducer_of(wide_frame(3))
    assert inducer.best(inducer.root()).split.missing == STOP


def test_numbers_known_against_missing():
    rng = np.random.default_rng(1)
    gone = np.arange(300) % 3 == 0
    frame = pd.DataFrame(
        {"x": np.where(gone, np.nan, rng.normal(size=300)), "y": np.where(gone, "a", "b")}
    )
    split = inducer_of(frame).best(inducer_of(frame).root()).split
    assert (split.cuts, split.missing, split.branches) == ((), 1, 2)


def test_bins_are_those_of_all_training_rows_at_every_node():
    rng = np.random.default_rng(2)
    x = rng.normal(size=2000)
    y = np.where(x + rng.normal(size=2000) * 0.3 > 0, "a", "b")
    frame = pd.DataFrame({"x": x, "z": rng.integers(0, 2, 2000), "y": y})
    inducer = inducer_of(frame, max_depth=4)
    edges = np.sort(x)[np.arange(200, 2000, 200) - 1]
    used = {
        cut.value
        for sprout in inducer.grow([inducer.root()])[0].walk()
        if sprout.split is not None and sprout.split.column == 0
        for cut in sprout.split.cuts
    }
    assert used
    for cut in used:
        assert any(low < cut < np.sort(x)[np.searchsorted(np.sort(x), low) + 1] for low in edges)


def test_cuts_at_data_values():
    frame = pd.DataFrame({"x": np.repeat([1.0, 2.0, 5.0], 40), "y": ["a"] * 40 + ["b"] * 80})
    middle = inducer_of(frame).best(inducer_of(frame).root()).split
    data = inducer_of(frame, cut="data_value")
    assert [cut.value for cut in middle.cuts] == [1.5]
    assert [cut.value for cut in data.best(data.root()).split.cuts] == [1.0]


def test_without_significance_nothing_grows():
    inducer = inducer_of(wide_frame(3), alpha_split=1e-300)
    assert inducer.best(inducer.root()) is None
    assert "adjusted p-value" in inducer.why_leaf(inducer.root())


def test_reasons_for_columns_without_a_split():
    frame = wide_frame(4)
    frame["alike"] = np.tile(["u", "v"], 60)[np.argsort(np.argsort(frame["y"], kind="stable"))]
    frame["empty"] = pd.Series([None] * 119 + ["x"], dtype="str")
    inducer = inducer_of(frame)
    column = inducer.dataset.column_index("alike")
    with pytest.raises(RefusedError, match="all its categories were merged into one"):
        inducer.best_of(inducer.root(), column)


def test_too_many_categories_are_refused_by_number():
    frame = pd.DataFrame({"x": [f"id{i}" for i in range(1200)], "y": ["a", "b"] * 600})
    inducer = inducer_of(frame)
    with pytest.raises(RefusedError, match=r"1,200 categories here, and at most 1,000"):
        inducer.best_of(inducer.root(), 0)


def test_a_cancel_is_heard_while_categories_are_merged():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {"x": rng.integers(0, 60, 4000).astype(str), "y": rng.choice(["a", "b"], 4000)}
    )
    inducer, progress = inducer_of(frame), Impatient(30)
    with pytest.raises(CancelledError):
        inducer.grow([inducer.root()], progress=progress)
    assert progress.steps == 31, "one node, one column: what is heard in between is a merger"


def test_few_expected_rows_warn():
    frame = pd.DataFrame({"x": ["u"] * 4 + ["v"] * 40, "y": ["a"] * 4 + ["b"] * 40})
    inducer = inducer_of(frame)
    assert "an expected count is 0.364" in inducer.best(inducer.root()).reason


def test_levels_of_significance_are_checked_together():
    with pytest.raises(InvalidValueError, match=r"alpha_resplit=0\.05 must lie below"):
        resolve("chaid", "classification", {"alpha_resplit": 0.05})
    with pytest.raises(InvalidValueError, match="there is 'chi2', 'g2'"):
        resolve("chaid", "classification", {"criterion": "gini"})
    with pytest.raises(InvalidValueError, match="there is 'f_test'"):
        resolve("chaid", "regression", {"criterion": "chi2"})
    with pytest.raises(InvalidValueError, match="missing='learned'"):
        resolve("chaid", "classification", {"missing": "learned"})


def test_costs_of_columns_are_refused():
    with pytest.raises(InvalidValueError, match="column_costs has no meaning with method='chaid'"):
        inducer_of(wide_frame(1), column_costs={"a": 2.0})


def test_defaults_are_those_of_spss():
    options = resolve("chaid", "classification", {})
    assert (options.max_depth, options.min_samples_split, options.min_samples_leaf) == (3, 100, 50)
    assert (options.alpha_merge, options.alpha_split, options.alpha_resplit) == (0.05, 0.05, None)
    assert options.criterion == "chi2"


def test_candidates_show_the_tests_and_only_where_there_are_some():
    frame = titanic()
    table = tw.DecisionTree(frame, target="survived", method="chaid").candidates(0)
    assert table["column"].tolist() == ["sex", "class", "age"]
    assert (table["adjusted_p"] >= table["p"]).all()
    assert table["chi2"].iloc[1] == pytest.approx(190.117056677829, abs=1e-9)
    assert table["df"].tolist() == [1, 2, 1]
    plain = tw.DecisionTree(frame, target="survived").candidates(0)
    assert not {"p", "adjusted_p", "chi2", "df"} & set(plain.columns)
    numbers = wide_frame(1, classes=0)
    by_f = tw.DecisionTree(numbers, target="y", method="chaid", **SMALL).candidates(0)
    assert {"p", "adjusted_p", "f", "df", "df_within"} <= set(by_f.columns)
