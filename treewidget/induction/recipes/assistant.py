"""ASSISTANT: two branches always, filled by the row's class, pre-pruned by expected accuracy."""

from __future__ import annotations

from typing import Final

from ..recipe import Method, later

ASSISTANT: Final = Method(
    name="assistant",
    label="ASSISTANT",
    source="Kononenko, Bratko and Roskar 1984; what it leaves open as `PrePruned` and windows do",
    search=later("pre_pruned", "PrePruned"),
    criteria={"classification": ("entropy", "gini")},
    missing=("bayes", "most_common", "shapiro", "learned"),
    branching=("subset",),
    breakpoints=("every",),
    cut=("midpoint",),
    takes=("window", "window_seed"),
    defaults={"allow_zero_gain": False},
)
