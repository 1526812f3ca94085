"""Everything that must hold, in one run: `python -m tests`, with pytest's options after it.

Lint, types, the front end's own tests and a second round without the compiled kernel are tests
among the others (tests/checks). The browser's tests mostly wait for pages to load, so they run
beside the rest. With paths among the options it is one plain run of pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from .machine import prepare

WAITING = ("tests/browser", "tests/notebooks")


def main() -> int:
    """Prepare the machine, compile the kernel as it stands, and run pytest."""
    prepare()
    os.chdir(Path(__file__).resolve().parents[1])
    subprocess.run([sys.executable, "treewidget/kernels/build.py"], check=True)
    given = sys.argv[1:]
    if any(Path(one.partition("::")[0]).exists() for one in given):
        return int(pytest.main(given))
    return _side_by_side(given)


def _side_by_side(options: list[str]) -> int:
    """Run the tests that wait beside those that compute; say of the latter when all is done."""
    run = [sys.executable, "-m", "pytest", *options]
    others = [f"--ignore={path}" for path in WAITING]
    with tempfile.TemporaryFile("w+") as said:
        beside = subprocess.Popen(
            [*run, *others, "-p", "no:cacheprovider"], stdout=said, stderr=subprocess.STDOUT
        )
        try:
            codes = [subprocess.run([*run, *WAITING], check=False).returncode, beside.wait()]
        finally:
            beside.terminate()
        said.seek(0)
        print(said.read())
    nothing = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    bad = [code for code in codes if code not in (0, nothing)]
    return bad[0] if bad else min(codes)


if __name__ == "__main__":
    sys.exit(main())
