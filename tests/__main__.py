"""Everything that must hold, in one run: `python -m tests`, with pytest's arguments after it.

Lint, types, the front end's own tests and a second round without the compiled kernel are tests
among the others (tests/checks), so that one summary says it all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .machine import prepare


def main() -> int:
    """Prepare the machine, compile the kernel as it stands, and run pytest."""
    prepare()
    os.chdir(Path(__file__).resolve().parents[1])
    subprocess.run([sys.executable, "treewidget/kernels/build.py"], check=True)
    return int(pytest.main(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
