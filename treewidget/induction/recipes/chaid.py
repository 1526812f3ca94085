"""CHAID: a branch for each group of categories that the target tells apart."""

from __future__ import annotations

from typing import Final

from ..recipe import Method, later

CHAID: Final = Method(
    name="chaid",
    label="CHAID",
    source="Kass 1980; defaults as in SPSS",
    search=later("chaid", "Chaid"),
    criteria={"classification": ("chi2", "g2"), "regression": ("f_test",)},
    missing=("own", "fractional", "most_common", "bayes", "shapiro"),
    branching=("grouped",),
    breakpoints=("bins",),
    takes=("alpha_merge", "alpha_resplit", "alpha_split", "bonferroni"),
    refuses=("column_costs",),
    defaults={
        "max_depth": 3,
        "min_samples_split": 100,
        "min_samples_leaf": 50,
        "alpha_merge": 0.05,
        "alpha_split": 0.05,
        "allow_zero_gain": False,
    },
)
