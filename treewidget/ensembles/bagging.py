"""Trees of treewidget's own that are asked of other rows: one alone, and many on bootstraps.

Bagging (Breiman 1996, "Bagging predictors"): each tree grows full on as many rows as there are,
drawn with replacement; classes are put to the vote, numbers averaged. A row that was drawn twice
weighs twice, so that nothing is copied.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..induction.filling import inducer_over
from ..induction.methods import resolve
from ..tree.advance import begin
from ..tree.editor import Editor
from ..tree.outcome import predicted_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from .lessons import Lesson


def predicted(inducer: Inducer, own: str, asked: NDArray[np.intp], progress: Progress) -> Floats:
    """Grow a tree, and return what it predicts for other rows of its data set."""
    editor = Editor(inducer.dataset, inducer, own)
    tree = begin(editor, "", grow=True, progress=progress.quiet).tree
    return predicted_at(tree, inducer.dataset, asked, progress.heed)


def bagged(lesson: Lesson, trees: int, progress: Progress) -> Floats:
    """Return what trees on bootstraps say together: class positions or values.

    O(trees * (growth + asked rows * depth)).
    """
    target, count = lesson.dataset.target, len(lesson.learnt)
    options, own = resolve("cart", target.task, {}), lesson.dataset.weights_at(lesson.learnt)
    generator = np.random.default_rng(lesson.seed)
    asked = np.arange(len(lesson.held))
    votes = np.zeros((len(asked), len(target.labels) if target.is_classification else 1))
    for number in range(trees):
        progress.step(number / trees)
        drawn = np.bincount(generator.integers(count, size=count), minlength=count)
        weights = np.zeros(lesson.dataset.n_rows)
        weights[lesson.learnt] = drawn * own
        rows = lesson.learnt[weights[lesson.learnt] > 0]
        view = replace(lesson.dataset, weights=weights, parts={"train": rows})
        said = predicted(inducer_over(view, options), options.method, lesson.held, progress)
        if target.is_classification:
            votes[asked, said.astype(np.intp)] += 1
        else:
            votes[:, 0] += said / trees
    return votes.argmax(axis=1).astype(np.float64) if target.is_classification else votes[:, 0]
