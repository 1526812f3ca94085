"""ID3, ACLS and C4.5 beside a plain reckoning of every test, value by value."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.induction.search.by_information import ByInformation

WAYS = ("fractional", "proportional", "own")


def entropy(weights):
    total = sum(weights)
    return -sum(w / total * math.log2(w / total) for w in weights if w > 0) if total else 0.0


def reckoned(branches, missing, way):
    """Return gain and ratio of a test from its branches' class weights, by the definitions."""
    known = sum(map(sum, branches))
    weight = known + sum(missing)
    if way == "own" and sum(missing):
        branches = [*branches, missing]
    if way == "proportional":
        branches = [
            [n + m * sum(branch) / known for n, m in zip(branch, missing, strict=True)]
            for branch in branches
        ]
    inside = sum(map(sum, branches))
    whole = [sum(column) for column in zip(*branches, strict=True)]
    gain = entropy(whole) - sum(sum(b) / inside * entropy(b) for b in branches)
    parts = [sum(branch) for branch in branches]
    if way == "fractional":
        gain, parts = gain * known / weight, [*parts, sum(missing)]
    return gain, gain / entropy(parts) if entropy(parts) > 0 else 0.0


def counter_of(frame):
    """Return what weighs the classes of some rows."""
    codes, weights = pd.factorize(frame["y"], sort=True)[0], frame["w"].to_numpy()
    classes = codes.max() + 1
    return lambda rows: np.bincount(codes[rows], weights[rows], classes).tolist()


def branches_of(frame, column, branching):
    """Yield the branches of every test of a column."""
    values, held = sorted(frame[column].dropna().unique()), frame[column].to_numpy()
    if frame[column].dtype.kind in "fM":
        for low, high in itertools.pairwise(values):
            yield [held <= low, held >= high]
    elif branching == "rest":
        for value in values:
            yield [held == value, frame[column].notna().to_numpy() & (held != value)]
    else:
        yield [held == value for value in values]


