"""The best test at each of several places, told from what all tests there are worth.

To make something of each test and to rank it takes longer than the search of a small place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .places import TIE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Ints, Rows
    from .branch_counts import Tests
    from .column_tests import ColumnTests
    from .found import Found


def leaders(judge: ColumnTests, sets: Sequence[Rows], columns: Sequence[int]) -> list[list[Found]]:
    """Return, for each place, what `ByInformation.ranked` puts first of the best of its columns.

    Where no test takes part in the average gain, which leaves none to be chosen, it is all of them.

    Parameters
    ----------
    judge : ColumnTests
    sets : sequence of rows
        Of each place.
    columns : sequence of int
    """
    options = judge.options
    if options.alpha_split is not None or (options.missing == "own" and judge.limits.bind):
        return judge.best(sets, columns)  # there each test is asked whether it is one
    found: list[list[Found]] = [[] for _ in sets]
    bundles = [one for one in judge.tests(sets, columns) if len(one.gains)]
    if not bundles:
        return found
    where = [(one, at) for one in bundles for at in range(len(one.gains))]
    place = np.concatenate([one.places for one in bundles])
    leading, others = _leading(judge, bundles, place, len(sets))
    for at in leading.tolist():  # each is of average gain, also where it is ranked alone
        found[place[at]].append(judge.found(*where[at])._replace(counts=True))
    for at in others.tolist():
        found[place[at]].append(judge.found(*where[at]))
    return found


def _leading(
    judge: ColumnTests, bundles: Sequence[Tests], place: Ints, many: int
) -> tuple[Ints, Ints]:
    """Return which tests lead at their place, and which stand where none leads."""
    column = np.concatenate([one.columns for one in bundles])
    worth = np.concatenate([judge.worth(one) for one in bundles])
    order = np.lexsort((column, place))
    among, others = order, order[:0]
    if judge.options.criterion == "gain_ratio":
        gains = np.concatenate([one.gains for one in bundles])
        takes = order[judge.counts[column[order]]]
        counts = np.bincount(place[takes], minlength=many)
        average = np.bincount(place[takes], gains[takes], many) / np.maximum(counts, 1)
        least = average - (judge.rules.slack or TIE * average)
        led = counts[place[order]] > 0
        among, others = order[led], order[~led]
        among = among[gains[among] >= least[place[among]]]
    starts = place[among].searchsorted(np.arange(many + 1))
    _, first = judge.firsts(worth[among], starts, np.arange(many))
    return among[first], others
