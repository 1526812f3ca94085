"""How much of a long check runs: a share of its cases each time, all with TREEWIDGET_TESTS=whole.

The share is the same at each run: of cases every k-th. Where they are products of several lists,
k divides the length of none, so that the cases that run differ in all of them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pytest

WHOLE = os.environ.get("TREEWIDGET_TESTS") == "whole"
SHARE = 5
"""One in so many of hypothesis's examples runs each time."""


def examples(many: int) -> settings:
    """Return so many of hypothesis's examples, or the first of them."""
    return settings(max_examples=many if WHOLE else many // SHARE)


def some(values: Sequence[int]) -> Sequence[int]:
    """Return these, or every fourth of them: each width of a sweep is another look at a page."""
    return values if WHOLE else values[::4]


def by_test(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Return the cases of each test, in their order."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    return cases


def leave(config: pytest.Config, items: list[pytest.Item], left: Iterable[pytest.Item]) -> None:
    """Take these out of what runs, unless all is to run."""
    if WHOLE:
        return
    out = dict.fromkeys(left)
    config.hook.pytest_deselected(items=[*out])
    items[:] = [item for item in items if item not in out]
