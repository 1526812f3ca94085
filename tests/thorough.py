"""How much of a long check runs: a share of its cases each time, all with TREEWIDGET_TESTS=whole.

The share is the same at each run: of cases every k-th. Where they are products of several lists,
k divides the length of none, so that it goes round in all of them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest

WHOLE = os.environ.get("TREEWIDGET_TESTS") == "whole"
SHARE = 4
"""One in so many of hypothesis's examples runs each time."""


def examples(many: int) -> settings:
    """Return so many of hypothesis's examples, or the first of them."""
    return settings(max_examples=many if WHOLE else many // SHARE)


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of tests marked ``one_in(k)`` that do not run this time."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    left: list[pytest.Item] = []
    for of_one in cases.values():
        mark = of_one[0].get_closest_marker("one_in")
        if mark is not None and not WHOLE:
            left += [item for at, item in enumerate(of_one) if at % mark.args[0]]
    return left