@pytest.mark.parametrize("branching", ["multiway", "rest"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("criterion", ["entropy", "gain_ratio"])
def test_gains_and_ratios_are_those_of_the_definitions(branching, way, criterion):
    for seed in range(4):
        frame = random_frame(seed, n=50, classes=2 + seed % 2, missing=0.2, weights=True)
        tree = tw.DecisionTree(
            frame, "y", method="acls", weights="w", missing=way, branching=branching,
            criterion=criterion, max_depth=1,
        )  # fmt: skip
        found = tree.candidates(0).set_index("column")
        weighed = counter_of(frame)
        for column in ("a", "b", "day", "kind0", "kind1"):
            missing = weighed(frame[column].isna().to_numpy())
            every = [
                reckoned([weighed(rows) for rows in test], missing, way)
                for test in branches_of(frame, column, branching)
            ]
            by_ratio = criterion == "gain_ratio" and column.startswith("kind")
            gain, ratio = max(every, key=lambda one: one[by_ratio])
            assert found.gain[column] == pytest.approx(gain, abs=1e-12)
            assert found.gain_ratio[column] == pytest.approx(ratio, abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_the_profile_shows_the_gains_that_a_search_ranks_by(way):
    for seed in range(3):
        frame = random_frame(seed, missing=0.2, weights=True)
        tree = tw.DecisionTree(frame, "y", method="acls", weights="w", missing=way, max_depth=1)
        found = tree.candidates(0).set_index("column")
        for column in ("a", "b"):
            assert tree.profile(0, column).gain.max() == pytest.approx(found.gain[column])


@pytest.mark.parametrize(("levels", "counts"), [(5, True), (6, False)])  # of 20 rows, 30 % are 6
def test_a_column_of_many_levels_takes_no_part_in_the_average_of_c45(levels, counts):
    frame = pd.DataFrame({"many": [f"k{at % levels}" for at in range(20)], "y": [*"pq"] * 10})
    frame["y"] = np.where(frame["many"].isin(["k0", "k1", "k3"]), "p", "q")
    frame["some"] = np.where(np.arange(20) % 7 < 4, frame["y"], "p")
    tree = tw.DecisionTree(frame, "y", method="c4.5", grow=False)
    found = tree.candidates(0).set_index("column")
    assert found["gain"]["many"] > found["gain"]["some"] > 0
    below = "its gain is below the average of all tests here"
    assert (found["reason"]["some"] == below) == counts
    alone = tw.DecisionTree(frame[["many", "y"]], "y", method="c4.5", grow=False)
    assert alone.candidates(0)["reason"].tolist() == [""]  # all are such: they make the average


@pytest.mark.parametrize("method", ["id3", "acls", "c4.5", "assistant"])
def test_a_branch_holds_as_many_rows_as_it_must(method):
    frame = pd.DataFrame({"a": [*"u" * 5, *"v" * 9], "y": [*"p" * 5, *"q" * 9]})
    frame["a"] = pd.Categorical(frame["a"], [*"uvw"])  # an empty branch need not
    for least in (5, 6):
        tree = tw.DecisionTree(frame, "y", method=method, min_samples_leaf=least)
        assert tree.root.is_leaf == (least > 5)


def test_a_ratio_counts_among_tests_of_at_least_average_gain():
    rng = np.random.default_rng(3)
    frame = random_frame(3, n=80)
    frame["rare"] = rng.permutation(["odd", *["even"] * 79])  # little gain, less information
    tree = tw.DecisionTree(frame, "y", method="acls", criterion="gain_ratio", max_depth=1)
    found = tree.candidates(0)
    above = found.gain >= found.gain.mean()
    assert above.to_list() == sorted(above, reverse=True)
    assert set(found.reason[~above]) == {"its gain is below the average of all tests here"}
    assert found.gain_ratio[above].is_monotonic_decreasing
    assert not found.reason[above].any()
    lavish = tw.DecisionTree(frame, "y", method="acls", max_depth=1).candidates(0)
    assert lavish.gain.is_monotonic_decreasing


def test_a_missing_value_goes_the_way_of_the_strategy():
    frame = pd.DataFrame({"k": ["u", "u", "v", "v", "v", None], "y": [*"aabbba"]})
    apart = tw.DecisionTree(frame, "y", method="id3", missing="own")
    assert [apart.node(at).n for at in apart.root.children] == [2, 3, 1]
    assert apart.predict(frame[["k"]]).tolist() == [*"aabbba"]
    dropped = tw.DecisionTree(frame, "y", method="id3")
    assert sum(dropped.node(at).weight for at in dropped.root.children) == 5
    shared = tw.DecisionTree(frame, "y", method="id3", missing="fractional")
    assert sum(shared.node(at).weight for at in shared.root.children) == pytest.approx(6)
    token = dropped.predict_proba(pd.DataFrame({"k": [None]}))[0]
    assert token == pytest.approx([2 / 5, 3 / 5])


def test_without_a_branch_for_missing_values_they_stop():
    frame = pd.DataFrame({"k": [*"uuvvvv"], "y": [*"aabbbb"]})
    tree = tw.DecisionTree(frame, "y", method="id3", missing="own")
    share = tree.predict_proba(pd.DataFrame({"k": [None, "u"]}))
    assert share.tolist() == [pytest.approx([1 / 3, 2 / 3]), [1, 0]]


def test_own_parts_known_from_missing_where_there_is_no_cut():
    frame = pd.DataFrame({"x": [1.0, 1, 1, None, None], "y": [*"aaabb"]})
    tree = tw.DecisionTree(frame, "y", method="acls", missing="own")
    assert str(tree.root.split) == "x is known"
    assert tree.score() == 1.0


def test_levels_without_rows_are_empty_branches():
    kinds = pd.CategoricalDtype([*"uvwz"])
    frame = pd.DataFrame({"k": pd.Series([*"uuvvv"], dtype=kinds), "y": [*"aabbb"]})
    tree = tw.DecisionTree(frame, "y", method="id3")
    assert [tree.node(at).weight for at in tree.root.children] == [2, 3, 0, 0]
    new = pd.DataFrame({"k": pd.Series([*"wz"], dtype=kinds)})
    assert tree.predict(new).tolist() == ["b", "b"]  # the parent's majority
    assert tree.predict_proba(new).tolist() == [pytest.approx([0.4, 0.6])] * 2


def test_grouping_merges_while_the_ratio_grows():
    # u and v hold the same classes, and so do w and z: two groups say all
    frame = pd.DataFrame({"k": [*"uuvvwwzz"] * 3, "y": [*"aaaabbbb"] * 3})
    tree = tw.DecisionTree(frame, "y", method="c4.5", branching="grouped")
    assert tree.root.split.groups == (("u", "v"), ("w", "z"))
    every = tw.DecisionTree(frame, "y", method="c4.5", max_depth=1)
    assert len(every.root.children) == 4


def test_grouping_is_the_greedy_one():
    rng = np.random.default_rng(8)
    frame = pd.DataFrame({"k": rng.choice([*"abcdef"], 120), "y": rng.choice([*"pq"], 120)})
    frame["w"] = 1.0
    weighed = counter_of(frame)
    groups = [{level} for level in sorted(frame["k"].unique())]

    def ratio(parts):
        counts = [weighed(frame["k"].isin(part).to_numpy()) for part in parts]
        return reckoned(counts, [0.0, 0.0], "fractional")[1]

    best = ratio(groups)
    while len(groups) > 2:
        tries = []
        for one, other in itertools.combinations(groups, 2):
            merged = [part for part in groups if part not in (one, other)] + [one | other]
            tries.append((ratio(merged), merged))
        value, merged = max(tries, key=lambda pair: pair[0])
        if value <= best + 1e-6:
            break
        best, groups = value, merged
    tree = tw.DecisionTree(frame[["k", "y"]], "y", method="c4.5", branching="grouped", max_depth=1)
    found = tree.candidates(0).iloc[0]
    assert found.gain_ratio == pytest.approx(best)
    assert found.cut.count("{") == max(len(groups) - (len(groups) == 2), 1)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("c4.5", {}),
        ("c4.5", {"missing": "own", "min_cases": 0.0}),
        ("c4.5", {"branching": "rest", "min_samples_leaf": 3}),
        ("c4.5", {"breakpoints": "quartiles", "missing": "proportional"}),
        ("c5.0", {"class_weight": "balanced"}),
        ("acls", {"criterion": "chi2", "max_depth": 5}),
        ("acls", {"criterion": "gini", "missing": "own", "alpha_split": 0.2}),
    ],
)
@pytest.mark.parametrize("weights", [None, "w"])
def test_places_searched_together_have_the_splits_they_have_alone(
    monkeypatch, method, options, weights
):
    frame = random_frame(24, 900, classes=3, missing=0.1, levels=7, weights=True)
    if weights is None:
        frame = frame.drop(columns="w")
    grown, together = [], []

    def looked(search, inducer, regions, *others):
        together[-1] = max(together[-1], len(regions))
        return scan_together(search, inducer, regions, *others)

    scan_together = ByInformation.scan_together
    monkeypatch.setattr(ByInformation, "scan_together", looked)
    for room in (0, 300, 10**6):
        together.append(0)
        monkeypatch.setattr(ByInformation, "room", lambda *_, room=room: room)
        tree = tw.DecisionTree(
            frame, target="y", weights=weights, method=method, validation=0.2, **options
        )
        grown.append(tree.frame())
    assert together[0] == 0
    assert together[2] > together[1] > 1
    assert len(grown[0]) > 20
    for other in grown[1:]:
        pd.testing.assert_frame_equal(grown[0], other, check_exact=True)


def test_id3_stays_the_same_under_what_should_not_matter():
    for seed in range(4):
        frame = random_frame(seed, n=60, classes=3)[["kind0", "kind1", "y"]]
        shape = str(tw.DecisionTree(frame, "y", method="id3")).replace(" rows", "")
        order = frame.sample(frac=1.0, random_state=seed)
        assert str(tw.DecisionTree(order, "y", method="id3")).replace(" rows", "") == shape
        twice = tw.DecisionTree(pd.concat([frame, frame]), "y", method="id3")
        once = tw.DecisionTree(frame, "y", method="id3")
        assert [str(s) for s in twice.frame().split] == [str(s) for s in once.frame().split]
        assert (twice.frame().n == 2 * once.frame().n).all()


def test_a_monotone_transform_leaves_acls_and_c45_as_they_are():
    frame = random_frame(5, n=90)[["b", "kind0", "y"]]
    for method in ("acls", "c4.5"):
        plain = tw.DecisionTree(frame, "y", method=method)
        bent = tw.DecisionTree(frame.assign(b=np.exp(frame["b"])), "y", method=method)
        assert (bent.frame().n == plain.frame().n).all()


def test_the_chi_square_test_at_1_forbids_nothing():
    frame = random_frame(6, n=70, classes=3)[["kind0", "kind1", "y"]]
    free = tw.DecisionTree(frame, "y", method="id3")
    assert str(tw.DecisionTree(frame, "y", method="id3", alpha_split=1.0)) == str(free)
    strict = tw.DecisionTree(frame, "y", method="id3", alpha_split=1e-12)
    assert strict.root.is_leaf
    said = strict.candidates(0).reason
    assert (said == "the classes do not depend on it at alpha_split=1e-12").all()


def test_a_rough_test_is_said_to_be_rough():
    frame = pd.DataFrame({"k": [*"uuuvvv"], "y": [*"aaabbb"]})
    tree = tw.DecisionTree(frame, "y", method="id3", alpha_split=0.05)
    assert "expected count is 1.5" in tree.candidates(0).reason[0]


def test_id3_refuses_columns_that_have_an_order():
    frame = random_frame(0)[["a", "kind0", "y"]]
    with pytest.raises(tw.TreeWidgetError, match=r"'a' has an order: use .*'acls', 'c4.5'"):
        tw.DecisionTree(frame, "y", method="id3")
    tree = tw.DecisionTree(frame, "y", method="c4.5", grow=False)
    with pytest.raises(tw.TreeWidgetError, match="splits by the levels of nominal columns"):
        tree.grow(0, method="id3")


@pytest.mark.parametrize("method", ["id3", "acls", "c4.5"])
def test_numbers_are_no_classes(method):
    frame = random_frame(0, classes=0)
    with pytest.raises(tw.TreeWidgetError, match="is for classification"):
        tw.DecisionTree(frame, "y", method=method)


def test_why_c45_has_no_test_of_a_column():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"id": [f"r{at}" for at in range(40)], "noise": rng.normal(size=40)})
    frame["few"] = [0.0] * 39 + [1.0]
    frame["y"] = [*"ab"] * 20
    tree = tw.DecisionTree(frame, "y", method="c4.5")
    said = tree.candidates(0).set_index("column").reason
    assert said["id"] == "fewer than two branches of it have min_cases=2"
    assert said["noise"] == "no threshold gains more than choosing it costs (mdl_correction)"
    assert said["few"] == "no threshold leaves a weight of 2 on both sides"
    assert tree.root.is_leaf


