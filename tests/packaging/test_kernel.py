"""The compiled kernel in an installation: there where it can be made, and not missed elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .clones import ROOT, clone_into, without_node

KERNELS = ROOT / "treewidget" / "kernels"
SKIP_JS = {"TREEWIDGET_JS": "skip"}
TELL = """
import json, pandas as pd, treewidget as tw
frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "y": ["no", "no", "yes", "yes"]})
tree = tw.DecisionTree(frame, target="y")
print(json.dumps({**tw.engine_info(), "nodes": len(tree.frame()), "at": tw.__file__}))
"""


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    return clone_into(tmp_path_factory.mktemp("git"))


def wheel_of(source: Path, out: Path, environment: dict[str, str]) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=source,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def unpacked(folder: Path) -> Path:
    """Unpack the wheel in `out` as an installer would."""
    (wheel,) = (folder / "out").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def told_by(site: Path) -> dict[str, object]:
    """Return what an installation says of its engine, every warning being an error."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", TELL],
        env={**os.environ, "PYTHONPATH": str(site), "TREEWIDGET_ENGINE": ""},
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert Path(told["at"]).is_relative_to(site)
    return told


def text_of(site: Path, name: str) -> str:
    (path,) = site.glob(f"treewidget-*.dist-info/{name}")
    return path.read_text()


def needs_the_backend(site: Path) -> bool:
    """Return whether an installation depends on nanobind's library, whatever the extras."""
    lines = text_of(site, "METADATA").splitlines()
    return any(
        line.startswith("Requires-Dist: nanobind-backend") and ";" not in line for line in lines
    )


def test_a_wheel_with_the_kernel_is_one_for_this_platform(clone, tmp_path):
    for name in ("_native.abi3.so", "_native.sha256"):  # what is fresh is not compiled again
        if (KERNELS / name).exists():
            shutil.copy(KERNELS / name, clone / "treewidget" / "kernels")
    # If it must be: that it is there is the question, not how quick it is.
    required = {"TREEWIDGET_KERNEL": "require", "CXXFLAGS": "-O0"}
    run = wheel_of(clone, tmp_path / "out", {**os.environ, **SKIP_JS, **required})
    assert run.returncode == 0, run.stdout + run.stderr
    site = unpacked(tmp_path)
    kernel = {path.name for path in (site / "treewidget" / "kernels").rglob("*")}
    assert kernel == {"__init__.py", "_native.abi3.so"}
    assert "Tag: cp310-abi3-" in text_of(site, "WHEEL")
    assert needs_the_backend(site)
    told = told_by(site)
    assert (told["name"], told["nodes"]) == ("compiled", 3)
    assert "note" not in told


def test_without_a_compiler_numpy_serves_and_no_old_kernel_travels(clone, tmp_path):
    (clone / "treewidget" / "kernels" / "_native.abi3.so").write_bytes(b"an old one")
    (clone / "treewidget" / "kernels" / "_native.sha256").write_text("of other sources")
    run = wheel_of(clone, tmp_path / "out", {**without_node(tmp_path), **SKIP_JS})
    assert run.returncode == 0, run.stdout + run.stderr
    (wheel,) = (tmp_path / "out").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")

    site = unpacked(tmp_path)
    assert not list(site.rglob("_native*"))
    assert not needs_the_backend(site)
    told = told_by(site)
    assert (told["name"], told["nodes"]) == ("numpy", 3)
    assert "g++ python3-dev" in told["note"]


def test_a_kernel_that_is_required_and_cannot_be_made_is_an_error(clone, tmp_path):
    environment = {**without_node(tmp_path), **SKIP_JS, "TREEWIDGET_KERNEL": "require"}
    (clone / "treewidget" / "kernels" / "_native.sha256").unlink(missing_ok=True)
    assert wheel_of(clone, tmp_path / "out", environment).returncode != 0
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
