"""Options by scikit-learn's names: complete, checked, and refused with what would be right."""

import numpy as np
import pandas as pd
import pytest

from tests.induction.frames import inducer_of, random_frame
from treewidget import DecisionTree
from treewidget.errors import InvalidValueError, TreeWidgetError, UnknownNameError, WrongTypeError
from treewidget.induction import Options, Progress, method, methods, resolve
from treewidget.induction.methods import checked
from treewidget.induction.options import limits_of


def test_defaults_are_scikit_learns():
    assert resolve("cart", "classification", {}) == Options("gini")
    assert resolve("cart", "regression", {}) == Options("squared_error")
    assert resolve("CART", "classification", {"criterion": None}).criterion == "gini"


def test_log_loss_is_entropy():
    assert resolve("cart", "classification", {"criterion": "log_loss"}).criterion == "entropy"


def test_numpy_numbers_become_plain_ones():
    options = resolve(
        "cart", "classification", {"max_depth": np.int64(3), "min_samples_leaf": np.float64(0.1)}
    )
    assert type(options.max_depth) is int
    assert type(options.min_samples_leaf) is float


def test_fractions_are_of_the_training_rows_rounded_up():
    limits = limits_of(Options("gini", min_samples_leaf=0.05, min_samples_split=0.2), 150)
    assert (limits.leaf_rows, limits.split_rows) == (8, 30)
    assert limits_of(Options("gini", min_samples_leaf=20), 150).split_rows == 40
    assert not limits_of(Options("gini"), 150).bind
    assert limits_of(Options("gini", min_weight_leaf=1.0), 150).bind


@pytest.mark.parametrize("option", method("cart").options)
def test_a_frame_for_an_option_is_refused_in_few_words(option):
    frame = pd.DataFrame({"x": range(100), "y": range(100)})
    with pytest.raises(TreeWidgetError) as refused:
        resolve("cart", "classification", {option: frame})
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({"max_dept": 3}, UnknownNameError, "did you mean 'max_depth'"),
        ({"lookahead": 9}, InvalidValueError, "at most 4"),
        ({"lookahead": None}, WrongTypeError, "must be a whole number from 1 to 4"),
        ({"max_features": 2}, UnknownNameError, "here: every column is searched"),
        ({"min_weight_fraction_leaf": 0.1}, UnknownNameError, "min_weight_leaf"),
        (
            {"criterion": "squared_error"},
            InvalidValueError,
            "is not possible for classification with method='cart'; there is 'gini', 'entropy'",
        ),
        ({"criterion": "ginni"}, InvalidValueError, "did you mean 'gini'"),
        ({"max_depth": -1}, InvalidValueError, "max_depth=-1 must be at least 0"),
        ({"max_depth": 2.5}, WrongTypeError, "max_depth=2.5 must be a whole number"),
        ({"max_depth": True}, WrongTypeError, "max_depth=True"),
        ({"max_leaf_nodes": 1}, InvalidValueError, "at least 2"),
        ({"min_samples_leaf": 0}, InvalidValueError, "at least 1"),
        ({"min_samples_leaf": 1.0}, InvalidValueError, "a fraction of the training rows"),
        ({"min_samples_split": 1}, InvalidValueError, "at least 2"),
        ({"min_samples_split": "2"}, WrongTypeError, "min_samples_split='2'"),
        ({"min_weight_leaf": -0.5}, InvalidValueError, "from 0 on"),
        ({"ccp_alpha": float("nan")}, InvalidValueError, "finite"),
        ({"min_impurity_decrease": "much"}, WrongTypeError, "must be a number"),
        ({"allow_zero_gain": 1}, WrongTypeError, "True or False"),
        ({"missing": "fractionl"}, InvalidValueError, "missing='fractionl' is not possible"),
        ({"missing": "lerned"}, InvalidValueError, "did you mean 'learned'"),
        ({"class_weight": 3}, WrongTypeError, "'balanced'"),
        ({"max_depth": 10**5000}, WrongTypeError, "max_depth=an int of thousands of digits"),
        ({"losses": {"a": {"b": 1e308}}}, InvalidValueError, "['b']=1e+308 must be 0 or lie"),
        ({"column_costs": {"a" * 999: 1e-300}}, InvalidValueError, "aaa…aaa"),
        ({"lookahead": 2, "column_costs": {"a": 3}}, InvalidValueError, "use method='cls'"),
    ],
)
def test_refusals_say_what_would_be_right(given, kind, words):
    with pytest.raises(kind) as refused:
        resolve("cart", "classification", given)
    assert isinstance(refused.value, TreeWidgetError)
    assert words in str(refused.value)


