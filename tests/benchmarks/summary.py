"""What was asked of a million rows by 20 columns, and what was reached: the first tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .growth import OURS, TRAINED
from .keeping import growths, kept
from .tables import head, line

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS: Final = 1_000_000
SETS: Final = ("clusters-2", "mixed", "clusters-5", "regression")
PREPARED: Final = "LightGBM, data and training"


class Goal(NamedTuple):
    """How many times as long as ours a peer takes, at least and as is aimed for."""

    operation: str
    peer: str
    least: float
    aim: float | None
    coding: bool = False  # whether ours is counted with its coding


GOALS: Final = (
    Goal("coding", "LightGBM", 2.5, 8),
    Goal("depth 6", "scikit-learn", 100, 300),
    Goal("depth 6", "scikit-learn", 25, None, coding=True),
    Goal("255 leaves", "scikit-learn", 40, 150),
    Goal("255 leaves", TRAINED, 1.5, 3),
    Goal("255 leaves", PREPARED, 3, 5, coding=True),
    Goal("until pure", "scikit-learn", 50, 150),
    Goal("until pure", "YDF", 15, 50),
)


def summary() -> Iterator[str]:
    """Return the lines of both tables: beside peers by machine, and all else."""
    machines = {machine: found for machine, rows, found in growths() if rows == ROWS}
    yield "\n### What was asked, and what was reached\n"
    yield "A million rows by 20 columns on one thread: how many times treewidget's CPU time a peer"
    yield f"takes, from the least to the most of {', '.join(SETS[:-1])} and {SETS[-1]}. What stays"
    yield "below what was asked is in bold, with its set.\n"
    yield from head(("operation", "peer"), ("at least", "aim", *machines))
    for goal in GOALS:
        name = f"{goal.operation} and coding" if goal.coding else goal.operation
        aim = "" if goal.aim is None else f"{goal.aim:g}"
        reached = (_reached(goal, found) for found in machines.values())
        yield line(name, goal.peer, f"{goal.least:g}", aim, *reached)
    yield from _others()


def _reached(goal: Goal, found: dict[str, Any]) -> str:
    """Return the least and the most of all sets, and which miss the goal."""
    ratios = {name: _ratio(goal, found[name]) for name in SETS}
    missed = [f"**{ratios[name]:.3g}** ({name})" for name in SETS if ratios[name] < goal.least]
    met = [one for one in ratios.values() if one >= goal.least]
    span = f"{min(met):.3g} to {max(met):.3g}" if met else ""
    return ", ".join([*missed, span] if span else missed)


def _ratio(goal: Goal, figures: dict[str, Any]) -> float:
    """Return how many times our CPU time the peer takes."""
    spent = figures[goal.operation][OURS]["cpu"]
    if goal.coding:
        spent += figures["coding"][OURS]["cpu"]
    peer: float = figures[goal.operation][goal.peer]["cpu"]
    return peer / spent


def _others() -> Iterator[str]:
    """Return what was asked in other terms than a peer's time for a growth."""
    first = {(one["operation"], one["threads"]): one for one in kept("first")["figures"]}
    answer, parted = (
        one["ms"] / one["limit"]
        for one in (first["first part of the candidates", 1], first["rows of the root parted", 1])
    )
    folds = kept("crossval")
    peer = 40 * folds["scikit-learn, a fold at 5 alphas"]["cpu"] / folds[OURS]["cpu"]
    process = kept("process")
    start, peak = process["first tree, s"], process["peak above the frame, MB"]
    yield ""
    yield from head(("figure",), ("at most", "aim", "reached"))
    yield line("first answer of `candidates(root)`, over the machine's", 2, 1.2, f"{answer:.1f}")
    yield line("split of the root, over the machine's", 2, 1.3, f"{parted:.1f}")
    share = peak[OURS] / peak["LightGBM"]
    yield line("peak of memory above the frame, over LightGBM's", 1.5, 1, f"{share:.2f}")
    yield ""
    yield from head(("figure",), ("at least", "aim", "reached"))
    yield line("scikit-learn's ten folds at 20 alphas, over ours", 300, 1000, f"{peer:.0f}")
    begun = start["scikit-learn"] / start[OURS]
    yield line("scikit-learn's import and first tree, over ours", 2, 5, f"{begun:.1f}")
