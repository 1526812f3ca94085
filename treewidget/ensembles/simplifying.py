"""From a tree to rules (Quinlan 1993, *C4.5: Programs for Machine Learning*, chapter 5).

1. Each way from the root to a leaf is a rule.
2. A condition goes as long as the rule's predicted error rate does not grow without it, the one
   without which it is lowest first. Rules that come out alike are one.
3. Of each class's rules those stay that say most briefly which rows are of the class
   (`description`).
4. Classes come in the order of the fewest wrong claims on the rows that are left, and the default
   is the class most common among the rows that no rule fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.weights import TIE, cheapest, heaviest
from ..data.words import shown
from ..errors import InvalidValueError
from ..induction.records import OwnRecords
from ..induction.search.ties import ties
from ..pruning.limits import CONFIDENCE, predicted_errors
from ..tree.surveying import survey
from .description import briefest, length_of, unpacked
from .failing import Failing
from .ruleset import Condition, Rule, Ruleset, in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data import Dataset
    from ..induction.progress import Progress
    from ..tree.tree import Tree

    Mask = NDArray[np.bool_]

FIRST: Final = 0.75
"""About the part of the time that it takes to simplify rules."""
SLACK: Final = 1e-9
"""Rates this near are equal, and the shorter rule is taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A rule in the making: which training rows it fits, and what it is expected to get wrong.

    Attributes
    ----------
    conditions : tuple of Condition
    code : int
        Of its class.
    packed : uint8 array
        Which rows it fits, eight in a byte.
    rate : float
    """

    conditions: tuple[Condition, ...]
    code: int
    packed: NDArray[np.uint8]
    rate: float


def ruleset_of(
    tree: Tree, dataset: Dataset, confidence: float | None, progress: Progress
) -> Ruleset:
    """Return the rules of a tree as it stands."""
    if not dataset.target.is_classification:
        raise InvalidValueError(
            f"to_ruleset() needs classes, and {shown(dataset.target.name)} is a number"
        )
    ground = Ground(dataset, CONFIDENCE if confidence is None else confidence, progress)
    drafts: dict[tuple[frozenset[Condition], int], Draft] = {}
    ways, first = _ways(tree, dataset), progress.stage(FIRST)
    for number, (conditions, code) in enumerate(ways):
        first.step(number / len(ways))
        draft = ground.simplified(conditions, code)
        drafts.setdefault((frozenset(draft.conditions), code), draft)
    found = list(drafts.values())
    words = len({condition for draft in found for condition in draft.conditions})
    kept, classes = dict[int, list[Draft]](), len(dataset.target.classes)
    for code in range(classes):
        own = [one for one in found if one.code == code]
        kept[code] = ground.briefest(own, code, words, progress.stage(1.0 / (classes - code)))
    ordered, left = ground.in_order(kept)
    told = progress.quiet.over(ordered, len(ordered), 1)
    rules = [ground.rule(one) for one in told]
    progress.step(1.0)
    return Ruleset(dataset, rules, ground.most_common(left))


def _ways(tree: Tree, dataset: Dataset) -> list[tuple[tuple[Condition, ...], int]]:
    """Return the conditions on the way to each leaf that rows reach, and its class."""
    figures = survey(tree, dataset.target)
    ways = []
    for node, said in zip(figures.nodes, figures.prediction, strict=True):
        if not node.is_leaf or not node.region.train.n:
            continue
        steps = tree.steps(node.id)
        conditions = [Condition(above.split, branch) for above, branch in steps if above.split]
        ways.append((tuple(dict.fromkeys(conditions)), int(said)))
    return ways


class Ground:
    """The training rows that rules are judged by."""

    def __init__(self, dataset: Dataset, confidence: float, progress: Progress) -> None:
        rows = dataset.parts["train"]
        self.dataset = dataset
        self.confidence = confidence
        self.codes = dataset.target.codes[rows]
        self.weights = dataset.weights_at(rows)
        self._failing = Failing(OwnRecords(dataset, rows), len(rows), progress)
        self._lacking: dict[int, int] = {}

    def simplified(self, conditions: tuple[Condition, ...], code: int) -> Draft:
        """Return a rule without the conditions that it does as well without."""
        kind, fails = self._failing.kinds(conditions)
        wrong = np.where(self.codes == code, 0.0, self.weights)
        sums = np.stack([np.bincount(kind, of, len(fails)) for of in (self.weights, wrong)])
        left, misses = list(range(len(conditions))), fails.sum(axis=1)
        held = sums[:, misses == 0].sum(axis=1, keepdims=True)
        rate = self._rate(*held[:, 0].tolist())
        while left:
            once = misses == 1
            freed = held + sums[:, once] @ fails[np.ix_(once, left)]
            without = [self._rate(*both) for both in freed.T.tolist()]
            best = ties(without)[0][0]
            if without[best] > rate + SLACK:
                break
            rate, held = without[best], freed[:, [best]]
            misses -= fails[:, left.pop(best)]
        fits = np.packbits((misses == 0)[kind])
        return Draft(tuple(conditions[one] for one in left), code, fits, rate)

    def _rate(self, weight: float, errors: float) -> float:
        """Return the predicted error rate of a rule."""
        return predicted_errors(weight, errors, self.confidence) / weight if weight > 0 else 1.0

    def briefest(
        self, drafts: Sequence[Draft], code: int, words: int, progress: Progress
    ) -> list[Draft]:
        """Return the rules of a class without those that make its description longer."""
        if not drafts:
            return []
        left = [drafts[at] for equals in ties([one.rate for one in drafts]) for at in equals]
        mine = np.where(self.codes == code, self.weights, 0.0)
        kept = briefest(
            [one.packed for one in left],
            np.stack((mine, self.weights - mine)),
            np.array([length_of(len(one.conditions), words) for one in left]),
            progress,
        )
        return [one for one, stays in zip(left, kept, strict=True) if stays]

    def in_order(self, kept: dict[int, list[Draft]]) -> tuple[list[Draft], Mask]:
        """Return all rules, the classes in the order of their wrong claims, and the rows left."""
        left, ordered = np.ones(len(self.codes), dtype=bool), []
        waiting = {code: rules for code, rules in kept.items() if rules}
        while waiting:
            claims = {code: self._claimed(rules) for code, rules in waiting.items()}
            wrong = [
                self.weights[claim & left & (self.codes != code)].sum()
                for code, claim in claims.items()
            ]
            first = [*claims][int(cheapest(np.array(wrong)))]
            ordered += waiting.pop(first)
            left &= ~claims[first]
        return ordered, left

    def _claimed(self, rules: Sequence[Draft]) -> Mask:
        """Return which training rows any of some rules fits."""
        claimed = np.bitwise_or.reduce([one.packed for one in rules])
        return unpacked(claimed, len(self.codes))

    def most_common(self, left: Mask) -> int:
        """Return the most common class of the rows that are left; of all rows on a tie."""
        classes = len(self.dataset.target.classes)
        here = np.bincount(self.codes[left], self.weights[left], classes)
        everywhere = np.bincount(self.codes, self.weights, classes)
        most = here >= here.max() * (1.0 - TIE)
        return int(heaviest(np.where(most, everywhere, 0.0)))

    def rule(self, draft: Draft) -> Rule:
        """Return a rule with its figures."""
        fits = unpacked(draft.packed, len(self.codes))
        return Rule(
            conditions=in_words(draft.conditions, self.dataset, self._missing_n),
            prediction=self.dataset.target.classes[draft.code],
            n=int(fits.sum()),
            weight=float(self.weights[fits].sum()),
            errors=float(self.weights[fits & (self.codes != draft.code)].sum()),
            met=draft.conditions,
        )

    def _missing_n(self, column: int) -> int:
        """Return how many training rows are without a column."""
        if column not in self._lacking:
            codes = self.dataset.columns[column].codes[self.dataset.parts["train"]]
            self._lacking[column] = int(np.count_nonzero(codes < 0))
        return self._lacking[column]
