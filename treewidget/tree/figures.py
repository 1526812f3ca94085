"""Figures of nodes and trees, from the statistics that every region carries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TreeFigures:
    """The tree's own figures.

    Attributes
    ----------
    nodes, leaves, depth : int
        Size; the depth of the root alone is 0.
    error : float
        Training: error rate (classification) or RMSE (regression) over the leaves.
    validation_error : float or None
        The same on the validation rows; None without any.
    """

    nodes: int
    leaves: int
    depth: int
    error: float
    validation_error: float | None
