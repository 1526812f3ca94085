"""Bad input: every refusal names what, where and what would be right, and changes nothing."""

import datetime as dt
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget import Action

from .frames import mixed, priced


@pytest.fixture
def one():
    """Return a root alone, with columns of every kind."""
    return tw.DecisionTree(mixed(), target="kind", grow=False)


REFUSED = [
    # nodes
    (("split", 5), {}, KeyError, "no node 5: the tree is its root alone, node 0"),
    (("split", 0.5), {}, TypeError, "named by its id, an integer, not 0.5"),
    (("prune", 0), {}, ValueError, "node 0 is a leaf already"),
    # columns
    (("split", 0, "nmuber"), {}, KeyError, r"no column 'nmuber' \(did you mean 'number'\?\)"),
    (("split", 0, "kind"), {}, KeyError, "it is the target"),
    (
        ("split", 0, pd.Series([1, 2])),
        {},
        TypeError,
        r"by its name, such as '\w+', not by a Series",
    ),
    (("split", 0, None), {"threshold": 1}, ValueError, "threshold= needs a column"),
    (("split", 0, None), {"groups": ["a"]}, ValueError, "groups= needs a column"),
    (("split", 0, None), {"missing": 0}, ValueError, "missing= needs a column"),
    # thresholds
    (
        ("split", 0, "whole"),
        {"threshold": 99},
        ValueError,
        "99 leaves no rows on the right of node 0",
    ),
    (("split", 0, "whole"), {"threshold": -1}, ValueError, r"there runs from 0 to 5"),
    (
        ("split", 0, "whole"),
        {"threshold": "many"},
        TypeError,
        "'many' is no threshold for column",
    ),
    (("split", 0, "whole"), {"threshold": float("nan")}, ValueError, "finite number"),
    (("split", 0, "whole"), {"threshold": True}, TypeError, "give a number"),
    (("split", 0, "whole"), {"threshold": [3, 1]}, ValueError, "must ascend"),
    (("split", 0, "whole"), {"threshold": [1, 1]}, ValueError, "given twice"),
    (("split", 0, "day"), {"threshold": 3}, TypeError, "day"),
    (("split", 0, "day"), {"threshold": "2031-01-01"}, ValueError, "no rows on the right"),
    (("split", 0, "size"), {"threshold": "XL"}, KeyError, "'XL' is no category of column 'size'"),
    (("split", 0, "size"), {"threshold": "L"}, ValueError, "leaves no rows on the right"),
    (("split", 0, "colour"), {"threshold": 1}, ValueError, "has no thresholds.*groups="),
    (("split", 0, "whole"), {"threshold": 1, "groups": [[1]]}, ValueError, "not both"),
    # groups
    (("split", 0, "whole"), {"groups": [[1]]}, ValueError, "has an order: it is split by thr"),
    (("split", 0, "colour"), {"groups": "red"}, TypeError, "list of lists of levels"),
    (("split", 0, "colour"), {"groups": []}, TypeError, "list of lists of levels"),
    (("split", 0, "colour"), {"groups": [["red"], "blue"]}, TypeError, "mixes levels and lists"),
    (("split", 0, "colour"), {"groups": [["rde"]]}, KeyError, r"'rde' .*did you mean 'red'\?"),
    (
        ("split", 0, "colour"),
        {"groups": [["red", "blue"], ["blue"]]},
        ValueError,
        "'blue' is in groups 1 and 2",
    ),
    (("split", 0, "colour"), {"groups": [["red"], []]}, ValueError, "group 2 is empty"),
    (
        ("split", 0, "flag"),
        {"groups": [[False, True]]},
        ValueError,
        "group 1 holds every row of node 0",
    ),
    (("split", 0, "flag"), {"groups": [[True], [True]]}, ValueError, "^True is in groups 1 and 2"),
    # missing
    (("split", 0, "number"), {"threshold": 1, "missing": 7}, ValueError, "branches 0 to 1"),
    (("split", 0, "number"), {"threshold": 1, "missing": "left"}, TypeError, "'own' or None"),
    (("split", 0, "whole"), {"threshold": 1, "missing": "own"}, ValueError, "would be empty"),
    # the rest of split and grow
    (("split", 0), {"replace": 1}, TypeError, "replace= is True or False, not 1"),
    (("grow",), {"levels": 0}, ValueError, "levels= is at least 1"),
    (("grow",), {"levels": 1.5}, TypeError, "whole number"),
    (("grow",), {"keep": "yes"}, TypeError, "keep= is True or False"),
    (("grow",), {"max_dpeth": 3}, KeyError, r"'max_dpeth' \(did you mean 'max_depth'\?\)"),
    (("grow",), {"levles": 1}, KeyError, r"'levles' \(did you mean 'levels'\?\)"),
    (("grow",), {"max_depth": -1}, ValueError, "max_depth"),
    (("grow",), {"min_weight_leaf": 10**400}, ValueError, "0…0+ must be a finite number from 0"),
    (("grow",), {"missing": {}}, ValueError, "missing={} is not possible"),
    (("prune_to",), {"alpha": 10**400}, ValueError, "finite number from 0 on, not 1000"),
    (("prune_to",), {"leaves": 2, "relative": np.ones(2)}, TypeError, "relative= is True or F"),
    (("grow",), {"method": "c9"}, KeyError, "there is no method"),
    (("grow",), {"method": "card"}, KeyError, r"'card' \(did you mean 'cart'\?\)"),
    (("grow",), {"method": 5}, TypeError, "method"),
    # label, lock, note
    (("label", 0, "z"), {}, KeyError, "'z' is no class of target 'kind'"),
    (("lock", 0), {"on": None}, TypeError, "on= is True or False"),
    (("note", 0, 5), {}, TypeError, "text is text, not int"),
    (("note", 0, "x" * 100_001), {}, ValueError, "100,001 characters; at most 100,000"),
    # the history
    (("undo",), {}, ValueError, "nothing to undo"),
    (("redo",), {}, ValueError, "nothing to redo"),
    (("checkout", "then"), {}, KeyError, "no checkpoint is called 'then'"),
    (("checkout", -1), {}, KeyError, "no step -1"),
    (("checkout", 1.0), {}, TypeError, "a step's number or a checkpoint's name"),
    (("checkpoint", " "), {}, ValueError, "at least one letter"),
    (("checkpoint", 3), {}, TypeError, "name is text"),
]


