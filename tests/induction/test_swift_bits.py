"""Growth in one call gives the same bits whatever threads, instructions and memory it has."""

import os

import numpy as np
import pytest

from tests.induction.frames import random_frame, with_changes
from tests.induction.swift_trees import (
    both,
    grown_full,
    on_every_set,
    wide,
)
from treewidget import kernels
from treewidget.induction import swift

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")


def test_threads_and_instruction_sets_change_no_bit(monkeypatch):
    frames = [wide(6, 30_000, "classification"), wide(7, 30_000, "regression")]
    frames[1]["w"] = np.random.default_rng(8).random(30_000)
    for frame in frames:
        _, compiled = both(frame, weights="w" if "w" in frame else None)
        sizes = {2000: set(), 65536: set()}
        for threads in ("1", "2"):
            monkeypatch.setitem(os.environ, "TREEWIDGET_THREADS", threads)
            for size, seen in sizes.items():
                seen.update(on_every_set(grown_full, compiled, size, 9))
        # The two sizes sum in another order, and need not agree in the bits.
        assert [len(seen) for seen in sizes.values()] == [1, 1]
        assert len({exact[:1000] for seen in sizes.values() for exact, _, _ in seen}) == 1


def test_a_growth_keeps_its_arrays_while_memory_that_others_gave_back_is_used_again():
    frame = wide(10, 300_000, "regression")
    _, compiled = both(frame)

    def grown(**changes):
        inducer = with_changes(compiled, **changes)
        return swift.lines_of(inducer, [inducer.root()], lambda _share: None)

    first = grown()
    assert first.stats.nbytes > 2**23  # large enough to be used again
    before = [kept.copy() for kept in (first.column, first.stats, first.scatter, first.rows)]
    for changes in ({}, {"min_samples_leaf": 2}, {"max_depth": 12}, {}):
        last = grown(**changes)
    for kept, was, again in zip(
        (first.column, first.stats, first.scatter, first.rows),
        before,
        (last.column, last.stats, last.scatter, last.rows),
        strict=True,
    ):
        assert kept.tobytes() == was.tobytes() == again.tobytes()


@pytest.mark.parametrize("classes", [0, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_instruction_sets_grow_the_same_full_trees(classes, missing, distinct, criterion):
    frame = random_frame(3, 6000, classes=classes, missing=missing, nominal=0)
    rng = np.random.default_rng(4)
    if distinct:
        frame = frame.assign(**{f"x{i}": rng.normal(size=len(frame)) for i in range(3)})
        frame["y"] = frame["y"] if classes else frame["y"] + rng.normal(size=len(frame))
    _, compiled = both(frame, criterion=criterion)
    for size in (0, 65535):
        assert len(on_every_set(grown_full, compiled, size, -1)) == 1
