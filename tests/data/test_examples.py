"""The examples in the docstrings of the data room are true."""

import doctest
import importlib
import pkgutil

import pytest

import treewidget.data
import treewidget.errors

MODULES = ["treewidget.errors"] + [
    f"treewidget.data.{module.name}" for module in pkgutil.iter_modules(treewidget.data.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
