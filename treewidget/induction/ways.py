"""The ways of growing: in one call of the engine, place by place, or in windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .growth import Sprout, grow
from .pruning import weakest_link
from .swift import fits, grow_at_once
from .windowing import grow_in_windows
from .winnowing import winnowed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .inducer import Inducer
    from .region import Region


def grown_by(
    inducer: Inducer, regions: Sequence[Region], *, leaves_taken: int, levels: int | None
) -> list[Sprout]:
    """Grow from every region as an inducer's options say, and prune at `ccp_alpha`."""
    options = inducer.options
    if options.winnow:
        inducer = winnowed(inducer)
    way = grow_at_once if fits(inducer) else grow
    if options.window is not None:
        way = grow_in_windows
    grown = way(
        inducer, regions, leaves_taken=leaves_taken, levels=levels, progress=inducer.progress
    )
    weight = inducer.root().train.weight
    return [
        weakest_link(sprout, options.ccp_alpha, weight, options.measure, inducer.progress)
        for sprout in grown
    ]
