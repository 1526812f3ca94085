"""What a compiled growth works on: it is handed to the kernel, and watched."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast

from .growing import CRITERIA, Grown, Inspection, counted, together
from .waiting import beside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from .frames import Frames
    from .growing import GrowthTask

_MOST = 2**31 - 1  # the kernel's whole numbers; no limit beyond it means more
_ALONE = 2_000_000
"""Growths over fewer cells than this are done before anybody could ask how far they are."""
_ALONE_BY_MEDIANS = 100_000
"""The same by absolute errors."""


class Ground:
    """What a compiled growth works on. Made once for an engine, whose frames keep their bins."""

    def __init__(self, native: Any, frames: Frames, columns: int) -> None:  # noqa: ANN401
        self._native = native
        self._frames = frames
        self._columns = columns

    def grow(
        self,
        starts: Sequence[NDArray[np.uint32]],
        levels: Sequence[int | None],
        task: GrowthTask,
        threads: int,
        step: Callable[[float], None],
    ) -> Grown:
        """Grow from every start; see `GrowingEngine`."""
        frame, native = self._frames.weighing(task.altered), self._task(task, threads)
        rows, borders = (starts[0], [0, len(starts[0])]) if len(starts) == 1 else together(starts)
        depths = [-1 if most is None else min(most, _MOST) for most in levels]
        control = self._native.Control()
        by_medians = task.criterion == "absolute_error"

        def work() -> dict[str, Any]:
            found = self._native.grow(frame, rows, borders, depths, native, control)
            return cast("dict[str, Any]", found)

        step(0.0)
        watched = len(rows) * self._columns > (_ALONE_BY_MEDIANS if by_medians else _ALONE)
        lines = (
            beside(work, lambda: step(min(control.share, 1.0)), control.stop) if watched else work()
        )
        step(1.0)
        lines["stats"] = counted(lines["stats"].reshape(len(lines["column"]), -1), task)
        return Grown(**lines)

    def inspect(self, rows: NDArray[np.uint32], task: GrowthTask, threads: int) -> Inspection:
        """Look at some rows; see `GrowingEngine`."""
        frame = self._frames.weighing(task.altered)
        return Inspection(self._native.inspect(frame, rows, self._task(task, threads)), task)

    def _task(self, task: GrowthTask, threads: int) -> Any:  # noqa: ANN401
        native = self._native.Task()
        for item in fields(task):
            if item.name == "altered":  # a frame is made of it
                continue
            value = getattr(task, item.name)
            if item.name == "criterion":
                value = CRITERIA[value]
            elif isinstance(value, int):
                value = min(value, _MOST)
            setattr(native, item.name, value)
        native.threads = threads
        return native
