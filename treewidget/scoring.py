"""The public face: how well the tree does, what deciding by it costs, and what its columns do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .tree import score
from .tree.expense import expected_cost

if TYPE_CHECKING:
    import pandas as pd

    from .data import Part
    from .session.session import Session
    from .tree.score import Outcome
    from .workspace import Workspace


class Scoring:
    """Figures of the whole tree."""

    _workspace: Workspace
    _session: Session

    def score(self, on: Part = "train") -> float:
        """Return the accuracy, or R2 for regression, weighted as the tree is.

        The test rows are sealed: nothing but this, `confusion` and `expected_cost` looks at them,
        and each look is counted (`test_looks`), in the journal too.

        Parameters
        ----------
        on : {"train", "validation", "test"}, default "train"
            Which rows.

        Returns
        -------
        float
            The share of the weight that is predicted right; or 1 less the squared errors as a share
            of those of the mean of these rows.

        Raises
        ------
        RefusedError
            If the tree was built without such rows.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").score()
        1.0
        """
        outcome, step = self._outcome(on)
        found = score.score(outcome, self._workspace.dataset)
        if on == "test":
            self._session.looked(step, "score", found)
        return found

    def confusion(self, on: Part = "train") -> pd.DataFrame:
        """Return the weight of each pair of actual (rows) and predicted (columns) class.

        Parameters
        ----------
        on : {"train", "validation", "test"}, default "train"
            Which rows.

        Returns
        -------
        DataFrame
            Numbers of rows where no weights were given.

        Raises
        ------
        InvalidValueError
            If the target is a number.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").confusion()
        predicted  no  yes
        actual
        no          4    0
        yes         0    4
        """
        score.check_classes(self._workspace.dataset, "confusion()", "score()")
        outcome, step = self._outcome(on)
        found = score.confusion(outcome, self._workspace.dataset)
        if on == "test":
            self._session.looked(step, "confusion", score.score(outcome, self._workspace.dataset))
        return found

    @property
    def test_looks(self) -> int:
        """How often the sealed test rows were looked at.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill", test=0.25)
        >>> _ = tree.score(on="test")
        >>> tree.test_looks
        1
        """
        return len(self._session.looks)

    def importance(self) -> pd.Series[float]:
        """Return each column's share in the decrease of impurity; all together are 1.

        Of each split the decrease times the weight of its node, as scikit-learn has it. A surrogate
        counts as much of its split's decrease as it agrees better than the majority does (Breiman
        et al. 1984, section 5.3.4, as rpart reckons it).

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").importance().round(3).to_dict()
        {'age': 0.6, 'smokes': 0.4}
        """
        return score.importance(self._workspace.tree, self._workspace.dataset)

    def expected_cost(self, on: Part = "train") -> pd.Series[float]:
        """Return what a case costs on average: its mistakes, and the columns measured on its way.

        Mistakes cost what ``losses`` says, else 1 each; priors are heeded. A column is paid for
        once on the way to a leaf, with what ``column_costs`` says, or 1 (by CLS, which adds costs
        up, 0); without any costs measuring is free.

        Parameters
        ----------
        on : {"train", "validation", "test"}, default "train"
            Which rows.

        Returns
        -------
        Series
            misclassification, measurement and their total, per unit of weight.

        Raises
        ------
        InvalidValueError
            If the target is a number.

        Examples
        --------
        >>> losses = {"yes": {"no": 5}}
        >>> tree = tw.DecisionTree(patients, target="ill", losses=losses, max_depth=1)
        >>> tree.expected_cost().round(3).to_dict()
        {'misclassification': 0.125, 'measurement': 0.0, 'total': 0.125}
        """
        dataset, state = self._workspace.dataset, self._workspace.state
        score.check_classes(dataset, "expected_cost()", "score()")
        part, inducer = score.checked_part(on, dataset), self._workspace.inducer
        found = expected_cost(state.tree, dataset, inducer.engine, part, inducer.options)
        if part == "test":
            seen = score.outcome(state.tree, dataset, inducer.engine, part)
            self._session.looked(state.history.at, "score", score.score(seen, dataset))
        return found

    def _outcome(self, on: object) -> tuple[Outcome, int]:
        """Return what is predicted on a part of the rows, and by which step's tree."""
        dataset, state = self._workspace.dataset, self._workspace.state
        part, engine = score.checked_part(on, dataset), self._workspace.inducer.engine
        return score.outcome(state.tree, dataset, engine, part), state.history.at
