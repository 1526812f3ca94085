"""Values that look like others: enumerations, dates as categories, halves, indices in disguise."""

import datetime as dt
import enum
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.data import build_dataset
from treewidget.errors import InvalidValueError, UnknownNameError, WrongTypeError

pa = pytest.importorskip("pyarrow")


class Colour(str, enum.Enum):  # noqa: UP042 - whose str() is its name
    RED = "red"
    BLUE = "blue"


def test_an_enumeration_of_texts_is_its_values():
    given = pd.Series([Colour.RED] * 30 + [Colour.BLUE] * 30, dtype=object)
    frame = pd.DataFrame({"c": given, "y": given})
    tree = tw.DecisionTree(frame, "y")
    assert tree.classes == ("blue", "red")
    assert (tree.predict(frame) == frame["y"].to_numpy()).all()
    assert (tree.predict(frame.astype(str).assign(c=["red"] * 30 + ["blue"] * 30)) == given).all()


class Grade(enum.IntEnum):
    LOW = 1
    HIGH = 2


def test_an_enumeration_of_numbers_is_written_as_its_numbers():
    """The code of such a history was no Python: it had `<Grade.LOW: 1>` in it."""
    given = pd.Categorical([Grade.LOW] * 30 + [Grade.HIGH] * 30)
    frame = pd.DataFrame({"g": given, "y": given})
    tree = tw.DecisionTree(frame, "y", max_depth=Grade.HIGH, losses={Grade.LOW: {Grade.HIGH: 2}})
    tree.split(0, "g", groups=[[Grade.LOW]], replace=True)
    tree.label(0, Grade.HIGH)
    assert tree.history.code().splitlines()[2:] == [
        'tree = tw.DecisionTree(data, target="y", max_depth=2, losses={1: {2: 2}})',
        'tree.split(0, "g", groups=[[1]], replace=True)',
        "tree.label(0, 2)",
    ]
    assert tree.replay(frame) == tree


def test_an_arrow_table_has_the_columns_it_has():
    age = np.random.default_rng(0).permutation(60)
    frame = pd.DataFrame({"age": age, "z": np.arange(60) % 7, "y": age > 30})
    table = pa.Table.from_pandas(frame.set_index("age"))
    assert table.column_names == ["z", "y", "age"]
    tree = tw.DecisionTree(table, "y")
    assert tree.score() == 1.0
    assert tree.predict(table).tolist() == frame["y"].tolist()


@pytest.mark.parametrize("other", ["datetime64[s]", "datetime64[s, UTC]", "period[D]"])
def test_categories_of_another_kind_are_refused(other):
    days = pd.Categorical([dt.date(2020, 1, 1), dt.date(2020, 1, 2)] * 30)
    tree = tw.DecisionTree(pd.DataFrame({"c": days, "y": ["a", "b"] * 30}), "y")
    stamps = pd.Series(pd.to_datetime(days.astype(object)).astype("datetime64[s]"))
    if other.startswith("period"):
        stamps = stamps.dt.to_period("D")
    elif "UTC" in other:
        stamps = stamps.dt.tz_localize("UTC")
    with pytest.raises(WrongTypeError, match="convert it"):
        tree.predict(pd.DataFrame({"c": pd.Categorical(stamps)}))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (np.array([True, False] * 30), np.array([0, 1, 2] * 20)),
        (np.array([0, 1, 2] * 20), np.array([True, False] * 30)),
        (np.array([0, 1] * 30), pd.Series([*"ab"] * 30)),
        (np.array([True, False] * 30), pd.Series([*"ab"] * 30, dtype="category")),
        (np.array([0.0, 1.0] * 30), pd.date_range("2024", periods=60)),
        (pd.Series([*"ab"] * 30), np.array([0, 1] * 30)),
        (pd.Series([*"ab"] * 30, dtype="category"), np.array([True, False] * 30)),
    ],
)
def test_a_second_frame_has_the_target_in_the_same_kind(first, second):
    one, other = (pd.DataFrame({"x": np.arange(60), "y": y}) for y in (first, second))
    with pytest.raises(WrongTypeError, match="type it has in the first"):
        build_dataset(one, "y", validation=other, task="classification")


