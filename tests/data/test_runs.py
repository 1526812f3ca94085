"""Whole numbers in order: as numpy's stable sort has it, for every type and range."""

import numpy as np
import pytest

from treewidget.data.runs import alike, stable_order

EDGES = (0, 3, 2**15, 2**31 - 1, 2**31, 2**62)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("size", [0, 1, 2, 300])
def test_numbers_are_ordered_as_a_stable_sort_does(dtype, size):
    rng, limits = np.random.default_rng(size), np.iinfo(dtype)
    for edge in EDGES:
        low, high = max(-edge, limits.min), min(edge, limits.max)
        numbers = rng.integers(low, high, size, dtype=dtype, endpoint=True)
        numbers[: size // 100] = low
        numbers[size // 2 : size // 2 + size // 100] = high
        order = stable_order(numbers)
        assert order.dtype == np.intp
        assert order.tolist() == np.argsort(numbers, kind="stable").tolist()


@pytest.mark.parametrize("numbers", [[5, -(2**31) - 1, 0], [5, 2**31, 0]])
def test_numbers_far_to_one_side_are_ordered(numbers):
    assert stable_order(np.array(numbers)).tolist() == np.argsort(numbers).tolist()


def test_equal_numbers_stand_together():
    numbers = np.random.default_rng(0).integers(-4, 4, 200, dtype=np.int32)
    distinct, places = alike(numbers)
    assert distinct.tolist() == np.unique(numbers).tolist()
    for number, at in zip(distinct.tolist(), places, strict=True):
        assert at.tolist() == np.flatnonzero(numbers == number).tolist()
