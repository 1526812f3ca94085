"""What the nodes of a tree tell rows that end there, as a whole or in shares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .risks import prediction_of

if TYPE_CHECKING:
    from ..data import Target
    from ..engine.contract import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What the nodes of a tree tell rows.

    Attributes
    ----------
    prediction : float array, shape (nodes,)
        To a row that ends there as a whole: a class position or value.
    votes : float array, shape (nodes, K) or (nodes, 1)
        What each node adds where a row ends in several: class weights that come to 1, priors
        heeded; or the value.
    target : Target
    """

    prediction: Floats
    votes: Floats
    target: Target

    def counted_in(self, size: float) -> Told:
        """Return the same with numbers, the target's too, in parts of this size."""
        if size == 1.0:
            return self
        target = replace(self.target, values=self.target.values / size)
        return Told(self.prediction / size, self.votes / size, target)


def told_by(spread: Floats, target: Target) -> Told:
    """Return what nodes tell by the statistics they predict from."""
    prediction = prediction_of(spread, target)
    if not target.is_classification:
        return Told(prediction, prediction[:, None], target)
    return Told(prediction, target.votes(spread), target)
