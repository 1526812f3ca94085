"""What counts in bins tell of a column's best threshold, before anybody walks along its values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ..criteria import impurity
from ..task import task_of
from .cuts import apart
from .thresholds_at_once import least_sides

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.contract import Floats, Ints, Rows
    from ...engine.growing import GrowingEngine, Inspection, Outline
    from .judge import Judge
    from .places import Place

EDGES: Final = 8
"""So many of a column's best edges are looked at for one between numbers that lie apart."""
FEW: Final = 4
"""Bins that hold more than one of so many rows are not looked into."""
EDGE: Final = -1
FAR: Final = 16
"""Cuts nearer to an end of a column than one of so many rows are bounded in steps,"""
STEP: Final = 1.2
"""each of which goes on to so many times as many rows."""
ROUNDING: Final = 1e-9
"""What a bin tells of a gain, in bits, may be off by less than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What is known of a column that nobody has walked along.

    Attributes
    ----------
    column : int
    outline : Outline
        What its bins tell.
    spans : Spans
        What follows for each stretch of it.
    edge : int or None
        The best of their edges at which a threshold is allowed, if one is known.
    least, most : float
        The gain of the best threshold is no less, and no more.
    promise, worth : float
        What it is ranked by at that edge, and at most.
    certain : bool
        Whether there is a threshold that is allowed and gains enough.
    opened : bool
        Whether bins were looked into.
    """

    column: int
    outline: Outline
    spans: Spans
    edge: int | None
    least: float
    most: float
    promise: float
    worth: float
    certain: bool
    opened: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Stretches of the cuts of a column: the edges of its bins, and what lies between them.

    Attributes
    ----------
    bins : int array, shape (m,)
        Which bin each lies in; -1: it is an edge.
    gains, worths : float array, shape (m,)
        What none of its cuts gains more than, and is not ranked by more than.
    """

    bins: Ints
    gains: Floats
    worths: Floats


class Outlooks:
    """What is known of the columns of one node.

    Parameters
    ----------
    judge : Judge
    place : Place
    rows : Rows
    """

    def __init__(self, judge: Judge, place: Place, rows: Rows) -> None:
        self._columns = judge.dataset.columns
        self._options = judge.options
        self._rules = judge.rules
        self._rows = place.rows
        none = np.zeros((1, 1))
        sides, _ = least_sides(judge, [rows], none.astype(np.int64), none)
        least = int(sides[0, 0])
        self._least = min(least, place.rows // 2)  # beyond, no cut is allowed
        self._steps = _steps(self._least, place.rows // 2)
        self._ceilings = most_of_sides(place.whole, self._steps)
        engine, task = cast("GrowingEngine", judge.setting.engine), task_of(judge.setting)
        task = replace(task, leaf_rows=least, leaf_weight=0.0)
        self._look: Inspection = engine.inspect(rows, task)

    def of(self, columns: Sequence[int]) -> Iterator[Outlook]:
        """Give what is known of these columns, but of those that some row lacks."""
        for column in columns:
            outline = self._look.outline(column)
            if not outline.missing_rows:
                yield self._seen(column, outline, self._sure(column, outline))

    def opened(self, seen: Outlook, worth: float) -> Outlook:
        """Look into the bins where a column may be ranked by so much, unless those are many."""
        outline, spans = seen.outline, seen.spans
        bins = np.unique(spans.bins[(spans.gains >= seen.least) & (spans.worths >= worth)])
        sizes = np.diff(outline.rows, prepend=0)[bins]
        if EDGE in bins or sizes.sum() * FEW > self._rows:
            return replace(seen, opened=True)
        bounds = outline.bounds.copy()
        bounds[bins] = self._look.inside(seen.column, bins.tolist())
        closer = self._seen(seen.column, replace(outline, bounds=bounds), seen.edge)
        return replace(closer, opened=True)

    def _seen(self, column: int, outline: Outline, edge: int | None) -> Outlook:
        spans, none = self._spans(outline), -np.inf
        most = float(spans.gains.max(initial=none)) + ROUNDING
        if most == none:
            return Outlook(column, outline, spans, edge, none, none, none, none, certain=False)
        sure, promise = (0.0, 0.0) if edge is None else (spans.gains[edge], spans.worths[edge])
        tolerance = self._rules.tolerance
        # Less than a later one by the tolerance, a threshold keeps its place.
        found = float(sure) - max(tolerance, ROUNDING)
        likely = spans.gains >= max(found, tolerance - ROUNDING)
        worth = float(spans.worths[likely].max(initial=none)) + ROUNDING
        least = found - self._dearest
        certain = least >= tolerance
        least = max(least, tolerance)
        return Outlook(column, outline, spans, edge, least, most, float(promise), worth, certain)

    def _spans(self, outline: Outline) -> Spans:
        """Return the edges of a column's bins, then the bins, in several steps near either end."""
        rows, steps = self._rows, self._steps
        near = steps[steps * FAR < rows]
        places = np.concatenate([[0], outline.rows, near, rows - near])
        places = np.sort(places.clip(self._least, rows - self._least))
        begins, ends = places[:-1], places[1:]
        bins = outline.rows.searchsorted(begins, side="right")
        side = np.minimum(np.minimum(ends, rows - begins), rows // 2)  # the smaller one, at most
        gains = np.minimum(outline.bounds[bins], self._ceilings[steps.searchsorted(side)])
        gains = np.append(outline.edges, gains)
        bins = np.append(np.full(len(outline.edges), EDGE), bins)
        if self._options.criterion != "gain_ratio":
            return Spans(bins, gains, gains)
        information = self._information(places)
        lesser = np.minimum(information[:-1], information[1:])
        at_edges = self._information(outline.rows)
        return Spans(bins, gains, gains / np.append(at_edges, lesser))

    def _information(self, upto: Ints) -> Floats:
        """Return the entropy of the sides of cuts that are allowed, in bits."""
        below = upto.clip(self._least, self._rows - self._least) / self._rows
        above = 1.0 - below
        return np.asarray(-(below * np.log2(below) + above * np.log2(above)))

    @property
    def _dearest(self) -> float:
        """What a choice among all thresholds that there may be costs (`mdl_correction`)."""
        if not self._options.mdl_correction:
            return 0.0
        return float(np.log2(self._rows) / self._rows)

    def _sure(self, column: int, outline: Outline) -> int | None:
        """Return the best edge at which a threshold is allowed; None where none is found."""
        named, resolution = self._columns[column], self._rules.resolution
        for edge in np.argsort(-outline.edges)[:EDGES].tolist():
            if outline.edges[edge] == -np.inf:
                break
            if named.kind != "number" or not resolution:
                return int(edge)
            sides = self._look.around(column, int(outline.codes[edge]))
            if apart(named, np.array(sides), resolution)[0]:
                return int(edge)
        return None


def _steps(first: int, last: int) -> Ints:
    """Return whole numbers from one to another, each greater than the one before by a little."""
    count = max(int(np.log(max(last, 1) / first) / np.log(STEP)), 0) + 1
    return np.unique(np.append((first * STEP ** np.arange(count)).astype(np.int64), last))


def most_of_sides(whole: Floats, sides: Ints) -> Floats:
    """Return the information that no cut gains more than, one side of which has so many rows.

    The other side tells most where the smallest classes have left it.

    Examples
    --------
    >>> most_of_sides(np.array([8.0, 8.0]), np.array([0, 8])).tolist()
    [0.0, 1.0]
    """
    classes = np.sort(whole)
    before = np.append(0, np.cumsum(classes)[:-1])
    left = classes - (sides[:, None] - before).clip(0, classes)
    held = left.sum(axis=1) / whole.sum()
    return np.asarray(impurity(whole, "entropy") - held * impurity(left, "entropy"))
