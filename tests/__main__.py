"""Everything that must hold, in one run: `python -m tests`, with pytest's options after it.

Lint, types, the front end's own tests (test_tools.py) and a second round without the compiled
kernel (test_twin.py) are tests among the others. What mostly waits for other processes, as the
browser's tests do, runs beside the rest; what is measured against a clock comes last, alone. With
paths among the options it is one plain run of pytest.
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
WAITING = [TESTS / "notebooks", TESTS / "test_twin.py"]
"""What waits for other processes, as the browser's tests do."""
ALONE = {"test_speed.py"}
"""Files of the browser's that measure, and so wait until nothing else runs."""


def main() -> int:
    """Prepare the machine, compile the kernel as it stands, and run pytest."""
    prepare()
    os.chdir(Path(__file__).resolve().parents[1])
    subprocess.run([sys.executable, "treewidget/kernels/build.py"], check=True)
    given = sys.argv[1:]
    if any(Path(one.partition("::")[0]).exists() for one in given):
        return int(pytest.main(given))
    return _side_by_side(given)


def _shares() -> tuple[list[str], list[str], list[str]]:
    """Return what mostly waits, the rest, and what measures."""
    browser = sorted((TESTS / "browser").glob("test_*.py"))
    alone = [one for one in browser if one.name in ALONE]
    waiting = [*WAITING, *(one for one in browser if one not in alone)]
    rooms = sorted({one.parent for one in TESTS.glob("*/test_*.py")} - {TESTS / "browser"})
    rest = [one for one in (*rooms, *sorted(TESTS.glob("test_*.py"))) if one not in waiting]
    return [str(one) for one in waiting], [str(one) for one in rest], [str(one) for one in alone]


def _side_by_side(options: list[str]) -> int:
    """Run two shares beside each other and the third after them; say what came of all."""
    run = [sys.executable, "-m", "pytest", *options]
    waiting, others, alone = _shares()
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
    codes.append(subprocess.run([*run, *alone], check=False).returncode)
    nothing = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    bad = [code for code in codes if code not in (0, nothing)]
    return bad[0] if bad else min(codes)


if __name__ == "__main__":
    sys.exit(main())
