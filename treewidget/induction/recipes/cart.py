"""CART: binary splits by the largest decrease of impurity."""

from __future__ import annotations

from typing import Final

from ..recipe import Method
from ..search.known import searching

CART: Final = Method(
    name="cart",
    label="CART",
    source=(
        "Breiman, Friedman, Olshen and Stone 1984; as scikit-learn 1.9 grows it, and with "
        "missing='surrogate' as rpart 4.1 does"
    ),
    search=searching,
    criteria={
        "classification": ("gini", "entropy", "twoing", "classification_error", "chi2", "g2"),
        "regression": ("squared_error", "absolute_error"),
    },
    missing=("learned", "surrogate", "fractional", "most_common", "bayes", "shapiro"),
    takes=("priors", "max_surrogates", "use_surrogate", "surrogate_style"),
    follows={"surrogate": {"allow_zero_gain": False}},
)
