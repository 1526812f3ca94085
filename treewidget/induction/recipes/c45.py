"""C4.5: gain ratio among tests of at least average gain, fractional cases, error-based pruning."""

from __future__ import annotations

from functools import partial
from typing import Final

from ..by_information import ByInformation, Rules
from ..recipe import Method

RULES: Final = Rules(tolerance=1e-6, slack=1e-3, many=0.3, tenth=True, resolution=1e-5)
"""As Weka's J48 3.6.14, found by running it."""

C45: Final = Method(
    name="c4.5",
    label="C4.5",
    source="Quinlan 1993, 1996; as Weka's J48 3.6.14 grows and prunes it",
    search=partial(ByInformation, rules=RULES),
    criteria={"classification": ("gain_ratio", "entropy")},
    missing=("fractional", "proportional", "own", "most_common", "bayes", "shapiro"),
    branching=("multiway", "rest", "grouped"),
    cut=("data_value", "midpoint"),
    takes=("min_cases", "mdl_correction", "collapse", "confidence", "subtree_raising"),
    defaults={
        "allow_zero_gain": False,
        "min_cases": 2.0,
        "mdl_correction": True,
        "collapse": True,
        "confidence": 0.25,
    },
)
