"""Induction: from counts to splits, candidates and growths."""

from __future__ import annotations

from .inducer import Candidate, Inducer, Progress, Sprout
from .options import Options
from .region import Figures, Region
from .splits import Cut, Split, SubsetSplit, ThresholdSplit

__all__ = [
    "Candidate",
    "Cut",
    "Figures",
    "Inducer",
    "Options",
    "Progress",
    "Region",
    "Split",
    "Sprout",
    "SubsetSplit",
    "ThresholdSplit",
]
