"""A ruleset: rules in an order, of which the first that fits a row decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..data.words import brief, counted, dtype_for, on_one_line, percent, shown
from ..induction.records import NewRecords
from ..induction.splits import ThresholdSplit
from ..tree.words import narrowed
from .accuracy import accuracy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..data import Column, Dataset
    from ..engine.contract import Ints
    from ..induction.records import Records
    from ..induction.splits import Cut, Split
    from ..tree.words import Condition as ColumnCondition

    Mask = NDArray[np.bool_]
    Positions = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Condition:
    """A branch of a split. What the split's column is missing in meets it only if it goes there.

    A level that the split does not name meets none of its branches, whichever way a tree sends it:
    without the conditions above it a rule sees levels that its node never saw, and its words name
    those that meet it.
    """

    split: Split
    branch: int

    def holds(self, records: Records, here: Positions) -> Mask:
        """Return which of some records meet it."""
        met: Mask = branches_of(self.split, records, here) == self.branch
        return met


@dataclass(frozen=True, eq=False)
class Rule:
    """Conditions that all hold, and the class they say.

    Attributes
    ----------
    conditions : tuple of str
        In words, one a column; none at all: it always fits.
    prediction : object
        A class, in the target's own type.
    n : int
        How many training rows meet the conditions, whether or not an earlier rule decides them.
    weight : float
        Theirs.
    errors : float
        How much of it is of another class.
    met : tuple of Condition
        The conditions as they are checked.
    confidence : float
        ``(right + 1) / (weight + 2)``, as C5.0 prints.

    Examples
    --------
    >>> rule = tw.DecisionTree(patients, target="ill").to_ruleset().rules[0]
    >>> rule.conditions, rule.prediction, rule.n, rule.errors, rule.confidence
    (('age <= 40.5',), 'no', 3, 0.0, 0.8)
    """

    conditions: tuple[str, ...]
    prediction: Any
    n: int
    weight: float
    errors: float
    met: tuple[Condition, ...]

    @property
    def confidence(self) -> float:
        """The Laplace-corrected accuracy."""
        return (self.weight - self.errors + 1.0) / (self.weight + 2.0)

    def fitting(self, records: Records, here: Positions) -> Positions:
        """Return those of some records that meet all conditions."""
        for condition in self.met:
            here = here[condition.holds(records, here)]
        return here

    def __repr__(self) -> str:
        """Return it as a sentence."""
        when = " and ".join(self.conditions) or "always"
        rows = counted(self.n, "row")
        if self.weight != self.n:
            rows += f" (weight {brief(self.weight)})"
        figures = f"{rows}, {percent(self.confidence, 0)}"
        return f"if {when}: {shown(self.prediction)} ({figures})"


class Ruleset:
    """Rules in an order, and the class of rows that none fits: made by ``tree.to_ruleset()``.

    Parameters
    ----------
    dataset : Dataset
    rules : sequence of Rule
    default : int
        Code of the default class.

    Examples
    --------
    >>> rules = tw.DecisionTree(patients, target="ill").to_ruleset()
    >>> print(rules)
    1 if age <= 40.5: 'no' (3 rows, 80 %)
    2 if smokes in {no}: 'no' (3 rows, 80 %)
    3 if age > 40.5 and smokes in {yes}: 'yes' (4 rows, 83 %)
    otherwise: 'no'
    """

    def __init__(self, dataset: Dataset, rules: Sequence[Rule], default: int) -> None:
        self._dataset = dataset
        self._default = default
        self.rules = tuple(rules)

    def __len__(self) -> int:
        """Return the number of rules, the default apart."""
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        """Go through the rules in their order."""
        return iter(self.rules)

    def __getitem__(self, number: int) -> Rule:
        """Return one rule."""
        return self.rules[number]

    @property
    def default(self) -> Any:  # noqa: ANN401 - the target's own type
        """The class of rows that no rule fits."""
        return self._dataset.target.classes[self._default]

    def frame(self) -> pd.DataFrame:
        """Return a line for each rule.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").to_ruleset().frame()["prediction"].tolist()
        ['no', 'no', 'yes']
        """
        index = pd.RangeIndex(1, len(self.rules) + 1, name="rule")
        said, texts = [rule.prediction for rule in self.rules], self._dataset.target.classes
        return pd.DataFrame(
            {
                "conditions": [" and ".join(rule.conditions) for rule in self.rules],
                "prediction": pd.Series(said, index, dtype=dtype_for(texts)),
                "n": [rule.n for rule in self.rules],
                "weight": [rule.weight for rule in self.rules],
                "errors": [rule.errors for rule in self.rules],
                "confidence": [rule.confidence for rule in self.rules],
            },
            index=index,
        )

    def apply(self, X: object) -> NDArray[np.intp]:  # noqa: N803 - scikit-learn's name
        """Return the number of the rule that decides each row, from 1 on; 0: none fits.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").to_ruleset().apply(patients.head(4)).tolist()
        [1, 1, 1, 3]
        """
        readings = self._dataset.read(X)
        return self._first(NewRecords(readings), len(readings[0].keys))

    def predict(self, X: object) -> NDArray[Any]:  # noqa: N803 - scikit-learn's name
        """Return what the first rule that fits says of each row, in the target's own dtype.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").to_ruleset().predict(patients.head(4))
        array(['no', 'no', 'no', 'yes'], dtype=object)
        """
        return self._dataset.target.decode(self._codes(self.apply(X)))

    def score(self, on: str = "train") -> float:
        """Return the accuracy on the training or the validation rows, weighted as the tree is.

        Parameters
        ----------
        on : {"train", "validation"}, default "train"
            The test rows are sealed.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").to_ruleset().score()
        1.0
        """
        return accuracy(self._dataset, on, lambda own, count: self._codes(self._first(own, count)))

    def __str__(self) -> str:
        """Return the rules, one a line, in the order in which they are asked."""
        lines = [f"{number} {rule!r}" for number, rule in enumerate(self.rules, 1)]
        return "\n".join([*lines, f"otherwise: {shown(self.default)}"])

    def __repr__(self) -> str:
        """Return the rules."""
        return str(self)

    def _first(self, records: Records, count: int) -> NDArray[np.intp]:
        first, left = np.zeros(count, dtype=np.intp), np.arange(count)
        for number, rule in enumerate(self.rules, 1):
            first[rule.fitting(records, left)] = number
            left = left[first[left] == 0]
        return first

    def _codes(self, first: NDArray[np.intp]) -> NDArray[np.intp]:
        target = self._dataset.target
        said = [self._default, *(target.class_code(rule.prediction) for rule in self.rules)]
        return np.array(said, dtype=np.intp)[first]


def branches_of(split: Split, records: Records, here: Positions) -> Ints:
    """Return the branch of each of some records; below 0 where a condition is met by none."""
    if split.known == 1:
        branch, lost = np.zeros(len(here), dtype=np.int64), np.arange(len(here))
    else:
        branch = records.branches(split, here)
        lost = np.flatnonzero(branch < 0)
    values, missing = records.field(split.column)
    at = records.rows(here[lost])
    branch[lost[values[at] < 0 if missing is None else missing[at]]] = split.missing
    return branch


def in_words(
    conditions: Sequence[Condition], dataset: Dataset, lacking: Callable[[int], int]
) -> tuple[str, ...]:
    """Return conditions as they are shown, those on one column together.

    They say "(or missing)" if training rows without the column meet them all; `lacking` tells how
    many training rows are without one.
    """
    elsewhere = {one.split.column for one in conditions if one.split.missing != one.branch}
    merged: dict[int, ColumnCondition] = {}
    for one in conditions:
        bare = replace(one.split, surrogates=())  # none is asked
        if isinstance(bare, ThresholdSplit):
            bare = replace(bare, cuts=_retold(bare.cuts, dataset.columns[bare.column]))
        missing_n = 0 if bare.column in elsewhere else lacking(bare.column)
        merged = narrowed(merged, bare, one.branch, missing_n)
    texts = (said.text(dataset.columns[at]) for at, said in merged.items())
    return tuple(map(on_one_line, texts))


def _retold(cuts: tuple[Cut, ...], column: Column) -> tuple[Cut, ...]:
    """Return cuts whose texts part all rows as they do: a rule sees some that its node never saw.

    Texts of numbers are short, and lie between the values of the node's own rows.
    """
    if column.kind != "number":
        return cuts
    ranks = [column.rank_of(cut) for cut in cuts]
    return tuple(
        column.cut_between(cut.value, at, at + 1) for cut, at in zip(cuts, ranks, strict=True)
    )


__all__ = ["Condition", "Rule", "Ruleset", "branches_of", "in_words"]
