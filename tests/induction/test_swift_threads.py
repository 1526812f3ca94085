"""Growth on several threads: the same bits on however many, from wherever it is asked."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.induction.swift_trees import both, grown_full, wide
from treewidget import kernels

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
ROWS = 200_000  # by three columns: enough for three threads at the root, and for two below


@pytest.fixture(scope="module", params=["classification", "regression", "weights"])
def noise(request):
    """Rows that say nothing, so that many of a node's bins are gone into."""
    kind = request.param
    frame = wide(4, ROWS, "regression" if kind == "regression" else "classification")
    frame["y"] = np.random.default_rng(5).permutation(frame["y"])
    if kind == "weights":
        frame["w"] = np.random.default_rng(6).random(ROWS)
    return both(frame, weights="w" if kind == "weights" else None)[1]


@pytest.mark.parametrize("levels", [3, -1])
def test_any_number_of_threads_grows_the_same_tree(noise, levels, monkeypatch):
    seen = set()
    for threads in ("1", "2", "9"):
        monkeypatch.setenv("TREEWIDGET_THREADS", threads)
        seen.add(grown_full(noise, 0, levels))
    assert len(seen) == 1


def test_growths_beside_each_other_share_their_threads(noise, monkeypatch):
    monkeypatch.setenv("TREEWIDGET_THREADS", "4")
    alone = grown_full(noise, 0, 4)
    with ThreadPoolExecutor(5) as pool:
        assert set(pool.map(lambda _: grown_full(noise, 0, 4), range(10))) == {alone}


FORKED = """
import os, signal, sys
from tests.induction.swift_trees import both, grown_full, wide

compiled = both(wide(4, 200_000, "classification"))[1]
before = grown_full(compiled, 0, 4)
child = os.fork()
if not child:
    signal.alarm(60)
    os._exit(0 if grown_full(compiled, 0, 4) == before else 3)
print(os.waitpid(child, 0)[1], grown_full(compiled, 0, 4) == before)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_has_threads_of_its_own():
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED],
        env={**os.environ, "TREEWIDGET_THREADS": "3"},
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert done.stdout.split() == ["0", "True"], done.stderr
