"""Loading the kernel: what the environment asks for, and what is said where there is none."""

from functools import cache
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

import treewidget.engine as engines
from tests.induction.frames import random_frame
from treewidget import engine_info, kernels
from treewidget.data import build_dataset
from treewidget.engine import NumpyEngine, make_engine
from treewidget.errors import InvalidValueError

load = kernels._loaded.__wrapped__


def lacking(text):
    def import_module(name):
        raise ImportError(text.format(name=name))

    return import_module


def having(contract):
    used = []
    module = SimpleNamespace(contract=contract, use=used.append, used=used)
    return lambda _name: module


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("TREEWIDGET_ENGINE", "TREEWIDGET_ISA"):
        monkeypatch.delenv(name, raising=False)


def test_where_there_is_none_both_cures_are_named(monkeypatch):
    monkeypatch.setattr(kernels, "import_module", lacking("No module named {name!r}"))
    module, said = load()
    assert module is None
    assert "apt-get install g++ python3-dev" in said
    assert "--no-cache-dir --force-reinstall" in said


def test_a_lack_of_the_backend_alone_does_not_advise_a_compiler(monkeypatch):
    words = "backend module 'nanobind_backend' is not installed: pip install nanobind-backend"
    monkeypatch.setattr(kernels, "import_module", lacking(words))
    assert load() == (None, words)


def test_a_kernel_of_other_sources_is_left_alone(monkeypatch):
    monkeypatch.setattr(kernels, "import_module", having(kernels.CONTRACT - 1))
    module, said = load()
    assert module is None
    assert "another version" in said


def test_the_environment_asks_for_an_engine(monkeypatch):
    monkeypatch.setattr(kernels, "import_module", having(kernels.CONTRACT))
    monkeypatch.setenv("TREEWIDGET_ISA", "plain")
    module, said = load()
    assert (module.used, said) == (["plain"], "")
    monkeypatch.setenv("TREEWIDGET_ENGINE", "numpy")
    assert load() == (None, "")
    monkeypatch.setenv("TREEWIDGET_ENGINE", "fortran")
    with pytest.raises(InvalidValueError, match="'fortran' is unknown"):
        load()
    monkeypatch.setenv("TREEWIDGET_ENGINE", "compiled")
    monkeypatch.setattr(kernels, "import_module", lacking("nothing here"))
    with pytest.raises(ImportError, match="TREEWIDGET_ENGINE=compiled, but no compiled kernel"):
        load()


def test_only_a_large_frame_without_a_kernel_is_worth_a_warning_and_only_one(monkeypatch):
    dataset = build_dataset(random_frame(0, 40), "y")
    monkeypatch.setattr(kernels, "native", lambda: None)
    monkeypatch.setattr(kernels, "absence", lambda: "no kernel: get one")
    engines._say_once.cache_clear()
    assert isinstance(make_engine(dataset), NumpyEngine)
    monkeypatch.setattr(engines, "SLOW", 40)
    with pytest.warns(UserWarning, match="slowly: no kernel: get one") as said:
        make_engine(dataset)
    assert [one.filename for one in said] == [__file__]
    make_engine(dataset)
    assert engine_info()["name"] == "numpy"
    assert engine_info()["note"] == "no kernel: get one"


@pytest.mark.parametrize(
    ("limit", "processors"),
    [("200000 100000\n", 2), ("50000 100000", 1), ("250000 100000", 3)],
)
def test_a_container_grants_a_share_of_the_machine(limit, processors):
    assert kernels.granted(limit) == processors
    assert kernels.granted("max 100000\n") > 10**6
    assert kernels.granted("") > 10**6


def test_what_a_container_grants_is_read_once(monkeypatch):
    monkeypatch.delenv("TREEWIDGET_THREADS", raising=False)
    monkeypatch.setattr(kernels, "_granted", cache(kernels._granted.__wrapped__))
    read = Mock(return_value="100000 100000")
    monkeypatch.setattr(kernels.Path, "read_text", read)
    assert [kernels.threads(), kernels.threads()] == [1, 1]
    assert read.call_count == 1
