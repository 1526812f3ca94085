"""The task is inferred and said; classes come in a stated order and in the user's own type."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.data import build_dataset
from treewidget.data.centre import centre_of
from treewidget.data.target import histogram
from treewidget.errors import InvalidValueError, UnknownNameError

ROWS = 60


def target(values, task=None, **options):
    frame = pd.DataFrame({"x": np.arange(ROWS)})
    return build_dataset(frame, pd.Series(values, name="y"), task=task, **options).target


BOTH = (True, False)


def cycle(*values):
    return [values[i % len(values)] for i in range(ROWS)]


@pytest.mark.parametrize(
    ("values", "task", "reason"),
    [
        (cycle("a", "b"), "classification", "'y' holds texts"),
        (cycle(*BOTH), "classification", "'y' holds booleans"),
        (pd.Series(cycle(1, 2), dtype="category"), "classification", "'y' holds categories"),
        (cycle(*range(20)), "classification", "'y' holds 20 distinct whole numbers"),
        (cycle(*range(21)), "regression", "'y' holds 21 distinct whole numbers, more than 20"),
        (cycle(1.5, 2.0), "regression", "'y' holds floats"),
        (cycle(0.0, 1.0, None), "regression",
         "'y' holds floats of 2 whole values; for classes say task='classification'"),
        (cycle(*map(float, range(21))), "regression", "'y' holds floats"),
        (cycle(Decimal(1), Decimal("2.5")), "regression",
         "'y' holds floats (Decimal values read as float)"),
        (pd.Series(cycle(1, 2, None), dtype="Int64"), "classification",
         "'y' holds 2 distinct whole numbers"),
    ],
)  # fmt: skip
def test_the_task_is_inferred_with_its_reason(values, task, reason):
    coded = target(values)
    assert (coded.task, coded.reason) == (task, reason)


def test_the_task_and_reason_are_noted():
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": [*"abab"]})
    assert build_dataset(frame, "y").notes[0] == "classification: 'y' holds texts"
    asked = build_dataset(frame.assign(y=[0, 1, 0, 1]), "y", task="regression")
    assert asked.notes[0] == "regression: task='regression' was asked for"
    assert list(asked.target.values) == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("values", "classes", "dtype"),
    [
        (cycle("b", "a", None), ("a", "b"), object),
        (pd.Series(cycle("b", "a"), dtype="string"), ("a", "b"), object),
        (cycle(*BOTH), (False, True), bool),
        (pd.Series(cycle(*BOTH), dtype="boolean"), (False, True), bool),
        (pd.Series(cycle(3, 1), dtype="int8"), (1, 3), np.int8),
        (pd.Series(cycle(3, 1, None), dtype="Int32"), (1, 3), np.int32),
        (pd.Series(cycle(2**63, 1), dtype="uint64"), (1, 2**63), np.uint64),
    ],
)
def test_classes_are_sorted_and_predictions_have_the_targets_dtype(values, classes, dtype):
    coded = target(values)
    assert coded.classes == classes
    assert coded.decode(np.array([1, 0])).dtype == dtype
    assert coded.decode(np.array([1, 0])).tolist() == [classes[1], classes[0]]
    assert [coded.class_code(value) for value in classes] == [0, 1]


@pytest.mark.parametrize(
    ("given", "dtype"),
    [(int, float), ("uint8", float), (float, float), ("float32", "float32"), ("Float32", "float32"),
     ("Int16", float), (bool, float), (object, float)],
)  # fmt: skip
def test_numbers_are_predicted_as_floats_as_wide_as_the_targets(given, dtype):
    coded = target(pd.Series(cycle(0, 1), dtype=given), task="regression")
    assert coded.decode(np.array([0.25])).dtype == dtype
    assert coded.decode(np.array([0.25])).tolist() == [0.25]


def test_categories_keep_their_order_without_the_unused():
    dtype = pd.CategoricalDtype(["high", "never", "low"])
    coded = target(pd.Series(cycle("low", "high", None), dtype=dtype))
    assert coded.classes == ("high", "low")
    assert coded.codes[:3].tolist() == [1, 0, -1]
    numbers = target(pd.Series(cycle(5, 2), dtype=pd.CategoricalDtype([5, 2])))
    assert numbers.classes == (5, 2)
    assert numbers.decode(np.array([0])).dtype == np.int64


def test_floats_may_be_classes():
    coded = target(cycle(1.5, 0.5), task="classification")
    assert (coded.classes, coded.labels) == ((0.5, 1.5), ("0.5", "1.5"))


def test_an_unknown_class_is_named_with_the_nearest():
    coded = target(cycle("setosa", "virginica"))
    assert coded.class_code("virginica") == 1
    with pytest.raises(
        UnknownNameError, match=r"'virginca' is no class of target 'y' \(did you mean"
    ):
        coded.class_code("virginca")
    with pytest.raises(UnknownNameError, match="True is no class"):
        target(cycle(0, 1)).class_code(value=True)


def test_an_error_names_classes_as_code_does():
    target = build_dataset(pd.DataFrame({"x": range(6), "y": [1, 2, 1, 2, 1, 2]}), "y").target
    with pytest.raises(UnknownNameError, match=r"^3 is no class of target 'y'; there are 1, 2$"):
        target.class_code(3)
    texts = build_dataset(pd.DataFrame({"x": range(6), "y": [*"121212"]}), "y").target
    with pytest.raises(UnknownNameError, match=r"there are '1', '2'$"):
        texts.class_code(3)


def test_regression_is_centred_and_binned():
    values = np.arange(ROWS, dtype=float)
    weights = np.linspace(0.5, 2, ROWS)
    coded = target(values, weights=weights)
    assert coded.centre == centre_of(values, weights)
    assert len(coded.edges) == 19
    assert (coded.edges[0], coded.edges[-1]) == (0, ROWS - 1)
    assert (coded.bins.min(), coded.bins.max()) == (0, 17)
    assert coded.bins.dtype == np.int16
    assert all(
        coded.edges[b] <= v <= coded.edges[b + 1] for b, v in zip(coded.bins, values, strict=True)
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_a_long_tail_has_one_bin(sign):
    rng = np.random.default_rng(0)
    values = sign * np.exp(rng.normal(3, 1.2, 4000))
    bins, edges = histogram(values, np.arange(3000))
    steps = np.diff(edges)[::sign]
    assert (edges[0], edges[-1]) == (values[:3000].min(), values[:3000].max())
    assert np.allclose(steps[:-1], steps[0])
    assert steps[-1] > 10 * steps[0]
    counts = np.bincount(bins[:3000], minlength=18)
    assert counts.tolist() == np.histogram(values[:3000], edges)[0].tolist()
    assert 50 <= counts[::sign][-1] <= 70
    assert (counts > 0).all()
    assert (bins.min(), bins.max()) == (0, 17)


def test_both_tails_have_one_each_and_a_bell_has_none():
    values = np.concatenate([np.linspace(0, 1, 980), np.full(10, -50.0), np.full(10, 70.0)])
    edges = histogram(values, np.arange(1000))[1]
    assert (edges[0], edges[-1]) == (-50, 70)
    assert np.allclose(np.diff(edges[1:-1]), np.diff(edges[1:3]))
    assert 0 <= edges[1] < 0.1
    assert 0.9 < edges[-2] <= 1
    bell = np.random.default_rng(1).normal(size=50_000)
    assert np.allclose(np.diff(histogram(bell, np.arange(50_000))[1]), np.ptp(bell) / 18)
    spread = np.append(np.zeros(990), np.arange(10.0))
    assert np.allclose(np.diff(histogram(spread, np.arange(1000))[1]), 0.5)
    assert len(histogram(np.zeros(5), np.arange(5))[1]) == 19


def test_a_target_whose_squares_are_lost_is_refused():
    coded = target(cycle(-1e100, 1e100, 0.0))
    assert np.isfinite(coded.edges).all()
    assert coded.bins[:3].tolist() == [0, 17, 9]
    with pytest.raises(InvalidValueError, match=r"target 'y' reaches beyond 1e.100"):
        target(cycle(-1e101, 1e100, 0.0))
    with pytest.raises(InvalidValueError, match=r"target 'y' varies by less than 1e-100"):
        target(cycle(-1e-170, 1e-101, 0.0))
    with pytest.raises(InvalidValueError, match=r"target 'y' varies by less than 1e-100"):
        target(cycle(-4e-101, 4e-101))


def test_bins_of_validation_rows_stay_in_range():
    frame = pd.DataFrame({"x": np.arange(6), "y": [0.0, 1.0, 2.0, -9.0, 9.0, np.nan]})
    dataset = build_dataset(frame, "y", validation=[False] * 3 + [True] * 3)
    assert dataset.target.bins.tolist() == [0, 9, 17, 0, 17, -1]
    assert dataset.parts["validation"].tolist() == [3, 4]


def test_rows_without_a_target_are_in_no_part():
    frame = pd.DataFrame({"x": np.arange(6), "y": ["a", None, "b", "a", None, "b"]})
    dataset = build_dataset(frame, "y")
    assert dataset.parts["train"].tolist() == [0, 2, 3, 5]
    assert "2 rows without a target left out" in dataset.notes


def test_a_target_given_beside_the_frame_is_matched_by_position():
    frame = pd.DataFrame({"x": [1, 2, 3, 4]}, index=[9, 8, 7, 6])
    y = pd.Series([*"abab"], index=[6, 7, 8, 9], name="answer")
    coded = build_dataset(frame, y).target
    assert coded.name == "answer"
    assert coded.codes.tolist() == [0, 1, 0, 1]
    for given in (y.to_numpy(), list(y), tuple(y), y.array, pd.Index(y)):
        assert build_dataset(frame, given).target.codes.tolist() == [0, 1, 0, 1]


def test_a_target_given_beside_the_frame_is_looked_for_by_name_in_a_second_one():
    frame = pd.DataFrame({"x": range(6), "y": [*"ababab"]})
    with pytest.raises(
        UnknownNameError, match=r"a Series whose name is .* validation \('x', 'y'\)"
    ):
        build_dataset(frame[["x"]], frame["y"].to_numpy(), validation=frame)
    found = build_dataset(frame[["x"]], frame["y"], validation=frame)
    assert len(found.parts["validation"]) == 6


def test_a_column_of_the_targets_name_is_no_predictor():
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": [*"abab"]})
    dataset = build_dataset(frame, frame["y"])
    assert [column.name for column in dataset.columns] == ["x"]
    assert "column 'y' left out: it has the name of the target" in dataset.notes


@pytest.mark.parametrize("least", [0, 2**60])
def test_classes_stay_whole_where_a_second_frame_has_floats(least):
    """Of a column of whole numbers with a gap pandas makes floats."""
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": np.array([0, 256, 0, 256]) + least})
    held = frame.assign(y=frame["y"].where(frame["x"] > 1))
    assert held["y"].dtype == float
    tree = tw.DecisionTree(frame, target="y", validation=held)
    assert repr(tree.classes) == repr((least, least + 256))
    assert tree.predict(frame).tolist() == frame["y"].tolist()
    assert tree.score(on="validation") == 1.0


def test_a_class_that_only_a_second_frame_has_is_kept_where_the_first_has_no_room_for_it():
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": [1, 2, 1, 2]})
    held = frame.assign(y=[1, 1e20, np.nan, 2])
    assert build_dataset(frame, "y", validation=held).target.classes == (1, 2, 1e20)


def test_whole_classes_are_as_many_whatever_a_second_frame_has():
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": np.array([0, 1, 0, 1]) + 2**60})
    tree = tw.DecisionTree(frame, target="y", validation=frame.astype({"y": float}))
    assert repr(tree.classes) == repr((2**60, 2**60 + 1))
    ends = frame.assign(y=np.array([0, 255] * 2, dtype=np.uint8))
    wider = build_dataset(ends, "y", validation=ends.astype({"y": np.int64})).target
    assert repr(wider.classes) == repr((0, 255))
    assert wider.decode(np.array([1])).dtype == np.uint8


@pytest.mark.parametrize("first", [[*"abab"], pd.Categorical([*"abab"]), [0, 1] * 2, BOTH * 2])
@pytest.mark.parametrize(
    "gaps", [float, object, "category", "string", "Int64", "boolean", "datetime64[ns]"]
)
def test_a_second_frame_without_a_target_is_told_so(first, gaps):
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": first})
    without = frame.assign(y=pd.Series([None] * 4).astype(gaps))
    with pytest.raises(InvalidValueError, match="test has no rows with a target"):
        build_dataset(frame, "y", test=without)
    build_dataset(frame, "y", validation=frame)


@pytest.mark.parametrize("name", [np.int64(5), np.uint8(5), 5])
def test_a_column_whose_name_is_a_number_of_numpys_predicts_not_itself(name):
    frame = pd.DataFrame({3: [1, 2, 3, 4], 5: [0, 1, 0, 1]})
    dataset = build_dataset(frame, frame[5].rename(name))
    assert [column.name for column in dataset.columns] == [3]
    assert dataset.target.name == "5"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (cycle("only"), r"'y' is constant: it is 'only' in all 60 training rows"),
        (cycle("only"), r"so there is nothing to learn; choose a column that varies"),
        (cycle(7), r"constant: it is 7 in all"),
        (cycle(None), r"target 'y' is missing in every row"),
        (cycle(np.nan), r"target 'y' is missing in every row"),
        ([f"id {i}" for i in range(ROWS)], r"as many classes as training rows \(60\)"),
        (
            [2**60 + i for i in range(ROWS)],
            rf"runs from {2**60} to {2**60 + 59}, which floats do not tell apart: subtract {2**60}",
        ),
    ],
)
def test_a_target_with_nothing_to_learn_is_refused(values, words):
    with pytest.raises(InvalidValueError, match=words):
        target(values)


def test_one_whole_number_is_constant_and_not_merged():
    with pytest.raises(InvalidValueError, match=r"constant: it is 7\.0 in all"):
        target(cycle(7), task="regression")


@pytest.mark.parametrize(
    "given",
    [
        {"weights": [1, 0, 1, 0]},
        {"class_weight": {"b": 0}},
        {"validation": np.array([False, True] * 2)},
    ],
)
def test_a_target_that_varies_only_in_other_rows_is_no_wrong_choice(given):
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": [*"abab"]})
    with pytest.raises(InvalidValueError, match=r"2 training rows.* hold out other rows, or give"):
        build_dataset(frame, "y", **given)


def test_as_many_classes_as_rows_is_allowed_up_to_twenty_rows():
    frame = pd.DataFrame({"x": np.arange(20)})
    assert len(build_dataset(frame, [f"id {i}" for i in range(20)]).target.classes) == 20
    with pytest.raises(InvalidValueError, match="like an identifier"):
        build_dataset(pd.DataFrame({"x": np.arange(21)}), [f"id {i}" for i in range(21)])


@pytest.mark.parametrize("classes", [[(1, 2), (3,)], [(1, 2), (3, 4)], [2**70, 2**71]])
def test_classes_that_are_no_plain_values_come_back(classes):
    wanted = pd.Index(classes, dtype=object, tupleize_cols=False)
    codes = np.arange(12) % 2
    frame = pd.DataFrame({"x": codes, "y": pd.Categorical.from_codes(codes, categories=wanted)})
    tree = tw.DecisionTree(frame, "y")
    assert list(tree.predict(frame)) == list(tree.rows(0)["y"]) == [classes[code] for code in codes]
