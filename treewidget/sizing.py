"""The public face: how large the tree should be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .data.parts import checked_random_state
from .induction.option_checks import checked_flag
from .pruning.folds import FOLDS
from .pruning.risks import checked_risk
from .tree.path import path_frame, path_of
from .tree.pruned_at import of_the_pruned

if TYPE_CHECKING:
    import pandas as pd

    from .workspace import Workspace

Folds: TypeAlias = Any
"""How many folds, or the fold of each row."""


class Sizing:
    """The cost-complexity sequence, and what cross-validation says of it."""

    _workspace: Workspace

    def pruning_path(
        self,
        risk: Literal["error", "impurity"] = "error",
        relative: bool = False,
        keep: bool = True,
    ) -> pd.DataFrame:
        """Return every tree that weakest-link pruning passes from this one to its root.

        The sequence is that of Breiman et al. 1984, chapter 3, for the tree as it stands, however
        it came about. Equal links are cut together; splits that lower the risk by nothing are cut
        at alpha 0, so the first step may have fewer leaves than the tree. ``prune_to(alpha=)`` and
        ``prune_to(leaves=)`` take any of its lines. What weighs is the risk of the leaves: a row in
        shares counts in each of its leaves, one that stops or is dropped above them in none, as
        in rpart.

        Parameters
        ----------
        risk : {"error", "impurity"}, default "error"
            What a leaf's cost is weighed against: misclassified weight or squared error (a label
            set by hand counts); or the method's criterion, as scikit-learn's `ccp_alpha`.
        relative : bool, default False
            Alpha and risk as shares of the root's risk (rpart's CP and rel error); else, and where
            the root risks nothing, per root row.
        keep : bool, default True
            Cut nothing above a forced split; False goes past them. Nothing is cut above a lock in
            either case, so the sequence may end before the root.

        Returns
        -------
        DataFrame
            alpha, leaves, risk; train and validation: the tree's own error on either part, as in
            ``history.frame()`` (error rate or RMSE). After `cross_validate` also xerror and xstd,
            the cross-validated error and its standard error as shares of the root's, and choice:
            "min" and "1se".

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.pruning_path()[["alpha", "leaves", "train"]]
              alpha  leaves  train
        step
        0     0.000       3  0.000
        1     0.125       2  0.125
        2     0.375       1  0.500
        """
        named, target = checked_risk(risk), self._workspace.dataset.target
        relative, keep = checked_flag("relative", relative), checked_flag("keep", keep)
        state = self._workspace.state
        path = path_of(state.tree, target, named, keep=keep)
        cross = self._workspace.editor.validated(state.history, named)
        cross = cross and of_the_pruned(cross, state.history, target)
        inducer = self._workspace.inducer
        return path_frame(path, target, cross, relative=relative, inducer=inducer)

    def cross_validate(
        self,
        folds: Folds = FOLDS,
        risk: Literal["error", "impurity"] = "error",
        random_state: int | None = 0,
    ) -> pd.DataFrame:
        """Cross-validate the cost-complexity sequence, and return it with what was found.

        For each fold the method grows one tree on the other rows, and the fold's rows are sent down
        it once; that gives their error at every alpha. Each step of `pruning_path` is judged at the
        geometric mean of its alpha and the next one; the first of a tree that was pruned at an
        alpha, and not grown since, has that one.

        What is validated is therefore the method's own growth, pruned at an alpha: forced splits,
        labels and locks take no part in it. It grows by the options that the root was last grown
        by, ``tree.grow(0, max_depth=None)`` for one, or else by the tree's own. That is also why
        the result stays valid through every edit until the root grows by others, and
        `pruning_path` goes on showing it. What edits by hand are worth, only rows held out from
        the start can say (``validation=``).

        The standard error `xstd` is rpart's: it takes a weight of 2 for two rows. By weights that
        are shares of 1 it is far too large, and ``"1se"`` prunes too much: scale them to a mean
        of 1 where each stands for one row.

        Parameters
        ----------
        folds : int or array, default 10
            How many to draw, stratified by class for classification; or the fold of each row of
            the frame (rows that do not train may have any).
        risk : {"error", "impurity"}, default "error"
            What the sequence weighs; held-out rows are judged by their error in either case.
        random_state : int or None, default 0
            Draws the folds.

        Returns
        -------
        DataFrame
            As `pruning_path`.

        Warns
        -----
        UserWarning
            When a class has fewer rows than there are folds, or weights sum to far less than there
            are rows.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.cross_validate(folds=4)[["leaves", "xerror", "xstd", "choice"]].round(3)
              leaves  xerror   xstd choice
        step
        0          3    0.75  0.342
        1          2    0.75  0.342    min
        2          1    1.00  0.354    1se
        """
        named, seed = checked_risk(risk), checked_random_state(random_state)
        self._workspace.cross_validate(folds, named, seed)
        return self.pruning_path(risk)
