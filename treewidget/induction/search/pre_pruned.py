"""The search of ASSISTANT: two branches by gain, made only where they are expected to help.

Kononenko, Bratko and Roskar (1984) stop where the estimated accuracy does not grow; their formula
is not in the literature at hand. Here accuracy is Laplace-corrected: that of a leaf is
(n_c + 1) / (N + K) with its majority class c, and a split is made only if the mean over its
branches, weighted, is higher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..routes import route_of
from .greedy import Greedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Floats
    from ..contract import Setting
    from ..options import Options
    from ..region import Region
    from .found import Found
    from .places import Place


class PrePruned(Greedy):
    """The split of largest gain, if its branches are expected to be more accurate."""

    at_a_look = True

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best split of every column that has one, with its branches' statistics."""
        found = super().scan(setting, region, place, columns)
        return [_with_branches(setting, region, one) for one in found]

    def scan_together(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return the best of each region, with its branches' statistics."""
        found = super().scan_together(setting, regions, places, columns)
        return [
            [_with_branches(setting, region, one) for one in those]
            for region, those in zip(regions, found, strict=True)
        ]

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why the best split is not made: no gain, or no better accuracy expected."""
        reason = super().idle(chosen, share, place, options)
        if reason or chosen.branches is None:
            return reason
        classes = place.classes or len(place.whole)
        branches = place.seen(chosen.branches)
        leaf = expected_accuracy(place.seen(place.whole), classes)
        split = expected_accuracy(branches, classes)
        weights = branches.sum(axis=-1)
        together = float((weights * split).sum() / weights.sum())
        if float(leaf) >= together - 1e-12:
            return (
                f"its expected accuracy is {float(leaf):.4g} as a leaf, and with the best split "
                f"{together:.4g}"
            )
        return ""


def expected_accuracy(stats: Floats, classes: int) -> Floats:
    """Return the Laplace-corrected accuracy of the majority of so many classes, shape (...).

    Examples
    --------
    >>> float(expected_accuracy(np.array([3.0, 1.0]), 2))
    0.6666666666666666
    """
    return np.asarray((stats.max(axis=-1) + 1.0) / (stats.sum(axis=-1) + classes))


def _with_branches(setting: Setting, region: Region, found: Found) -> Found:
    if found.branches is not None:
        return found
    route = route_of(setting.dataset, found.build())
    parts = setting.engine.partition(region.rows, route)
    return found._replace(branches=setting.engine.totals(parts)[1])
