"""`pip install` from a clone, as the README tells it, with and without Node on the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .clones import BUNDLE, ROOT, clone_into, with_node, without_node


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    return clone_into(tmp_path_factory.mktemp("git"))


@pytest.mark.one_in(3)  # what installs the tests is editable, and builds the bundle too
@pytest.mark.parametrize(
    ("surroundings", "editable"), [(without_node, False), (with_node, False), (with_node, True)]
)
def test_pip_installs_from_a_clone(clone, tmp_path, surroundings, editable):
    target = tmp_path / "site"
    source = ["--editable", str(clone)] if editable else [f"git+file://{clone}"]
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--no-deps", "--no-cache-dir"),
            *("--disable-pip-version-check", "--target", str(target), *source),
        ],
        env={**surroundings(tmp_path), "TREEWIDGET_KERNEL": "skip"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    home = clone if editable else target
    assert all((home / name).stat().st_size > 0 for name in BUNDLE)
    links = [link.read_text().strip() for link in target.glob("*.pth")]
    assert links == [str(clone)] * editable
