"""Every example in a docstring runs and prints what it says."""

import doctest
import importlib
import inspect
import pkgutil
import re

import pandas as pd
import pytest

import treewidget as tw
from treewidget.looking import Looking

PATIENTS = pd.DataFrame(
    {
        "age": [25, 32, 38, 43, 45, 51, 58, 64],
        "smokes": ["no", "yes", "no", "yes", "no", "yes", "yes", "yes"],
        "ill": ["no", "no", "no", "yes", "no", "yes", "yes", "yes"],
    }
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
NAMES = [
    module.name
    for module in pkgutil.walk_packages(tw.__path__, "treewidget.")
    if not module.name.startswith("treewidget.widget")
]
PUBLIC = [
    (kind, name)
    for kind in (tw.DecisionTree, type(tw.DecisionTree(PATIENTS, "ill").history))
    for name, member in inspect.getmembers(kind)
    if not name.startswith("_") and (callable(member) or isinstance(member, property))
]


@pytest.mark.parametrize("name", NAMES)
def test_examples_print_what_they_say(name):
    module = importlib.import_module(name)
    given = {**vars(module), "tw": tw, "pd": pd, "patients": PATIENTS}
    result = doctest.testmod(module, extraglobs=given, optionflags=FLAGS, verbose=False)
    assert result.failed == 0


def test_every_method_of_the_public_face_has_an_example():
    silent = [
        name
        for kind, name in PUBLIC
        if kind is tw.DecisionTree and ">>>" not in (inspect.getdoc(getattr(kind, name)) or "")
    ]
    assert silent == []


@pytest.mark.parametrize("kind", [tw.DecisionTree, tw.Committee, tw.Ruleset])
def test_every_argument_of_the_public_face_is_said(kind):
    for name, member in inspect.getmembers(kind, inspect.isfunction):
        if name.startswith("_"):
            continue
        said = re.findall(r"^\**(\w+)(?: :|$)", inspect.getdoc(member) or "", re.MULTILINE)
        assert set(list(inspect.signature(member).parameters)[1:]) <= set(said), name


def test_the_public_face_says_what_it_is():
    assert issubclass(tw.DecisionTree, Looking)
    for name in tw.__all__:
        assert inspect.getdoc(getattr(tw, name)), name
