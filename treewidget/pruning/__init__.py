"""Pruning: which subtree to keep. Works on arrays of one entry a node, and never changes a tree."""

from .cross import CrossValidation, cross_validate
from .risks import RISKS, Risk, error_sums, impurity_sums
from .sequence import Sequence, weakest_links

__all__ = [
    "RISKS",
    "CrossValidation",
    "Risk",
    "Sequence",
    "cross_validate",
    "error_sums",
    "impurity_sums",
    "weakest_links",
]
