"""Fresh clones of this repository, and surroundings in which to build them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = {f"treewidget/static/{name}" for name in ("widget.js", "panels.js", "widget.css")}
TOOLS = ("git", "sh", "env", "uname")


def clone_into(folder: Path) -> Path:
    """Clone the last commit, as a stranger gets it: no bundle in it, no node_modules."""
    trusting = folder / "config"
    trusting.write_text("[safe]\n\tdirectory = *\n")  # whoever owns the checkout
    target = folder / "clone"
    subprocess.run(
        ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(target)],
        env={**os.environ, "GIT_CONFIG_GLOBAL": str(trusting)},
        check=True,
    )
    return target


def with_node(folder: Path) -> dict[str, str]:
    """Return an environment with the system's Node, or else the one PyPI carries, on its path."""
    if shutil.which("node") and shutil.which("npm"):
        return dict(os.environ)
    scripts = str(Path(sys.executable).parent)
    return {**without_node(folder), "PATH": scripts + os.pathsep + str(folder / "bin")}


def without_node(folder: Path) -> dict[str, str]:
    """Return an environment whose path leads to git, but to no Node and no compiler."""
    tools = folder / "bin"
    tools.mkdir()
    for name in TOOLS:
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    return {**os.environ, "PATH": str(tools)}
