"""What a user should know of options that are seldom wise, or change what figures mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..data.dataset import Dataset
    from .options import Options


def cautions(dataset: Dataset, options: Options) -> tuple[str, ...]:
    """Return a warning for each such option, in words."""
    found = []
    if options.criterion == "classification_error":
        found.append(
            'criterion="classification_error" sees no gain in a split that changes no majority, '
            "however well it parts the classes, so trees end early: gini or entropy see it"
        )
    apart = options.missing == "own" and options.branching != "grouped"
    if apart and any((one.codes[dataset.parts["train"]] < 0).any() for one in dataset.columns):
        found.append(
            'missing="own" makes missing values a category, which can only raise the gain of a '
            "column, although nothing may be learnt from them"
        )
    if options.min_impurity_decrease > 0:
        found.append(
            f"min_impurity_decrease={options.min_impurity_decrease:g} is short-sighted: a good "
            "split may lie under a poor one; a tree grown large and pruned finds it"
        )
    if dataset.target.stakes is not None:
        found.append(
            f"priors or losses weigh the classes in {options.measure}, gains and predictions; "
            "counts, shares and errors are as the rows have them, and expected_cost() says what "
            "mistakes cost"
        )
    return tuple(found)
