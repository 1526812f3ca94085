"""The public face: how well the tree does, what deciding by it costs, and what its columns do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .tree import score
from .tree.expense import expected_cost
from .tree.stability import splits_below, stabilities_frame, stability_frame

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
            self._session.looked(state.history.at, "expected_cost", score.score(seen, dataset))
        return found

    def stability(self, node: int | None = None) -> pd.DataFrame:
        """Return how often halves of a node's rows are best split by the same column.

        Its rows are halved at random 25 times, and each of the 50 halves is ranked as the method
        ranks all of them (complementary pairs: Shah and Samworth 2013, section 2). A split whose
        column leads in most halves would likely stand with other rows of the same kind; where two
        columns take turns the choice between them is chance, and yours to make. In a pure half no
        column leads. The least rows and weight of a branch are halved too; the draws are the same
        each time; nothing changes.

        Parameters
        ----------
        node : int, optional
            Its id; a leaf can be asked too. Without one every split of the tree is checked that has
            4 rows or more, a thousand at most.

        Returns
        -------
        DataFrame
            Of a node a line for each column that leads in any half, and for its own: share of the
            halves in which it does; cut_low and cut_high, between which four of five of its
            thresholds lie. Of the tree a line for each split: its column's share, and the rival
            that leads most often beside it, with its share.

        Raises
        ------
        RefusedError
            If the node has too few rows, or the tree too many splits.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.stability()
                     split  n  share   rival  rival_share
        id
        0      age <= 40.5  8   0.86  smokes         0.14
        2   smokes in {no}  5   0.20     age         0.30
        """
        workspace = self._workspace
        columns, tree = workspace.dataset.columns, workspace.tree
        nodes = splits_below(tree.root) if node is None else [tree.node(node)]
        workspace.check(nodes)
        known = workspace.stabilities
        if node is None:
            return stabilities_frame(nodes, known, columns)
        return stability_frame(known[nodes[0].id], nodes[0], columns)

    def _outcome(self, on: object) -> tuple[Outcome, int]:
        """Return what is predicted on a part of the rows, and by which step's tree."""
        dataset, state = self._workspace.dataset, self._workspace.state
        part, engine = score.checked_part(on, dataset), self._workspace.inducer.engine
        return score.outcome(state.tree, dataset, engine, part), state.history.at
