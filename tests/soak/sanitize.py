"""The kernel's tests under the address and undefined-behaviour sanitizers.

    python -m tests.soak.sanitize        with pytest's arguments after it

A copy of the package gets a kernel compiled with -fsanitize=address,undefined, and whatever the
kernel does is tested through that. Needs g++ on Linux; a few minutes.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SANITIZE = "-fsanitize=address,undefined"
FLAGS = ["-O1", "-g", "-fno-omit-frame-pointer", "-fno-sanitize-recover=undefined", SANITIZE]
TESTS = [
    "tests/engine",
    "tests/data/test_packing.py",
    "tests/data/test_ranking.py",
    "tests/data/test_spacing.py",
    "tests/induction/test_glance.py",
    "tests/induction/test_grouping.py",
    "tests/induction/test_lists.py",
    "tests/induction/test_swift.py",
    "tests/induction/test_swift_medians.py",
    "tests/induction/test_swift_rows.py",
    "tests/induction/test_swift_threads.py",
    "tests/induction/test_swift_worth.py",
    "tests/induction/test_thresholds_at_once.py",
    "tests/induction/test_landing.py",
]


def library(name: str) -> str:
    """Return where the compiler has a library of its own."""
    asked = ["g++", f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    """Build, test, and return pytest's verdict."""
    with tempfile.TemporaryDirectory() as folder:
        copy, made = Path(folder) / "copy", Path(folder) / "made"
        for name in ("treewidget", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("_native*"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        made.mkdir()
        build = runpy.run_path(str(copy / "treewidget" / "kernels" / "build.py"))
        module = build["compile_into"](made, FLAGS, [SANITIZE])
        shutil.copy(module, copy / "treewidget" / "kernels")
        environment = {
            **os.environ,
            "PYTHONPATH": str(copy),
            "LD_PRELOAD": f"{library('libasan.so')} {library('libubsan.so')}",
            # Python keeps what it has until it ends, and an allocation that fails is to throw.
            "ASAN_OPTIONS": "detect_leaks=0,allocator_may_return_null=1",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
            "TREEWIDGET_ENGINE": "compiled",
        }
        # what a sanitizer finds it writes, and ends the process: pytest must not hold that back
        command = [sys.executable, "-m", "pytest", "-q", "--capture=sys"]
        command += sys.argv[1:] or TESTS
        verdict = subprocess.run(command, cwd=copy, env=environment, check=False).returncode
        print("the tests ended with", verdict, "(0: nothing was found)")
        return verdict


if __name__ == "__main__":
    sys.exit(main())
