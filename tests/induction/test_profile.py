"""Profiles: exact figures at every listed cut, and the right cuts listed."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from treewidget.errors import InvalidValueError, WrongTypeError
from treewidget.induction import profile as profiles
from treewidget.induction.criteria import gain


def line_of(inducer, rows):
    """Return [rows, stats...] of some rows by counting."""
    target, weights = inducer.dataset.target, inducer.dataset.weights
    w = np.ones(len(rows)) if weights is None else weights[rows]
    if target.task == "classification":
        codes = target.codes[rows]
        return [len(rows), *(w[codes == k].sum() for k in range(len(target.classes)))]
    values = target.values[rows] - target.centre  # noqa: PD011 - a target, not a frame
    return [len(rows), w.sum(), (w * values).sum(), (w * values * values).sum()]


def check_lines(inducer, region, column, profile):
    asked = inducer.dataset.columns[column]
    for rows, total, missing, left, levels in (
        (region.rows, profile.total, profile.missing, profile.left, profile.levels),
        (
            region.validation_rows,
            profile.validation_total,
            profile.validation_missing,
            profile.validation_left,
            profile.validation_levels,
        ),
    ):
        held = inducer.engine.positions(rows)
        codes = asked.codes[held]
        known = (codes >= 0) if asked.is_ordered else np.isin(codes, profile.level)
        assert total == pytest.approx(line_of(inducer, held))
        assert missing == pytest.approx(line_of(inducer, held[~known]))
        for cut, line in zip(profile.cuts, left, strict=True):
            below = held[known & (asked.keys[np.maximum(codes, 0)] <= cut.value)]
            assert line == pytest.approx(line_of(inducer, below))
        for level, line in zip(profile.level, levels, strict=True):
            assert line == pytest.approx(line_of(inducer, held[codes == level]))


@pytest.mark.parametrize("classes", [3, 0])
@pytest.mark.parametrize("weights", [None, "w"])
def test_every_line_counts_its_rows(classes, weights):
    frame = random_frame(21, 90, classes=classes, missing=0.15, weights=True)
    inducer = inducer_of(frame, weights=weights, validation=frame.index % 3 == 0)
    for region in (
        inducer.root(),
        inducer.children(inducer.root(), inducer.best(inducer.root()).split)[0],
    ):
        for column in range(5):
            profile = inducer.profile(region, column)
            check_lines(inducer, region, column, profile)
            assert profile.complete
            assert profile.best == inducer.best_of(region, column).split
            table = inducer.engine.tables(region.rows, [column])[0]
            if inducer.dataset.columns[column].is_ordered:
                assert len(profile.cuts) == len(table.codes) - 1
                assert profile.level.tolist() == []
            else:
                assert profile.cuts == ()
                assert profile.level.tolist() == table.codes.tolist()


def test_the_best_gain_can_be_found_from_the_profile_alone():
    inducer = inducer_of(random_frame(5, 80, classes=3))
    root = inducer.root()
    profile = inducer.profile(root, 1)
    gains = [
        float(gain(np.stack([left[1:], profile.total[1:] - left[1:]]), "gini"))
        for left in profile.left
    ]
    best = inducer.best_of(root, 1)
    assert max(gains) == pytest.approx(best.gain)
    assert profile.cuts[int(np.argmax(gains))] == best.split.cuts[0]


@pytest.mark.parametrize("cached", [1, 9, 30, 100_000])
@pytest.mark.parametrize("classes", [0, 3])
def test_sums_in_parts_are_those_of_one_go(classes, cached, monkeypatch):
    monkeypatch.setattr(profiles, "CACHED", cached)
    frame = random_frame(4, 90, classes=classes, missing=0.1, weights=True)
    inducer = inducer_of(frame, weights="w")
    for column, asked in enumerate(inducer.dataset.columns):
        profile = inducer.profile(inducer.root(), column)
        table = inducer.engine.tables(inducer.root().rows, [column])[0]
        sums = np.cumsum(np.column_stack([table.rows, table.stats]), axis=0)
        below = np.searchsorted(table.codes, asked.ranks_of(profile.cuts), side="right")
        assert profile.left.tolist() == sums[below - 1].tolist()
        assert profile.total[0] == profile.missing[0] + sums[-1, 0] == 90
        assert profile.total[1:] == pytest.approx(inducer.root().train.stats, rel=1e-12, abs=1e-9)


@pytest.fixture
def long():
    rng = np.random.default_rng(0)
    x = rng.normal(size=5000)
    when = pd.Timestamp("2020-01-01", tz="Europe/Oslo") + pd.to_timedelta(
        rng.permutation(5000), "min"
    )
    y = np.where((x > 1.234) ^ (rng.random(5000) < 0.1), "yes", "no")
    frame = pd.DataFrame({"x": x, "when": when, "y": y})
    return inducer_of(frame, validation=frame.index % 5 == 0)


@pytest.mark.parametrize("column", [0, 1])
def test_long_columns_list_quantiles_and_what_matters(long, column):
    root = long.root()
    profile = long.profile(root, column)
    assert not profile.complete
    assert 900 < len(profile.cuts) <= 1024
    values = [cut.value for cut in profile.cuts]
    assert values == sorted(set(values))
    best = profile.best.cuts[0]
    assert best in profile.cuts
    table = long.engine.tables(root.rows, [column])[0]
    keys = long.dataset.columns[column].keys[table.codes]
    at = int(np.searchsorted(keys, best.value, side="right")) - 1
    near = [cut for cut in profile.cuts if keys[at - 1] <= cut.value < keys[at + 2]]
    assert len(near) >= 3
    steps = np.diff(profile.left[:, 0])
    assert steps.max() <= 2 * profile.total[0] / 1000
    check_some(long, root, column, profile)


def check_some(inducer, region, column, profile):
    held = inducer.engine.positions(region.rows)
    asked = inducer.dataset.columns[column]
    for at in (0, len(profile.cuts) // 2, len(profile.cuts) - 1):
        below = asked.keys[asked.codes[held]] <= profile.cuts[at].value
        assert profile.left[at, 0] == below.sum()


@pytest.mark.parametrize("column", [0, 1])
def test_zooming_in_lists_every_cut_of_the_range(long, column):
    root, asked = long.root(), long.dataset.columns[column]
    keys = np.sort(asked.keys[asked.codes[long.engine.positions(root.rows)]])
    low, high = (asked.axis(keys[at].item()) for at in (1000, 1400))
    profile = long.profile(root, column, low=low, high=high)
    inside = [cut for cut in profile.cuts if low <= asked.axis(cut.value) <= high]
    assert profile.complete
    assert len(inside) == 400
    assert len(profile.cuts) < 420
    whole = long.profile(root, column)
    assert (profile.low, profile.high) == (whole.low, whole.high)
    low, high = (asked.axis(keys[at].item()) for at in (1000, 3400))
    most = long.profile(root, column, low=low, high=high)
    assert not most.complete
    inside = [cut.value for cut in most.cuts if low <= asked.axis(cut.value) <= high]
    assert len(inside) > 1000
    assert np.diff(np.searchsorted(keys, inside)).max() <= 4  # as many rows between any two


@pytest.mark.parametrize(("low", "high"), [(99.0, 100.0), (-100.0, -99.0)])
def test_zooming_into_nothing_leaves_what_is_always_listed(long, low, high):
    profile = long.profile(long.root(), 0, low=low, high=high)
    assert profile.complete
    assert profile.best.cuts[0] in profile.cuts
    assert len(profile.cuts) <= 4


def test_typed_and_present_cuts_are_always_listed(long):
    root, asked = long.root(), long.dataset.columns[0]
    present = long.forced(root, 0, cuts=(asked.parse_cut(-0.5), asked.parse_cut(0.25))).split
    profile = long.profile(root, 0, include="0.1234567", present=present)
    values = [cut.value for cut in profile.cuts]
    assert {0.1234567, -0.5, 0.25} <= set(values)
    assert len(values) <= 1024
    assert profile.present == present
    assert long.profile(root, 1, present=present).present is None
    check_some(long, root, 0, profile)


def test_a_typed_cut_outside_the_range_is_refused(long):
    with pytest.raises(InvalidValueError, match="leaves no rows on the right of node 7"):
        long.profile(long.root(), 0, include=1e6, where="node 7")
    names = inducer_of(random_frame(5, 40))
    with pytest.raises(WrongTypeError, match="no order"):
        names.profile(names.root(), 3, include=1.0)


def test_the_range_is_given_on_the_axis_and_in_words(long):
    profile = long.profile(long.root(), 1)
    first = pd.Timestamp("2020-01-01", tz="Europe/Oslo").timestamp() * 1000
    assert profile.low == pytest.approx(first, abs=3_600_000)
    assert profile.low_text.startswith("2020-01-01")
    assert profile.centre == 0.0
    numbers = inducer_of(random_frame(5, 40, classes=0))
    profile = numbers.profile(numbers.root(), 0)
    assert (profile.low, profile.high, profile.low_text) == (0.0, 5.0, "0")
    assert profile.centre == pytest.approx(float(numbers.dataset.target.centre))
    assert profile.validation_total.shape == (0,)


def test_an_end_of_the_range_can_be_typed_as_it_is_read():
    frame = pd.DataFrame({"x": [4.3472331e-8, 2e-4, 3e-4, 4.2002049e-4], "y": ["a", "b", "a", "b"]})
    inducer = inducer_of(frame)
    found = inducer.profile(inducer.root(), 0)
    assert (found.low_text, found.high_text) == ("4.34724e-08", "0.00042002")
    inducer.profile(inducer.root(), 0, include=float(found.low_text))
    with pytest.raises(InvalidValueError, match=r"from 4\.34724e-08 to 0\.00042002"):
        inducer.profile(inducer.root(), 0, include=1.0)


def test_a_column_without_any_value_here():
    frame = pd.DataFrame({"x": [1.0, 2, None, None], "k": ["p", "q", None, None], "y": [*"abab"]})
    inducer = inducer_of(frame)
    node = inducer.children(inducer.root(), inducer.forced(inducer.root(), 0, cuts=()).split)[1]
    for column in (0, 1):
        profile = inducer.profile(node, column)
        assert profile.cuts == ()
        assert profile.best is None
        assert profile.low is None
        assert profile.total.tolist() == profile.missing.tolist() == [2.0, 1.0, 1.0]


@pytest.mark.parametrize("method", ["cart", "chaid"])
@pytest.mark.parametrize("target", ["y", "price"])
def test_a_frame_without_a_cut_has_the_columns_of_one_with_cuts(method, target):
    day = pd.Timestamp("2024-02-27")
    kind = pd.CategoricalDtype(["low", "high"], ordered=True)
    frame = pd.DataFrame(
        {
            "x": [1.0, 2.0, np.nan, 1.0, 1.0, 1.0],
            "day": [day, day + pd.Timedelta("2D"), None, day, day, day],
            "size": pd.Series(["low", "high", None, "low", "low", "low"], dtype=kind),
            "kind": ["p", "q", None, None, None, None],
            "part": [0, 0, 0, 1, 1, 1],
            "y": [*"ababab"],
            "price": [1.0, 2.0, 3.0, 5.0, 7.0, 9.0],
        }
    )
    tree = tw.DecisionTree(
        frame.drop(columns={"y", "price"} - {target}), target, method=method, grow=False
    )
    tree.split(0, "part", threshold=0)
    for column in ("x", "day", "size", "kind"):
        full, empty = (tree.profile(node, column) for node in (1, 2))
        assert len(full)
        assert empty.empty
        kept = [name for name in full.columns if name != "missing"]
        assert empty[kept].dtypes.equals(full[kept].dtypes)
        assert (empty.index.dtype, empty.index.name) == (full.index.dtype, full.index.name)


def test_validation_levels_without_training_rows_count_as_missing():
    frame = pd.DataFrame({"k": [*"ppqqr", *"pqr"], "x": [0.0] * 4 + [1.0] * 4, "y": [*"abababab"]})
    frame["k"] = pd.Categorical(frame["k"], categories=[*"pqrs"])
    inducer = inducer_of(frame, validation=frame.index >= 5)
    left = inducer.forced(inducer.root(), 0, groups=((0, 1), (2,))).split
    profile = inducer.profile(inducer.root(), 0, present=left)
    assert profile.level.tolist() == [0, 1, 2]
    node = inducer.children(inducer.root(), left)[0]
    assert inducer.profile(node, 0).level.tolist() == [0, 1]
    only = inducer.children(inducer.root(), inducer.forced(inducer.root(), 1).split)[0]
    assert inducer.profile(only, 0).level.tolist() == [0, 1]
    with_present = inducer.profile(only, 0, present=left)
    assert with_present.level.tolist() == [0, 1, 2]
    assert with_present.levels[2].tolist() == [0.0, 0.0, 0.0]


def test_validation_levels_that_the_best_split_names_count_in_its_branches():
    frame = pd.DataFrame({"k": [*"ppqq", *"pqr"], "y": [*"aabbabb"]})
    inducer = tw.DecisionTree(
        frame.astype({"k": "category"}), "y", method="acls", validation=frame.index >= 4
    ).workspace.inducer
    profile = inducer.profile(inducer.root(), 0)
    assert profile.best.groups == ((0,), (1,), (2,))
    assert profile.level.tolist() == [0, 1, 2]
    assert profile.validation_levels[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert profile.validation_missing[0] == 0


def test_the_own_branch_of_missing_numbers_counts_for_the_gain():
    x = [1, 1, 1, 2, 2, 2, None, None, None]
    frame = pd.DataFrame({"x": x, "y": [1.0, 1.1, 0.9, 1.5, 1.4, 1.6, 9.0, 9.1, 8.9]})
    tree = tw.DecisionTree(
        frame,
        target="y",
        method="chaid",
        min_samples_split=2,
        min_samples_leaf=1,
        grow=False,
        task="regression",
    )
    gain = tree.profile(0, "x")["gain"].item()
    tree.split(0, "x", threshold=1.5)
    assert gain == pytest.approx(tree.root.gain, rel=1e-12)


@pytest.mark.parametrize(
    ("missing", "criterion"),
    [
        *(("learned", name) for name in ("gini", "entropy", "twoing", "chi2", "squared_error")),
        ("learned", "absolute_error"),
        *(("fractional", name) for name in ("gini", "squared_error")),
        *(("surrogate", name) for name in ("twoing", "squared_error")),
    ],
)
def test_the_figures_of_a_cut_are_those_of_the_split_it_would_make(missing, criterion):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"x": rng.normal(size=60).round(1), "z": rng.normal(size=60)})
    price = 3 * frame["x"] + rng.normal(size=60)
    frame["y"] = price if "error" in criterion else pd.cut(price, 3, labels=[*"abc"])
    frame["w"] = rng.integers(1, 4, 60).astype(float)
    frame.loc[rng.random(60) < 0.25, "x"] = np.nan
    tree = tw.DecisionTree(frame, "y", weights="w", missing=missing, criterion=criterion)
    tree.prune(0)
    profile = tree.profile(0, "x")
    assert len(profile) > 20
    for threshold, line in profile.iterrows():
        tree.split(0, "x", threshold=threshold)
        if missing == "learned":
            assert tree.root.split.missing == ["left", "right"].index(line["missing"])
            sides = [tree.node(child).n for child in tree.root.children]
            assert sides == [line["left_n"], line["right_n"]]
        if criterion != "absolute_error":  # which sums do not tell
            assert line["gain"] == pytest.approx(tree.root.gain, abs=1e-12)
        tree.undo()


def test_a_threshold_is_exact_where_halves_stand_beside_whole_numbers_beyond_2_53():
    values = np.array([0, 1, 2**63, 2**64 - 2, 2**64 - 1], dtype=np.uint64)
    tree = tw.DecisionTree(pd.DataFrame({"x": values, "y": list("ababa")}), "y", grow=False)
    profile = tree.profile(0, "x")
    assert profile.index.tolist() == [0.5, 2**62, 13835058055282163711, 2**64 - 2]
    tree.split(0, "x", threshold=profile.index[-1])
    left, right = map(tree.node, tree.root.children)
    assert (left.n, right.n) == (profile["left_n"].iloc[-1], profile["right_n"].iloc[-1])