def test_classes_have_weights_and_numbers_have_none():
    assert resolve("cart", "classification", {"class_weight": {"a": 2}}).class_weight == {"a": 2}
    with pytest.raises(InvalidValueError, match="regression"):
        resolve("cart", "regression", {"class_weight": "balanced"})


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("c9", UnknownNameError, "there is no method 'c9'"),
        ("chart", UnknownNameError, "did you mean 'cart'"),
        (4.5, WrongTypeError, "there is 'cart'"),
    ],
)
def test_methods_that_are_not_there(name, kind, words):
    with pytest.raises(kind, match=words.replace(".", r"\.").replace("(", r"\(")):
        resolve(name, "classification", {})


def test_the_table_of_methods_names_every_option_with_its_default():
    table = methods()
    told = ["method", "option", "default", "choices", "task", "meaning", "source"]
    assert list(table.columns) == told
    assert table["meaning"].str.fullmatch(r"[A-Z][^`]{9,}").all(), "a sentence of each"
    cart = table[(table["method"] == "cart") & table["task"].isin(["classification", "both"])]
    given = dict(zip(cart["option"], cart["default"], strict=True))
    assert given.pop("criterion") == "gini"
    assert given.pop("missing") == "learned"
    for option, default in given.items():
        assert getattr(Options("gini"), option) == default
    assert set(cart["source"]) == {method("cart").source}


def test_the_table_says_what_each_value_is_that_may_be_chosen():
    """Who read that a row stops, or goes by a surrogate, could not tell which number says so."""
    table = methods().drop_duplicates("option").set_index("option")
    fixed = {"use_surrogate": (0, 1, 2), "surrogate_style": (0, 1), "log": (2, "e")}
    named = methods().query("option in ['missing', 'branching', 'breakpoints', 'cut']")
    for option, choices in [*fixed.items(), *zip(named["option"], named["choices"], strict=True)]:
        meaning = table.loc[option, "meaning"]
        for value in choices:
            told = f'"{value}"' if isinstance(value, str) else f" {value},"
            assert told in meaning, (option, value)


ACCEPTED = {
    "class_weight": "balanced",
    "losses": {"c0": {"c0": 0, "c1": 2}, "c1": {"c0": 1, "c1": 0}},
    "priors": {"c0": 0.5, "c1": 0.5},
    "column_costs": {"kind0": 2.0},
}


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("name", list(dict.fromkeys(methods()["method"])))
def test_what_the_table_of_methods_lists_is_accepted(name, task):
    table = methods()
    lines = table[(table["method"] == name) & table["task"].isin([task, "both"])]
    frame = random_frame(1, classes=2 if task == "classification" else 0)
    for line in lines.itertuples():
        for value in line.choices or [ACCEPTED.get(line.option, line.default)]:
            own = {"method": name, line.option: value, "grow": False}
            DecisionTree(frame[["kind0", "kind1", "y"]], "y", **own)


def test_another_method_is_named_only_if_it_knows_the_task():
    with pytest.raises(InvalidValueError, match="a method with thresholds") as refused:
        DecisionTree(random_frame(1), "y", method="id3")
    assert "'acls'" in str(refused.value)
    assert "'islr'" not in str(refused.value)


def test_other_options_do_not_count_the_root_again():
    inducer = inducer_of(random_frame(1, 50))
    options = checked(inducer.options, inducer.dataset.target.task, {"max_depth": 3})
    assert inducer.with_options(options).root() is inducer.root()
    assert inducer.heard(options, Progress()).root() is inducer.root()
