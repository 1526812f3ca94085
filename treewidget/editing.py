"""The public face: everything that edits a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .tree.gestures import Action, Gesture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .induction.recipe import Method
    from .workspace import Workspace

Pruning: TypeAlias = Literal["1se", "min", "error-based", "pessimistic", "reduced-error", "mdl"]
Given: TypeAlias = Any
"""A value in the user's own terms: checked where the gesture is applied."""


class Editing:
    """The verbs. Each is one gesture: one entry of the history, and one undo takes it back.

    Each takes ``reason=``: why, in words. It stands in the history, in its code, in the journal and
    in the report. What cannot be done is refused with a `TreeWidgetError`, and changes nothing.
    """

    _workspace: Workspace

    def split(  # noqa: PLR0917 - the public face's order
        self,
        node: int,
        column: str | int | None = None,
        threshold: Given = None,
        groups: Sequence[Any] | None = None,
        missing: int | Literal["own"] | None = None,
        replace: bool = False,
        regrow: bool = False,
        *,
        reason: str | None = None,
    ) -> Gesture:
        """Split a node by hand.

        Parameters
        ----------
        node : int
        column : str or int, optional
            The column to split on; the best one when absent. A split whose column is named is
            *forced*: growing keeps it.
        threshold : number, Timestamp, level or list of them, optional
            ``x <= threshold`` goes left; several make several branches; an empty list sets rows
            with a value against those without. The best when absent.
        groups : list of lists of levels, optional
            The levels of each branch; a single list is set against all other levels. What several
            leave out goes where missing rows go; with ``missing="own"`` into one more branch.
        missing : int or "own", optional
            Where rows without the column go: a branch's index, or a branch of their own.
        replace : bool, default False
            Needed on a node that is split already. What was decided by hand below stays wherever
            rows still reach it; where branches of a column are merged, parted or named in another
            order, it goes with its rows.
        regrow : bool, default False
            Whether the method grows on below the new branches.
        reason : str, optional
            Why, in words.

        Returns
        -------
        Gesture

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.split(1, "age", threshold=30)
        tree.split(1, "age", threshold=30)  # node 1: age <= 30, 1 leaf more
        """
        return self._do(
            "split",
            node=node,
            column=column,
            threshold=threshold,
            groups=groups,
            missing=missing,
            replace=replace,
            regrow=regrow,
            reason=reason,
        )

    def grow(
        self,
        node: int | None = None,
        levels: int | None = None,
        method: str | Method | None = None,
        keep: bool = True,
        *,
        reason: str | None = None,
        **options: Given,
    ) -> Gesture:
        """Let the method rebuild what nobody decided by hand.

        Parameters
        ----------
        node : int, optional
            Where; the whole tree when absent.
        levels : int, optional
            Keep every split and extend the leaves by at most so many levels; the method's own
            pruning (C4.5's) waits for a growth to its end.
        method : str, optional
            Grow by this method's own defaults instead of the tree's options.
        keep : bool, default True
            False keeps only locks; True also what is forced, labelled or pruned by hand.
        reason : str, optional
            Why, in words.
        **options
            Options for this growth only, such as ``max_depth=3``.

        Returns
        -------
        Gesture

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill", grow=False)
        >>> tree.grow(max_depth=1)
        tree.grow(max_depth=1)  # node 0: grown, 1 leaf more, error 12.5 %
        """
        given = {"node": node, "levels": levels, "method": method, "keep": keep, "reason": reason}
        return self._do("grow", **given, options=options)

    def prune(self, node: int, *, reason: str | None = None) -> Gesture:
        """Make a leaf of a split node; forced splits and labels below go too, and are counted.

        Growing above leaves it a leaf; growing or splitting the node itself grows it again.

        Parameters
        ----------
        node : int
            Its id.
        reason : str, optional
            Why, in words.

        Returns
        -------
        Gesture

        Raises
        ------
        RefusedError
            If it is a leaf already, or a node there is locked.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.prune(2, reason="too few to tell")
        tree.prune(2, reason="too few to tell")  # node 2: pruned, 1 leaf fewer, error 12.5 %
        """
        return self._do("prune", node=node, reason=reason)

    def prune_to(
        self,
        *,
        reason: str | None = None,
        alpha: float | None = None,
        leaves: int | None = None,
        method: Pruning | None = None,
        risk: Literal["error", "impurity"] = "error",
        relative: bool = False,
        keep: bool = True,
        confidence: float | None = None,
        subtree_raising: bool | None = None,
    ) -> Gesture:
        """Prune the whole tree in one gesture: to a step of its sequence, or by a rule.

        The sequence is `pruning_path`'s: the weakest links of the tree as it stands, forced splits
        and labels included. Nothing is cut above a lock, and above a forced split only with
        ``keep=False``. What becomes a leaf counts as pruned by hand.

        Parameters
        ----------
        alpha : float, optional
            The cost of a leaf: what stays is the smallest tree of least risk + alpha * leaves.
        leaves : int, optional
            The step with so many leaves.
        method : {"1se", "min", "error-based", "pessimistic", "reduced-error", "mdl"}, optional
            The step that cross-validation chooses: the smallest tree within one standard error of
            the least error, or the one with the least. Ten folds are drawn if `cross_validate` was
            not called, of fewer rows one for each. The history keeps the alpha that was found. Or
            a rule, at every node of the tree: by predicted errors (C4.5's), by errors and a
            standard error (Quinlan 1987), by the validation rows, by the length of a description
            (Quinlan and Rivest 1989). All but "reduced-error" are for classes.
        risk : {"error", "impurity"}, default "error"
            Misclassified weight or squared error; or the criterion, as scikit-learn's `ccp_alpha`.
        relative : bool, default False
            Whether alpha is in shares of the root's risk (rpart's cp), and not per root row.
        keep : bool, default True
            False lets forced splits go too.
        confidence : float, optional
            Of "error-based": the less, the smaller the tree; the tree's own, else 0.25.
        subtree_raising : bool, optional
            Of "error-based": whether a branch may take the place of the node above it. A raised
            split keeps its cut, and its rows are counted anew.
        reason : str, optional
            Why, in words.

        Returns
        -------
        Gesture

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.prune_to(leaves=2)
        tree.prune_to(leaves=2)  # pruned at alpha 0.125, 1 leaf fewer, error 12.5 %
        >>> tree.prune_to(alpha=0.2)
        Traceback (most recent call last):
        ...
        treewidget.errors.RefusedError: pruning at alpha 0.2 changes nothing: the weakest link ...
        """
        return self._do(
            "prune_to",
            reason=reason,
            alpha=alpha,
            leaves=leaves,
            method=method,
            risk=risk,
            relative=relative,
            keep=keep,
            confidence=confidence,
            subtree_raising=subtree_raising,
        )

    def label(self, node: int, value: Given, *, reason: str | None = None) -> Gesture:
        """Set what a node predicts; None takes it back. Counts and shares stay as they are.

        Parameters
        ----------
        node : int
            Its id.
        value : class or number or None
            One of `classes`, or a finite number.
        reason : str, optional
            Why, in words.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.label(2, "yes")
        tree.label(2, "yes")  # node 2: predicts "yes"
        """
        return self._do("label", node=node, value=value, reason=reason)

    def lock(self, node: int, on: bool = True, *, reason: str | None = None) -> Gesture:
        """Lock a node's split (or its being a leaf) and its label against every gesture.

        Parameters
        ----------
        node : int
            Its id.
        on : bool, default True
            False takes the lock away.
        reason : str, optional
            Why, in words.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.lock(3)
        tree.lock(3)  # node 3: locked
        >>> tree.prune(0)
        Traceback (most recent call last):
        ...
        treewidget.errors.RefusedError: pruning node 0 would change node 3, which is locked: ...
        """
        return self._do("lock", node=node, on=on, reason=reason)

    def note(self, node: int, text: str, *, reason: str | None = None) -> Gesture:
        """Write a note on a node; an empty text takes it away.

        Parameters
        ----------
        node : int
            Its id.
        text : str
            Up to 100,000 characters.
        reason : str, optional
            Why, in words.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.note(2, "agreed with the clinic")
        tree.note(2, "agreed with the clinic")  # node 2: noted
        """
        return self._do("note", node=node, text=text, reason=reason)

    def _do(self, verb: str, **args: Given) -> Gesture:
        return self._workspace.perform(Action(verb, args))
