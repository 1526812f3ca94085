"""C5.0-style: C4.5's search, levels grouped, winnowing, and pruning of the tree as a whole.

What of C5.0 is published is done as published; where it is not, `winnowing` and
`pruning.global_pruning` say what is done here. No equality with the program is claimed. Its
boosting and its rulesets are results of their own: `DecisionTree.boost`, `DecisionTree.to_ruleset`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .c45 import C45

C50: Final = replace(
    C45,
    name="c5.0",
    label="C5.0-style",
    source="Quinlan 1993; RuleQuest's descriptions of C5.0 (See5)",
    branching=("grouped", "multiway", "rest"),
    cut=("midpoint", "data_value"),
    takes=(*C45.takes, "winnow", "global_pruning"),
    defaults={**C45.defaults, "global_pruning": True},
)
