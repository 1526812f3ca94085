"""A committee: trees that vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pandas as pd

from ..data.weights import heaviest
from ..data.words import counted, percent
from ..errors import WrongTypeError
from ..induction.records import NewRecords
from ..tree.outcome import decided
from ..tree.routing import travel
from ..tree.sums import leaves_of
from .accuracy import accuracy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..data import Dataset
    from ..engine.contract import Floats
    from ..induction.records import Records
    from ..tree.tree import Tree
    from ..workspace import Workspace


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """One tree of a committee.

    Attributes
    ----------
    workspace : Workspace
        Its own, for whoever opens it.
    tree : Tree
        As it was when it was given its vote.
    error : float
        The share it got wrong of the weights it was grown on.
    vote : float
    """

    workspace: Workspace
    tree: Tree
    error: float
    vote: float


class Committee:
    """Trees that vote: made by ``tree.boost()``, and not to be changed.

    Opened members are trees of their own: whatever is done to them, the committee votes as before.

    Parameters
    ----------
    dataset : Dataset
    members : sequence of Member
    opened : callable
        Opens a member's workspace, given its number, as a `DecisionTree`.

    Examples
    --------
    >>> committee = tw.DecisionTree(patients, target="ill", max_depth=1).boost(trials=3)
    >>> committee
    committee of 3 trees on 'ill', accuracy 100 % on the training rows
    >>> committee.members[0]
    0 all rows: 8 rows, no 50 %, gini 0.5
    1     age <= 40.5: 3 rows, no 100 %, gini 0
    2     age > 40.5: 5 rows, yes 80 %, gini 0.32
    """

    def __init__(
        self, dataset: Dataset, members: Sequence[Member], opened: Callable[..., Any]
    ) -> None:
        self._dataset = dataset
        self._members = tuple(members)
        self._open = opened
        self._opened: tuple[Any, ...] = ()

    def __len__(self) -> int:
        """Return the number of trees."""
        return len(self._members)

    @property
    def members(self) -> tuple[Any, ...]:
        """The trees, each a `DecisionTree` of its own, in the order they were grown.

        Examples
        --------
        >>> committee = tw.DecisionTree(patients, target="ill", max_depth=1).boost(trials=3)
        >>> [len(member.frame()) for member in committee.members]
        [3, 3, 3]
        """
        if not self._opened:
            numbered = enumerate(self._members)
            self._opened = tuple(self._open(one.workspace, number=at) for at, one in numbered)
        return self._opened

    @property
    def weights(self) -> tuple[Floats, ...]:
        """The weights that each tree was grown on, one for each row of the data.

        Examples
        --------
        >>> committee = tw.DecisionTree(patients, target="ill", max_depth=1).boost(trials=2)
        >>> committee.weights[1].round(3).tolist()
        [0.571, 0.571, 0.571, 0.571, 4.0, 0.571, 0.571, 0.571]
        """
        rows = len(self._dataset.sources[0])
        own = [member.workspace.dataset.weights for member in self._members]
        return tuple(np.ones(rows) if one is None else one[:rows].copy() for one in own)

    @property
    def classes(self) -> tuple[Any, ...]:
        """The classes, in the order of `predict_proba`'s columns.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").boost(trials=3).classes
        ('no', 'yes')
        """
        return self._dataset.target.classes

    def frame(self) -> pd.DataFrame:
        """Return a line for each tree: its leaves, its error, its share of all votes.

        Examples
        --------
        >>> committee = tw.DecisionTree(patients, target="ill", max_depth=1).boost(trials=3)
        >>> committee.frame().round(3)
               leaves  error   vote
        trial
        0           2  0.125  0.252
        1           2  0.071  0.332
        2           2  0.038  0.416
        """
        votes = np.array([member.vote for member in self._members])
        leaves = [leaves_of(one.tree.root, one.workspace.dataset.target) for one in self._members]
        return pd.DataFrame(
            {
                "leaves": leaves,
                "error": [member.error for member in self._members],
                "vote": votes / votes.sum(),
            },
            index=pd.RangeIndex(len(votes), name="trial"),
        )

    def predict(self, X: object) -> NDArray[Any]:  # noqa: N803 - scikit-learn's name
        """Return the class of most votes for each row, in the target's own dtype.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.

        Examples
        --------
        >>> committee = tw.DecisionTree(patients, target="ill").boost(trials=3)
        >>> committee.predict(patients.head(3))
        array(['no', 'no', 'no'], dtype=object)
        """
        return self._dataset.target.decode(heaviest(self._votes_of_frame(X)))

    def predict_proba(self, X: object) -> Floats:  # noqa: N803 - scikit-learn's name
        """Return the share of the votes that each class has, in the order of `classes`.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.

        Examples
        --------
        >>> committee = tw.DecisionTree(patients, target="ill", max_depth=1).boost(trials=3)
        >>> committee.predict_proba(patients.head(1)).round(3).tolist()
        [[1.0, 0.0]]
        """
        return self._votes_of_frame(X)

    def score(self, on: str = "train") -> float:
        """Return the accuracy on the training or the validation rows, weighted as the tree is.

        Parameters
        ----------
        on : {"train", "validation"}, default "train"
            The test rows are sealed.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill", max_depth=1).boost(trials=3).score()
        1.0
        """
        return accuracy(self._dataset, on, lambda own, count: heaviest(self._votes(own, count)))

    def __repr__(self) -> str:
        """Return how many trees there are and how they do."""
        return (
            f"committee of {counted(len(self), 'tree')} on {self._dataset.target.name!r}, accuracy "
            f"{percent(self.score())} on the training rows"
        )

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        """Refuse to be copied or pickled, as its trees do."""
        raise WrongTypeError(
            "a committee is not copied or pickled: save the tree with tree.save(path), and boost() "
            "of the tree that tw.load(path, data) gives grows the same committee"
        )

    def _votes_of_frame(self, frame: object) -> Floats:
        readings = self._dataset.read(frame)
        return self._votes(NewRecords(readings), len(readings[0].keys))

    def _votes(self, records: Records, count: int) -> Floats:
        target = self._dataset.target
        votes = np.zeros((count, len(target.classes)))
        for member in self._members:
            said = decided(member.tree, target, travel(member.tree.root, records, count))
            votes[np.arange(count), said.astype(np.intp)] += member.vote
        shares: Floats = votes / votes.sum(axis=1, keepdims=True)
        return shares
