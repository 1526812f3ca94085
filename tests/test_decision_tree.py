"""The public face: names, construction, showing itself."""

import copy
import dataclasses
import inspect
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import treewidget as tw
from treewidget.induction import method
from treewidget.induction.methods import RECIPES
from treewidget.induction.options import Options

from .tree.frames import mixed, priced

LATER = ("to_estimator", "to_sql", "to_html", "plot")


def test_the_names_of_this_version_are_there_and_later_ones_are_not():
    look = "root node frame rows candidates profile score confusion importance path widget"
    edit = "split grow prune prune_to label lock note undo redo checkout checkpoint history"
    size = "pruning_path cross_validate"
    away = "predict predict_proba apply classes notes save replay report compare boost to_ruleset"
    for name in f"{look} {edit} {size} {away}".split():
        assert hasattr(tw.DecisionTree, name), name
    for name in LATER:
        assert not hasattr(tw.DecisionTree, name), name
    errors = ("JournalError", "DataChangedError", "TreeWidgetError")
    for name in (
        "load",
        "methods",
        "engine_info",
        "Gesture",
        "Method",
        "Node",
        "TreeWidget",
        "Committee",
        *errors,
    ):
        assert hasattr(tw, name), name
    with pytest.raises(AttributeError, match="no attribute 'from_sklearn'"):
        tw.from_sklearn  # noqa: B018 - asking for it is the test


def test_signatures_are_those_of_the_plan():
    split = inspect.signature(tw.DecisionTree.split)
    assert list(split.parameters)[1:] == [
        *("node", "column", "threshold", "groups", "missing", "replace", "regrow"),
        "reason",
    ]
    grow = inspect.signature(tw.DecisionTree.grow)
    assert list(grow.parameters)[1:] == ["node", "levels", "method", "keep", "reason", "options"]
    prune_to = inspect.signature(tw.DecisionTree.prune_to)
    assert list(prune_to.parameters)[1:] == [
        "reason",
        *("alpha", "leaves", "method", "risk", "relative", "keep"),
        *("confidence", "subtree_raising"),
    ]
    build = inspect.signature(tw.DecisionTree)
    assert list(build.parameters) == [
        *("data", "target", "method", "task", "weights", "validation", "test", "grow"),
        *("random_state", "journal", "require_reason", "options"),
    ]
    assert build.parameters["method"].kind is inspect.Parameter.KEYWORD_ONLY


def test_it_grows_unless_told_not_to():
    frame = mixed()
    assert len(tw.DecisionTree(frame, target="kind").frame()) > 1
    assert len(tw.DecisionTree(frame, target="kind", grow=False).frame()) == 1


def test_options_are_the_methods_own():
    frame = mixed(200)
    tree = tw.DecisionTree(frame, "kind", max_depth=2, min_samples_leaf=5, criterion="entropy")
    assert tree.frame()["depth"].max() == 2
    assert tree.frame()["n"].min() >= 5
    assert "entropy" in repr(tree.root)
    assert "cart" in set(tw.methods()["method"])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"max_dpeth": 3}, r"no option 'max_dpeth' \(did you mean 'max_depth'\?\)"),
        ({"mehtod": "cart"}, r"no option 'mehtod' \(did you mean 'method'\?\)"),
        ({"class_weight": {"a": 10**400}}, "class_weight of class 'a' is 1000.*give a number"),
        ({"method": "carrt"}, r"did you mean 'cart'\?"),
        ({"task": "clustering"}, "'classification', 'regression'"),
        ({"validation": 1.5}, "fraction between 0 and 1"),
        ({"weights": "wieght"}, "weights 'wieght' is no column"),
        ({"random_state": "x"}, "random_state"),
        ({"criterion": "giny"}, r"did you mean 'gini'\?"),
        ({"method": 5}, "method=5 is no name"),
        ({"grow": "no"}, "grow='no' must be True or False"),
        ({"weights": "NUMBER"}, r"did you mean 'number'\?"),
    ],
)
def test_wrong_construction_is_refused_in_words(options, text):
    with pytest.raises(tw.TreeWidgetError, match=text):
        tw.DecisionTree(mixed(), target="kind", **options)


