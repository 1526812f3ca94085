"""The public face: what is made of a tree and stands beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from .data.words import counted
from .errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from .ensembles import Committee, Ruleset
    from .workspace import Workspace


class Ensembling:
    """A committee, a ruleset, and a comparison with what is no tree."""

    _workspace: Workspace

    def boost(self, trials: int = 10) -> Committee:
        """Return a committee: trees that each heed more what those before them got wrong.

        They are grown by the tree's own method and options, on its training rows; what was done by
        hand takes no part, and the tree itself does not change. AdaBoost.M1, as C5.0 says of its
        own: see `treewidget.ensembles.boosting`.

        Parameters
        ----------
        trials : int, default 10
            At most so many trees.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill", max_depth=1)
        >>> tree.score(), tree.boost(trials=3).score()
        (0.875, 1.0)
        """
        from . import ensembles  # noqa: PLC0415 - few need them

        number = ensembles.checked_trials(trials)
        with self._workspace.watched("boosting") as progress:
            members = ensembles.boosted(self._workspace, number, progress)
        opened = partial(self._standing, trials=number)
        return ensembles.Committee(self._workspace.dataset, members, opened)

    def to_ruleset(self) -> Ruleset:
        """Return the tree as it stands as rules in an order, each simplified by itself.

        As C4.5rules makes them (Quinlan 1993, chapter 5): see `treewidget.ensembles.simplifying`.
        Rules say no more than they must, so what they predict may differ from the tree.

        Examples
        --------
        >>> print(tw.DecisionTree(patients, target="ill").to_ruleset())
        1 if age <= 40.5: 'no' (3 rows, 80 %)
        2 if smokes in {no}: 'no' (3 rows, 80 %)
        3 if age > 40.5 and smokes in {yes}: 'yes' (4 rows, 83 %)
        otherwise: 'no'
        """
        from . import ensembles  # noqa: PLC0415 - few need them

        workspace = self._workspace
        confidence = workspace.inducer.options.confidence
        with workspace.watched("making rules") as progress:
            return ensembles.ruleset_of(workspace.tree, workspace.dataset, confidence, progress)

    def compare(
        self, folds: object = 10, random_state: int | None = 0, rows: int | None = None
    ) -> pd.DataFrame:
        """Return how the method does on rows it has not seen, beside learners that are no tree.

        Bagged trees of CART, and scikit-learn's random forest, gradient boosting, and nearest
        neighbours with and without scaling (the extra ``treewidget[compare]``), on the same folds.
        Categories are one-hot for scikit-learn; missing numbers become the median, and say so in a
        column.

        Parameters
        ----------
        folds : int or array, default 10
            How many to draw, by class for classification; or the fold of each row of the frame.
        random_state : int or None, default 0
            Draws the folds, and is the seed of the others.
        rows : int, optional
            Draws so many of the training rows, by fold and class: scikit-learn's learners take
            hours where there are hundreds of thousands.

        Returns
        -------
        DataFrame
            For each learner the mean and the spread (standard deviation over the folds) of its
            accuracy or RMSE, the seconds it took, and a remark.

        Examples
        --------
        >>> table = tw.DecisionTree(patients, target="ill").compare(folds=2)
        >>> table.index.tolist()
        ['tree', 'bagged trees', 'random forest', 'gradient boosting', 'k-NN', 'k-NN, scaled']
        """
        from . import ensembles  # noqa: PLC0415 - few need them

        with self._workspace.watched("comparing") as progress:
            return ensembles.compare(self._workspace, folds, random_state, rows, progress)

    def _standing(self, workspace: Workspace, trials: int, number: int) -> Any:  # noqa: ANN401 - a tree of the same class
        """Return a tree that stands on the workspace of a member of its committee."""
        raise NotImplementedError


def member_of(tree: Any, boosted: Iterable[tuple[int, int]]) -> Any:  # noqa: ANN401 - a tree
    """Return the tree at the end of a way of committees and numbers of members; `tree` of none."""
    for trials, number in boosted:
        members = tree.boost(trials).members
        if not 0 <= number < len(members):
            raise RefusedError(
                f"boost(trials={trials}) makes {counted(len(members), 'tree')} here, and the "
                f"session is of members[{number}]"
            )
        tree = members[number]
    return tree
