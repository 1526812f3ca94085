"""ID3: a branch for each level, by gain."""

from __future__ import annotations

from typing import Final

from ..recipe import Method
from ..search.by_information import ByInformation

MISSING: Final = ("proportional", "fractional", "own", "most_common", "bayes", "shapiro")

ID3: Final = Method(
    name="id3",
    label="ID3",
    source="Quinlan 1979, 1983, 1986",
    search=ByInformation,
    criteria={
        "classification": ("entropy", "gain_ratio", "gini", "classification_error", "chi2", "g2")
    },
    missing=MISSING,
    branching=("multiway", "rest"),
    takes=("alpha_split", "window", "window_seed"),
    defaults={"allow_zero_gain": False},
    thresholds=False,
)
