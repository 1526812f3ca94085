"""Exhaustive CHAID: merge down to two groups, and keep the grouping of the smallest p."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..recipe import later
from .chaid import CHAID

if TYPE_CHECKING:
    from ..recipe import Method

EXHAUSTIVE_CHAID: Final[Method] = replace(
    CHAID,
    name="exhaustive-chaid",
    label="Exhaustive CHAID",
    source="Biggs, de Ville and Suen 1991; defaults as in SPSS",
    search=later("chaid", "ExhaustiveChaid"),
    takes=("alpha_split", "bonferroni"),
    defaults={name: value for name, value in CHAID.defaults.items() if name != "alpha_merge"},
)
