"""The oldest versions that pyproject.toml allows: they install, warn of nothing, and find the same.

Whoever raises what the package needs of one of them raises its bound there, or fails here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import venv

import pytest
from packaging.requirements import Requirement

import treewidget as tw

from . import kinds
from .clones import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BESIDE = {"nanobind-backend", "polars"}  # what the compiled kernel runs with, and frames of others
THEIRS = "ignore:Deprecated in traitlets:DeprecationWarning"  # ipywidgets 8.1.0 of its own doing


def bounds() -> list[str]:
    """Return everything that an installation may need, each at its lower bound."""
    extras = PROJECT["optional-dependencies"]
    others = map(Requirement, [*extras["kernel"], *extras["test"]])
    needed = map(Requirement, [*PROJECT["dependencies"], *extras["arrow"], *extras["compare"]])
    return [_oldest(one) for one in (*needed, *(one for one in others if one.name in BESIDE))]


def _oldest(requirement: Requirement) -> str:
    (low,) = (one.version for one in requirement.specifier if one.operator == ">=")
    return f"{requirement.name}=={low}"


@pytest.fixture(scope="module")
def oldest(tmp_path_factory) -> str:
    """Return a Python with the oldest versions, from wheels alone."""
    here = f">={sys.version_info.major}.{sys.version_info.minor}"
    if here != PROJECT["requires-python"]:
        pytest.skip("the oldest versions have wheels for the oldest Python")
    folder = tmp_path_factory.mktemp("oldest")
    venv.create(folder, with_pip=False)
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(folder), "install", "--quiet"),
            *("--disable-pip-version-check", "--only-binary=:all:", "--no-compile", *bounds()),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return str(folder / "bin" / "python")


def test_a_column_of_every_kind_is_the_same_with_the_oldest_versions(oldest, tmp_path):
    then, now = tmp_path / "then", tmp_path / "now"
    then.mkdir()
    now.mkdir()
    run = subprocess.run(
        [oldest, "-W", "error", "-W", THEIRS, "-m", "tests.packaging.kinds", str(then)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    theirs, ours = json.loads(run.stdout), json.loads(json.dumps(kinds.main(now)))
    assert theirs.keys() == ours.keys()
    for name, found in theirs.items():
        assert (name, found) == (name, ours[name])
    for number, (name, frame) in enumerate(kinds.frames()):
        tree = tw.load(then / f"{number}.journal", frame)
        assert str(tree).splitlines() == theirs[name]["text"], name
