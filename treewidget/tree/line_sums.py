"""What every line of a growth adds to the figures of its tree, without a node for any of them.

The same sums, in the same order, as `sums` takes over nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..induction.line_splits import part_of
from ..pruning.risks import cost_sums, error_sums, prediction_of, weights_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..engine.growing import Grown
    from ..induction.lines import Lines
    from ..induction.progress import Progress
    from ..induction.stretch import Stretch

MANY: Final = 1 << 17
"""So many leaves are gone through between two looks at whether to go on."""


class LineSums(NamedTuple):
    """The fields of `sums.Sums`, one entry a line each: each row of a line lies in one branch."""

    leaves: NDArray[np.int32]
    depth: NDArray[np.int32]
    weight: Floats
    risk: Floats
    held_weight: Floats
    held_risk: Floats
    astray: NDArray[np.bool_]
    held_astray: NDArray[np.bool_]
    cost: Floats
    held_cost: Floats


def sums_at(stretch: Stretch, target: Target, progress: Progress) -> list[Any] | None:
    """Return what a line adds to its tree, by the fields of `sums.Sums`.

    O(lines) when it is first asked of any; None where lines do not have their figures.
    """
    lines = stretch.lines
    if lines.sums is None:
        lines.sums = _sums_of(lines, target, progress)
    return [column[stretch.line].item() for column in lines.sums] if lines.sums else None


def _sums_of(lines: Lines, target: Target, progress: Progress) -> LineSums | tuple[()]:
    """Return the sums of every line; nothing where their figures are not at hand."""
    grown, held = lines.grown, lines.held
    if not lines.in_columns:
        return ()
    leaf = np.flatnonzero(grown.column < 0)
    many, depth, heeding = len(grown.column), lines.depth.copy(), progress.quiet
    leaves = ((lines.ends - np.arange(many) + 1) // 2).astype(np.int32)
    sums = _losses(lines, grown, leaf, target, heeding)
    held_sums = (_nothing(many),) * 3
    if held is not None:
        held_sums = _losses(lines, held, leaf, target, heeding)
    columns = [column for column in (*sums, *held_sums) if column.flags.writeable]
    for inner in progress.over(reversed(lines.levels), len(lines.levels), 1):
        left, right = inner + 1, grown.other[inner]
        depth[inner] = np.maximum(depth[left], depth[right])
        for column in columns:
            column[inner] = column[left] + column[right]
    astray = np.broadcast_to(np.zeros(1, dtype=bool), many)
    return LineSums(leaves, depth, *sums[:2], *held_sums[:2], astray, astray, sums[2], held_sums[2])


def _nothing(lines: int) -> Floats:
    return np.broadcast_to(np.zeros(1), lines)


def _losses(
    lines: Lines, grown: Grown, leaf: Ints, target: Target, heeding: Progress
) -> tuple[Floats, Floats, Floats]:
    """Return weight, risk and cost of each leaf, by what the training rows predict."""
    many = len(grown.column)
    weight, risk = np.zeros(many), np.zeros(many)
    cost = _nothing(many) if target.stakes is None else np.zeros(many)
    for at in heeding.over(range(0, len(leaf), MANY), len(leaf), 1):
        some = leaf[at : at + MANY]
        part, prediction = part_of(grown, some), prediction_of(lines.grown.stats[some], target)
        losses = part.stats, lines.figures(part)[2], prediction, target
        weight[some] = weights_of(part.stats, target)
        risk[some] = error_sums(*losses)
        if target.stakes is not None:
            cost[some] = cost_sums(*losses)
    return weight, risk, cost
