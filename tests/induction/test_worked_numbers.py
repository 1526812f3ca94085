"""The worked examples that the methods were written from, recomputed to all digits."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.goldens.make_hitters import HITTERS
from tests.goldens.sets import tennis
from treewidget.induction.criteria import branch_information, gain, impurity
from treewidget.induction.search.chi_square import pearson

NEAR = {"rel": 0, "abs": 1e-9}
TEMPERATURE = [36, 35, 22, 24, 20, 35, 31, 30, 29, 28, 25, 26, 29, 27]
PLAY = [{"n": "No", "y": "Yes"}[letter] for letter in "nnyyynynyyyyyn"]
OUTLOOK = ["Sunny", None, None, "Rain", "Rain", "Rain", "Overcast", *[None] * 4, "Overcast",
           "Overcast", "Rain"]  # fmt: skip
CUTS = {
    21: 0.047709111428, 23: 0.100398452970, 24.5: 0.159262221082, 25.5: 0.226000244385,
    26.5: 0.303165634489, 27.5: 0.090276349393, 28.5: 0.151835501362, 29.5: 0.358931280998,
    30.5: 0.192829283906, 33: 0.402827187811, 35.5: 0.113400864181,
}  # fmt: skip
RESTAURANT = """Yes No No Yes Some $$$ No Yes French 0-10 Yes,
Yes No No Yes Full $ No No Thai 30-60 No, No Yes No No Some $ No No Burger 0-10 Yes,
Yes No Yes Yes Full $ Yes No Thai 10-30 Yes,
Yes No Yes No Full $$$ No Yes French >60 No, No Yes No Yes Some $$ Yes Yes Italian 0-10 Yes,
No Yes No No None $ Yes No Burger 0-10 No, No No No Yes Some $$ Yes Yes Thai 0-10 Yes,
No Yes Yes No Full $ Yes No Burger >60 No, Yes Yes Yes Yes Full $$$ No Yes Italian 10-30 No,
No No No No None $ No No Thai 0-10 No, Yes Yes Yes Yes Full $ No No Burger 30-60 Yes"""
"""Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the twelve examples."""


def entropy(*counts):
    return float(impurity(np.array(counts, dtype=float), "entropy"))


def gain_of(*branches):
    return float(gain(np.array(branches, dtype=float), "entropy"))


def at_root(frame, target, method, **options):
    """Return the candidates at the root, by column."""
    tree = tw.DecisionTree(frame, target, method=method, **options)
    return tree.candidates(0).set_index("column")


def restaurant():
    names = ["Alt", "Bar", "Fri", "Hun", "Pat", "Price", "Rain", "Res", "Type", "Est", "wait"]
    rows = [row.split() for row in RESTAURANT.replace("\n", " ").split(",")]
    return pd.DataFrame(rows, columns=names)


@pytest.mark.parametrize(
    ("counts", "value"),
    [
        ((7, 3), 0.881290899231), ((1, 3), 0.811278124459), ((5, 3), 0.954434002925),
        ((40, 40), 1.0), ((30, 10), 0.811278124459), ((20, 40), 0.918295834054),
        ((24, 1, 25, 50), 1.560573047271), ((24, 1), 0.242292189082),
        ((49, 100), 0.913756430938), ((13, 4), 0.787126586201), ((1, 12), 0.391243563629),
        ((14, 16), 0.996791631982),
    ],
)  # fmt: skip
def test_entropies(counts, value):
    assert entropy(*counts) == pytest.approx(value, **NEAR)


@pytest.mark.parametrize(
    ("branches", "value"),
    [
        (((6, 0), (1, 3)), 0.556779649447),
        (((30, 10), (10, 30)), 0.188721875541),
        (((20, 40), (20, 0)), 0.311278124459),
        (((24, 1), (25, 50)), 0.250416518941),
        (((50, 0), (50, 49)), None),
        (((13, 4), (1, 12)), 0.381214355562),
        (((1, 0), (2, 2), (0, 3)), 0.454434002925),
    ],
)
def test_gains(branches, value):
    if value is None:  # counts read off a figure: only the root's entropy is certain
        value = entropy(100, 49) - 99 / 149 * entropy(50, 49)
        assert value == pytest.approx(0.249375803169, **NEAR)
    assert gain_of(*branches) == pytest.approx(value, **NEAR)


def test_conditional_entropies():
    assert entropy(49, 51) - gain_of((24, 1), (25, 50)) == pytest.approx(0.749294922811, **NEAR)
    known = entropy(5, 3) - gain_of((1, 0), (2, 2), (0, 3))  # play, given an outlook
    assert known == pytest.approx(0.5, **NEAR)
    assert entropy(40, 40) - gain_of((20, 40), (20, 0)) == pytest.approx(0.688721875541, **NEAR)
    assert 17 / 30 * entropy(13, 4) + 13 / 30 * entropy(1, 12) == pytest.approx(
        0.615577276420, **NEAR
    )


def test_windy_and_with_whom():
    windy = ["no"] * 6 + ["yes"] * 4
    whom = [*"abcdef", "i", "g", "h", "i"]
    y = ["play"] * 7 + ["stay"] * 3
    found = at_root(pd.DataFrame({"windy": windy, "whom": whom, "y": y}), "y", "id3")
    assert found.index[0] == "whom"
    assert found.gain["windy"] == pytest.approx(0.556779649447, **NEAR)
    assert found.gain["whom"] == pytest.approx(0.681290899231, **NEAR)
    assert found.gain_ratio["windy"] == pytest.approx(0.573437672964, **NEAR)
    assert found.gain_ratio["whom"] == pytest.approx(0.218227607595, **NEAR)
    assert branch_information(np.array([6.0, 4.0])) == pytest.approx(0.970950594455, **NEAR)
    wide = branch_information(np.array([1.0] * 8 + [2.0]))
    assert wide == pytest.approx(3.121928094887, **NEAR)


def test_the_cuts_of_temperature():
    frame = pd.DataFrame({"t": TEMPERATURE, "play": PLAY})
    tree = tw.DecisionTree(frame, "play", method="acls")
    cuts = tree.profile(0, "t").gain
    assert list(cuts.index) == list(CUTS)
    assert cuts.to_numpy() == pytest.approx(list(CUTS.values()), **NEAR)
    best = tree.candidates(0).iloc[0]
    assert (best.cut, best.gain) == ("t <= 33", pytest.approx(0.402827187811, **NEAR))


def test_temperature_in_c45():
    found = at_root(pd.DataFrame({"t": TEMPERATURE, "play": PLAY}), "play", "c4.5")
    reduced = CUTS[33] - np.log2(9) / 14
    assert found.cut["t"] == "t <= 31"  # a value that occurs: 33 does not
    assert found.gain["t"] == pytest.approx(CUTS[33], **NEAR)
    assert found.corrected_gain["t"] == pytest.approx(reduced, **NEAR)
    assert found.corrected_gain["t"] == pytest.approx(0.176404, abs=5e-7)
    assert found.gain_ratio["t"] == pytest.approx(0.235332, abs=5e-7)


def test_the_quartiles_of_temperature():
    frame = pd.DataFrame({"t": TEMPERATURE, "play": PLAY})
    values = [25.25, 28.5, 30.75]
    tree = tw.DecisionTree(frame, "play", method="acls", breakpoints="quartiles")
    gains = [gain_of(*_sides(value)) for value in values]
    best = tree.candidates(0).iloc[0]
    assert best.cut == f"t <= {values[int(np.argmax(gains))]:g}"
    assert best.gain == pytest.approx(max(gains), **NEAR)


def _sides(cut):
    low = [play for value, play in zip(TEMPERATURE, PLAY, strict=True) if value <= cut]
    high = [play for value, play in zip(TEMPERATURE, PLAY, strict=True) if value > cut]
    return [[side.count("No"), side.count("Yes")] for side in (low, high)]


def test_outlook_with_missing_values():
    frame = pd.DataFrame({"outlook": OUTLOOK, "play": PLAY})
    found = at_root(frame, "play", "c4.5")
    assert found.gain["outlook"] == pytest.approx(0.259676573100, **NEAR)
    assert found.gain_ratio["outlook"] == pytest.approx(0.145196402863, **NEAR)
    information = branch_information(np.array([1.0, 4, 3, 6]))
    assert information == pytest.approx(1.788450457308, **NEAR)
    proportional = at_root(frame, "play", "id3")
    assert proportional.gain["outlook"] == pytest.approx(0.117904527614304, rel=0, abs=1e-12)


def test_the_six_rows_are_cut_at_every_change_of_value():
    frame = pd.DataFrame({"x1": [1.4, 1.1, 0.2, 0.8, -0.1, -0.5], "y": list("ababab")})
    tree = tw.DecisionTree(frame, "y", method="acls", grow=False)
    cuts = tree.profile(0, "x1").index
    assert list(cuts) == pytest.approx([-0.3, 0.05, 0.5, 0.95, 1.25])


def test_saturday_mornings():
    _, frame, target = tennis()
    found = at_root(frame, target, "id3")
    gains = {"outlook": 0.246749819774, "humidity": 0.151835501362, "windy": 0.048127030408,
             "temperature": 0.029222565659}  # fmt: skip
    ratios = {"outlook": 0.156427562421, "humidity": 0.151835501362, "windy": 0.048848615512,
              "temperature": 0.018772646222}  # fmt: skip
    assert list(found.index) == list(gains)
    for column, value in gains.items():
        assert found.gain[column] == pytest.approx(value, **NEAR)
        assert found.gain_ratio[column] == pytest.approx(ratios[column], **NEAR)


@pytest.mark.parametrize(
    ("method", "options"), [("id3", {}), ("c4.5", {"confidence": None, "min_cases": 1})]
)
def test_the_tree_of_saturday_mornings(method, options):
    _, frame, target = tennis()
    tree = tw.DecisionTree(frame, target, method=method, **options)
    assert [str(tree.node(at).split or tree.node(at).prediction) for at in tree.frame().index] == [
        "outlook: {overcast} | {rain} | {sunny}", "P", "windy in {false}", "P", "N",
        "humidity in {high}", "N", "P",
    ]  # fmt: skip
    assert tree.score() == 1.0


@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_the_chi_square_test_leaves_saturday_mornings_a_leaf(alpha):
    _, frame, target = tennis()
    assert tw.DecisionTree(frame, target, method="id3", alpha_split=alpha).root.is_leaf
    assert len(tw.DecisionTree(frame, target, method="id3", alpha_split=0.18).frame()) > 1


def test_the_restaurant():
    found = at_root(restaurant(), "wait", "id3")
    assert found.index[0] == "Pat"
    assert found.gain["Pat"] == pytest.approx(0.540852082973, **NEAR)
    assert found.gain["Type"] == pytest.approx(0, **NEAR)
    rounded = {"Est": 0.207519, "Hun": 0.195710, "Price": 0.195710, "Fri": 0.020721,
               "Rain": 0.020721, "Res": 0.020721, "Alt": 0, "Bar": 0}  # fmt: skip
    for column, value in rounded.items():
        assert found.gain[column] == pytest.approx(value, abs=5e-7)
    tree = tw.DecisionTree(restaurant(), "wait", method="id3")
    full = next(at for at in tree.root.children if tree.node(at).weight == 6)
    below = tree.candidates(full).set_index("column")
    for column in ("Hun", "Price", "Res", "Type", "Est"):
        assert below.gain[column] == pytest.approx(0.251629167387823, **NEAR)
    assert tree.node(full).split.column == "Hun"  # the first column wins the tie


@pytest.mark.parametrize(
    ("column", "value", "df", "p"),
    [
        ("outlook", 266 / 75, 2, 0.170),
        ("humidity", 2.8, 1, 0.094),
        ("windy", 14 / 15, 1, 0.334),
        ("temperature", 77 / 135, 2, 0.752),
        ("Pat", 20 / 3, 2, 0.0357),
        ("Hun", 108 / 35, 1, 0.079),
    ],
)
def test_chi_square_at_the_roots(column, value, df, p):
    mornings, guests = tennis()[1].astype(str), restaurant()
    frame, target = (guests, "wait") if column in guests else (mornings, "class")
    found = pearson(pd.crosstab(frame[column], frame[target]).to_numpy(dtype=float))
    assert float(found.statistic) == pytest.approx(value, **NEAR)
    assert (float(found.df), float(found.p)) == (df, pytest.approx(p, abs=5e-4))


def hitters(salary=np.log):
    """Return the players' years, hits and salary."""
    frame = pd.read_csv(HITTERS)
    return frame.assign(Salary=salary(frame["Salary"]))


