"""CLS: least cost of measuring and of mistakes, looking a fixed number of levels ahead."""

from __future__ import annotations

from typing import Final

from ..recipe import Method, later

CLS: Final = Method(
    name="cls",
    label="CLS",
    source="Hunt, Marin and Stone 1966; as Quinlan 1986 tells it",
    search=later("by_cost", "ByCost"),
    criteria={"classification": ("cost",)},
    missing=("learned", "most_common", "bayes", "shapiro"),
    branching=("rest", "subset"),
    breakpoints=("every",),
    cut=("midpoint",),
    defaults={"lookahead": 2, "allow_zero_gain": False},
    looks_ahead=True,
)
