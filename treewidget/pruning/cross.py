"""Cross-validation of weakest-link pruning: one growth a fold, every alpha at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from ..data.weights import TIE
from ..data.words import counted
from ..engine.waiting import beside
from ..errors import warn
from ..induction.filling import inducer_within
from ..induction.progress import Progress
from ..induction.weakest_link import SLACK
from .fold_tree import grown
from .held_out import losses
from .held_out_lines import losses_in_lines
from .held_out_shares import passages, step_losses
from .risks import cost_sums, inherited, prediction_of
from .sequence import weakest_links
from .told import told_by
from .tree_risks import Nodes, risks_of

if TYPE_CHECKING:
    from ..engine.contract import Floats, Ints
    from ..induction.inducer import Inducer
    from .risks import Risk

Choice: TypeAlias = Literal["1se", "min"]
CHOICES: Final[tuple[Choice, ...]] = ("1se", "min")
LIGHT: Final = 0.05
"""Weights of a lower mean hardly stand for rows: shares of 1, as a rule."""


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation:
    """What the held-out rows say about every alpha: a step function over all folds together.

    It validates the method's own growth, pruned at an alpha. What was done to a tree by hand takes
    no part, so it holds for every tree of the same data set that began with the same growth.

    Attributes
    ----------
    folds : int
    risk : {"error", "impurity"}
        What the alphas are in.
    rows : int
    weight : float
        Of all rows.
    root_error : float
        Loss of the root alone on the training rows, as a sum.
    alphas : float array
        Ascending, the first is 0: where any fold's tree changes.
    loss, squares : float array
        From each of them on: the sums of the loss of all rows and of its square, in `unit`.
    gone : tuple of float or float array
        The alphas of the steps that the tree that is judged had before it was cut back.
    pruned_at : float
        The alpha of the step that it was then: it stands for none below.
    unit : float
        How large a loss of 1 is in the target's own terms.
    """

    folds: int
    risk: Risk
    rows: int
    weight: float
    root_error: float
    alphas: Floats
    loss: Floats
    squares: Floats
    gone: Floats | tuple[()] = ()
    pruned_at: float = 0.0
    unit: float = 1.0

    def at(self, alphas: Floats, *, to_root: bool = True) -> tuple[Floats, Floats]:
        """Return error and standard error, relative to the root's, of a sequence of alphas.

        Parameters
        ----------
        alphas : float array
            Of a sequence's steps; each is judged at the geometric mean of it and the next one.
        to_root : bool
            Whether the last step is the root alone: it is then judged at infinity.
        """
        error, spread = self._judged(alphas, to_root=to_root)
        return error[len(self.gone) :], spread[len(self.gone) :]

    def step(self, alphas: Floats, choice: Choice, *, to_root: bool = True) -> int:
        """Return the step that is chosen; of a pruned tree its first for one that is gone."""
        chosen_of_all = chosen(*self._judged(alphas, to_root=to_root), choice)
        return max(chosen_of_all - len(self.gone), 0)

    def _judged(self, own: Floats, *, to_root: bool) -> tuple[Floats, Floats]:
        alphas = np.append(self.gone, np.maximum(own, self.pruned_at))
        last = np.inf if to_root else alphas[-1]
        roots = np.sqrt(alphas)
        middle = np.append(roots[:-1] * roots[1:], last)
        place = np.searchsorted(self.alphas * (1.0 - SLACK), middle, side="right") - 1
        loss, squares = self.loss[place], self.squares[place]
        spread = np.maximum(squares - np.square(loss) / self.weight, 0.0)
        # no share of nothing: then it is told per row
        whole = self.root_error / self.unit or self.weight
        return loss / whole, np.sqrt(spread) / whole


def chosen(error: Floats, spread: Floats, choice: Choice) -> int:
    """Return the step with the least error, or the smallest tree within one standard error of it.

    Examples
    --------
    >>> error, spread = np.array([0.5, 0.3, 0.4, 0.9]), np.array([0.1, 0.1, 0.1, 0.1])
    >>> chosen(error, spread, "min"), chosen(error, spread, "1se")
    (1, 2)
    """
    slack = TIE * error.max()
    least = int(np.flatnonzero(error <= error.min() + slack)[-1])  # the smallest tree on a tie
    within = error[least] + slack + (spread[least] if choice == "1se" else 0.0)
    return int(np.flatnonzero(error <= within)[-1])


def cross_validate(
    inducer: Inducer, fold: Ints, risk: Risk = "error", progress: Progress | None = None
) -> CrossValidation:
    """Grow a tree without each fold in turn, and see how its rows fare at every alpha.

    Parameters
    ----------
    inducer : Inducer
        Its options grow the trees; its data set's training rows are parted.
    fold : int array
        The fold of each training row, numbered from 0.
    risk : {"error", "impurity"}
        What weighs in the pruning. What is held out is judged by its error in any case.
    progress : Progress, optional

    Raises
    ------
    CancelledError
    """
    dataset, rows = inducer.dataset, inducer.dataset.parts["train"]
    outer, folds = progress or Progress(), int(fold.max()) + 1
    root, target = inducer.root().train, dataset.target
    _warn_of_light_weights(root.weight, len(rows))
    stats, variance = root.stats[None], np.array([root.impurity])
    error = float(cost_sums(stats, variance, prediction_of(stats, target), target)[0])
    size = 1.0 if target.is_classification else _size(error / root.weight)
    steps = []
    for number in range(folds):
        trained, held = rows[fold != number], rows[fold == number]
        outer.step(number / folds)
        progress = outer.stage(1 / (folds - number))
        within = inducer_within(inducer, trained, progress)
        steps.append(_fold(within, held, risk, size, progress.stage(1.0)))
    outer.step(1.0)
    alphas, loss, squares = _together(steps, outer)
    return CrossValidation(
        folds, risk, len(rows), root.weight, error, alphas, loss, squares, unit=size * size
    )


def _warn_of_light_weights(weight: float, rows: int) -> None:
    if weight < LIGHT * rows:
        warn(
            f"the weights of {counted(rows, 'training row')} sum to {weight:.3g}, and the standard "
            "error of cross-validation takes a weight of 1 for a row: '1se' prunes too much by "
            "them, so scale them to a mean of 1"
        )


def _size(variance: float) -> float:
    """Return what numbers are counted in, so that their fourth powers are numbers too.

    It is a power of two near their own spread, so that it changes no digit.
    """
    return 2.0 ** round(math.log2(variance) / 2.0) if variance > 0 else 1.0


def _fold(
    inducer: Inducer, held: Ints, risk: Risk, size: float, progress: Progress
) -> tuple[Floats, Floats, Floats]:
    """Return a fold's alphas, and the sums of loss and squared loss of its rows at each."""
    target = inducer.dataset.target
    tree = grown(inducer, progress)
    spread = inherited(tree.stats, tree.parent, target)
    told = told_by(spread, target)
    nodes = Nodes(tree.parent, tree.stats, tree.impurity, told.prediction, tree.drops)
    risks, dropped = risks_of(nodes, risk, target)
    heeding = progress.quiet
    heeding.heed()
    root = inducer.root()
    # the impurity is of altered classes, and they weigh as much as the rows only in all folds
    weight = inducer.weight_of(root) if risk == "impurity" else root.train.weight
    sequence = weakest_links(tree.parent, risks, weight, heeding=heeding, dropped=dropped)
    told = told.counted_in(size)
    if tree.lines is not None:
        loss, squares = losses_in_lines(inducer, tree.lines, told, held, heeding)
    elif tree.ways is not None:
        loss, squares = losses(tree.ways, told, inducer.dataset, held, heeding)
    else:
        dataset, passed = inducer.dataset, passages(inducer, tree.order, tree.parent, held, heeding)
        return sequence.alphas, *step_losses(
            passed, told, sequence, dataset, held, progress=heeding
        )
    return sequence.alphas, sequence.sums(loss), sequence.sums(squares)


def _distinct(steps: list[tuple[Floats, Floats, Floats]]) -> Floats:
    """Return where any of some step functions changes."""
    alphas = np.sort(np.concatenate([own for own, _, _ in steps]))
    distinct: Floats = alphas[np.append(True, alphas[1:] > alphas[:-1])]
    return distinct


def _together(
    steps: list[tuple[Floats, Floats, Floats]], heeding: Progress
) -> tuple[Floats, Floats, Floats]:
    """Return the sum of step functions."""
    alphas = beside(partial(_distinct, steps), look=heeding.heed)
    loss, squares = np.zeros(len(alphas)), np.zeros(len(alphas))
    for own, one, two in steps:
        heeding.heed()
        lasts = np.diff(np.searchsorted(alphas, own), append=len(alphas))
        loss += np.repeat(one, lasts)
        heeding.heed()
        squares += np.repeat(two, lasts)
    return alphas, loss, squares
