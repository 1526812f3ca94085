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


@pytest.mark.one_in(2)  # what is editable is installed with Node each time
@pytest.mark.parametrize("surroundings", [without_node, with_node])
def test_pip_installs_from_a_git_url(clone, tmp_path, surroundings):
    target = tmp_path / "site"
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--no-deps", "--no-cache-dir"),
            *("--disable-pip-version-check", "--target", str(target)),
            f"git+file://{clone}",
        ],
        env={**surroundings(tmp_path), "TREEWIDGET_KERNEL": "skip"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert all((target / name).stat().st_size > 0 for name in BUNDLE)


def test_an_editable_install_builds_the_bundle_in_the_clone(clone, tmp_path):
    target = tmp_path / "site"
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--no-deps"),
            *("--disable-pip-version-check", "--target", str(target), "--editable", str(clone)),
        ],
        env={**with_node(tmp_path), "TREEWIDGET_KERNEL": "skip"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert all((clone / name).stat().st_size > 0 for name in BUNDLE)
    (link,) = target.glob("*.pth")
    assert link.read_text().strip() == str(clone)
