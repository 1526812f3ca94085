"""At what alpha the present tree was last cut back: its sequence begins there, not at 0."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..pruning.rules import RULES
from .path import Path, path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..data import Target
    from ..pruning import CrossValidation, Risk
    from .gestures import Args
    from .history import History
    from .version import Version


def of_the_pruned(cross: CrossValidation, history: History, target: Target) -> CrossValidation:
    """Return what cross-validation found, as it judges the tree in force: it may be pruned.

    A tree pruned at an alpha is the one of all alphas from there to its own weakest link.
    """
    cuts = list(_cuts(history, cross.risk))
    if not cuts:
        return cross

    def path(before: Version, args: Args) -> Path:
        return path_of(before.tree, target, cross.risk, keep=args.get("keep", True))

    first = path(*cuts[-1])
    told = [_alpha(args, partial(path, before, args)) for before, args in cuts[:-1]]
    step = first.sequence.step_at(max(*told, _alpha(cuts[-1][1], lambda: first), 0.0))
    alphas = first.sequence.alphas
    return replace(cross, gone=alphas[:step], pruned_at=float(alphas[step]))


def _cuts(history: History, risk: Risk) -> Iterator[tuple[Version, Args]]:
    """Give what was pruned at an alpha since anything grew, and how; the last first."""
    version = history.now
    while version.parent is not None and version.action is not None:
        name, args = version.action.name, version.action.args
        if name == "grow" or args.get("regrow"):
            return
        by_alpha = name == "prune_to" and args.get("method") not in RULES
        if by_alpha and args.get("risk", "error") == risk:
            yield version.parent, args
        version = version.parent


def _alpha(args: Args, path: Callable[[], Path]) -> float:
    """Return the alpha of a pruning that was told so, or by the leaves that it left."""
    if "leaves" in args:
        sequence = path().sequence
        return float(sequence.alphas[np.flatnonzero(sequence.leaves == args["leaves"])[0]])
    return path().absolute(args["alpha"]) if args.get("relative") else float(args["alpha"])
