"""What is made of a tree and stands beside it: committees, rulesets, comparisons. Read only."""

from __future__ import annotations

from .boosting import boosted, checked_trials
from .committee import Committee
from .comparison import compare
from .ruleset import Rule, Ruleset
from .simplifying import ruleset_of

__all__ = [
    "Committee",
    "Rule",
    "Ruleset",
    "boosted",
    "checked_trials",
    "compare",
    "ruleset_of",
]
