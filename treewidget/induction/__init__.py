"""Induction: from counts to splits, candidates and growths."""

from __future__ import annotations

from .inducer import Candidate, Inducer, Profile, Progress, Sprout
from .methods import method, methods, resolve
from .options import Options
from .region import Figures, Region
from .splits import Cut, Split, SubsetSplit, ThresholdSplit

__all__ = [
    "Candidate",
    "Cut",
    "Figures",
    "Inducer",
    "Options",
    "Profile",
    "Progress",
    "Region",
    "Split",
    "Sprout",
    "SubsetSplit",
    "ThresholdSplit",
    "method",
    "methods",
    "resolve",
]