@pytest.mark.parametrize(("call", "options", "kind", "text"), REFUSED)
def test_bad_input_is_refused_in_words_and_changes_nothing(one, call, options, kind, text):
    verb, *args = call
    before = one.workspace.state
    with pytest.raises(tw.TreeWidgetError, match=text) as caught:
        getattr(one, verb)(*args, **options)
    assert isinstance(caught.value, kind)
    assert one.workspace.state is before


ARRAYS = [np.array([1, 2]), pd.Series([1, 2]), mixed(200), pd.NA]


@pytest.mark.parametrize("value", ARRAYS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "call",
    [
        lambda tree, value: tree.node(value),
        lambda tree, value: tree.grow(0, levels=value),
        lambda tree, value: tree.split(0, value),
        lambda tree, value: tree.profile(0, value),
        lambda tree, value: tree.prune_to(method=value),
        lambda tree, value: tree.pruning_path(risk=value),
        lambda tree, value: tree.score(value),
        lambda tree, value: tree.rows(0, value),
    ],
)
def test_what_has_no_truth_of_its_own_is_refused_in_words_too(one, call, value):
    with pytest.raises(tw.TreeWidgetError) as caught:
        call(one, value)
    assert len(str(caught.value)) < 600


def test_a_column_without_values_is_refused_by_name():
    frame = mixed()
    frame["empty"] = np.where(frame["whole"] > 2, np.nan, frame["whole"])
    tree = tw.DecisionTree(frame, target="kind", grow=False)
    tree.split(0, "whole", threshold=2)
    with pytest.raises(tw.RefusedError, match=r"empty cannot split node 2: .*missing"):
        tree.split(2, "empty")


def test_a_group_without_rows_is_refused():
    frame = mixed()
    frame["colour"] = pd.Categorical(frame["colour"], ["red", "green", "blue", "white", "pink"])
    tree = tw.DecisionTree(frame, target="kind", grow=False)
    with pytest.raises(tw.InvalidValueError, match=r"group 1 \('pink'\) leaves no rows"):
        tree.split(0, "colour", groups=[["pink"]])


@pytest.mark.parametrize(
    "value", ["12", True, float("inf"), [1.0], 1e200, -(10**400), 1j, Decimal("sNaN")]
)
def test_a_label_of_a_regression_is_a_finite_number(value):
    tree = tw.DecisionTree(priced(), target="price", grow=False)
    with pytest.raises(tw.TreeWidgetError, match="label of 'price' is a"):
        tree.label(0, value)
    tree.label(0, np.float32(12.5))
    assert tree.node(0).prediction == 12.5
    assert tree.label(0, -0.0).line == "tree.label(0, 0.0)"
    assert tree.label(0, Decimal("1.5")).line == "tree.label(0, 1.5)"


def test_a_decimal_is_a_number_wherever_one_is_asked_for():
    frame = mixed()
    tree = tw.DecisionTree(frame.assign(y=frame["whole"] % 3), target="y")
    assert tree.label(0, Decimal(1)).line == "tree.label(0, 1)"
    assert tree.prune_to(alpha=Decimal("0.5"), keep=False).args["alpha"] == 0.5
    grew = tree.grow(keep=False, min_samples_leaf=Decimal("0.25"), max_depth=np.int8(2))
    assert grew.args["options"] == {"min_samples_leaf": 0.25, "max_depth": 2}
    costs = {"number": Fraction(3, 2)}
    assert tree.grow(keep=False, column_costs=costs).args["options"]["column_costs"] == {
        "number": 1.5
    }


class Named:
    """What has the text of a criterion is none."""

    def __str__(self):
        return "entropy"