def test_whole_numbers_that_do_not_fit_are_not_made_others():
    one = pd.DataFrame({"x": np.arange(60), "y": np.arange(60) % 3})
    far = one.assign(y=one.y.astype("uint64") + np.uint64(2**63))
    for first, second in ((one, far), (far, one.assign(y=-one.y))):
        with pytest.raises(InvalidValueError, match="beyond those of the first"):
            build_dataset(first, "y", validation=second)
    fits = build_dataset(one, "y", validation=one.assign(y=one.y.astype("uint64")))
    assert fits.target.classes == (0, 1, 2)


@pytest.mark.parametrize("levels", [[1, "a"], [True, 1.5], [1, "1", False]])
def test_levels_of_several_kinds_are_read_among_python_objects(levels):
    given = pd.Categorical(levels * 10, categories=levels)
    frame = pd.DataFrame({"c": given, "y": given.codes})
    tree = tw.DecisionTree(frame, "y")
    assert tree.predict(frame.astype({"c": object})).tolist() == given.codes.tolist()


def test_halves_of_a_character_are_classes_but_no_names():
    halves = pd.Series(["\ud800"] * 30 + ["b"] * 30, dtype=object)
    frame = pd.DataFrame({"x": np.arange(60), "y": halves})
    tree = tw.DecisionTree(frame, "y")
    assert set(tree.frame()["prediction"]) == {"\ud800", "b"}
    assert set(tree.root.counts.index) == {"\ud800", "b"}
    assert tree.confusion().to_numpy().trace() == 60
    frame.columns = pd.Index(["\udfff", "y"], dtype=object)
    with pytest.raises(InvalidValueError, match="half a surrogate pair"):
        tw.DecisionTree(frame, "y")


@pytest.mark.parametrize(
    "gap", [None, np.nan, pd.NA, pd.NaT, np.datetime64("NaT", "s"), Decimal("NaN")]
)
@pytest.mark.parametrize("values", [["a", "b"], [1, 2], [1.5, 2], [True, False]])
def test_every_kind_of_gap_is_one_among_python_objects(values, gap):
    column = pd.Series([*values * 10, gap], dtype=object)
    data = pd.DataFrame({"c": column, "y": [*["p", "q"] * 10, "p"]})
    tree = tw.DecisionTree(data, "y")
    assert tree.candidates(0)["missing_n"].tolist() == [1]
    assert tree.predict(data).tolist() == data["y"].tolist()


def test_an_array_of_records_is_no_column():
    data = pd.DataFrame({"x": np.arange(4)})
    records = np.array([(0,), (1,)] * 2, dtype=[("a", int)])
    with pytest.raises(WrongTypeError, match="target is an ndarray of shape"):
        tw.DecisionTree(data, records)


def test_a_record_is_read_as_its_column_is():
    days = pd.date_range("2020-01-01", periods=60)
    frame = pd.DataFrame(
        {
            "t": days,
            "k": pd.Categorical([float("inf"), 0.0] * 30),
            "p": pd.Categorical([("a", 1), ("b", 2)] * 30),
            "y": np.repeat(["a", "b"], 30),
        }
    )
    tree = tw.DecisionTree(frame, "y")
    late = tree.path({"t": dt.date(2020, 2, 20), "k": float("inf"), "p": ("b", 2)})
    assert late["prediction"].iloc[-1] == "b"
    for row in (0, 59):
        assert tree.path(frame.iloc[row])["prediction"].iloc[-1] == frame.y[row]
    late = tree.path({"t": None, "k": np.nan, "p": pd.NA})
    assert len(late)


def test_columns_that_are_not_needed_may_have_any_name():
    frame = pd.DataFrame({"x": np.arange(60), "y": np.repeat(["a", "b"], 30)})
    tree = tw.DecisionTree(frame, "y")
    more = frame.assign(z=0, u=1, w=2)
    more.columns = ["x", "y", None, 1.5, "y"]
    assert tree.predict(more).tolist() == frame.y.tolist()
    more.columns = ["x", "x", "a", "b", "c"]
    with pytest.raises(InvalidValueError, match="several columns of the same name"):
        tree.predict(more)
    with pytest.raises(UnknownNameError, match=r"lacks 'x'.*its columns are 'y'"):
        tree.predict(frame[["y"]])


def test_what_has_no_hash_is_no_class():
    tree = tw.DecisionTree(pd.DataFrame({"x": np.arange(60), "y": np.repeat([0, 1], 30)}), "y")
    with pytest.raises(UnknownNameError, match="is no class"):
        tree.label(0, (1, [2]))
