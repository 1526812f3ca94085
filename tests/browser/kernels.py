"""A second kernel beside the first: ipykernel 6, whose widget messages wait behind a busy cell."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

OLD = "ipykernel6"


def make_old_kernel(folder: Path) -> list[str]:
    """Make an environment that has ipykernel 6 and borrows the rest; return a kernel's command."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-deps", "ipykernel>=6.29,<7"], check=True)
    (own,) = folder.glob("lib/python*/site-packages")
    # Paths in a .pth file come after the environment's own packages: only ipykernel differs.
    (own / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]


def register(command: list[str], home: Path) -> None:
    """Make the kernel known to the server that lives in this home."""
    spec = home / "jupyter" / "data" / "kernels" / OLD
    spec.mkdir(parents=True, exist_ok=True)
    content = {"argv": command, "display_name": OLD, "language": "python"}
    (spec / "kernel.json").write_text(json.dumps(content))
