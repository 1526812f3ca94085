"""The public face: one object, the tree. Everything here delegates."""

from __future__ import annotations

import inspect
import secrets
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

from .data import build_dataset
from .editing import Editing
from .ensembling import Ensembling
from .errors import WrongTypeError
from .induction.filling import inducer_over
from .induction.methods import method as method_named
from .induction.methods import resolve
from .induction.option_checks import checked_flag
from .induction.options import Options
from .looking import Looking
from .moving import Moving
from .predicting import Predicting
from .saving import Saving
from .scoring import Scoring
from .session.construction import Construction
from .session.file import check_free
from .session.session import Session
from .sizing import Sizing
from .tree.editor import Editor
from .tree.opening import opening_lines, plain_options
from .tree.signature import Place, places_among
from .tree.text import short_text
from .workspace import Workspace

if TYPE_CHECKING:
    from .induction.recipe import Method
    from .widget import TreeWidget


class DecisionTree(Looking, Scoring, Predicting, Editing, Moving, Sizing, Saving, Ensembling):
    """A decision tree to work on by hand; in a notebook cell it shows itself.

    Parameters
    ----------
    data : DataFrame
        pandas, or whatever speaks the Arrow C stream (polars, pyarrow, duckdb).
    target : str, int, Series or array
        A column's name, or a value for each row (never matched by label).
    method : str or Method, default "cart"
        How it grows; `treewidget.methods` lists the methods and their options.
    task : {"classification", "regression"}, optional
        Inferred when absent; `notes` says how.
    weights : str, int or array, optional
        Case weights. A column that holds them is not split on.
    validation : optional
        A fraction, a boolean column or mask, or a second frame: its figures stand beside the
        training ones everywhere.
    test : optional
        Likewise, but sealed: only `score`, `confusion` and `expected_cost` with ``on="test"`` look
        at it, and each look is counted.
    grow : bool, default True
        False starts from the root alone.
    random_state : int or None, default 0
        Draws a validation or test fraction; the tree itself is deterministic.
    journal : path, optional
        A new file in which every gesture is before it is on the screen: see `save`.
    require_reason : bool, default False
        Whether every edit but a note needs a `reason=`, on the screen too.
    **options
        The method's own, under scikit-learn's names where it has one; `treewidget.methods` says
        what each means.

    Raises
    ------
    TreeWidgetError
        Saying what is wrong with the data or an argument, where, and what would be right.

    Examples
    --------
    The examples of the methods all work on this frame.

    >>> import pandas as pd
    >>> import treewidget as tw
    >>> patients = pd.DataFrame({
    ...     "age": [25, 32, 38, 43, 45, 51, 58, 64],
    ...     "smokes": ["no", "yes", "no", "yes", "no", "yes", "yes", "yes"],
    ...     "ill": ["no", "no", "no", "yes", "no", "yes", "yes", "yes"],
    ... })
    >>> tree = tw.DecisionTree(patients, target="ill")
    >>> print(tree)
    0 all rows: 8 rows, no 50 %, gini 0.5
    1     age <= 40.5: 3 rows, no 100 %, gini 0
    2     age > 40.5: 5 rows, yes 80 %, gini 0.32
    3         smokes in {no}: 1 row, no 100 %, gini 0
    4         smokes in {yes}: 4 rows, yes 100 %, gini 0
    """

    def __init__(
        self,
        data: object,
        target: object,
        *,
        method: str | Method = "cart",
        task: Literal["classification", "regression"] | None = None,
        weights: object = None,
        validation: object = None,
        test: object = None,
        grow: bool = True,
        random_state: int | None = 0,
        journal: object = None,
        require_reason: bool = False,
        **options: Any,  # noqa: ANN401 - the method's own
    ) -> None:
        grow, asks = checked_flag("grow", grow), checked_flag("require_reason", require_reason)
        if journal is not None:
            check_free(journal)
        if random_state is None:  # drawn here, so that the history can be replayed
            random_state = secrets.randbelow(2**32)
        recipe = method_named(method)
        parts = {"weights": weights, "validation": validation, "test": test}
        dataset = build_dataset(
            data,
            target,
            **parts,
            task=task,
            class_weight=options.get("class_weight"),
            random_state=random_state,
        )
        given = {"method": recipe.name, "task": task, **parts, "grow": grow}
        given |= {"random_state": random_state, "require_reason": asks}
        chosen = resolve(recipe.name, dataset.target.task, options, beside=(*given, "journal"))
        inducer = inducer_over(dataset, chosen)
        given |= plain_options(options, inducer.dataset.target)
        opening = opening_lines(target, given)
        editor = Editor(inducer.dataset, inducer, recipe.name)
        self._workspace = Workspace(editor, opening, grow=grow, require_reason=asks)
        self._session = Session(self._workspace, Construction.of({"target": target, **given}))
        if journal is not None:
            self._session.save(journal)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to set what is given where a tree is made: it would change nothing."""
        if name in GIVEN:
            raise WrongTypeError(
                f"{name} is given where a tree is made, tw.DecisionTree(..., {name}=...), and not "
                "set afterwards: it would change nothing"
            )
        super().__setattr__(name, value)

    @property
    def workspace(self) -> Workspace:
        """The mutable object behind the tree: for listeners, journals and views.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> tree.workspace.revision
        1
        """
        return self._workspace

    def widget(
        self,
        *,
        height: int = 640,
        orientation: Literal["vertical", "horizontal"] = "vertical",
        editable: bool = True,
    ) -> TreeWidget:
        """Return another widget of the same tree, with its own selection and options.

        Parameters
        ----------
        height : int from 120 to 10,000, default 640
            In pixels.
        orientation : {"vertical", "horizontal"}
        editable : bool, default True
            Whether gestures on the screen may change the tree; enforced in Python.

        Examples
        --------
        >>> widget = tw.DecisionTree(patients, target="ill").widget(height=400)
        >>> widget.selected
        0
        >>> widget.close()
        """
        from .widget import TreeWidget  # noqa: PLC0415 - Jupyter only where it is asked for

        return TreeWidget(
            self._workspace, height=height, orientation=orientation, editable=editable
        )

    def _standing(self, workspace: Workspace, trials: int, number: int) -> DecisionTree:
        """Return a tree that stands on the workspace of a member of its committee."""
        tree, made = object.__new__(type(self)), self._session.construction
        tree._workspace = workspace
        tree._session = Session(workspace, made.of_member(trials, number), self._session.origin)
        return tree

    def __repr__(self) -> str:
        """Return the tree as text, cut at depth 3 if it is large."""
        return short_text(self._look)

    def _repr_mimebundle_(self, **_asked: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """Show the default widget where there is a front end; the text everywhere."""
        from .widget import default_widget  # noqa: PLC0415 - Jupyter only where it is asked for

        data, metadata = default_widget(self._workspace)._repr_mimebundle_() or ({}, {})
        return {**data, "text/plain": repr(self)}, metadata

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        """Refuse to be copied or pickled: two objects would be one tree, or lose its session."""
        raise WrongTypeError(
            "a tree is not copied or pickled: tree.save(path) and tw.load(path, data) bring it to "
            "another process, tree.replay(data) makes another one here"
        )

    def __eq__(self, other: object) -> bool:
        """Whether splits, labels, flags, notes and counts are the same.

        A target of numbers is counted in bins, which lie alike then. Ids take no part, and neither
        do columns that no split uses, their order, or the unit in which a column has its times.
        """
        if not isinstance(other, DecisionTree):
            return NotImplemented
        mine, theirs = self._workspace.tree, other._workspace.tree
        if self._target_told() != other._target_told():
            return False
        places = places_among(self._data.columns, other._data.columns)
        if all(places.get(at) == Place(at) for at in range(len(self._data.columns))):
            return mine == theirs
        return mine.equals(theirs, places)

    def __hash__(self) -> int:
        """Return a hash over what equality is over: it changes with the tree."""
        return hash((self._target_told(), self._workspace.tree))

    def _target_told(self) -> tuple[Any, ...]:
        """Return what the codes in labels and counts stand for, and the bins of numbers."""
        target = self._data.target
        return (target.name, target.task, target.labels, *target.edges.tolist())


GIVEN: Final = frozenset(
    [*inspect.signature(DecisionTree).parameters, *(option.name for option in fields(Options))]
)
"""What a tree is made with: read once, and not whenever one has something of its own set."""
