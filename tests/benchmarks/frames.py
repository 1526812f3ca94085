"""Script time in each frame, read from a browser's own trace."""

from __future__ import annotations

import itertools
import json
from typing import Any

CATEGORIES = ["devtools.timeline", "blink.user_timing", "v8.execute"]
# The outermost of these on the main thread is script at work, forced layout included.
SCRIPT = {
    "EvaluateScript",
    "EventDispatch",
    "FireAnimationFrame",
    "FireIdleCallback",
    "FunctionCall",
    "RunMicrotasks",
    "TimerFire",
}
FRAME = "AnimationFrame"  # its end: all that was done for this frame is done
BEGIN, END = "drag begins", "drag ends"


def script_per_frame(trace: bytes) -> list[float]:
    """Return milliseconds of script between one frame and the next, from mark to mark."""
    events = json.loads(trace)["traceEvents"]
    begin, end, thread = marks(events)
    mine = sorted(
        (event["ts"], event["ts"] + event["dur"])
        for event in events
        if event.get("ph") == "X"
        and event["name"] in SCRIPT
        and (event["pid"], event["tid"]) == thread
        and begin <= event["ts"] <= end
    )
    borders = sorted(
        event["ts"]
        for event in events
        if event["name"] == FRAME
        and event["ph"] == "e"
        and (event["pid"], event["tid"]) == thread
        and begin <= event["ts"] <= end
    )
    return share_out(outermost(mine), borders)


def marks(events: list[dict[str, Any]]) -> tuple[float, float, tuple[int, int]]:
    """Find the two marks the page made, and the thread it made them on."""
    begin = next(event for event in events if event["name"] == BEGIN)
    end = next(event for event in events if event["name"] == END)
    return begin["ts"], end["ts"], (begin["pid"], begin["tid"])


def outermost(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Drop what lies inside another span."""
    kept: list[tuple[float, float]] = []
    for start, stop in spans:
        if not kept or start >= kept[-1][1]:
            kept.append((start, stop))
    return kept


def share_out(spans: list[tuple[float, float]], borders: list[float]) -> list[float]:
    """Add up the spans between each border and the next, in milliseconds."""
    return [
        sum(stop - start for start, stop in spans if low <= start < high) / 1000
        for low, high in itertools.pairwise(borders)
    ]
