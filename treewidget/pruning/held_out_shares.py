"""How held-out rows fare where they may lie in several leaves, or stop above them.

A row with a missing value may go down several branches in shares, by surrogates, or no further
than a node. What it is told at an alpha is then the average of the distributions of the leaves it
lies in there, which is no sum over leaves: its loss is reckoned for each step of the sequence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from ..data.runs import each_once, in_runs, stable_order
from ..engine.waiting import beside
from ..induction.routes import for_new_rows, route_of
from .held_out import actual_at, lost_by
from .risks import prediction_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..data import Dataset
    from ..engine.contract import Floats, Ints, Rows
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..induction.region import Region
    from ..induction.splits import Split
    from .sequence import Sequence as Steps
    from .told import Told


class Place(Protocol):
    """A place of a tree: a sprout or a node."""

    @property
    def region(self) -> Region:
        """Its training rows, with their figures."""

    @property
    def split(self) -> Split | None:
        """Its split; None: a leaf."""

    @property
    def children(self) -> Sequence[Place]:
        """One for each branch."""


@dataclass(frozen=True, slots=True, eq=False)
class Passages:
    """Where held-out rows come by: one entry for each row at each node it reaches.

    Attributes
    ----------
    row : int array
        Position among the held-out rows, ascending.
    node : int array
        In pre-order.
    share : float array
        How much of the row reaches the node.
    stops : bool array
        Whether it goes no further, though the node is split.
    """

    row: Ints
    node: Ints
    share: Floats
    stops: NDArray[np.bool_]

    def of(self, some: NDArray[np.bool_]) -> Passages:
        """Return some of the entries."""
        return Passages(self.row[some], self.node[some], self.share[some], self.stops[some])


def passages(
    inducer: Inducer,
    order: Sequence[Place],
    parent: Ints,
    held: NDArray[np.intp],
    progress: Progress,
) -> Passages:
    """Send rows down the splits of a tree as new ones.

    Parameters
    ----------
    inducer : Inducer
    order : sequence of Sprout or Node
        A tree, in pre-order.
    parent : int array
        Position of each one's parent.
    held : int array
        Positions in the data set, ascending.
    progress : Progress
    """
    engine = inducer.engine
    children: list[list[int]] = [[] for _ in order]
    for at, up in enumerate(parent[1:].tolist(), start=1):
        children[up].append(at)
    sets: dict[int, Rows] = {0: engine.rows(held)}
    entries: list[tuple[Ints, Ints, Floats, NDArray[np.bool_]]] = []
    for at, here in progress.over(enumerate(order), len(order), 1):
        rows = sets.pop(at)
        positions, shares = engine.positions(rows), engine.shares(rows)
        stops = np.zeros(len(positions), dtype=bool)
        if here.split is not None:
            parts = _parts(inducer, here, rows)
            sets.update(zip(children[at], parts, strict=True))
            gone = np.concatenate([engine.positions(part) for part in parts])
            stops = ~np.isin(positions, gone)
        whole = np.ones(len(positions)) if shares is None else shares
        node = np.full(len(positions), at, dtype=np.int64)
        entries.append((np.searchsorted(held, positions), node, whole, stops))
    return beside(partial(_by_row, entries), look=progress.heed)


def _by_row(entries: Iterable[tuple[Ints, Ints, Floats, NDArray[np.bool_]]]) -> Passages:
    """Return the entries of all nodes, given in pre-order, row by row."""
    row, node, share, stops = (np.concatenate(part) for part in zip(*entries, strict=True))
    order = stable_order(row)
    return Passages(row[order], node[order], share[order], stops[order])


def _parts(inducer: Inducer, here: Place, rows: Rows) -> Sequence[Rows]:
    """Part rows that took no part in the growth by a split of it."""
    weights = np.array([child.region.train.weight for child in here.children])
    rows_below = np.array([child.region.train.n for child in here.children])
    split = cast("Split", here.split)
    route = for_new_rows(route_of(inducer.dataset, split), weights, rows_below)
    return inducer.engine.partition(rows, route)


def _predictions_by_step(
    passed: Passages, told: Told, sequence: Steps, rows: int
) -> Iterator[tuple[Ints, Floats]]:
    """Yield for each step of a sequence which rows' predictions may have changed, and what to.

    Only the rows that pass a node which changes at a step are looked at again there.

    Parameters
    ----------
    passed : Passages
    told : Told
    sequence : pruning.sequence.Sequence
    rows : int
        How many there are; the first step is about all of them.
    """
    first = np.where(passed.stops, 0, sequence.cut[passed.node])
    end = sequence.gone[passed.node]
    starts = np.searchsorted(passed.row, np.arange(rows + 1))
    changed = _changes(passed.row, first, end, len(sequence))
    over = np.bincount(end, minlength=len(sequence) + 1).cumsum()
    places = np.zeros(rows, dtype=np.int64)
    for step in range(len(sequence)):
        if 2 * (over[step] - over[-1] + len(end)) > len(end):  # most of what is left is over
            left = end > step
            passed, first, end = passed.of(left), first[left], end[left]
            starts = np.searchsorted(passed.row, np.arange(rows + 1))
        here = each_once(changed[step])
        lines = lines_of(starts, here)
        lines = lines[(first[lines] <= step) & (step < end[lines])]
        places[here] = np.arange(len(here))
        place = places[passed.row[lines]]
        yield here, _blended(passed, told, lines, place, len(here))


def _blended(passed: Passages, told: Told, lines: Ints, place: Ints, rows: int) -> Floats:
    """Return the predictions of rows whose entries in force are `lines`, of the row at `place`."""
    node = passed.node[lines]
    share = passed.share[lines]
    mean = np.empty((rows, told.votes.shape[1]))
    for at, vote in enumerate(told.votes.T):
        mean[:, at] = np.bincount(place, vote[node] * share, rows)
    if not told.target.is_classification:
        return mean[:, 0]
    found = prediction_of(mean, told.target)
    whole = np.bincount(place, minlength=rows)[place] == 1
    found[place[whole]] = told.prediction[node[whole]]
    return found


def sums_by_step(
    passed: Passages,
    told: Told,
    sequence: Steps,
    weight: Floats,
    lost: Callable[[Floats, Ints], Sequence[Floats]],
    *,
    progress: Progress,
) -> list[Floats]:
    """Return the sum of each of some figures of a loss over rows, at each step of a sequence.

    Rows that lie in one node as a whole, wherever they are, add what they lose at each node they
    pass. Only the others are looked at step by step.

    Parameters
    ----------
    passed : Passages
    told : Told
    sequence : pruning.sequence.Sequence
    weight : float array
        Of each row.
    lost : callable
        The figures of what rows lose, given what they are told and which ones they are.
    progress : Progress
    """
    heed = progress.heed  # there and here: nobody is told anything on another thread
    return beside(
        partial(_sums_by_step, passed, told, sequence, weight, lost, heed=heed), look=heed
    )


def _sums_by_step(
    passed: Passages,
    told: Told,
    sequence: Steps,
    weight: Floats,
    lost: Callable[[Floats, Ints], Sequence[Floats]],
    *,
    heed: Callable[[], None],
) -> list[Floats]:
    strays = np.zeros(len(weight), dtype=bool)
    strays[passed.row[(passed.share != 1.0) | passed.stops]] = True
    apart = strays[passed.row]
    row, node = passed.row[~apart], passed.node[~apart]
    sums = [
        sequence.sums(np.bincount(node, weight[row] * one, len(told.prediction)).astype(float))
        for one in lost(told.prediction[node], row)
    ]
    few, place = np.flatnonzero(strays), strays.cumsum() - 1
    left = passed.of(apart)
    left = replace(left, row=place[left.row])
    weight, losing = weight[few], np.zeros((len(sums), len(few)))
    steps = _predictions_by_step(left, told, sequence, len(few))
    for step, (rows, predicted) in enumerate(steps):
        heed()
        losing[:, rows] = lost(predicted, few[rows])
        for whole, each in zip(sums, losing, strict=True):
            whole[step] += weight @ each
    return sums


def step_losses(
    passed: Passages,
    told: Told,
    sequence: Steps,
    dataset: Dataset,
    held: NDArray[np.intp],
    *,
    progress: Progress,
) -> tuple[Floats, Floats]:
    """Return the sums of the loss and of its square over held-out rows at each step of a sequence.

    Parameters are those of `sums_by_step`; `held` as in `passages`.
    """
    weight, actual = dataset.weights_at(held), actual_at(told.target, held)

    def lost(said: Floats, rows: Ints) -> tuple[Floats, Floats]:
        each = lost_by(said, actual[rows], told.target)
        return each, np.square(each)

    loss, squares = sums_by_step(passed, told, sequence, weight, lost, progress=progress)
    return loss, squares


def _changes(row: Ints, first: Ints, end: Ints, steps: int) -> list[Ints]:
    """Return the rows of which something comes or goes at each step."""
    shown = first < end
    when = np.concatenate([first[shown], end[shown]])
    order = stable_order(when)
    bounds = np.searchsorted(when[order], np.arange(1, steps))
    return np.split(np.concatenate([row[shown]] * 2)[order], bounds)


def lines_of(starts: Ints, rows: Ints) -> Ints:
    """Return the lines of some rows, where those of row `i` are ``starts[i]:starts[i + 1]``.

    Examples
    --------
    >>> lines_of(np.array([0, 2, 3, 5]), np.array([0, 2])).tolist()
    [0, 1, 3, 4]
    """
    return in_runs(starts[rows], starts[rows + 1] - starts[rows])
