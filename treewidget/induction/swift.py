"""Growth in one call of the engine, where it offers that: the same trees, sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .growth import grow, levels_under
from .line_splits import cuts_placed
from .lines import Lines
from .progress import Progress
from .sprout import Sprout, sprouts_of
from .task import is_greedy, task_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.growing import GrowingEngine, Grown
    from .chooser import Chooser
    from .region import Region

MOST_DEEP = 60
"""A tree that deep may have more nodes than there are rows anywhere."""
CELL, NODE = 5e-8, 4e-7
"""About how many seconds a value takes the engine, and a node till it has its place in a tree."""
PLACE, SPROUT = 8e-5, 1.5e-5
"""The same of a place that is grown from, and of that what it takes before it is in the tree."""
DEEP = 16
"""About so many levels down a tree of a million rows is nearly grown."""
CELL_BY_MEDIANS = 3e-7
"""The same of a value by absolute errors."""
LATE = 0.75
"""An engine tells how many rows are at their end. Of half of the time that is less than half."""
CLASSES_LEAVE = 0.1
"""About what share of the nodes that there may be grows where leaves hold one class."""


def fits(chooser: Chooser) -> bool:
    """Whether the engine can grow what this chooser would."""
    return is_greedy(chooser) and hasattr(chooser.engine, "grow")


def grow_at_once(
    chooser: Chooser,
    regions: Sequence[Region],
    *,
    leaves_taken: int,
    levels: int | None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region; one sprout for each.

    They are not in a tree yet: `progress` is left where that begins.
    """
    if not regions:
        return []
    if any(_in_shares(chooser, region) for region in regions):
        return grow(chooser, regions, leaves_taken=leaves_taken, levels=levels, progress=progress)
    search, rest = _seconds(chooser, regions, leaves_taken, levels)
    searching = progress.stage(search / (search + rest))
    grown = lines_of(
        chooser,
        regions,
        lambda share: searching.step(share**LATE),
        leaves_taken=leaves_taken,
        levels=levels,
    )
    unheard = chooser.heard(chooser.options, Progress())  # what grew outlives its growth
    lines = Lines(unheard, grown, regions, progress.quiet)
    return sprouts_of(lines, regions, progress.stage(SPROUT * len(regions) / rest))


def _in_shares(chooser: Chooser, region: Region) -> bool:
    held = (region.rows, region.validation_rows)
    return any(rows is not None and chooser.engine.shares(rows) is not None for rows in held)


def _seconds(
    chooser: Chooser, regions: Sequence[Region], leaves_taken: int, levels: int | None
) -> tuple[float, float]:
    """Return about how many seconds the engine takes, and what comes after it."""
    options = chooser.options
    nodes = most_nodes(chooser, regions, options.max_depth, levels)
    if options.max_leaf_nodes is not None:
        nodes = min(nodes, 2 * max(options.max_leaf_nodes - leaves_taken, 1))
    if chooser.dataset.target.is_classification:
        nodes *= CLASSES_LEAVE
    cell = CELL_BY_MEDIANS if options.measure == "absolute_error" else CELL
    rows = sum(
        region.train.n * _part_of_levels(levels_under(region, options.max_depth, levels))
        for region in regions
    )
    search = cell * rows * len(chooser.dataset.columns)
    return search, NODE * nodes + PLACE * len(regions)


def _part_of_levels(depth: int | None) -> float:
    """Return about what part of a search until pure one takes that ends so deep."""
    return 1.0 if depth is None else min(depth + 1, DEEP) / DEEP


def most_nodes(
    chooser: Chooser, regions: Sequence[Region], max_depth: int | None, levels: int | None = None
) -> float:
    """Return how many nodes may grow from some regions, as far as their rows and depth tell."""
    nodes, least = 0.0, max(chooser.limits.leaf_rows, 1)
    for region in regions:
        depth = levels_under(region, max_depth, levels)
        leaves = region.train.n / least
        nodes += 2 * leaves if depth is None else min(2 * leaves, 2.0 ** min(depth + 1, MOST_DEEP))
    return nodes


def lines_of(
    chooser: Chooser,
    regions: Sequence[Region],
    step: Callable[[float], None],
    *,
    leaves_taken: int = 0,
    levels: int | None = None,
) -> Grown:
    """Grow from every region, and return the lines as the engine hands them back.

    `step` is called now and then with the share done; what it raises stops the growth.
    """
    engine = cast("GrowingEngine", chooser.engine)
    options = chooser.options
    most = options.max_leaf_nodes
    task = task_of(chooser, max_leaves=0 if most is None else max(most - leaves_taken, 1))
    depths = [levels_under(region, options.max_depth, levels) for region in regions]
    grown = engine.grow([region.rows for region in regions], depths, task, step)
    return cuts_placed(grown, chooser.dataset, options.cut)
