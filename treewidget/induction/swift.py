"""Growth in one call of the engine, where it offers that: the same trees, sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from ..engine.growing import GrowthTask
from .growth import Sprout, grow, levels_under
from .lines import Lines
from .options import is_plain
from .progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.growing import GrowingEngine, Grown
    from .inducer import Inducer
    from .region import Region

MOST_DEEP = 60
"""A tree that deep may have more nodes than there are rows anywhere."""
CELL, NODE = 5e-8, 4e-7
"""About how many seconds a value takes the engine, and a node till it has its place in a tree."""
CELL_BY_MEDIANS = 3e-7
"""The same of a value by absolute errors."""
LATE = 0.75
"""An engine tells how many rows are at their end. Of half of the time that is less than half."""
CLASSES_LEAVE = 0.1
"""About what share of the nodes that there may be grows where leaves hold one class."""


def is_greedy(inducer: Inducer, what: Literal["at_once", "at_a_look"] = "at_once") -> bool:
    """Whether an inducer asks for the plain greedy search and nothing beside it."""
    own = vars(type(inducer.search)).get(what, False)  # not inherited: a heir does more
    return own and is_plain(inducer.options) and _is_altered_alike(inducer)


def _is_altered_alike(inducer: Inducer) -> bool:
    """Whether what priors and losses make of rows is a weight that each class's rows have."""
    altered = inducer.dataset.target.altered_by
    if altered is None:
        return True
    counts = inducer.dataset.weights is None and not inducer.limits.leaf_weight
    return counts and bool((altered > 0).all())


def fits(inducer: Inducer) -> bool:
    """Whether the engine can grow what this inducer would."""
    return is_greedy(inducer) and hasattr(inducer.engine, "grow")


def grow_at_once(
    inducer: Inducer,
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
    if any(_in_shares(inducer, region) for region in regions):
        return grow(inducer, regions, leaves_taken=leaves_taken, levels=levels, progress=progress)
    searching = progress.stage(_searching(inducer, regions, leaves_taken, levels))
    grown = lines_of(
        inducer,
        regions,
        lambda share: searching.step(share**LATE),
        leaves_taken=leaves_taken,
        levels=levels,
    )
    unheard = inducer.heard(inducer.options, Progress())  # what grew outlives its growth
    return Lines(unheard, grown, regions, progress.stage(0.0)).sprouts(regions)


def _in_shares(inducer: Inducer, region: Region) -> bool:
    held = (region.rows, region.validation_rows)
    return any(rows is not None and inducer.engine.shares(rows) is not None for rows in held)


def _searching(
    inducer: Inducer, regions: Sequence[Region], leaves_taken: int, levels: int | None
) -> float:
    """Return about what share of the time the engine takes, the rest being the nodes'."""
    options, rows = inducer.options, sum(region.train.n for region in regions)
    nodes = most_nodes(inducer, regions, options.max_depth, levels)
    if options.max_leaf_nodes is not None:
        nodes = min(nodes, 2 * max(options.max_leaf_nodes - leaves_taken, 1))
    if inducer.dataset.target.is_classification:
        nodes *= CLASSES_LEAVE
    cell = CELL_BY_MEDIANS if options.measure == "absolute_error" else CELL
    search = cell * rows * len(inducer.dataset.columns)
    return search / (search + NODE * nodes) if search else 0.5


def most_nodes(
    inducer: Inducer, regions: Sequence[Region], max_depth: int | None, levels: int | None = None
) -> float:
    """Return how many nodes may grow from some regions, as far as their rows and depth tell."""
    nodes, least = 0.0, max(inducer.limits.leaf_rows, 1)
    for region in regions:
        depth = levels_under(region, max_depth, levels)
        leaves = region.train.n / least
        nodes += 2 * leaves if depth is None else min(2 * leaves, 2.0 ** min(depth + 1, MOST_DEEP))
    return nodes


def lines_of(
    inducer: Inducer,
    regions: Sequence[Region],
    step: Callable[[float], None],
    *,
    leaves_taken: int = 0,
    levels: int | None = None,
) -> Grown:
    """Grow from every region, and return the lines as the engine hands them back.

    `step` is called now and then with the share done; what it raises stops the growth.
    """
    engine = cast("GrowingEngine", inducer.engine)
    options = inducer.options
    most = options.max_leaf_nodes
    task = task_of(inducer, max_leaves=0 if most is None else max(most - leaves_taken, 1))
    depths = [levels_under(region, options.max_depth, levels) for region in regions]
    return engine.grow([region.rows for region in regions], depths, task, step)


def task_of(inducer: Inducer, max_leaves: int = 0, sorted_rows: int = 0) -> GrowthTask:
    """Return the rules of an inducer as the engine takes them."""
    options, limits = inducer.options, inducer.limits
    altered = inducer.dataset.target.altered_by
    return GrowthTask(
        criterion=options.measure,
        split_rows=limits.split_rows,
        leaf_rows=limits.leaf_rows,
        leaf_weight=limits.leaf_weight,
        min_decrease=options.min_impurity_decrease,
        root_weight=inducer.weight_of(inducer.root()),
        zero_gain=options.allow_zero_gain,
        max_leaves=max_leaves,
        sorted_rows=sorted_rows,
        altered=None if altered is None else tuple(altered.tolist()),
    )
