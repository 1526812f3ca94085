"""What became of each step of a session that was done again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pandas as pd

from ..data.words import counted, on_one_line
from . import story

Status: TypeAlias = Literal["same", "figures", "changed", "refused"]


@dataclass(frozen=True)
class ReplayedStep:
    """What became of one step.

    Attributes
    ----------
    step : int
        Its number then; 0 is the construction.
    status : {"same", "figures", "changed", "refused"}
        "same": the same place, splits and figures. "figures": the same place and splits, other
        counts, errors or values. "changed": done, but it means something else now: another place,
        another split, another class. "refused": not done.
    line : str
        Its line of Python now; what it was, where it was refused.
    then, now : str
        What it did, in words.
    why : str
        What changed, or the reason of the refusal.
    """

    step: int
    status: Status
    line: str
    then: str
    now: str = ""
    why: str = ""


@dataclass(frozen=True, eq=False)
class Replay:
    """A session done again, step by step.

    Attributes
    ----------
    steps : tuple of ReplayedStep
    """

    steps: tuple[ReplayedStep, ...]

    @property
    def changed(self) -> tuple[ReplayedStep, ...]:
        """The steps that mean something else now, or were refused."""
        return tuple(step for step in self.steps if step.status in {"changed", "refused"})

    def frame(self) -> pd.DataFrame:
        """Return a line for each step."""
        names = ("status", "line", "then", "now", "why")
        rows = [[getattr(step, name) for name in names] for step in self.steps]
        index = pd.Index([step.step for step in self.steps], name="step")
        return pd.DataFrame(rows, columns=list(names), index=index)

    def __repr__(self) -> str:
        """Return how many steps there are of each kind, and what became of those that changed."""
        many = {name: sum(s.status == name for s in self.steps) for name in story.STATUSES}
        counts = ", ".join(f"{number} {story.STATUSES[name]}" for name, number in many.items())
        told = [
            f"  step {one.step}, {one.status}: {one.line}  # {on_one_line(one.why)}"
            for one in self.changed
        ]
        return "\n".join([f"{counted(len(self.steps), 'step')}: {counts}", *told])
