"""Which conditions of a rule each row fails, rows that fail the same ones taken together.

Rules of a tree differ in their last conditions, and a million rows fail those of one rule in a few
hundred ways. So rows are numbered by what they fail, one condition after the other; what a rule is
without some of its conditions is then asked of those kinds of rows, not of the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from .ruleset import branches_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.progress import Progress
    from ..induction.records import Records
    from .ruleset import Condition

    Mask = NDArray[np.bool_]

KEPT: Final = 32
"""Conditions whose rows stay numbered for the next rule, mostly two or three bytes a row each."""


class Step(NamedTuple):
    """What rows fail of the conditions up to one.

    Attributes
    ----------
    condition : Condition
    branch : int array, shape (rows,)
        Where the condition's split sends each row.
    kind : int array, shape (rows,)
    made : int array, shape (kinds,)
        Twice the kind a condition earlier, and one more of those that fail this condition.
    """

    condition: Condition
    branch: Ints
    kind: Ints
    made: Ints


class Failing:
    """Numbers rows by the conditions that they fail, one rule after the other.

    Parameters
    ----------
    records : Records
    count : int
        Of the records.
    progress : Progress
        Heard at each condition.
    """

    def __init__(self, records: Records, count: int, progress: Progress) -> None:
        self._records = records
        self._progress = progress
        self._all = np.arange(count)
        self._steps: list[Step] = []

    def kinds(self, conditions: Sequence[Condition]) -> tuple[Ints, Mask]:
        """Return each row's kind, and which conditions each kind fails, shape (kinds, conditions).

        Costs a few passes over the rows for each condition that the rule before had not.
        """
        known = self._steps
        shared = 0
        for one, step in zip(conditions, known, strict=False):
            if one != step.condition:
                break
            shared += 1
        steps = known[:shared]
        for at, one in enumerate(conditions[shared:], shared):
            beside = known[at] if at == shared and at < len(known) else None
            steps.append(self._step(steps[-1] if steps else None, one, beside))
        self._steps = steps[:KEPT]
        if not steps:
            return np.zeros(len(self._all), dtype=np.int32), np.zeros((1, 0), dtype=bool)
        return steps[-1].kind, _table(steps)

    def _step(self, last: Step | None, condition: Condition, beside: Step | None) -> Step:
        """Return what rows fail with one condition more; the rule before may have had its split."""
        self._progress.heed()
        split = condition.split
        if beside is not None and beside.condition.split == split:
            branch = beside.branch
        else:
            held = np.min_scalar_type(-split.branches)  # what is no branch is a little below 0
            branch = branches_of(split, self._records, self._all).astype(held)
        made = (branch != condition.branch).astype(np.int32)
        if last is not None:
            made += last.kind
            made += last.kind
        found = np.bincount(made) > 0
        kinds = np.flatnonzero(found)
        place = np.zeros(len(found), dtype=np.min_scalar_type(len(kinds)))
        place[kinds] = np.arange(len(kinds))
        return Step(condition, branch, place[made], kinds)


def _table(steps: Sequence[Step]) -> Mask:
    """Return which conditions each kind of the last step fails."""
    kinds = np.arange(len(steps[-1].made))
    fails = np.empty((len(kinds), len(steps)), dtype=bool)
    for at in range(len(steps) - 1, -1, -1):
        made = steps[at].made[kinds]
        fails[:, at], kinds = made & 1, made >> 1
    return fails
