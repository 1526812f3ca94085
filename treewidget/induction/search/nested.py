"""The cheapest test that begins a tree of two levels, without a look below each.

Of some rows the cheapest tree costs no more than of more rows: the same tree errs on no more of
them, and measures no more. What lies below a cut of a column lies below every later one too, so
that the costs on either side of a cut bound those of all others from below. Cuts that the bounds
rule out are not looked below: of columns that tell little those are nearly all.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from .ledger import EVEN, Cheap, tried
from .scan import TOGETHER
from .subsets import EXHAUSTIVE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.contract import Floats
    from ..contract import Setting
    from ..options import Options
    from .ledger import Ledger, Spot
    from .menu import Menu

LEVELS: Final = 2
"""On the last level every cut is tried, as bounds need it; above it some stand for many."""
FIRST: Final = 0.15
"""About what share of the time a first look below one test of each column takes."""
MOST: Final = 16
"""So many tests are looked below together, where places are small."""
CLEAR: Final = 1e-6
"""A test is ruled out that costs more than the best by such a share of a leaf's: sums round."""


def bounds_hold(setting: Setting, options: Options) -> bool:
    """Whether fewer rows never cost more: each test of more rows is one of theirs too."""
    dataset, limits = setting.dataset, setting.limits
    if limits.bind or limits.split_rows > 2:  # noqa: PLR2004 - a test has two branches
        return False
    any_groups = options.branching == "rest" or len(dataset.target.classes) == 2  # noqa: PLR2004
    return any_groups or all(
        column.is_ordered or len(column.keys) <= EXHAUSTIVE for column in dataset.columns
    )


def cheapest_of_columns(
    ledger: Ledger, here: Spot, columns: Sequence[int], *, of_all: bool = False
) -> list[Cheap]:
    """Return the cheapest test of each column, in frame order, as `Ledger` has them.

    With `of_all` no more is wanted than the cheapest of them all: what is returned of other columns
    need not be their cheapest, or is missing where all of it costs more.
    """
    most, told = np.inf, ledger.told
    if of_all:  # what is cheapest alone mostly tells soon what the others have to beat
        for race in told.stage(FIRST).over(_races(ledger, here, columns), len(columns), 1):
            most = min(most, race.alone())
    found: list[Cheap] = []
    for race in told.stage(1.0).over(_races(ledger, here, columns), len(columns), 1):
        best = race.run(most)
        if best is not None:
            found.append(best)
            most = min(most, best.cost) if of_all else most
    return sorted(found, key=lambda one: one.column)


def _races(ledger: Ledger, here: Spot, columns: Sequence[int]) -> Iterator[_Race]:
    own = float(ledger.leaf(here.place.whole))
    for menu in ledger.menus(here, columns, LEVELS):
        once = ledger.once(here, menu)
        for tests in tried(menu, once, LEVELS, EVEN * own):
            yield _Race(ledger, here, menu, tests, once[tests], own=own)


class _Span(NamedTuple):
    """Tests in a row that no bound rules out.

    Attributes
    ----------
    bound : float
        What each of them and the trees below it cost at least.
    begin, end : int
    at : int
        Which of them is looked below.
    low, high : float
        What lies on the first side of each costs at least, and what lies on the other.
    """

    bound: float
    begin: int
    end: int
    at: int
    low: float = 0.0
    high: float = 0.0


class _Race:
    """The tests of one column, of which those are looked below first that may be cheapest.

    `once` is what each costs with two leaves, `own` what a leaf does.
    """

    def __init__(
        self, ledger: Ledger, here: Spot, menu: Menu, tests: list[int], once: Floats, *, own: float
    ) -> None:
        self._ledger = ledger
        self._here = here
        self._menu = menu
        self._tests = tests
        self._once = once
        self._column = menu.column(tests[0])
        self._price = ledger.price(here, self._column)
        cells = here.place.rows * len(here.place.whole) * len(ledger.setting.dataset.columns)
        self._width = min(TOGETHER // cells, MOST)
        self._slack, self._clear = EVEN * own, CLEAR * own

    def alone(self) -> float:
        """Return what the test costs that is cheapest with two leaves, with the trees below it."""
        at = int(self._once.argmin())
        ((one, two, _),) = self._look([_Span(self._price, at, at + 1, at)], np.inf)
        return self._price + one + two

    def run(self, most: float) -> Cheap | None:
        """Return the cheapest test, if it costs no more than `most`."""
        best: Cheap | None = None
        spans = self._begin()
        while spans and spans[0].bound <= most + self._clear:
            some = [heapq.heappop(spans)]
            while spans and len(some) < self._width and spans[0].bound <= most + self._clear:
                some.append(heapq.heappop(spans))
            for span, (one, two, exact) in zip(some, self._look(some, most), strict=True):
                if exact:
                    cost = self._price + one + two
                    test = self._tests[span.at]
                    new = Cheap(self._column, cost, float(self._once[span.at]), self._menu, test)
                    most = min(most, cost)
                    if best is None or self._is_before(new, best):
                        best = new
                self._open(spans, span.begin, span.at, span.low, max(span.high, two))
                self._open(spans, span.at + 1, span.end, max(span.low, one), span.high)
        return best

    def _begin(self) -> list[_Span]:
        """Return the spans to begin with: cuts with the missing rows on one side, and the other.

        Tests of a nominal column are not nested: each is a span of its own.
        """
        alone, count, price = int(self._once.argmin()), len(self._tests), self._price
        if not self._ledger.setting.dataset.columns[self._column].is_ordered:
            return [_Span(price, at, at + 1, at) for at in range(count)]
        other = count - int(np.count_nonzero(self._menu.with_missing[self._tests]))
        return [
            _Span(price, begin, end, alone if begin <= alone < end else (begin + end) // 2)
            for begin, end in ((0, other), (other, count))
            if begin < end
        ]

    def _open(self, spans: list[_Span], begin: int, end: int, low: float, high: float) -> None:
        if begin < end:
            bound = self._price + low + high
            heapq.heappush(spans, _Span(bound, begin, end, (begin + end) // 2, low, high))

    def _look(self, spans: Sequence[_Span], most: float) -> list[tuple[float, float, bool]]:
        """Return what lies on either side of some tests costs; a bound, if that rules one out."""
        below = [self._ledger.below(self._here, self._menu, self._tests[one.at]) for one in spans]
        if self._width > 1:
            costs = iter(self._ledger.least_of([side for sides in below for side in sides]))
            return [(one, two, True) for one, two in zip(costs, costs, strict=True)]
        (span,), (first, other) = spans, below[0]
        one = self._ledger.least(first, LEVELS - 1)
        if self._price + one + span.high > most + self._clear:
            return [(one, span.high, False)]
        return [(one, self._ledger.least(other, LEVELS - 1), True)]

    def _is_before(self, new: Cheap, held: Cheap) -> bool:
        """Whether one is cheaper than another; of two alike the first is."""
        if held.before(new, self._slack):
            return False
        return new.before(held, self._slack) or new.test < held.test
