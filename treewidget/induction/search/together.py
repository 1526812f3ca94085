"""Searches that go on side by side, whose tests are made together.

A test of a handful of tables takes as long as one of a thousand. A search is written as if it were
alone: where it wants tables tested, it yields them, and is handed what was found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import numpy as np

from .chi_square import Significance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...engine.contract import Floats

BATCH: Final = 1 << 13
"""Tables beyond so many wait for the next test, ten milliseconds or so later."""
T = TypeVar("T")
Test: TypeAlias = "Callable[[Floats], Significance]"
Wanted: TypeAlias = "Floats | Sequence[Sequence[Sequence[float]]]"
"""Tables of shape (m, branches, S)."""
Search: TypeAlias = Generator[Wanted, Significance, T]
"""Yields tables, at least one, and is handed what was found of them."""


def together(
    searches: Sequence[Search[T]], test: Test, heed: Callable[[], object] = lambda: None
) -> list[T]:
    """Return what each of some searches returns; `heed` is called before each step and each test.

    Examples
    --------
    >>> from treewidget.induction.search.chi_square import pearson
    >>> def least_p(tables):
    ...     return float((yield tables).p.min())
    >>> alike, unlike = [[4.0, 4.0], [4.0, 4.0]], [[4.0, 0.0], [0.0, 4.0]]
    >>> [round(p, 4) for p in together([least_p([alike]), least_p([unlike])], pearson)]
    [1.0, 0.0047]
    """
    results: dict[int, T] = {}
    found: dict[int, Significance | None] = dict.fromkeys(range(len(searches)))
    while found:
        wanted: dict[int, Wanted] = {}
        for at, known in found.items():
            heed()
            search = searches[at]
            try:
                wanted[at] = next(search) if known is None else search.send(known)
            except StopIteration as end:
                results[at] = end.value
        found = _tested(wanted, test, heed)
    return [results[at] for at in range(len(searches))]


def _tested(
    wanted: dict[int, Wanted], test: Test, heed: Callable[[], object]
) -> dict[int, Significance | None]:
    """Test tables of as many branches at once, as far as they are not too many."""
    alike: dict[int, list[list[int]]] = defaultdict(list)
    room: dict[int, int] = defaultdict(int)
    for at, tables in wanted.items():
        branches = len(tables[0])
        if room[branches] <= 0:
            alike[branches].append([])
            room[branches] = BATCH
        alike[branches][-1].append(at)
        room[branches] -= len(tables)
    found: dict[int, Significance | None] = {}
    for held in chain.from_iterable(alike.values()):
        heed()
        tested = test(_end_to_end([wanted[at] for at in held]))
        end = 0
        for at in held:
            begin, end = end, end + len(wanted[at])
            found[at] = tested.part(slice(begin, end))
    return found


def _end_to_end(wanted: Sequence[Wanted]) -> Floats:
    """Return tables as one array: those of a few categories come as plain numbers."""
    if any(isinstance(tables, np.ndarray) for tables in wanted):
        return np.concatenate([np.asarray(tables, dtype=np.float64) for tables in wanted])
    first = wanted[0][0]
    numbers = chain.from_iterable(chain.from_iterable(chain.from_iterable(wanted)))
    return np.array(list(numbers)).reshape(-1, len(first), len(first[0]))