@pytest.mark.parametrize(
    "options",
    [
        {"max_depth": (1,)},
        {"criterion": ("entropy",)},
        {"criterion": Named()},
        {"criterion": mixed(3)},
        {"min_impurity_decrease": Decimal("NaN")},
        {"column_costs": {"number": mixed(3)}},
    ],
)
def test_an_option_that_is_not_plain_is_refused_as_where_a_tree_is_built(options):
    tree = tw.DecisionTree(mixed(), target="kind", grow=False)
    with pytest.raises(tw.TreeWidgetError) as grown:
        tree.grow(**options)
    with pytest.raises(tw.TreeWidgetError) as built:
        tw.DecisionTree(mixed(), target="kind", **options)
    plain = [str(one.value).replace("Decimal('NaN')", "nan") for one in (grown, built)]
    assert plain[0] == plain[1]


# ---------------------------------------------------------------- what is understood


@pytest.mark.parametrize(
    ("column", "threshold", "plain"),
    [
        ("number", np.float64(1.05), [1.05]),
        ("number", [np.float32(0.5), 1], [0.5, 1.0]),
        ("number", np.array([0.5, 1.25]), [0.5, 1.25]),
        ("whole", np.int64(3), [3]),
        ("whole", 2.5, [2.5]),
        ("whole", "2.5", [2.5]),
        ("day", pd.Timestamp("2024-01-20"), ["2024-01-20"]),
        ("day", dt.date(2024, 1, 20), ["2024-01-20"]),
        ("day", np.datetime64("2024-01-20T12"), ["2024-01-20 12:00"]),
        ("size", "S", ["S"]),
    ],
)
def test_thresholds_come_in_the_columns_own_terms_and_become_plain(one, column, threshold, plain):
    gesture = one.split(0, column, threshold=threshold)
    assert gesture.args["threshold"] == plain
    assert [type(value) for value in gesture.args["threshold"]] == [type(v) for v in plain]


@pytest.mark.parametrize("groups", [iter([["red"], ["blue"]]), map(iter, [["red"], ["blue"]])])
def test_groups_that_can_be_gone_through_once_are_groups(one, groups):
    made = one.split(0, "colour", groups=groups)
    assert 'groups=[["red"], ["blue"]]' in made.line


def test_what_a_gesture_was_is_plain_json_and_can_be_done_again(one):
    done = [
        one.split(0, "whole", threshold=np.int64(2)),
        one.split(np.int64(1), "colour", groups=({"red"}, {"blue", "white", "green"}), missing=1),
        one.split(2, "flag", groups=[[np.bool_(1)]]),
        one.grow(levels=np.int8(1), max_depth=np.int64(4)),
        one.label(3, "a"),
        one.lock(3),
        one.note(3, "why"),
        one.checkpoint("here"),
    ]
    text = json.dumps([Action(gesture.name, gesture.args).plain() for gesture in done])
    again = tw.DecisionTree(mixed(), target="kind", grow=False)
    for plain in json.loads(text):
        again.workspace.perform(Action.from_plain(plain))
    assert again == one


@pytest.mark.parametrize(
    ("plain", "text"),
    [
        ([], "an action is a mapping"),
        ({"name": "spilt"}, r"no gesture is called 'spilt' \(did you mean 'split'\?\)"),
        ({"name": ["split"]}, "no gesture is called"),
        ({"name": "split", "args": [1]}, "arguments of split are a mapping"),
        ({"name": "split", "args": {1: 2}}, "arguments of split are a mapping"),
        ({"name": "undo", "revision": "3"}, "revision of undo is an integer"),
        ({"name": "undo", "revision": True}, "revision of undo is an integer"),
    ],
)
def test_an_action_of_the_wrong_form_is_refused(plain, text):
    with pytest.raises(tw.TreeWidgetError, match=text):
        Action.from_plain(plain)
    if plain:
        with pytest.raises(tw.TreeWidgetError, match=text):
            Action(**plain)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("split"), "split needs node="),
        (Action("label", {"node": 0}), "label needs value="),
        (Action("split", {"node": 0, "trheshold": 3}), r"did you mean 'threshold'\?"),
        (Action("undo", {"node": 0}), "undo has no argument 'node': it takes nothing"),
        (Action("grow", {"options": 3}), "options is a mapping"),
        (Action("checkout", {"to": None}), "a step's number"),
    ],
)
def test_an_action_that_makes_no_sense_is_refused(one, action, text):
    with pytest.raises(tw.TreeWidgetError, match=text):
        one.workspace.perform(action)


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("split", (0, "n" * 10_000, None, [[1]])),
        ("checkout", ("n" * 10_000,)),
        ("grow", (0, None, "n" * 10_000)),
        ("boost", ("n" * 10_000,)),
        ("label", (0, 10**5000)),
        ("node", (10**5000,)),
        ("split", (0, 10**5000)),
        ("grow", (0, 10**5000)),
    ],
)
def test_long_names_are_cut_short_in_messages(verb, args):
    frame = pd.DataFrame({"n" * 10_000: [1, 2, 3, 4], "y": list("abab")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    with pytest.raises(tw.TreeWidgetError) as caught:
        getattr(tree, verb)(*args)
    assert len(str(caught.value)) < 300
