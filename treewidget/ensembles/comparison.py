"""A tree beside what is not one: bagged trees, a forest, boosting and neighbours, on equal folds.

The tree is grown anew without each fold by its own method and options; nothing that was done by
hand takes part. Bagged trees are CART's, grown by treewidget; the others are scikit-learn's, with
fixed seeds. These see numbers as they are and categories one-hot, so that any two levels are
equally far apart; a missing number becomes the median and has a column that says so, a missing
category is a level of its own. Neighbours are looked for twice, among the columns as they come and
standardised: to measure a column in another unit changes no tree, and changes who is near.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from ..data.parts import alternate, checked_random_state
from ..data.whole import whole_number
from ..data.words import counted, shown
from ..errors import InvalidValueError, WrongTypeError, warn
from ..induction.filling import inducer_within
from ..induction.methods import method
from ..induction.progress import Progress
from ..pruning.folds import fold_of_rows
from .bagging import predicted
from .filters import filters_kept
from .learners import Learner, learners
from .lessons import Lesson, as_it_came, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Dataset
    from ..engine.contract import Floats, Ints
    from ..workspace import Workspace
    from .lessons import Rows

SEEDS: Final = 2**32
"""How many scikit-learn tells apart."""
LONG: Final = 5 * 10**8
"""So many numbers take a quarter of an hour to learn."""
UNWEIGHED: Final = "; it heeds no weights"


@dataclass(slots=True)
class Record:
    """How one of them did: a figure for each fold, and the time it took in all."""

    name: str
    remark: str
    figures: list[float] = field(default_factory=list)
    seconds: float = 0.0


def compare(
    workspace: Workspace,
    folds: object,
    random_state: object,
    rows: object,
    progress: Progress,
) -> pd.DataFrame:
    """Return how a tree's method and the others do on the same held-out rows.

    Parameters
    ----------
    workspace : Workspace
    folds : int or array
        As `fold_of_rows` takes them.
    random_state : int or None
        Draws the folds, and is the seed of all that draw something.
    rows : int or None
        Draws so many of the training rows.
    progress : Progress
    """
    others, dataset = learners(), workspace.dataset
    given = checked_random_state(random_state)
    seed = secrets.randbelow(SEEDS) if given is None else given % SEEDS
    fold = fold_of_rows(dataset, folds, seed)
    training, fold = _drawn(dataset, fold, rows, seed)
    _warn_of_length(dataset, fold)
    raw = as_it_came(dataset)
    ways = [partial(_by_tree, workspace), *(partial(_by_learner, one) for one in others)]
    records = [_of_tree(workspace), *(_of_learner(one, dataset) for one in others)]
    going = _Going(records, int(fold.max()) + 1, progress)
    for number in range(going.folds):
        lesson = Lesson(raw, training[fold != number], training[fold == number], seed)
        for at, (record, way) in enumerate(zip(records, ways, strict=True)):
            going.begin(number, at)
            began = time.perf_counter()
            said = way(lesson, going)
            record.seconds += time.perf_counter() - began
            record.figures.append(_figure(dataset, lesson.held, said))
    progress.step(1.0)
    return _frame(records, dataset)


class _Going(Progress):
    """How far all are, told from how far one of them is in a fold.

    What each takes of a fold is known from the folds before it; in the first they count alike.
    """

    def __init__(self, records: Sequence[Record], folds: int, progress: Progress) -> None:
        super().__init__()
        self._records, self.folds, self._outer = records, folds, progress

    def begin(self, number: int, at: int) -> None:
        """Say that a fold is the turn of one of them."""
        if not at:
            taken = [record.seconds if number else 1.0 for record in self._records]
            self._parts = np.array(taken)
        self._before = number + self._parts[:at].sum() / self._parts.sum()
        self._part = self._parts[at] / self._parts.sum()
        self.heed()

    def step(self, share: float) -> None:
        """Say how far this one is."""
        self._outer.step((self._before + self._part * min(share, 1.0)) / self.folds)


def _drawn(dataset: Dataset, fold: Ints, rows: object, seed: int) -> tuple[Rows, Ints]:
    """Return so many of the training rows and their folds: each class of a fold has its share."""
    training = dataset.parts["train"]
    if rows is None:
        return training, fold
    wanted = whole_number(rows)
    if wanted is None:
        raise WrongTypeError(f"rows={shown(rows)} must be a whole number, or None for all rows")
    folds = int(fold.max()) + 1
    if wanted < folds:
        raise InvalidValueError(f"rows={wanted} is fewer than the {folds} folds: draw more")
    if wanted >= len(training):
        return training, fold
    strata = fold
    if dataset.target.is_classification:
        strata = fold * len(dataset.target.classes) + dataset.target.codes[training]
    order = np.random.default_rng(seed).permutation(len(training))
    kept = np.sort(alternate(order, strata[order])[:wanted])
    held = np.bincount(fold[kept], minlength=folds)
    if not held.all():
        raise InvalidValueError(
            f"rows={wanted} leaves none of a fold that holds "
            f"{counted(int(np.count_nonzero(fold == held.argmin())), 'row')}: draw more"
        )
    return training[kept], fold[kept]


def _warn_of_length(dataset: Dataset, fold: Ints) -> None:
    many, width = int(fold.max()) + 1, width_of(dataset)
    if len(fold) * width * many > LONG:
        warn(
            f"{counted(len(fold), 'row')} in {counted(many, 'fold')}, as {counted(width, 'column')}"
            " of numbers (one for each category): scikit-learn's learners may take an hour; "
            "compare(rows=20000) draws a sample"
        )


def _of_tree(workspace: Workspace) -> Record:
    label = method(workspace.inducer.options.method).label
    return Record("tree", f"{label}, grown anew on each fold with the tree's own options")


def _of_learner(one: Learner, dataset: Dataset) -> Record:
    heedless = dataset.weights is not None and not one.weighs
    return Record(one.name, one.remark + (UNWEIGHED if heedless else ""))


def _by_tree(workspace: Workspace, lesson: Lesson, progress: Progress) -> Floats:
    inducer = inducer_within(workspace.inducer, lesson.learnt, progress.quiet)
    return predicted(inducer, workspace.method, lesson.held, progress)


def _by_learner(one: Learner, lesson: Lesson, progress: Progress) -> Floats:
    actual = lesson.actual
    if actual.min() == actual.max():
        return np.full(len(lesson.held), actual[0], dtype=np.float64)
    with filters_kept():
        return one.way(lesson, progress)


def _figure(dataset: Dataset, held: Rows, said: Floats) -> float:
    """Return the accuracy, or the root of the mean squared error."""
    target = dataset.target
    weights = None if dataset.weights is None else dataset.weights[held]
    if target.is_classification:
        return float(np.average(said == target.codes[held], weights=weights))
    off = said - target.values[held]  # noqa: PD011 - a target's own
    return float(np.sqrt(np.average(np.square(off), weights=weights)))


def _frame(records: list[Record], dataset: Dataset) -> pd.DataFrame:
    figure = "accuracy" if dataset.target.is_classification else "rmse"
    return pd.DataFrame(
        {
            figure: [float(np.mean(record.figures)) for record in records],
            "spread": [float(np.std(record.figures, ddof=1)) for record in records],
            "seconds": [record.seconds for record in records],
            "remark": [record.remark for record in records],
        },
        index=pd.Index([record.name for record in records], name="learner"),
    )
