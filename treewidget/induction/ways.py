"""The ways of growing: in one call of the engine, place by place, or in windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .growth import grow
from .pruning import weakest_link
from .swift import fits, grow_at_once
from .windowing import grow_in_windows
from .winnowing import winnowed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .chooser import Chooser
    from .region import Region
    from .sprout import Sprout


AT_ONCE: Final = 0.4
"""About what share of the time a growth takes that is pruned at an alpha afterwards."""
ONE_BY_ONE: Final = 0.9
"""The same of one that goes from place to place."""
PRUNING: Final = 0.35
"""About what share of the rest pruning takes; what is left becomes nodes."""


def grown_by(
    chooser: Chooser, regions: Sequence[Region], *, leaves_taken: int, levels: int | None
) -> list[Sprout]:
    """Grow from every region as a chooser's options say, and prune at `ccp_alpha`."""
    options, whole = chooser.options, chooser.progress
    chooser = chooser.heard(options, whole.quiet)  # what tells how far it is has its own
    if options.winnow:
        chooser = winnowed(chooser, whole)
    way = grow_at_once if fits(chooser) else grow
    if options.window is not None:
        way = grow_in_windows
    part = 1.0
    if options.ccp_alpha:
        part = AT_ONCE if way is grow_at_once else ONE_BY_ONE
    growing = whole.stage(part)
    grown = way(chooser, regions, leaves_taken=leaves_taken, levels=levels, progress=growing)
    weight, pruning = chooser.weight_of(chooser.root()), whole.stage(PRUNING)
    altered = chooser.dataset.target.altered_by
    return [
        weakest_link(sprout, options.ccp_alpha, weight, options.measure, pruning, altered=altered)
        for sprout in grown
    ]
