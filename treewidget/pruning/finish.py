"""What a method does to a tree when it has grown it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..induction.swift import most_nodes
from ..induction.uncollected import uncollected
from .error_based import ErrorBased
from .global_pruning import prune_globally
from .mistakes import judge, left_behind, mistakes
from .parts import Part, of_sprout, sprout_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Target
    from ..induction.inducer import Inducer
    from ..induction.options import Options
    from ..induction.progress import Progress
    from ..induction.region import Region
    from ..induction.sprout import Sprout

PRUNING: Final = 0.4
"""About so much of the time it takes to prune a tree that was grown to its end."""
WORTH: Final = 1e-3
"""A subtree is worth its leaves when it makes so many errors fewer."""


def grown(
    inducer: Inducer,
    regions: Sequence[Region],
    options: Options | None = None,
    *,
    leaves_taken: int = 0,
    levels: int | None = None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region, as `Inducer.grow`, and prune as the options ask.

    A growth of so many `levels` is not at its end, and so it is not pruned.
    """
    options = options or inducer.options
    pruning = levels is None and prunes(options) and inducer.dataset.target.is_classification
    growing = (
        progress.stage(1.0 - PRUNING * _fullness(inducer, regions, options))
        if pruning
        else progress
    )
    sprouts = inducer.grow(
        regions, options, leaves_taken=leaves_taken, levels=levels, progress=growing
    )
    if not pruning:
        return sprouts
    within = inducer if options == inducer.options else inducer.with_options(options)
    with uncollected():
        return [
            finished(within, sprout, progress.stage(1.0 / (len(sprouts) - at)))
            for at, sprout in enumerate(sprouts)
        ]


def _fullness(inducer: Inducer, regions: Sequence[Region], options: Options) -> float:
    """Return about what part of the nodes of a full growth there may be, by `max_depth`."""
    nodes = most_nodes(inducer, regions, options.max_depth)
    return nodes / max(most_nodes(inducer, regions, None), 1.0)


def prunes(options: Options) -> bool:
    """Whether a method's options ask for anything after its growth."""
    return options.collapse or options.confidence is not None


def why_gone(options: Options) -> str:
    """Return why nothing is left of a growth, to follow "it does not grow:"; or nothing."""
    steps = [f"ccp_alpha={options.ccp_alpha:g}"] if options.ccp_alpha else []
    if options.collapse:
        steps.append("collapse=True")
    if options.confidence is not None:
        steps.append(f"confidence={options.confidence:g}")
    if options.global_pruning:
        steps.append("global_pruning=True")
    return f"what grows there is pruned away again ({', '.join(steps)})" if steps else ""


def finished(inducer: Inducer, sprout: Sprout, progress: Progress) -> Sprout:
    """Return a growth pruned by its method's options: collapsed first, then by predicted errors."""
    if sprout.split is None:
        return sprout
    options, target, heeding = inducer.options, inducer.dataset.target, progress.quiet
    top = of_sprout(sprout, heeding)
    if options.collapse:
        collapse(top, target, heeding)
    if options.confidence is not None:
        ErrorBased(inducer, options.confidence, options.subtree_raising, progress).prune(top)
        if options.global_pruning:
            prune_globally(top, target, options.confidence, heeding)
    return sprout_of(top, lambda region, split: inducer.candidate(region, split).gain, heeding)


def collapse(top: Part, target: Target, heeding: Progress) -> None:
    """Make a leaf of every subtree that makes no fewer training errors than the leaf would.

    C4.5 does so before it prunes, from the root down (Quinlan 1993, its program's `collapse`).
    """

    def made(part: Part, below: tuple[float, ...]) -> float:
        own = mistakes(part, target)[1]
        part.estimate = sum(below) + left_behind(part, target)[1] if below else own
        if below and part.estimate >= own - WORTH:
            idle.add(id(part))
        return part.estimate

    judge(top, target, heeding)
    idle: set[int] = set()
    top.fold(made, heeding)
    for part in top.walk():
        if id(part) in idle:
            part.cut()
