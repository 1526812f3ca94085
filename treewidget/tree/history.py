"""The history: every version of the tree ever made, and where we are among them.

Versions form a tree of their own: after an undo a new gesture starts a branch, and the old line
stays reachable. A history is an immutable value; recording or moving gives another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn, overload

import pandas as pd

from ..data.whole import whole_number
from ..data.words import listed, sendable, shown
from ..errors import RefusedError, UnknownNameError, WrongTypeError, suggestion
from .below import new_ids
from .gestures import Action, Gesture
from .lines import line_of
from .version import Version

if TYPE_CHECKING:
    from .node import Node
    from .totals import TreeFigures


@dataclass(frozen=True, eq=False)
class History(Sequence[Gesture]):
    """The gestures in force, oldest first; and everything that was ever done.

    Attributes
    ----------
    opening : str
        The lines of Python that build the first tree.
    versions : tuple of Version
        All of them, by step.
    at : int
        The step we are at.
    ahead : mapping
        Where redo goes from a step, if that is not the step made right after it.
    names : mapping
        Checkpoints: the step of each name.
    """

    opening: str
    versions: tuple[Version, ...]
    at: int = 0
    ahead: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    names: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def begin(cls, opening: str, root: Node, figures: TreeFigures) -> History:
        """Return the history of a tree just built."""
        return cls(opening, (Version(0, None, 0, root, root, figures),))

    # ------------------------------------------------------------ where we are

    @property
    def now(self) -> Version:
        """The version in force."""
        return self.versions[self.at]

    def __len__(self) -> int:
        """Return how many gestures are in force."""
        return self.now.length

    @overload
    def __getitem__(self, index: int) -> Gesture: ...
    @overload
    def __getitem__(self, index: slice) -> list[Gesture]: ...
    def __getitem__(self, index: int | slice) -> Gesture | list[Gesture]:
        """Return one gesture in force, or several."""
        return list(self)[index]

    def __iter__(self) -> Iterator[Gesture]:
        """Go through the gestures in force."""
        return (version.gesture for version in self.in_force() if version.gesture is not None)

    def __repr__(self) -> str:
        """Return the gestures in force, one a line."""
        return "\n".join(repr(gesture) for gesture in self) or "no gestures yet"

    def __copy__(self) -> History:
        """Return itself: it never changes."""
        return self

    def __deepcopy__(self, _memo: object) -> History:
        """Return itself: it never changes."""
        return self

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        """Refuse to be pickled: every version holds its rows."""
        raise WrongTypeError(
            "a history is not pickled: tree.save(path) keeps it, history.code() is plain text"
        )

    def in_force(self) -> list[Version]:
        """Return the versions from the construction to the present one."""
        way = [self.now]
        while way[-1].parent is not None:
            way.append(way[-1].parent)
        return way[::-1]

    def line(self) -> list[Version]:
        """Return the versions in force and those that redo would bring, in order."""
        return [*self.in_force(), *self._ahead()]

    def around(self, most: int) -> tuple[list[Version], int, int]:
        """Return at most so many versions of the line, round the present one.

        Returns
        -------
        list of Version, int, int
            They; where the present one stands among them; how many the whole line has.
        """
        ahead = self._ahead()
        total = self.now.length + 1 + len(ahead)
        start = max(0, min(total - most, self.now.length - most // 2))
        back: list[Version] = []
        version: Version | None = self.now
        while version is not None and version.length >= start:
            back.append(version)
            version = version.parent
        return [*reversed(back), *ahead][:most], self.now.length - start, total

    def _ahead(self) -> list[Version]:
        """Return the versions that redo would bring, in order."""
        ahead: list[Version] = []
        version = self.following(self.now)
        while version is not None:
            ahead.append(version)
            version = self.following(version)
        return ahead

    def following(self, version: Version) -> Version | None:
        """Return where redo goes from a version."""
        step = self.ahead.get(version.step, version.step + 1)
        found = self.versions[step] if step < len(self.versions) else None
        return found if found and found.parent is version else None

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.now.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self.following(self.now) is not None

    def called(self) -> dict[int, str]:
        """Return the latest checkpoint name of each step that has one."""
        return {step: name for name, step in self.names.items()}

    # ------------------------------------------------------------ what comes next

    def recorded(
        self, root: Node, subtree: Node, figures: TreeFigures, action: Action, gesture: Gesture
    ) -> History:
        """Return the history with one more version, made from the present one."""
        step, length = len(self.versions), self.now.length + 1
        version = Version(step, self.now, length, root, subtree, figures, action, gesture)
        before = self if step == self.at + 1 else self._leading({self.at: step})
        return replace(before, versions=(*self.versions, version), at=step)

    def undone(self) -> History:
        """Return the history one step back."""
        if self.now.parent is None:
            raise RefusedError("nothing to undo: the tree is as it was built")
        return replace(self, at=self.now.parent.step)

    def redone(self) -> History:
        """Return the history one step on, the way last taken."""
        version = self.following(self.now)
        if version is None:
            raise RefusedError("nothing to redo: nothing was undone from here")
        return replace(self, at=version.step)

    def moved(self, to: int | str) -> History:
        """Return the history at a step or checkpoint; redo then leads along its line."""
        version, old = self.find(to), self.now
        new, taken = version, dict[int, int]()
        while new.parent is not None and new is not old:  # above their fork redo leads to both
            if old.parent is not None and old.length >= new.length:
                old = old.parent
                continue
            if self.following(new.parent) is not new:
                taken[new.parent.step] = new.step
            new = new.parent
        return replace(self._leading(taken), at=version.step)

    def _leading(self, ahead: Mapping[int, int]) -> History:
        """Return the history with redo going other ways."""
        return replace(self, ahead=MappingProxyType({**self.ahead, **ahead})) if ahead else self

    def named(self, name: str) -> History:
        """Return the history with the present step called `name`."""
        others = {known: step for known, step in self.names.items() if known != name}
        return replace(self, names=MappingProxyType({**others, name: self.at}))

    def find(self, to: int | str) -> Version:
        """Return the version of a step's number or a checkpoint's name."""
        if isinstance(to, str):
            if to not in self.names:
                known = listed(self.names) or "none"
                raise UnknownNameError(
                    f"no checkpoint is called {shown(to)}{suggestion(to, self.names)}; "
                    f"there are {known}"
                )
            return self.versions[self.names[to]]
        step = whole_number(to)
        if step is None:
            raise WrongTypeError(f"a step's number or a checkpoint's name, not {shown(to)}")
        if not 0 <= step < len(self.versions):
            raise UnknownNameError(
                f"no step {step}: the history has steps 0 to {len(self.versions) - 1}"
            )
        return self.versions[step]

    # ------------------------------------------------------------ telling of it

    def code(self) -> str:
        r"""Return Python that rebuilds the tree, written with the ids a fresh run hands out.

        The data goes by the names of the arguments it came in (`data`, and `weights`,
        `validation` or `test` if they were no column names).

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> print(tree.history.code())
        import treewidget as tw
        <BLANKLINE>
        tree = tw.DecisionTree(data, target="ill")
        tree.prune(2)
        """
        fresh: dict[int, int] = {}
        seen: set[int] = set()
        lines: list[str] = []
        for version in self.in_force():
            if version.action is not None:
                args = dict(version.action.args)
                if "node" in args:
                    args["node"] = fresh[args["node"]]
                lines.append(line_of(Action(version.action.name, args)))
            for number in new_ids(version.subtree, seen):
                fresh.setdefault(number, len(fresh))
        return "\n".join([self.opening, *lines])

    def frame(self) -> pd.DataFrame:
        """Return the figures after each step in force, the construction being the first.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> tree.history.frame()[["line", "leaves", "error"]]
                   line  leaves  error
        step
        0                         3  0.000
        1     tree.prune(2)       2  0.125
        """
        return self._table(self.in_force())

    def branches(self) -> pd.DataFrame:
        """Return the ends of all lines ever begun: where to go with ``tree.checkout(step)``.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2), tree.undo(), tree.lock(3)
        >>> tree.history.branches()[["line", "gestures", "in_force"]]
                       line  gestures  in_force
        step
        1     tree.prune(2)         1     False
        2      tree.lock(3)         1      True
        """
        parents = {version.parent.step for version in self.versions if version.parent}
        tips = [version for version in self.versions if version.step not in parents]
        here = {version.step for version in self.line()}
        table = self._table(tips)
        table.insert(2, "gestures", [tip.length for tip in tips])
        table["in_force"] = [tip.step in here for tip in tips]
        return table

    def _table(self, versions: Sequence[Version]) -> pd.DataFrame:
        called: dict[int, list[str]] = {}
        for name, step in self.names.items():
            called.setdefault(step, []).append(sendable(name))
        rows = {
            version.step: {
                "line": version.gesture.line if version.gesture else "",
                "text": version.gesture.text if version.gesture else "built",
                "checkpoint": ", ".join(called.get(version.step, ())) or None,
                "nodes": version.figures.nodes,
                "leaves": version.figures.leaves,
                "depth": version.figures.depth,
                "error": version.figures.error,
                "validation_error": version.figures.validation_error,
            }
            for version in versions
        }
        table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("step")
        return table.astype({"validation_error": float})
