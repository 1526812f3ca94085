"""A package made from a clone of this repository carries the front end, and nothing more."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from .clones import BUNDLE, ROOT, clone_into, without_node

if TYPE_CHECKING:
    from pathlib import Path


NOTHING = {"TREEWIDGET_JS": "skip", "TREEWIDGET_KERNEL": "skip"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    return clone_into(tmp_path_factory.mktemp("git"))


def build(kind: str, source: Path, out: Path, environment: dict[str, str]) -> Path:
    """Build with hatchling in this environment, which carries PyPI's Node, and return the file."""
    run = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)],
        cwd=source,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    (made,) = out.iterdir()
    return made


def names_in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        assert all(archive.getinfo(name).file_size > 0 for name in BUNDLE)
        return set(archive.namelist())


def test_wheel_from_a_clone_without_node_carries_the_bundle(clone, tmp_path):
    wheel = build("wheel", clone, tmp_path / "out", without_node(tmp_path))

    names = names_in_wheel(wheel)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert names >= BUNDLE | {"treewidget/py.typed", "treewidget/__init__.py"}
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"treewidget"}
    assert not [name for name in names if name.endswith((".ts", ".tsx", ".sha256", ".map"))]


def test_sdist_carries_the_bundle_to_machines_without_node(clone, tmp_path):
    sdist = build("sdist", clone, tmp_path / "sdist", dict(os.environ))
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    subprocess.run(["tar", "-xzf", sdist, "-C", unpacked], check=True)
    (source,) = unpacked.iterdir()
    assert all((source / name).exists() for name in BUNDLE)
    assert not (source / "js" / "node_modules").exists()

    # Neither a Node nor a registry within reach: the bundle that came along must do.
    offline = {**without_node(tmp_path), "PYTHONPATH": "", "npm_config_offline": "true"}
    wheel = build("wheel", source, tmp_path / "wheel", offline)
    assert names_in_wheel(wheel) >= BUNDLE


def test_a_clone_that_must_not_build_says_so_by_doing_nothing(clone, tmp_path):
    fresh = tmp_path / "fresh"
    shutil.copytree(clone, fresh, ignore=shutil.ignore_patterns("static", "node_modules"))
    wheel = build("wheel", fresh, tmp_path / "out", {**os.environ, **NOTHING})

    with zipfile.ZipFile(wheel) as archive:
        assert not BUNDLE & set(archive.namelist())
