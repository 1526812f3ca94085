"""Where the methods that rank by information differ beyond their options."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """Where the methods of this family differ beyond their options.

    Attributes
    ----------
    tolerance : float
        A later test or cut must be better by more than this; 0: by more than rounding.
    slack : float
        How far below the average a gain may lie under the average-gain rule.
    many : float or None
        A nominal column with at least this share of the training rows as levels takes no part in
        the average (unless every column is such a one).
    tenth : bool
        Whether both sides of a threshold need a tenth of the mean weight of a class, up to 25.
    resolution : float
        Numbers that are no further apart are not parted.
    """

    tolerance: float = 0.0
    slack: float = 0.0
    many: float | None = None
    tenth: bool = False
    resolution: float = 0.0
