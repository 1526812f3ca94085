"""Everything that must hold, in one run: `python -m tests`, with pytest's options after it.

Lint, types, the front end's own tests and a second round without the compiled kernel are tests
among the others (tests/checks). The browser's tests mostly wait for pages to load, so most of them
run beside the rest. With paths among the options it is one plain run of pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from .machine import prepare

TESTS = Path("tests")
WITH_THE_REST = {"test_canvas.py", "test_editing.py"}
"""Files of the browser's that make both runs about as long."""


def main() -> int:
    """Prepare the machine, compile the kernel as it stands, and run pytest."""
    prepare()
    os.chdir(Path(__file__).resolve().parents[1])
    subprocess.run([sys.executable, "treewidget/kernels/build.py"], check=True)
    given = sys.argv[1:]
    if any(Path(one.partition("::")[0]).exists() for one in given):
        return int(pytest.main(given))
    return _side_by_side(given)


def _halves() -> tuple[list[str], list[str]]:
    """Return what mostly waits, and the rest with a little of that."""
    browser = sorted((TESTS / "browser").glob("test_*.py"))
    waiting = [TESTS / "notebooks", *(one for one in browser if one.name not in WITH_THE_REST)]
    rooms = sorted({one.parent for one in TESTS.glob("*/test_*.py")} - {TESTS / "browser"})
    rest = [one for one in rooms if one not in waiting] + sorted(TESTS.glob("test_*.py"))
    rest += [one for one in browser if one not in waiting]
    return [str(one) for one in waiting], [str(one) for one in rest]


def _side_by_side(options: list[str]) -> int:
    """Run one half beside the other, and say what came of that one when all is done."""
    run = [sys.executable, "-m", "pytest", *options]
    waiting, others = _halves()
    with tempfile.TemporaryFile("w+") as said:
        beside = subprocess.Popen(
            [*run, "-p", "no:cacheprovider", *others], stdout=said, stderr=subprocess.STDOUT
        )
        try:
            codes = [subprocess.run([*run, *waiting], check=False).returncode, beside.wait()]
        finally:
            beside.terminate()
        said.seek(0)
        print(said.read())
    nothing = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    bad = [code for code in codes if code not in (0, nothing)]
    return bad[0] if bad else min(codes)


if __name__ == "__main__":
    sys.exit(main())
