"""The public face: what the tree says of new rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .induction.option_checks import checked_flag
from .tree import predict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .engine.contract import Floats, Ints
    from .workspace import Workspace


class Predicting:
    """Predictions under scikit-learn's names."""

    _workspace: Workspace

    def predict(self, X: object) -> NDArray[Any]:  # noqa: N803 - scikit-learn's name
        """Return the prediction for each row, in the target's own dtype.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.

        Raises
        ------
        TreeWidgetError
            Naming a column that is not there, or holds values of another kind.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.predict(tree.rows(2))
        array(['yes', 'no', 'yes', 'yes', 'yes'], dtype=object)
        """
        return predict.predict(self._workspace.tree, self._workspace.dataset, X)

    def predict_proba(self, X: object, laplace: bool = False) -> Floats:  # noqa: N803 - as above
        """Return the share of each class (in the order of `classes`) in each row's leaf.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.
        laplace : bool, default False
            Whether each class counts as if one more row of it had been seen, (n_k + 1) / (N + K):
            a pure leaf of three rows is then less sure than one of three hundred.

        Raises
        ------
        InvalidValueError
            If the target is a number.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.predict_proba(tree.rows(2)).tolist()
        [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]
        >>> tree.predict_proba(tree.rows(2).head(2), laplace=True).round(3).tolist()
        [[0.167, 0.833], [0.667, 0.333]]
        """
        more = 1.0 if checked_flag("laplace", laplace) else 0.0
        return predict.predict_proba(self._workspace.tree, self._workspace.dataset, X, more)

    def apply(self, X: object) -> Ints:  # noqa: N803 - scikit-learn's name
        """Return the id of each row's leaf: that of most weight, or the node where it stops.

        Parameters
        ----------
        X : DataFrame
            With the columns that the tree was built on, in any order.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.apply(tree.rows(2)).tolist()
        [4, 3, 4, 4, 4]
        """
        return predict.apply(self._workspace.tree, self._workspace.dataset, X)
