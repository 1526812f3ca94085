"""Boosting: trees that each pay more heed to the rows that those before them got wrong.

AdaBoost.M1 (Freund and Schapire 1996) as Quinlan (1996, "Bagging, boosting, and C4.5", section 2.2)
applies it, which is what C5.0 says it is modelled on: with e the weighted error of a tree and
b = e / (1 - e), the weights of the rows it gets right are multiplied by b and all weights scaled
back to their sum; the tree's vote is log(1 / b). It ends early after a tree without errors, and at
one that is wrong for half of the weight, which has no vote.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.weights import TIE
from ..data.whole import whole_number
from ..data.words import shown
from ..engine import make_engine
from ..errors import InvalidValueError, WrongTypeError
from ..induction.inducer import Inducer
from ..induction.worth import staked
from ..tree.editor import Editor
from ..tree.outcome import predicted_at
from ..workspace import Workspace
from .committee import Member

if TYPE_CHECKING:
    from ..engine.contract import Floats
    from ..induction.progress import Progress

HALF: Final = 0.5
MOST_TRIALS: Final = 1000


def checked_trials(trials: object) -> int:
    """Return a number of trials, or refuse what is none."""
    number = whole_number(trials)
    if number is None:
        raise WrongTypeError(f"trials={shown(trials)} must be a whole number from 1 on")
    if not 1 <= number <= MOST_TRIALS:
        raise InvalidValueError(f"trials={shown(trials)} must lie from 1 to {MOST_TRIALS:,}")
    return number


def boosted(workspace: Workspace, trials: int, progress: Progress) -> list[Member]:
    """Return the trees of a committee: grown by a tree's own method and options, on its data.

    What was done to the tree by hand takes no part.
    """
    dataset = workspace.dataset
    if not dataset.target.is_classification:
        raise InvalidValueError(
            f"boost() needs classes, and {shown(dataset.target.name)} is a number: "
            "compare() puts gradient boosting beside the tree"
        )
    rows = dataset.parts["train"]
    weights = dataset.weights_at(np.arange(dataset.n_rows))
    total = weights[rows].sum()
    members: list[Member] = []
    while len(members) < trials:
        progress.step(len(members) / trials)
        stands = _grown(workspace, weights, trials, len(members), progress)
        said = predicted_at(stands.tree, stands.dataset, rows, progress.heed)
        wrong = said != dataset.target.codes[rows]
        error = float(weights[rows][wrong].sum() / total)
        no_vote = error >= HALF * (1.0 - TIE)
        if no_vote and members:
            break
        told = error or HALF / len(rows)  # without errors: as if half a row were wrong
        odds = 1.0 if no_vote else told / (1.0 - told)
        vote = math.log(1.0 / odds)
        members.append(Member(stands, stands.tree, error, vote))
        if no_vote or not wrong.any():
            break
        weights = weights.copy()
        weights[rows[~wrong]] *= odds
        weights[rows] *= total / weights[rows].sum()
    if len(members) == 1:
        members = [replace(members[0], vote=1.0)]  # alone it decides, however often it is wrong
    progress.step(1.0)
    return members


def _grown(
    workspace: Workspace, weights: Floats, trials: int, number: int, progress: Progress
) -> Workspace:
    """Return a tree of the same data under other weights, with a history of its own."""
    own = workspace.inducer
    alike = None if (weights == 1.0).all() else weights  # as for any tree whose rows weigh alike
    view = staked(replace(workspace.dataset, weights=alike), own.options)
    inducer = Inducer(view, make_engine(view), own.options, own.shown)
    opening = f"{workspace.history.opening}\ntree = tree.boost(trials={trials}).members[{number}]"
    growing = progress.stage(1.0 / (trials - number))
    return Workspace(Editor(view, inducer, workspace.method), opening, progress=growing)