def test_the_regions_of_the_players():
    frame = hitters()
    tree = tw.DecisionTree(frame, "Salary", method="islr", max_leaf_nodes=3)
    leaves = tree.frame().query("is_leaf")
    assert leaves["n"].tolist() == [90, 90, 83]
    means = [
        frame["Salary"][(frame["Years"] > 4.5) == late][(frame["Hits"] > 117.5).isin(many)].mean()
        for late, many in ((False, (False, True)), (True, (False,)), (True, (True,)))
    ]
    assert means == pytest.approx([5.106789606, 5.998379847, 6.739686922], **NEAR)
    assert leaves["prediction"].tolist() == pytest.approx(means, **NEAR)
    drops = [tree.node(at).gain * tree.node(at).n for at in (0, 2)]
    assert drops == pytest.approx([92.095, 23.729], abs=5e-4)


@pytest.mark.parametrize("salary", [np.log, np.asarray])
def test_the_players_are_cut_alike_by_salary_and_by_its_logarithm(salary):
    tree = tw.DecisionTree(hitters(salary), "Salary", method="islr", max_leaf_nodes=3)
    assert [str(tree.node(at).split) for at in (0, 2)] == ["Years <= 4.5", "Hits <= 117.5"]


def test_cross_validation_of_the_players_picks_three_leaves():
    tree = tw.DecisionTree(hitters(), "Salary", method="islr", min_samples_leaf=5)
    tree.cross_validate(folds=np.arange(263) % 10)
    path = tree.pruning_path().set_index("leaves")
    assert path["xerror"].idxmin() == 4
    tree.prune_to(method="1se")
    assert tree.frame()["is_leaf"].sum() == 3
