"""The compiled engine: the kernel behind the engine's contract, with the twin's results.

A set of rows is a stretch of 32-bit row numbers, often a slice of one permutation that many sets
share. Sums run in frame order, as in the numpy engine, so a set is sorted when first that matters.
Sets that hold rows in shares are handles as the numpy engine has them: their rows weigh less.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .. import kernels
from .branches import branches_at_once, fits
from .contract import Floats, Ints, Route, Rows, Tables, end_to_end
from .crosstab import crosstabs
from .frames import Frames, plain
from .ground import Ground
from .growing import items_of, together
from .memory import width_of
from .row_set import RowSet
from .thresholds import thresholds_of
from .waiting import interruptible
from .weighted import Weighted, in_order, parted, stacked, weights_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..data.dataset import Dataset
    from ..data.parts import Positions
    from .growing import Forks, Grown, GrowthTask, Inspection
    from .thresholds import Thresholds, ThresholdTask
    from .weighted import Held


BOTH = 2
SMALL = 1 << 15
"""So few cells or rows are done with sooner than other threads are woken."""
FEW = 1 << 10
"""Sets of fewer rows than this, on average, are sooner counted together than each by the kernel."""
LARGE = 1 << 18
"""So many cells take long enough for somebody to interrupt it."""


class CompiledEngine:
    """Counts and parts the rows of one data set. See `contract.Engine` for the methods.

    Parameters
    ----------
    dataset : Dataset
        Its columns, target and weights are looked into as they are; nothing is copied.
    """

    name = "compiled"

    def __init__(self, dataset: Dataset) -> None:
        self._native = kernels.native()
        self._dataset = dataset
        self._rows = dataset.n_rows
        self._frames = Frames(self._native, dataset)
        self.frame = self._frames.whole

    def rows(self, positions: Positions) -> Rows:
        """Return the set of the given positions; those nobody may write to are not copied."""
        short = positions.dtype == np.int32
        given = positions if short else np.asarray(positions, dtype=np.intp)
        ordered = bool((given[1:] >= given[:-1]).all())
        if len(given):
            least, most = (given[0], given[-1]) if ordered else (given.min(), given.max())
            if least < 0 or most >= self._rows:
                raise IndexError(f"rows from {least} to {most} of {self._rows}")
        kept = short and given.flags.c_contiguous and not given.flags.writeable
        held = given.view(np.uint32) if kept else given.astype(np.uint32)
        return Rows(RowSet(held, ascending=ordered))

    def weighted(self, positions: NDArray[np.intp], shares: Floats) -> Rows:
        """Return the set of the given positions, each held to its share."""
        held, part = in_order(positions, shares)
        return self.rows(held) if part is None else Rows(Weighted(held, part))

    def positions(self, rows: Rows) -> NDArray[np.intp]:
        """Return the positions, ascending (read-only)."""
        if isinstance(rows, Weighted):
            return rows.positions
        found = cast("RowSet", rows).ascending.astype(np.intp)
        found.flags.writeable = False
        return found

    def shares(self, rows: Rows) -> Floats | None:
        """Return the share of each row (read-only); None: all are 1."""
        return rows.shares if isinstance(rows, Weighted) else None

    def size(self, rows: Rows) -> int:
        """Return the number of rows."""
        return len(cast("RowSet | Weighted", rows))

    def total(self, rows: Rows) -> tuple[int, Floats]:
        """Return the number of rows and their statistics."""
        if isinstance(rows, Weighted) and self._frames.classes is not None:
            weights = weights_of(self._dataset.weights, rows.positions, rows.shares)
            codes = self._frames.classes[rows.positions]
            sums = np.bincount(codes, weights, self._frames.width).astype(np.float64, copy=False)
            return len(rows), sums
        frame, (held,), _ = self._frames.seen([rows])
        return len(held), self._native.figures(frame, held)[0]

    def totals(self, sets: Sequence[Rows]) -> tuple[Ints, Floats]:
        """Return the number of rows of several sets and their statistics: of small ones at once."""
        sizes = np.array([self.size(rows) for rows in sets], dtype=np.int64)
        classes, kinds = self._frames.classes, self._frames.width
        if classes is None or sizes.sum() > FEW * len(sets):
            return stacked([self.total(rows) for rows in sets])
        held = np.concatenate([self._frames.summed(rows) for rows in sets])
        places = np.repeat(np.arange(len(sets)) * kinds, sizes) + classes[held]
        sums = np.bincount(places, self._frames.weights(sets, held), len(sets) * kinds)
        return sizes, sums.reshape(-1, kinds).astype(np.float64, copy=False)

    def scatter(self, rows: Rows) -> float:
        """Return the weighted sum of squares about the set's own mean."""
        frame, (held,), _ = self._frames.seen([rows])
        return float(self._native.figures(frame, held)[1])

    def tables(self, rows: Rows, columns: Sequence[int], target: Ints | None = None) -> Tables:
        """Return the table of each column."""
        chosen = [int(column) for column in columns]
        width = self._frames.width if target is None else width_of(target)
        frame, (held,), there = self._frames.seen([rows], chosen, target)
        threads = 1 if len(held) * len(chosen) < SMALL else kernels.threads()
        count = partial(self._native.tables, frame, held, there, threads)
        long = len(held) * len(chosen) >= LARGE
        starts, codes, counts, stats, missing_rows, missing = (
            interruptible(count) if long else count()
        )
        return Tables(
            columns=tuple(chosen),
            starts=starts,
            codes=codes,
            rows=counts,
            stats=stats.reshape(-1, width),
            missing_rows=missing_rows,
            missing=missing.reshape(-1, width),
        )

    def tables_of(self, sets: Sequence[Rows], columns: Sequence[int]) -> Tables:
        """Return the tables of each set, end to end: those of nominal columns counted at once."""
        every, found = self._dataset.columns, None
        if not any(every[at].is_ordered for at in columns):
            found = crosstabs(self._frames, every, sets, columns)
        return found or end_to_end([self.tables(rows, columns) for rows in sets])

    def target_histogram(self, rows: Rows) -> Ints:
        """Return the rows in each bin of the target."""
        target = self._dataset.target
        bins = target.bins[_as_they_lie(rows)]
        return np.bincount(bins, minlength=len(target.edges) - 1).astype(np.int64)

    def missing_rows(self, rows: Rows, column: int) -> int:
        """Return how many of the rows lack a column."""
        if not self._dataset.columns[column].has_gaps:
            return 0
        codes = self._dataset.columns[column].codes
        return int(np.count_nonzero(codes[_as_they_lie(rows)] < 0))

    def partition(self, rows: Rows, route: Route) -> tuple[Rows, ...]:
        """Return the set of rows of each branch."""
        plain = route.branches == BOTH and (
            (route.missing >= 0 and not route.surrogates)
            or not self._dataset.columns[route.column].has_gaps
        )
        cuts = route.cuts if plain else None
        if isinstance(rows, Weighted) or cuts is None or len(cuts) != 1 or cuts[0] < 0:
            return self._parted(rows, route)
        parts = self._halves(cast("RowSet", rows).ascending, route, int(cuts[0]))
        return tuple(Rows(RowSet(part, ascending=True)) for part in parts)

    def partitions(self, sets: Sequence[Rows], routes: Sequence[Route]) -> list[tuple[Rows, ...]]:
        """Return the sets of rows of each set's branches: those of small ones found at once."""
        small = [
            at for at, route in enumerate(routes) if fits(route) and self.size(sets[at]) <= FEW
        ]
        if len(small) <= 1:
            return list(map(self.partition, sets, routes))
        held = [(self.positions(sets[at]), self.shares(sets[at])) for at in small]
        asked = self._dataset.columns, held, [routes[at] for at in small], self._dataset.weights
        at_once = dict(zip(small, branches_at_once(*asked), strict=True))
        return [
            tuple(map(_handle, at_once[at])) if at in at_once else self.partition(rows, route)
            for at, (rows, route) in enumerate(zip(sets, routes, strict=True))
        ]

    def grow(
        self,
        starts: Sequence[Rows],
        levels: Sequence[int | None],
        task: GrowthTask,
        step: Callable[[float], None],
    ) -> Grown:
        """Grow at once; see `growing.GrowingEngine`."""
        held = [cast("RowSet", rows).ascending for rows in starts]
        return self._ground.grow(held, levels, task, kernels.threads(), step)

    def descend(self, starts: Sequence[Rows], grown: Grown, forks: Forks) -> Grown:
        """Send other rows down a growth; see `growing.GrowingEngine`."""
        held = [cast("RowSet", rows).ascending for rows in starts]
        rows, borders = together(held)
        part = partial(
            self._native.descend,
            self.frame,
            *(grown.column, forks.cut, forks.missing, grown.other),
            *(forks.ends, forks.levels, grown.starts, borders, rows),
        )
        begin, end, stats, scatter = interruptible(part) if len(rows) >= SMALL else part()
        stats = stats.reshape(len(begin), -1)
        return replace(grown, rows=rows, begin=begin, end=end, stats=stats, scatter=scatter)

    def middles(self, grown: Grown) -> tuple[Floats, Floats]:
        """Return medians and absolute errors; see `growing.GrowingEngine`."""
        target, weights = self._dataset.target, self._dataset.weights
        find = partial(
            self._native.middles,
            plain(target.values, np.float64),
            None if weights is None else plain(weights, np.float64),
            grown.rows,
            *(np.ascontiguousarray(ends, dtype=np.int64) for ends in (grown.begin, grown.end)),
            kernels.threads(),
        )
        return cast(
            "tuple[Floats, Floats]", interruptible(find) if len(grown.rows) >= SMALL else find()
        )

    def inspect(self, rows: Rows, task: GrowthTask) -> Inspection:
        """Look at a node's ordered columns; see `growing.Inspection`."""
        return self._ground.inspect(cast("RowSet", rows).ascending, task, kernels.threads())

    def thresholds(self, sets: Sequence[Rows], task: ThresholdTask) -> Thresholds:
        """Find thresholds; see `thresholds.ThresholdEngine`."""
        seen = self._frames.seen(sets, task.columns)
        cells = sum(map(len, seen.sets)) * len(task.columns)
        threads = 1 if cells < SMALL else kernels.threads()
        return thresholds_of(self._native.thresholds, self._dataset.columns, seen, task, threads)

    def lacking(self, sets: Sequence[Rows], columns: Sequence[int]) -> tuple[Ints, Floats]:
        """Return what lacks columns; see `thresholds.ThresholdEngine`."""
        counts = np.zeros((len(sets), len(columns)), dtype=np.int64)
        weighed = np.zeros(counts.shape)
        gappy = [at for at, column in enumerate(columns) if self._dataset.columns[column].has_gaps]
        if not gappy:
            return counts, weighed
        held = np.concatenate([_as_they_lie(rows) for rows in sets])
        weights = self._frames.weights(sets, held)
        ends = np.cumsum([self.size(rows) for rows in sets])
        for at in gappy:
            gone = np.flatnonzero(self._dataset.columns[columns[at]].codes[held] < 0)
            owner = ends.searchsorted(gone, side="right")
            counts[:, at] = np.bincount(owner, minlength=len(sets))
            own = None if weights is None else weights[gone]
            weighed[:, at] = np.bincount(owner, own, len(sets))
        return counts, weighed

    def slices_of(self, grown: Grown) -> Iterator[Rows]:
        """Give the rows of every node of a growth, without copying them."""
        stretches = zip(
            repeat(grown.rows), items_of(grown.begin), items_of(grown.end), strict=False
        )
        return cast("Iterator[Rows]", (RowSet(one, ascending=False) for one in stretches))

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self._native, self._frames, len(self._dataset.columns))

    def over(self, dataset: Dataset) -> CompiledEngine:
        """Return an engine over other columns of the same rows."""
        return CompiledEngine(dataset)

    def _parted(self, rows: Rows, route: Route) -> tuple[Rows, ...]:
        """Return the rows of each branch where shares or surrogates have a part in it."""
        held, shares, own = self.positions(rows), self.shares(rows), self._dataset.weights
        return tuple(map(_handle, parted(self._dataset.columns, held, shares, route, own)))

    def _halves(self, held: NDArray[np.uint32], route: Route, cut: int) -> list[NDArray[np.uint32]]:
        low, high = np.empty_like(held), np.empty_like(held)
        most = len(held) // SMALL
        lows = np.zeros(min(kernels.threads(), most) if most > 1 else 1, dtype=np.int64)
        self._native.part(self.frame, route.column, held, cut, route.missing == 0, low, high, lows)
        if len(lows) == 1:
            count = int(lows[0])
            return [low[:count].copy(), high[: len(held) - count].copy()]
        # Every thread's piece lies at the place of its rows. Copies: a slice would keep all room.
        places = np.arange(len(lows) + 1) * len(held) // len(lows)
        found = []
        for half, counts in ((low, lows), (high, np.diff(places) - lows)):
            ends = zip(places.tolist(), counts.tolist(), strict=False)
            found.append(np.concatenate([half[begin : begin + count] for begin, count in ends]))
        return found


def _handle(part: Held) -> Rows:
    """Return rows in frame order as a set."""
    rows, shares = part
    if shares is None:
        return Rows(RowSet(rows.astype(np.uint32), ascending=True))
    return Rows(Weighted(rows, shares))


def _as_they_lie(rows: Rows) -> NDArray[Any]:
    """Return the rows of a set in any order."""
    return rows.positions if isinstance(rows, Weighted) else cast("RowSet", rows).held
