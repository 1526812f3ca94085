"""The public face, part two: everything that looks at a tree and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .errors import RefusedError
from .tree import predict, score
from .tree.frames import candidates_frame, nodes_frame
from .tree.look import Look, NodeView
from .tree.profile_frame import profile_frame
from .tree.text import tree_text

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from .data import Dataset
    from .engine.contract import Floats, Ints
    from .tree.score import Outcome
    from .workspace import Workspace

Frame: TypeAlias = Any
"""A frame in the type that came in: pandas, polars or Arrow."""


class Looking:
    """Nodes, frames, figures, predictions."""

    _workspace: Workspace
    _test_looks: int = 0

    # ------------------------------------------------------------ nodes

    @property
    def root(self) -> NodeView:
        """The root: node 0.

        Examples
        --------
        >>> example().root
        node 0: age <= 45, 8 rows, no 50 %, gini 0.5
        """
        return self.node(0)

    def node(self, id: int) -> NodeView:  # noqa: A002 - the public face's name
        """Return one node as it is now.

        Examples
        --------
        >>> node = example().node(1)
        >>> node.rule, node.n, node.prediction, node.children
        ('age <= 45', 5, 'no', (2, 3))
        """
        return self._look.node(id)

    def frame(self) -> pd.DataFrame:
        """Return all nodes in pre-order, indexed by id.

        Examples
        --------
        >>> example().frame()[["split", "n", "prediction", "count:no"]]
                   split  n prediction  count:no
        id
        0      age <= 45  8         no       4.0
        """
        return nodes_frame(self._look)

    def rows(self, node: int, which: Literal["train", "validation"] = "train") -> Frame:
        """Return a node's rows in the type of frame that came in.

        Examples
        --------
        >>> example().rows(2)["age"].tolist()
        [25, 32, 38]
        """
        part = score.checked_part(which, self._data)
        if part == "test":
            raise RefusedError("the test rows are sealed: only score(on='test') looks at them")
        region = self._workspace.tree.node(node).region
        rows = region.rows if part == "train" else region.validation_rows
        engine = self._workspace.inducer.engine
        return self._data.rows_native([] if rows is None else engine.positions(rows))

    # ------------------------------------------------------------ splits there could be

    def candidates(self, node: int) -> pd.DataFrame:
        """Return the best split of every column at a node, best first.

        Examples
        --------
        >>> example().candidates(0)[["column", "cut"]]
          column              cut
        0    age        age <= 45
        """
        return candidates_frame(self._look, self._workspace.inducer, node)

    def profile(self, node: int, column: str | int) -> pd.DataFrame:
        """Return every cut of one column at a node, with what lies on either side.

        Examples
        --------
        >>> example().profile(0, "age")[["left:no", "right:no", "gain"]].round(3)
        """
        place = self._workspace.tree.node(node)
        return profile_frame(self._data, self._workspace.inducer, place, column)

    # ------------------------------------------------------------ figures

    def score(self, on: Literal["train", "validation", "test"] = "train") -> float:
        """Return the accuracy, or R2 for regression, weighted as the tree is.

        The test rows are sealed: nothing else looks at them, and each look is counted
        (`test_looks`).

        Examples
        --------
        >>> example().score()
        1.0
        """
        return score.score(self._outcome(on), self._data)

    def confusion(self, on: Literal["train", "validation", "test"] = "train") -> pd.DataFrame:
        """Return the weight of each pair of actual (rows) and predicted (columns) class.

        Examples
        --------
        >>> example().confusion()
        predicted  no  yes
        actual
        no          4    0
        yes         0    4
        """
        return score.confusion(self._outcome(on), self._data)

    @property
    def test_looks(self) -> int:
        """How often the sealed test rows were looked at."""
        return self._test_looks

    def importance(self) -> pd.Series[float]:
        """Return each column's share in the decrease of impurity.

        Examples
        --------
        >>> example().importance().round(3).to_dict()
        """
        return score.importance(self._workspace.tree, self._data)

    # ------------------------------------------------------------ new rows

    def predict(self, X: object) -> NDArray[Any]:  # noqa: N803 - scikit-learn's name
        """Return the prediction for each row, in the target's own dtype.

        Examples
        --------
        >>> tree = example()
        >>> tree.predict(tree.rows(2))
        array(['no', 'no', 'no'], dtype=object)
        """
        return predict.predict(self._workspace.tree, self._data, X)

    def predict_proba(self, X: object) -> Floats:  # noqa: N803 - scikit-learn's name
        """Return the share of each class (in the order of `classes`) in each row's leaf.

        Examples
        --------
        >>> tree = example()
        >>> tree.predict_proba(tree.rows(2)).tolist()
        [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]
        """
        return predict.predict_proba(self._workspace.tree, self._data, X)

    def apply(self, X: object) -> Ints:  # noqa: N803 - scikit-learn's name
        """Return the id of each row's leaf.

        Examples
        --------
        >>> tree = example()
        >>> tree.apply(tree.rows(2)).tolist()
        [2, 2, 2]
        """
        return predict.apply(self._workspace.tree, self._data, X)

    def path(self, row: object) -> pd.DataFrame:
        """Return how one record travels: the nodes it passes, with its share in each.

        Examples
        --------
        >>> example().path({"age": 30, "smokes": "yes"})[["condition", "share"]]
        """
        return predict.path(self._look, row)

    # ------------------------------------------------------------ the tree as a whole

    @property
    def classes(self) -> tuple[Any, ...]:
        """The classes, in the order of `predict_proba`'s columns; empty for regression."""
        return self._data.target.classes

    @property
    def task(self) -> str:
        """What is predicted: "classification" or "regression"; `notes` says why."""
        return self._data.target.task

    @property
    def notes(self) -> list[str]:
        """What was decided about the data, and why."""
        return list(self._data.notes)

    def __str__(self) -> str:
        """Return the tree as indented text."""
        return tree_text(self._look)

    @property
    def _data(self) -> Dataset:
        return self._workspace.dataset

    @property
    def _look(self) -> Look:
        return Look(self._workspace.tree, self._data, self._workspace.inducer.shown)

    def _outcome(self, on: object) -> Outcome:
        part = score.checked_part(on, self._data)
        found = score.outcome(
            self._workspace.tree, self._data, self._workspace.inducer.engine, part
        )
        self._test_looks += part == "test"
        return found
