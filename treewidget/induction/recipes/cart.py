"""CART: binary splits by the largest decrease of impurity."""

from __future__ import annotations

from typing import Final

from ..greedy import Greedy
from ..recipe import Method

CART: Final = Method(
    name="cart",
    label="CART",
    source="Breiman, Friedman, Olshen and Stone 1984; as scikit-learn 1.9 grows it",
    search=Greedy,
    criteria={"classification": ("gini", "entropy"), "regression": ("squared_error",)},
    missing=("learned", "most_common", "bayes", "shapiro"),
    breakpoints=("every",),
    cut=("midpoint",),
)