def test_a_method_may_be_given_as_the_recipe_it_is():
    chaid = method("chaid")
    tree = tw.DecisionTree(mixed(), target="kind", method=chaid)
    assert tree == tw.DecisionTree(mixed(), target="kind", method="chaid")
    assert 'method="chaid"' in tree.history.code()
    own = dataclasses.replace(chaid, missing=chaid.missing[1:])
    for give in (
        lambda: tw.DecisionTree(mixed(), "kind", method=own),
        lambda: tree.grow(method=own),
    ):
        with pytest.raises(tw.InvalidValueError, match="'chaid' is a recipe that is not listed"):
            give()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_would_be_half_a_copy_is_refused_in_words(way):
    tree = tw.DecisionTree(mixed(), target="kind", grow=False)
    with pytest.raises(tw.WrongTypeError, match=r"tw.load\(path, data\).*tree.replay"):
        way(tree)
    with pytest.raises(tw.WrongTypeError, match=r"a workspace is not copied.*tree.replay"):
        way(tree.workspace)


def test_what_is_handed_out_says_that_it_does_not_change():
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind")
    rule = tree.to_ruleset().rules[0]
    done, again = tree.prune(0), tree.replay(frame).replayed
    for value in (done, done.before, tw.Action("undo"), tree.history, again, rule):
        with pytest.raises(dataclasses.FrozenInstanceError, match="field 'why'"):
            value.why = "asked"


def test_a_history_is_its_own_copy_and_says_how_it_is_kept():
    history = tw.DecisionTree(mixed(), target="kind").history
    assert copy.copy(history) is copy.deepcopy(history) is history
    with pytest.raises(tw.WrongTypeError, match=r"tree.save\(path\) keeps it"):
        pickle.dumps(history)


@pytest.mark.parametrize("name", RECIPES)
def test_a_method_comes_back_from_a_pickle(name):
    recipe = RECIPES[name]
    back = pickle.loads(pickle.dumps(recipe))  # noqa: S301 - our own
    options = Options(next(iter(recipe.criteria.values()))[0])
    assert type(back.search(options)) is type(recipe.search(options))


def test_it_says_what_it_decided():
    frame = mixed().assign(same=1)
    tree = tw.DecisionTree(frame, target="kind")
    assert tree.task == "classification"
    assert any("'kind' holds texts" in note for note in tree.notes)
    assert any("'same': constant" in note for note in tree.notes)
    tree.notes.append("not mine")
    assert "not mine" not in tree.notes


def test_the_tree_keeps_its_own_view_of_the_frame():
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind")
    text, rows = str(tree), tree.rows(0)
    frame["number"] = 0
    assert str(tree) == text
    assert tree.rows(0).equals(rows)
    rows["number"] = 0
    assert not tree.rows(0).equals(rows)


def test_a_target_given_beside_the_frame_is_matched_by_position():
    frame = mixed()
    beside = frame["kind"].reset_index(drop=True)
    apart = tw.DecisionTree(frame.drop(columns="kind"), target=beside)
    assert apart == tw.DecisionTree(frame, target="kind")


def test_a_random_state_of_none_is_drawn_and_written_down():
    tree = tw.DecisionTree(mixed(), target="kind", validation=0.25, random_state=None)
    assert "random_state=" in tree.history.code()


