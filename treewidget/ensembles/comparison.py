"""A tree beside what is not one: bagged trees, a forest, boosting and neighbours, on equal folds.

The tree is grown anew without each fold by its own method and options; nothing that was done by
hand takes part. The others are scikit-learn's, with fixed seeds. They see numbers as they are and
categories one-hot, so that any two levels are equally far apart; a missing number becomes the
median and has a column that says so, a missing category is a level of its own. Neighbours are
looked for twice, among the columns as they come and standardised: to measure a column in another
unit changes no tree, and changes who is near.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from ..data.parts import checked_random_state
from ..induction.filling import inducer_within
from ..induction.methods import method
from ..induction.records import OwnRecords
from ..pruning.folds import fold_of_rows
from ..tree.advance import begin
from ..tree.editor import Editor
from ..tree.outcome import decided
from ..tree.routing import travel
from .learners import learners, table_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Dataset
    from ..engine.contract import Floats
    from ..induction.progress import Progress
    from ..workspace import Workspace
    from .learners import Learner

    Rows = NDArray[np.intp]

SEEDS: Final = 2**32
"""How many scikit-learn tells apart."""
UNWEIGHED: Final = "; it heeds no weights"


@dataclass(slots=True)
class Record:
    """How one of them did: a figure for each fold, and the time it took in all."""

    name: str
    remark: str
    figures: list[float] = field(default_factory=list)
    seconds: float = 0.0


def compare(
    workspace: Workspace, folds: object, random_state: object, progress: Progress
) -> pd.DataFrame:
    """Return how a tree's method and the others do on the same held-out rows.

    Parameters
    ----------
    workspace : Workspace
    folds : int or array
        As `fold_of_rows` takes them.
    random_state : int or None
        Draws the folds, and is the seed of all that draw something.
    progress : Progress
    """
    others, dataset = learners(), workspace.dataset
    given = checked_random_state(random_state)
    seed = secrets.randbelow(SEEDS) if given is None else given % SEEDS
    fold = fold_of_rows(dataset, folds, seed)
    rows, many = dataset.parts["train"], int(fold.max()) + 1
    by_tree = partial(_by_tree, workspace, progress)
    ways = [by_tree, *(partial(_by_learner, one, dataset, seed) for one in others)]
    records = [_of_tree(workspace), *(_of_learner(one, dataset) for one in others)]
    for number in range(many):
        learnt, held = rows[fold != number], rows[fold == number]
        for at, (record, way) in enumerate(zip(records, ways, strict=True)):
            progress.step((number + at / len(records)) / many)
            began = time.perf_counter()
            said = way(learnt, held)
            record.seconds += time.perf_counter() - began
            record.figures.append(_figure(dataset, held, said))
    progress.step(1.0)
    return _frame(records, dataset)


def _of_tree(workspace: Workspace) -> Record:
    label = method(workspace.inducer.options.method).label
    return Record("tree", f"{label}, grown anew on each fold with the tree's own options")


def _of_learner(one: Learner, dataset: Dataset) -> Record:
    heedless = dataset.weights is not None and not one.weighs
    return Record(one.name, one.remark + (UNWEIGHED if heedless else ""))


def _by_tree(workspace: Workspace, progress: Progress, learnt: Rows, held: Rows) -> Floats:
    inducer = inducer_within(workspace.inducer, learnt)
    editor = Editor(inducer.dataset, inducer, workspace.method)
    tree = begin(editor, "", grow=True, progress=progress.stage(0.0)).tree
    journey = travel(tree.root, OwnRecords(inducer.dataset, held), len(held))
    return decided(tree, inducer.dataset.target, journey)


def _by_learner(one: Learner, dataset: Dataset, seed: int, learnt: Rows, held: Rows) -> Floats:
    target = dataset.target
    raw = dataset if dataset.filling is None else dataset.filling.raw
    seen, asked = table_of(raw, learnt, held)
    actual: NDArray[Any] = target.codes
    if not target.is_classification:
        actual = target.values  # noqa: PD011 - a target's own
    if actual[learnt].min() == actual[learnt].max():
        return np.full(len(held), actual[learnt][0], dtype=np.float64)
    machine = one.make(target.is_classification, len(learnt), seed)
    if one.weighs and dataset.weights is not None:
        machine.fit(seen, actual[learnt], sample_weight=dataset.weights[learnt])
    else:
        machine.fit(seen, actual[learnt])
    return np.asarray(machine.predict(asked), dtype=np.float64)


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
