"""Training, validation and test rows, case weights and class weights."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from treewidget.data import build_dataset
from treewidget.data.parts import Draw, Request, make_parts
from treewidget.errors import InvalidValueError, UnknownNameError, WrongTypeError

N = 200


@pytest.fixture
def frame():
    generator = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "x": generator.normal(size=N),
            "fold": generator.integers(0, 5, N),
            "y": generator.choice(["a", "b", "c"], N, p=[0.7, 0.25, 0.05]),
        },
        index=[f"row {i}" for i in range(N)],
    )


def sizes(dataset):
    return {part: len(positions) for part, positions in dataset.parts.items()}


def test_without_parts_every_row_trains(frame):
    dataset = build_dataset(frame, "y")
    assert sizes(dataset) == {"train": N}
    assert not dataset.parts["train"].flags.writeable
    assert dataset.weights is None


def test_fractions_are_drawn_stratified_and_repeatably(frame):
    first = build_dataset(frame, "y", validation=0.25, test=0.2)
    assert sizes(first) == {"train": 110, "validation": 50, "test": 40}
    together = np.concatenate(list(first.parts.values()))
    assert sorted(together) == list(range(N))
    counts = frame["y"].value_counts()
    for part, share in (("validation", 0.25), ("test", 0.2)):
        drawn = frame["y"].iloc[first.parts[part]].value_counts()
        assert ((drawn - counts * share).abs() <= 1.5).all()
        assert (np.diff(first.parts[part]) > 0).all()
    again = build_dataset(frame, "y", validation=0.25, test=0.2)
    other = build_dataset(frame, "y", validation=0.25, test=0.2, random_state=1)
    assert all(np.array_equal(first.parts[part], again.parts[part]) for part in first.parts)
    assert not np.array_equal(first.parts["test"], other.parts["test"])


@pytest.mark.parametrize("part", ["validation", "test"])
def test_the_target_is_no_mask_of_rows(frame, part):
    late = frame.assign(late=frame["x"] > 0)
    with pytest.raises(InvalidValueError, match=f"{part} column 'late' is the target"):
        build_dataset(late, "late", **{part: "late"})


def test_fractions_of_a_number_are_drawn_too(frame):
    dataset = build_dataset(frame, "x", validation=0.1)
    assert sizes(dataset) == {"train": 180, "validation": 20}


@pytest.mark.parametrize("share", [Decimal("0.1"), Fraction(1, 10), np.float32(0.1)])
def test_any_number_between_0_and_1_is_a_fraction(frame, share):
    assert sizes(build_dataset(frame, "x", validation=share))["validation"] == 20


@pytest.mark.parametrize("share", [Decimal(1), Decimal("NaN"), Fraction(-1, 2), 25, True])
def test_what_is_no_fraction_is_named_with_what_would_be_right(frame, share):
    with pytest.raises(InvalidValueError, match=r"^validation=.+: give a fraction between 0 and 1"):
        build_dataset(frame, "x", validation=share)


def test_a_draw_is_random_within_a_class(frame):
    drawn = [
        set(build_dataset(frame, "y", validation=0.5, random_state=seed).parts["validation"])
        for seed in range(20)
    ]
    times = np.array([sum(i in rows for rows in drawn) for i in range(N)])
    assert times.min() >= 1
    assert times.max() <= 19


@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=6),
    st.floats(0.02, 0.98),
    st.integers(0, 100),
)
def test_a_draw_has_as_much_of_each_class_as_of_all_rows(sizes, share, seed):
    strata = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    wanted = round(share * len(strata))
    assume(0 < wanted < len(strata))
    draw = Draw(np.ones(len(strata), dtype=bool), strata, seed)
    drawn = make_parts({"validation": Request(fraction=share)}, [len(strata)], draw)["validation"]
    off = np.bincount(strata[drawn], minlength=len(sizes)) - wanted * np.array(sizes) / len(strata)
    # half a row by rounding, and its share of what rounding does to all classes
    most = 0.5 + len(sizes) / 2 * np.array(sizes) / len(strata)
    assert (np.abs(off) <= most + 1e-9).all()


@pytest.mark.parametrize("form", ["series", "array", "list", "boolean", "column"])
def test_a_mask_says_which_rows_validate(frame, form):
    mask = frame["fold"] == 3
    given = {
        "series": mask.sample(frac=1, random_state=0).set_axis(frame.index),
        "array": mask.to_numpy(),
        "list": mask.tolist(),
        "boolean": mask.astype("boolean"),
        "column": "held out",
    }[form]
    if form == "series":
        mask = given  # matched by position, never by label
    dataset = build_dataset(frame.assign(**{"held out": mask}), "y", validation=given)
    assert dataset.parts["validation"].tolist() == np.flatnonzero(mask).tolist()
    expected = ["x", "fold"] if form == "column" else ["x", "fold", "held out"]
    assert [column.name for column in dataset.columns] == expected


def test_a_fraction_is_drawn_from_what_a_mask_leaves(frame):
    mask = np.arange(N) < 100
    dataset = build_dataset(frame, "y", validation=mask, test=0.3)
    assert sizes(dataset) == {"train": 70, "validation": 100, "test": 30}
    assert dataset.parts["test"].min() >= 100


def test_a_second_frame_validates(frame):
    held_out = frame.iloc[:50]
    dataset = build_dataset(frame.iloc[50:], "y", validation=held_out, test=frame.iloc[:10])
    assert sizes(dataset) == {"train": 150, "validation": 50, "test": 10}
    assert dataset.parts["validation"].tolist() == list(range(150, 200))
    assert dataset.n_rows == 210
    x = dataset.columns[0]
    assert np.array_equal(x.keys, np.unique(frame["x"]))
    assert x.keys[x.codes[150:200]].tolist() == held_out["x"].tolist()
    pd.testing.assert_frame_equal(
        dataset.rows_frame(dataset.parts["test"][:3]), frame.iloc[:3], check_dtype=True
    )


@pytest.mark.parametrize("part", ["validation", "test"])
def test_a_frame_and_its_target_are_not_given_apart(frame, part):
    """As other libraries take them: two values were said to be too few for a mask."""
    apart = (frame.drop(columns="y"), frame["y"])
    with pytest.raises(WrongTypeError, match=f"{part} is a tuple with a frame in it: give one"):
        build_dataset(frame, "y", **{part: apart})


def test_rows_keep_their_index(frame):
    dataset = build_dataset(frame, "y", validation=frame.iloc[:50])
    rows = dataset.rows_frame([5, 0, 199])
    assert rows.index.tolist() == ["row 5", "row 0", "row 199"]
    assert dataset.rows_frame([200, 199]).index.tolist() == ["row 0", "row 199"]
    assert len(dataset.rows_frame([])) == 0


def test_a_second_frame_may_hold_other_levels_and_widths(frame):
    first = frame.assign(n=np.arange(N, dtype="int8") % 7, s=frame["fold"].map("abcde".__getitem__))
    second = first.iloc[:6].assign(n=[1, 300, None, 2, 3, 4], s=[*"abz", None, "d", "e"])
    dataset = build_dataset(first, "y", validation=second)
    n, s = dataset.columns[2:]
    assert n.kind == "integer"
    assert n.keys.tolist() == [0, 1, 2, 3, 4, 5, 6, 300]
    assert n.codes[N:].tolist() == [1, 7, -1, 2, 3, 4]
    assert s.levels == (*"abcde",)
    assert s.codes[N:].tolist() == [0, 1, -1, -1, 3, 4]


def test_a_class_that_only_validation_has_is_a_class(frame):
    second = frame.iloc[:5].assign(y=[*"aabbz"])
    target = build_dataset(frame, "y", validation=second).target
    assert target.classes == (*"abc", "z")
    assert target.codes[-1] == 3


# ---------------------------------------------------------------- weights


def test_weights_come_from_a_column_or_an_array(frame):
    weights = np.linspace(1, 3, N)
    by_name = build_dataset(frame.assign(w=weights), "y", weights="w")
    assert [column.name for column in by_name.columns] == ["x", "fold"]
    for one in (weights, pd.Series(weights), list(weights)):
        assert np.array_equal(build_dataset(frame, "y", weights=one).weights, weights)
    assert np.array_equal(by_name.weights, weights)


def test_a_column_that_is_given_as_weights_is_no_predictor(frame):
    heavy = frame.assign(w=np.arange(N) % 3 + 1)
    for one in (heavy["w"].set_axis(range(1, N + 1)), heavy["w"].astype("Float64")):
        given = build_dataset(heavy, "y", weights=one)
        assert "w" not in [column.name for column in given.columns]
        assert "column 'w' left out: it holds the weights" in given.notes
    for others in (heavy["w"] * 2, heavy["w"].rename("v")):
        names = [column.name for column in build_dataset(heavy, "y", weights=others).columns]
        assert "w" in names


@pytest.mark.parametrize(
    ("name", "role"),
    [
        (9, "it is the target"),
        (8, "it holds weights, or says"),
        (7, "it holds .* which rows are held out"),
    ],
)
def test_a_column_with_a_role_is_not_told_as_missing(frame, name, role):
    numbered = pd.DataFrame({1: frame["x"], 7: np.arange(N) % 4 == 0, 8: 2.0, 9: frame["y"]})
    dataset = build_dataset(numbered, 9, weights=8, validation=7)
    with pytest.raises(UnknownNameError, match=f"no column {name}; {role}"):
        dataset.column_index(name)


def test_weights_of_one_are_no_weights(frame):
    assert build_dataset(frame, "y", weights=np.ones(N)).weights is None


def test_rows_of_no_weight_are_in_no_part(frame):
    weights = np.where(np.arange(N) < 10, 0.0, 1.0)
    dataset = build_dataset(frame, "y", weights=weights)
    assert dataset.parts["train"].tolist() == list(range(10, N))
    assert "10 rows of weight 0 left out: n counts the others" in dataset.notes


def test_a_second_frame_has_its_own_weights(frame):
    heavy = frame.assign(w=2.0)
    dataset = build_dataset(heavy, "y", weights="w", validation=heavy.iloc[:5].assign(w=3.0))
    assert dataset.weights[[0, N]].tolist() == [2.0, 3.0]
    beside = build_dataset(frame, "y", weights=np.full(N, 2.0), validation=frame.iloc[:5])
    assert beside.weights[[0, N]].tolist() == [2.0, 1.0]


@pytest.mark.parametrize("class_weight", ["balanced", {"a": 2, "c": 0.5}])
def test_class_weights_multiply_as_in_scikit_learn(frame, class_weight):
    utils = pytest.importorskip("sklearn.utils.class_weight")
    own = np.linspace(1, 3, N)
    full = class_weight if class_weight == "balanced" else {"b": 1, **class_weight}
    expected = own * utils.compute_sample_weight(full, frame["y"])
    dataset = build_dataset(frame, "y", weights=own, class_weight=class_weight)
    np.testing.assert_allclose(dataset.weights, expected, rtol=1e-14)
    alone = build_dataset(frame, "y", class_weight=class_weight)
    np.testing.assert_allclose(alone.weights, expected / own, rtol=N * 2.0**-53)


def test_classes_are_balanced_by_the_training_rows_that_have_them():
    utils = pytest.importorskip("sklearn.utils.class_weight")
    y = np.array([*"aaabbcdd"])
    held = y == "d"
    dataset = build_dataset(
        pd.DataFrame({"x": range(8), "y": y}), "y", validation=held, class_weight="balanced"
    )
    expected = np.where(held, 1.0, 0.0)
    expected[~held] = utils.compute_sample_weight("balanced", y[~held])
    np.testing.assert_allclose(dataset.weights, expected, rtol=1e-14)


def test_a_class_of_no_weight_does_not_train(frame):
    dataset = build_dataset(frame, "y", class_weight={"c": 0})
    assert len(dataset.parts["train"]) == (frame["y"] != "c").sum()


def test_what_was_drawn_is_noted(frame):
    notes = build_dataset(frame, "y", validation=np.arange(N) < 40, test=0.1).notes
    assert notes[1:] == ("test: 16 rows drawn (stratified by class, random_state=0)",)
    assert build_dataset(frame, "x", validation=0.1, random_state=7).notes[1:] == (
        "validation: 20 rows drawn (random_state=7)",
    )
