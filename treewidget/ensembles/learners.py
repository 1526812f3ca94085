"""What a tree is put beside: bagged trees of our own, and scikit-learn's learners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from .. import kernels
from ..errors import RefusedError
from .bagging import bagged

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..engine.contract import Floats
    from ..induction.progress import Progress
    from .lessons import Lesson

TREES: Final = 100
STEP: Final = 4
"""So many trees of a forest are grown at once."""
NEIGHBOURS: Final = 5
ASKED: Final = 1000
"""So many rows look for their neighbours at once."""
MANY: Final = 2_000
"""From so many rows on boosting goes by bins: they lose little, and take a fraction of the time."""
Way: TypeAlias = "Callable[[Lesson, Progress], Floats]"
"""Learns, and returns class positions or values of the rows that are asked for."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One of the others.

    Attributes
    ----------
    name : str
    remark : str
        What it is, as it is set.
    way : callable
    weighs : bool
        Whether it heeds weights.
    """

    name: str
    remark: str
    way: Way
    weighs: bool = True


def learners() -> tuple[Learner, ...]:
    """Return all of them; refuses without scikit-learn, saying how to get it."""
    try:
        import sklearn  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise RefusedError(
            "compare() needs scikit-learn, which is not installed: pip install treewidget[compare]"
        ) from error
    boosting = f"{TREES} trees of depth 3 on the gradients; on bins from {MANY:,} rows on"
    return (
        Learner("bagged trees", f"{TREES} full trees of CART on bootstraps of the rows", _bagged),
        Learner("random forest", f"{TREES} trees, each split among a few columns", _forest),
        Learner("gradient boosting", boosting, _gradient),
        Learner("k-NN", f"{NEIGHBOURS} neighbours, columns as they come", _near, weighs=False),
        Learner(
            "k-NN, scaled",
            f"{NEIGHBOURS} neighbours, columns standardised",
            partial(_near, scaled=True),
            weighs=False,
        ),
    )


def _bagged(lesson: Lesson, progress: Progress) -> Floats:
    return bagged(lesson, TREES, progress)


def _forest(lesson: Lesson, progress: Progress) -> Floats:
    """Grow the trees of a random forest, a few at a time: between them a cancel is heard."""
    from sklearn.ensemble import (  # noqa: PLC0415 - an extra
        RandomForestClassifier,
        RandomForestRegressor,
    )

    kind = RandomForestClassifier if lesson.of_classes else RandomForestRegressor
    machine = kind(
        max_features="sqrt" if lesson.of_classes else 1 / 3,
        random_state=lesson.seed,
        n_jobs=kernels.threads(),  # threads share the rows, processes copy them
        warm_start=True,  # the same trees as at once
    )
    seen = lesson.table[0].astype(np.float32)  # as trees hold them: not anew at each step
    for count in [*range(STEP, TREES, STEP), TREES]:
        machine.set_params(n_estimators=count)
        machine.fit(seen, lesson.actual, sample_weight=lesson.weights)
        progress.step(count / TREES)
    return _asked(machine, lesson)


def _gradient(lesson: Lesson, progress: Progress) -> Floats:
    from sklearn import ensemble  # noqa: PLC0415 - an extra

    many = len(lesson.learnt) >= MANY
    name = ("Hist" if many else "") + "GradientBoosting"
    kind = getattr(ensemble, name + ("Classifier" if lesson.of_classes else "Regressor"))
    if many:
        machine = kind(max_iter=TREES, max_depth=3, early_stopping=False, random_state=lesson.seed)
        return _asked(_taught(machine, lesson), lesson)
    machine = kind(n_estimators=TREES, random_state=lesson.seed)

    def heed(done: int, *_: object) -> bool:
        progress.step((done + 1) / TREES)
        return False

    return _asked(_taught(machine, lesson, monitor=heed), lesson)


def _near(lesson: Lesson, progress: Progress, *, scaled: bool = False) -> Floats:
    from sklearn.neighbors import (  # noqa: PLC0415 - an extra
        KNeighborsClassifier,
        KNeighborsRegressor,
    )
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415 - an extra

    seen, asked = lesson.table
    if scaled:
        scaler = StandardScaler().fit(seen)
        seen, asked = scaler.transform(seen), scaler.transform(asked)
    kind = KNeighborsClassifier if lesson.of_classes else KNeighborsRegressor
    machine = kind(min(NEIGHBOURS, len(seen)), n_jobs=kernels.threads()).fit(seen, lesson.actual)
    said = []
    for begin in range(0, len(asked), ASKED):
        progress.step(begin / len(asked))
        said.append(machine.predict(asked[begin : begin + ASKED]))
    return np.concatenate(said).astype(np.float64)


def _taught(machine: Any, lesson: Lesson, **more: Any) -> Any:  # noqa: ANN401 - an extra's own
    return machine.fit(lesson.table[0], lesson.actual, sample_weight=lesson.weights, **more)


def _asked(machine: Any, lesson: Lesson) -> Floats:  # noqa: ANN401 - an extra's own
    return np.asarray(machine.predict(lesson.table[1]), dtype=np.float64)
