"""The regression tree of ISLR: recursive binary splitting by the residual sum of squares.

The book cuts ``x < s`` against ``x >= s``; here it is ``x <= s`` with s between two values that the
rows have, so that both say the same of every row. Nodes of up to five rows are not split.
"""

from __future__ import annotations

from typing import Final

from ..recipe import Method
from ..search.greedy import Greedy

ISLR: Final = Method(
    name="islr",
    label="ISLR regression tree",
    source="James, Witten, Hastie and Tibshirani 2021, section 8.1.1",
    search=Greedy,
    criteria={"regression": ("squared_error",)},
    missing=("learned", "most_common", "shapiro"),
    branching=("subset",),
    defaults={"min_samples_split": 6, "allow_zero_gain": False},
)
