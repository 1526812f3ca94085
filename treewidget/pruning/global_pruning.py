"""Pruning of a tree as a whole, after each of its nodes was settled: as C5.0 is told to do.

Error-based pruning looks at one node at a time. C5.0's second pass takes away subtrees that gain
little for the whole; how it weighs them is not published. Here the weakest links of the predicted
errors are cut, all that tie at once, as long as the whole is predicted no more than one standard
error of a binomial count more errors than at its best.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..induction.pruning import parents_of
from .limits import predicted_errors
from .mistakes import left_behind, mistakes
from .sequence import weakest_links

if TYPE_CHECKING:
    from ..data import Target
    from ..induction.progress import Progress
    from .parts import Part


def prune_globally(top: Part, target: Target, confidence: float, heeding: Progress) -> None:
    """Cut what the tree as a whole does about as well without, where it stands."""
    parts = list(top.walk())
    told = heeding.over(parts, len(parts))
    errors = np.array([predicted_errors(*mistakes(part, target), confidence) for part in told])
    weight = mistakes(top, target)[0]
    ends = [predicted_errors(*left_behind(part, target), confidence) for part in parts]
    parent, dropped = parents_of(parts, heeding), np.array(ends)
    sequence = weakest_links(parent, errors, weight, heeding=heeding, dropped=dropped)
    sums = sequence.sums(errors, dropped)
    best = float(sums.min())
    most = best + math.sqrt(max(best * (1.0 - best / weight), 0.0)) if weight > 0 else best
    step = int(np.flatnonzero(sums <= most * (1.0 + 1e-12))[-1])
    for at in sequence.leaves_at(step).tolist():
        parts[at].cut()
