"""The public face: everything that looks at a tree and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from .data.kept import with_column
from .tree import predict
from .tree.frames import candidates_frame, nodes_frame
from .tree.look import Look, NodeView
from .tree.profile_frame import profile_frame
from .tree.score import checked_part
from .tree.text import tree_text
from .tree.units import unit_of

if TYPE_CHECKING:
    import pandas as pd

    from .data import Dataset
    from .engine.contract import Rows
    from .workspace import Workspace

Frame: TypeAlias = Any
"""A frame in the type that came in: pandas, polars or Arrow."""


class Looking:
    """Nodes, frames, and the splits there could be."""

    _workspace: Workspace
    _seen: Look | None = None

    # ------------------------------------------------------------ nodes

    @property
    def root(self) -> NodeView:
        """The root: node 0.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").root
        node 0: age <= 40.5, 8 rows, no 50 %, gini 0.5
        """
        return self.node(0)

    def node(self, id: int) -> NodeView:  # noqa: A002 - the public face's name
        """Return one node as it is now; what is done later does not change it.

        Parameters
        ----------
        id : int
            As in ``frame()``; the root is 0.

        Raises
        ------
        UnknownNameError
            If the tree has no such node.

        Examples
        --------
        >>> node = tw.DecisionTree(patients, target="ill").node(1)
        >>> node.rule, node.n, node.prediction, node.children
        ('age <= 40.5', 3, 'no', ())
        """
        return self._look.node(id)

    def frame(self) -> pd.DataFrame:
        """Return all nodes in pre-order, indexed by id: the fields of `node`, and more columns.

        Of classes a ``count:<class>`` each, the weight of its rows; with validation rows their
        number, weight, error and counts.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.frame()[["split", "n", "prediction", "count:no"]]
                     split  n prediction  count:no
        id
        0      age <= 40.5  8         no       4.0
        1              NaN  3         no       3.0
        2   smokes in {no}  5        yes       1.0
        3              NaN  1         no       1.0
        4              NaN  4        yes       0.0
        """
        return nodes_frame(self._look)

    def rows(self, node: int, which: Literal["train", "validation"] = "train") -> Frame:
        """Return a node's rows in the type of frame that came in.

        Where some of them lie in several nodes, a last column "share" ("share_" where the frame has
        that name) says how much of each is here.

        Parameters
        ----------
        node : int
            Its id.
        which : {"train", "validation"}, default "train"
            The test rows are sealed.

        Returns
        -------
        DataFrame
            In the order of the frame, with pandas' index where there is one.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").rows(2)["age"].tolist()
        [43, 45, 51, 58, 64]
        """
        part = checked_part(which, self._data, sealed=True)
        region = self._workspace.tree.node(node).region
        rows = region.rows if part == "train" else cast("Rows", region.validation_rows)
        engine = self._workspace.inducer.engine
        native = self._data.rows_native(engine.positions(rows))
        shares = engine.shares(rows)
        return native if shares is None else with_column(native, "share", shares)

    # ------------------------------------------------------------ splits there could be

    def candidates(self, node: int) -> pd.DataFrame:
        """Return the best split of every column at a node, best first.

        A method's own figures stand behind the gain: its ratio, a p-value, or, of C4.5 and C5.0,
        `corrected_gain`, the gain less what choosing among the cuts of a column costs.

        Parameters
        ----------
        node : int
            Its id.

        Returns
        -------
        DataFrame
            A line for each column: cut; gain, in the unit of the criterion, and that on the
            validation rows; balance, the smallest branch's share of the weight (of the rows with
            a value, where surrogates send the others); missing_n rows without a value, none where
            a strategy filled them; reason, why it cannot be split by, or, where there is a cut, a
            remark on it.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").candidates(0)[["column", "cut"]]
           column             cut
        0     age     age <= 40.5
        1  smokes  smokes in {no}
        """
        region = self._workspace.tree.node(node).region
        return candidates_frame(self._look, self._workspace.editor.candidates(region))

    def profile(self, node: int, column: str | int) -> pd.DataFrame:
        """Return every cut of one column at a node, with what lies on either side.

        Parameters
        ----------
        node : int
            Its id.
        column : str or int
            Its name.

        Returns
        -------
        DataFrame
            By threshold or level. Of each side its rows, and the weight of each class, or weight,
            mean and variance; the impurity of the two, weighed, and the gain, in the unit of the
            criterion. ``missing``, where there is such a column: the way of rows without a value.

        Raises
        ------
        UnknownNameError
            If there is no such node or column.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.profile(0, "age")[["left:no", "right:no", "gain"]].round(3)
                   left:no  right:no   gain
        threshold
        28.5           1.0       3.0  0.071
        35.0           2.0       2.0  0.167
        40.5           3.0       1.0  0.300
        44.0           3.0       1.0  0.125
        48.0           4.0       0.0  0.300
        54.5           4.0       0.0  0.167
        61.0           4.0       0.0  0.071
        """
        place = self._workspace.tree.node(node)
        return profile_frame(self._data, self._workspace.inducer, place, column)

    def path(self, row: object) -> pd.DataFrame:
        """Return how one record travels: the nodes it passes, with its share in each.

        Where missing values are filled, conditions say "(filled)" of one that was.

        Parameters
        ----------
        row : mapping, Series or frame of one row
            A value for each column that the tree was built on.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.path({"age": 30, "smokes": "yes"})[["condition", "share"]]
            condition  share
        node
        0        all rows    1.0
        1     age <= 40.5    1.0
        """
        return predict.path(self._look, row)

    # ------------------------------------------------------------ the tree as a whole

    @property
    def classes(self) -> tuple[Any, ...]:
        """The classes, in the order of `predict_proba`'s columns; empty for regression.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").classes
        ('no', 'yes')
        """
        return self._data.target.classes

    @property
    def task(self) -> str:
        """What is predicted: "classification" or "regression"; `notes` says why.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").task
        'classification'
        """
        return self._data.target.task

    @property
    def notes(self) -> list[str]:
        """What was decided about the data, and why; and what to heed of the options.

        Examples
        --------
        >>> tw.DecisionTree(patients, target="ill").notes
        ["classification: 'ill' holds texts"]
        """
        return list(self._workspace.notes)

    def __str__(self) -> str:
        """Return the tree as indented text."""
        return tree_text(self._look)

    @property
    def _data(self) -> Dataset:
        return self._workspace.dataset

    @property
    def _look(self) -> Look:
        """The present tree with its figures, which are computed once for each tree."""
        tree, seen = self._workspace.tree, self._seen
        if seen is None or seen.tree is not tree:
            inducer = self._workspace.inducer
            seen = self._seen = Look(
                tree, self._data, inducer.shown, inducer.engine, unit_of(inducer)
            )
        return seen