def test_why_c45_has_no_test_of_values_that_it_takes_for_one():
    near = np.random.default_rng(2).normal(0.0, 1e-6, 40)
    frame = pd.DataFrame({"near": near, "far": near * 1e6, "y": np.where(near > 0, "a", "b")})
    tree = tw.DecisionTree(frame, "y", method="c4.5", max_depth=1)
    said = tree.candidates(0).set_index("column").reason
    limits = "leaves a weight of 2 on both sides"
    assert said["near"] == f"no threshold between values more than 1e-05 apart {limits}"
    assert said["far"] == ""


def test_limits_are_told_beside_the_cases_that_branches_need():
    frame = pd.DataFrame({"x": [0.0] * 36 + [1.0] * 4, "k": [*"u"] * 36 + [*"v"] * 4})
    frame["y"] = ["a"] * 36 + ["b"] * 4
    tree = tw.DecisionTree(frame, "y", method="c4.5", min_samples_leaf=5)
    said = tree.candidates(0).set_index("column").reason
    assert said["x"] == "no threshold leaves 5 rows and a weight of 2 on both sides"
    assert said["k"] == "fewer than two branches of it have min_cases=2, or not all have 5 rows"


def test_a_threshold_that_gains_nothing_is_told_so():
    frame = pd.DataFrame({"x": [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], "z": [*"ppqqpp"], "y": [*"aabaab"]})
    tree = tw.DecisionTree(frame, "y", method="c4.5", min_cases=1, mdl_correction=False)
    said = tree.candidates(0).set_index("column").reason
    assert said["x"] == "no threshold of it gains anything"


def test_limits_hold_for_every_branch_that_has_rows():
    frame = pd.DataFrame({"k": [*"uuuuvvvvw"], "y": [*"aaaabbbba"]})
    assert not tw.DecisionTree(frame, "y", method="id3").root.is_leaf
    tree = tw.DecisionTree(frame, "y", method="id3", min_samples_leaf=2)
    assert tree.root.is_leaf
    rest = tw.DecisionTree(frame, "y", method="id3", min_samples_leaf=2, branching="rest")
    assert str(rest.root.split).startswith("k in")


@pytest.mark.parametrize("options", [{"method": "id3"}, {"method": "c4.5", "min_cases": 0}])
def test_nothing_is_the_rest_of_a_single_level(options):
    frame = pd.DataFrame({"gaps": [*"bbbbbb", None, None], "one": ["a"] * 8, "y": [*"ppppqqqq"]})
    tree = tw.DecisionTree(frame, "y", missing="own", branching="rest", grow=False, **options)
    found = tree.candidates(0).set_index("column")
    assert found["cut"]["gaps"] == "gaps is known"
    assert found["reason"]["one"] == "it has only one value here"
