"""What a pruned part gets wrong: as a leaf, and of the rows that go no further than its split."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from ..induction.progress import OFTEN, Progress
from .risks import mistaken, prediction_of
from .stopped import rest_of, stops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Target
    from ..engine.contract import Floats
    from .parts import Part


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """Rows that end somewhere: `ending`, of those of a place, which tell what it predicts."""

    stats: Floats
    ending: Floats
    label: float | None

    def mistakes(self, own: float, target: Target) -> tuple[float, float]:
        """Return the weight that ends here, and how much of it is of another class than is said.

        That is the label, or else `own`, the class of the place's rows. Priors and losses count:
        see `risks.mistaken`.
        """
        said = own if self.label is None else self.label
        if target.stakes is not None:
            weight, wrong = target.stakes.mistakes(self.ending, said)
            return float(weight), float(wrong)
        whole = float(np.sum(self.ending))  # one by one: arrays of a line cost more
        return whole, max(whole - float(self.ending[int(said)]), 0.0)


def mistakes(part: Part, target: Target) -> tuple[float, float]:
    """Return the weight of a part's rows, and how much of it the part gets wrong as a leaf."""
    if part.wrong is None:
        _judge([part], target)
    return cast("tuple[float, float]", part.wrong)


def judge(top: Part, target: Target, heeding: Progress) -> None:
    """Keep the `mistakes` of all parts that hang here: many are reckoned at once."""
    parts = [part for part in top.walk() if part.wrong is None]
    for at in heeding.over(range(0, len(parts), OFTEN), len(parts), 1):
        _judge(parts[at : at + OFTEN], target)


def _judge(parts: Sequence[Part], target: Target) -> None:
    stats = np.stack([part.region.train.stats for part in parts])
    said = prediction_of(stats, target)
    for at, part in enumerate(parts):
        if part.label is not None:
            said[at] = part.label
    weight, wrong = (found.tolist() for found in mistaken(stats, said, target))
    for part, known in zip(parts, zip(weight, wrong, strict=True), strict=True):
        part.wrong = known


def left_behind(part: Part, target: Target) -> tuple[float, float]:
    """Return the same of the rows that go no further than a split part."""
    if not stops(part.split):
        return 0.0, 0.0
    stats = part.region.train.stats
    below = [child.region.train.stats for child in part.children]
    own = float(prediction_of(stats[None], target)[0])
    return Ending(stats, without(stats, below), part.label).mistakes(own, target)


def without(stats: Floats, below: Sequence[Floats]) -> Floats:
    """Return the statistics of the rows that are in no branch; see `rest_of`."""
    return rest_of(stats, stats - sum(below))
