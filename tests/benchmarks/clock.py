"""Timing of several contestants in turn, in one process."""

from __future__ import annotations

import gc
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True)
class Timing:
    """Medians in seconds over the repetitions, and how many there were."""

    cpu: float
    wall: float
    repetitions: int


SHORT = 0.1
"""What takes less than this share of the longest contestant's time is run FEW times a round."""
FEW = 5


def in_turn(
    contestants: Mapping[str, Callable[[], Any]], repetitions: int
) -> tuple[dict[str, Timing], dict[str, Any]]:
    """Run each contestant in turn, again and again; return medians and the last results.

    CPU time counts all threads of the process, so a contestant gains nothing by using more. On a
    machine that is never quite alone a single short run says little: it is repeated.
    """
    cpu: dict[str, list[float]] = {name: [] for name in contestants}
    wall: dict[str, list[float]] = {name: [] for name in contestants}
    results: dict[str, Any] = {}

    def run(name: str) -> None:
        results.pop(name, None)
        gc.collect()
        cpu_begin, wall_begin = time.process_time(), time.perf_counter()
        results[name] = contestants[name]()
        wall[name].append(time.perf_counter() - wall_begin)
        cpu[name].append(time.process_time() - cpu_begin)

    for _ in range(repetitions):
        for name in contestants:
            run(name)
        longest = max(times[-1] for times in wall.values())
        short = [name for name in contestants if wall[name][-1] < SHORT * longest]
        for name in short * (FEW - 1):
            run(name)
    timings = {
        name: Timing(statistics.median(cpu[name]), statistics.median(wall[name]), len(cpu[name]))
        for name in contestants
    }
    return timings, results