@pytest.mark.parametrize(
    "options",
    [
        {"min_samples_leaf": Fraction(1, 10)},
        {"priors": dict.fromkeys("abc", Fraction(1, 3))},
        {"losses": {"a": {"b": Fraction(5, 2)}}},
        {"class_weight": {"a": Fraction(3, 2)}},
        {"min_samples_leaf": Decimal("0.1")},
        {"priors": {"a": Decimal("0.5"), "b": Decimal("0.3"), "c": Decimal("0.2")}},
        {"ccp_alpha": Decimal("0.01")},
        {"class_weight": {"a": Decimal("1.5")}},
    ],
)
def test_fractions_and_decimals_among_the_options_are_written_down_as_numbers(options, tmp_path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=tmp_path / "journal", **options)
    again = {"tw": tw, "data": frame}
    exec(tree.history.code(), again)  # noqa: S102 - it is ours
    assert again["tree"] == tree
    assert tw.load(tmp_path / "journal", frame) == tree


def test_validation_rows_as_fraction_mask_column_or_frame():
    frame = mixed(200)
    mask = np.arange(200) % 4 == 0
    by_mask = tw.DecisionTree(frame, "kind", validation=mask)
    by_column = tw.DecisionTree(frame.assign(out=mask), "kind", validation="out")
    by_frame = tw.DecisionTree(frame[~mask], "kind", validation=frame[mask])
    scores = {tree.score("validation") for tree in (by_mask, by_column, by_frame)}
    assert len(scores) == 1
    assert by_mask.root.validation_n == 50


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_every_kind_of_frame_gives_the_same_tree(task):
    pa = pytest.importorskip("pyarrow")
    frame = (mixed(150) if task == "classification" else priced(150)).reset_index(drop=True)
    target = "kind" if task == "classification" else "price"
    if "size" in frame:
        frame = frame.drop(columns="size")
    own = tw.DecisionTree(frame, target=target, max_depth=4)
    other = tw.DecisionTree(pa.Table.from_pandas(frame), target=target, max_depth=4)
    assert own == other
    assert (own.predict(frame) == other.predict(pa.Table.from_pandas(frame))).all()


# ---------------------------------------------------------------- showing itself


def test_in_a_cell_it_is_one_widget_with_its_text():
    tree = tw.DecisionTree(mixed(), target="kind", max_depth=2)
    data, _ = tree._repr_mimebundle_(include=None, exclude=None)
    again, _ = tree._repr_mimebundle_()
    key = "application/vnd.jupyter.widget-view+json"
    assert data["text/plain"] == repr(tree)
    assert data[key] == again[key]


def test_other_widgets_are_other_models_of_the_same_tree():
    tree = tw.DecisionTree(mixed(), target="kind", max_depth=2)
    one, other = tree.widget(height=300), tree.widget(orientation="horizontal", editable=False)
    assert isinstance(one, tw.TreeWidget)
    assert (one.height, other.orientation, other.editable) == (300, "horizontal", False)
    one.selected = 1
    assert other.selected == 0
    tree.prune(0)
    assert one.selected == other.selected == 0
    one.close()
    other.close()


def test_widget_options_are_refused_in_words():
    tree = tw.DecisionTree(mixed(), target="kind", max_depth=2)
    with pytest.raises(tw.TreeWidgetError):
        tree.widget(height=-3)
    with pytest.raises(tw.TreeWidgetError):
        tree.widget(orientation="sideways")


@pytest.mark.parametrize("name", ["max_depth", "method", "validation", "require_reason", "grow"])
def test_what_is_given_where_a_tree_is_made_is_not_set_afterwards(name):
    tree = tw.DecisionTree(mixed(20), target="kind")
    with pytest.raises(tw.TreeWidgetError, match=rf"DecisionTree\(\.\.\., {name}=\.\.\.\)"):
        setattr(tree, name, 3)
    tree.remark = "mine"  # a name that means nothing to a tree
    assert tree.remark == "mine"


@pytest.mark.parametrize("name", ["label", "n", "threshold", "locked"])
def test_what_is_seen_of_a_node_is_not_assigned_to(name):
    root = tw.DecisionTree(mixed(20), target="kind").root
    for seen in (root, root.split):
        with pytest.raises(AttributeError, match=f"cannot assign to field '{name}'"):
            setattr(seen, name, 3)
