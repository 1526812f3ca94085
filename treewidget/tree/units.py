"""The unit that entropies are shown in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..data.words import brief

if TYPE_CHECKING:
    from ..induction.inducer import Inducer

NATS: Final = math.log(2)
"""Nats in a bit."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What an impurity is multiplied by to be shown, and the word behind it, of one."""

    factor: float = 1.0
    word: str = ""

    def text(self, value: float) -> str:
        """Return an impurity as it is shown."""
        figure = brief(value * self.factor, 3)
        return f"{figure} {self.word}{'' if figure == '1' else 's'}" if self.word else figure


def unit_of(inducer: Inducer) -> Unit:
    """Return the unit of a tree's impurities: bits or nats of entropy, none of anything else."""
    if inducer.shown != "entropy":
        return Unit()
    return Unit(NATS, "nat") if inducer.options.log == "e" else Unit(1.0, "bit")
