"""C4.5: gain ratio among tests of at least average gain, fractional cases, error-based pruning.

As Quinlan (1993; 1996 for the correction of thresholds) describes it. Where he leaves room, Weka's
J48 3.6.14 decides, as running it on random data shows:

* Whatever is compared is equal within 1e-6, so the first column or cut stays unless a later one is
  better by more.
* A test of levels needs `min_cases` in two branches. A threshold needs on both sides a tenth of the
  mean weight of a class (of those declared), but no less than `min_cases` and no more than 25; and
  twice as many *rows* must have the column known, whatever they weigh.
* Two numbers are told apart when they differ by more than 1e-5.
* A threshold's gain is lessened by ``log2(q) / N``, `q` being the thresholds with enough on both
  sides; it is the best by gain before that, and must gain more than 0 after it.
* The average gain is over the tests that are allowed, without nominal columns that have a level for
  every third row (0.3) or more, unless all columns are such; where only such columns have a test,
  none is made. Candidates gain no less than the average less 0.001, and the ratio must exceed 0.
* One level against the rest (``branching="rest"``): the level of the largest ratio.
* A threshold is put at the largest training value, of any node, that lies no further than 1e-6
  above the middle.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ..recipe import Method
from ..search.by_information import ByInformation
from ..search.rules import Rules

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
