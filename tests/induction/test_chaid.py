"""CHAID against what SPSS and the papers say, and at its edges."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.chaid_trees import SMALL, inducer_of, wide_frame
from tests.induction.frames import Impatient
from tests.induction.titanic import TITANIC
from treewidget.errors import CancelledError, InvalidValueError, RefusedError
from treewidget.induction import resolve
from treewidget.induction.splits import STOP

pytestmark = pytest.mark.usefixtures("merged_either_way")


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


@pytest.mark.parametrize("alike", [10, 12])
def test_it_is_said_where_large_groups_were_parted_again_along_one_order_only(alike):
    counts = [(20 + level % 3, 20) for level in range(alike)] + [(0, 60)]
    lines = [(f"k{at:02}", y) for at, (a, b) in enumerate(counts) for y in "a" * a + "b" * b]
    frame = pd.DataFrame(lines, columns=["k", "y"])
    inducer = inducer_of(frame, alpha_merge=1e-3, alpha_resplit=1e-4)
    reason = inducer.candidates(inducer.root())[0].reason
    assert ("groups of more than 10 categories were parted again" in reason) == (alike > 10)


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
