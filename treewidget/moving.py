"""The public face: the history, and the way to and fro in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .tree.gestures import Action, Gesture

if TYPE_CHECKING:
    from .tree.history import History
    from .workspace import Workspace


class Moving:
    """Moves in the history: they add nothing to it."""

    _workspace: Workspace

    def undo(self) -> Gesture:
        """Take the last gesture back. The same ids return.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> tree.undo()
        tree.undo()  # took back tree.prune(2)
        """
        return self._move("undo")

    def redo(self) -> Gesture:
        """Do again what was undone.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2), tree.undo()
        >>> tree.redo()
        tree.redo()  # did again tree.prune(2)
        """
        return self._move("redo")

    def checkout(self, name_or_step: str | int) -> Gesture:
        """Go to a checkpoint or a step of the history; 0 is the tree as it was built.

        Parameters
        ----------
        name_or_step : str or int
            What `checkpoint` named, or a step's number, as in ``history.frame()``.

        Raises
        ------
        UnknownNameError
            If there is no such checkpoint or step.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> tree.checkout(0)
        tree.checkout(0)  # at step 0: as built
        """
        return self._move("checkout", to=name_or_step)

    def checkpoint(self, name: str) -> Gesture:
        """Give the present place in the history a name; a name given again moves here.

        Parameters
        ----------
        name : str
            With at least one letter or sign.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.checkpoint("before the meeting")
        tree.checkpoint("before the meeting")  # step 0 is called 'before the meeting'
        """
        return self._move("checkpoint", name=name)

    @property
    def history(self) -> History:
        """The gestures in force: a sequence with ``code()``, ``frame()`` and ``branches()``.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> len(tree.history)
        1
        >>> print(tree.history.code())
        import treewidget as tw
        <BLANKLINE>
        tree = tw.DecisionTree(data, target="ill")
        tree.prune(2)
        """
        return self._workspace.history

    def _move(self, verb: str, **args: str | int) -> Gesture:
        return self._workspace.perform(Action(verb, args))
