"""What every line of a growth adds to the figures of its tree, without a node for any of them.

The same sums, in the same order, as `sums` takes over nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..pruning.risks import error_sums, prediction_of, weights_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..engine.growing import Grown
    from ..induction.lines import Lines
    from ..induction.progress import Progress
    from ..induction.stretch import Stretch


class LineSums(NamedTuple):
    """The fields of `sums.Sums`, one entry a line each."""

    leaves: NDArray[np.int32]
    depth: NDArray[np.int32]
    weight: Floats
    risk: Floats
    held_weight: Floats
    held_risk: Floats
    astray: NDArray[np.bool_]
    held_astray: NDArray[np.bool_]


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
    prediction = prediction_of(grown.stats[leaf], target)
    many, depth = len(grown.column), lines.depth.copy()
    leaves = ((lines.ends - np.arange(many) + 1) // 2).astype(np.int32)
    sums = _losses(lines, grown, leaf, prediction, target)
    astray = _astray(grown)
    held_sums, held_astray = _nothing(many), np.zeros(many, dtype=bool)
    if held is not None:
        held_sums = _losses(lines, held, leaf, prediction, target)
        held_astray = _astray(held)
    columns = [*sums, *(held_sums if held is not None else ())]
    flags = [flag for flag in (astray, held_astray) if flag.any()]
    for inner in progress.over(reversed(lines.levels), len(lines.levels), 1):
        left, right = inner + 1, grown.other[inner]
        depth[inner] = np.maximum(depth[left], depth[right])
        for column in columns:
            column[inner] = column[left] + column[right]
        for flag in flags:
            flag[inner] |= flag[left] | flag[right]
    return LineSums(leaves, depth, *sums, *held_sums, astray, held_astray)


def _nothing(lines: int) -> tuple[Floats, Floats]:
    nothing = np.broadcast_to(np.zeros(1), lines)
    return nothing, nothing


def _losses(
    lines: Lines, grown: Grown, leaf: Ints, prediction: Floats, target: Target
) -> tuple[Floats, Floats]:
    """Return weight and risk of each leaf."""
    stats, (_, _, spread) = grown.stats, lines.figures(grown)
    weight, risk = np.zeros(len(spread)), np.zeros(len(spread))
    weight[leaf] = weights_of(stats[leaf], target)
    risk[leaf] = error_sums(stats[leaf], spread[leaf], prediction, target)
    return weight, risk


def _astray(grown: Grown) -> NDArray[np.bool_]:
    """Return at which splits rows lie in several branches, or in none."""
    rows, inner = grown.end - grown.begin, np.flatnonzero(grown.column >= 0)
    astray = np.zeros(len(rows), dtype=bool)
    astray[inner] = rows[inner + 1] + rows[grown.other[inner]] != rows[inner]
    return astray
