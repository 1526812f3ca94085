"""What engines and coding must do holds without the compiled kernel too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from treewidget import kernels

ROOT = Path(__file__).resolve().parents[1]

TOUCHED = [
    "tests/engine",
    "tests/data/test_ranking.py",
    "tests/data/test_kinds.py",
    "tests/induction/test_against_naive.py",
    "tests/induction/test_against_sklearn.py",
    "tests/induction/test_candidates.py",
    "tests/induction/test_forced.py",
    "tests/induction/test_subsets.py",
    "tests/induction/test_ties_and_missing.py",
    "tests/goldens",
    "tests/tree/test_growing.py",
    "tests/tree/test_marking.py",
    "tests/tree/test_splitting.py",
]


@pytest.mark.skipif(kernels.native() is None, reason="everything runs without the kernel here")
def test_numpy_does_what_the_kernel_does():
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TOUCHED],
        cwd=ROOT,
        env={**os.environ, "TREEWIDGET_ENGINE": "numpy"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
