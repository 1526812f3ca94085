"""Gestures: what is asked for (`Action`) and what it did (`Gesture`).

An action is a plain, serialisable value: a name out of a closed set, arguments that JSON can hold,
and the revision it was made on. Cells, canvas, journal and replay all speak it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from ..data.words import on_one_line, shown
from ..errors import InvalidValueError, UnknownNameError, suggestion

if TYPE_CHECKING:
    from .ids import Ids
    from .totals import TreeFigures

Edit: TypeAlias = Literal["split", "grow", "prune", "prune_to", "label", "lock", "note"]
Move: TypeAlias = Literal["undo", "redo", "checkout", "checkpoint"]
Verb: TypeAlias = Edit | Move

Args: TypeAlias = Mapping[str, Any]
"""A gesture's arguments, checked and plain."""
EDITS: Final[frozenset[str]] = frozenset(get_args(Edit))
"""Gestures that change the tree: each is one entry of the history and one undo."""
MOVES: Final[frozenset[str]] = frozenset(get_args(Move))
"""Moves in the history: they add nothing to it."""


@dataclass(frozen=True)
class Action:
    """What somebody asks for, as a plain value.

    Attributes
    ----------
    name : str
        One of `EDITS` or `MOVES`.
    args : mapping
        Plain arguments, under the names of the public methods; absent means the default.
        ``split``: node, column (its name), threshold (one value or a list), groups (lists of level
        values), missing, replace, regrow. ``grow``: node, levels, method, keep, options (a
        mapping). ``prune``: node. ``prune_to``: one of alpha, leaves and method; risk, relative,
        keep, confidence, subtree_raising. ``label``: node, value. ``lock``: node, on. ``note``:
        node, text. ``undo``, ``redo``: nothing. ``checkout``: to (step or name). ``checkpoint``:
        name. Every edit: reason.
    revision : int or None
        The revision the asker saw; on another one the action is refused as stale. None: whatever
        the tree is now (a cell).

    Raises
    ------
    TreeWidgetError
        If the name is not one of the closed set, or the rest is no mapping by name, or no revision.

    Examples
    --------
    >>> Action("prune", {"node": 3}, revision=7).plain()
    {'name': 'prune', 'args': {'node': 3}, 'revision': 7}
    """

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    revision: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no action."""
        name, args, revision = self.name, self.args, self.revision
        known = sorted(EDITS | MOVES)
        if not isinstance(name, str) or name not in known:
            near = suggestion(name, known)
            raise UnknownNameError(
                f"no gesture is called {shown(name)}{near}: one of {', '.join(known)}"
            )
        if not isinstance(args, Mapping) or not all(isinstance(key, str) for key in args):
            raise InvalidValueError(
                f"the arguments of {name} are a mapping by name, not {shown(args)}"
            )
        if revision is not None and (isinstance(revision, bool) or not isinstance(revision, int)):
            raise InvalidValueError(f"the revision of {name} is an integer, not {shown(revision)}")
        object.__setattr__(self, "args", _own(args))

    def plain(self) -> dict[str, Any]:
        """Return the action as a dict that JSON can hold."""
        return {"name": self.name, "args": dict(self.args), "revision": self.revision}

    @classmethod
    def from_plain(cls, value: Mapping[str, Any]) -> Action:
        """Return the action a plain dict describes, or refuse what is none."""
        if not isinstance(value, Mapping):
            raise InvalidValueError(f"an action is a mapping, not {type(value).__name__}")
        return cls(value.get("name"), value.get("args", {}), value.get("revision"))  # type: ignore[arg-type]  # checked there


@dataclass(frozen=True)
class Gesture:
    """What a gesture did.

    Attributes
    ----------
    name : str
        The verb.
    args : mapping
        Its arguments, checked and in their plain form.
    line : str
        Its line of Python.
    text : str
        What it did, in words.
    made, removed : sequence of int
        Ids that came into the tree and went out of it, in ascending order.
    before, after : TreeFigures
        Training and validation figures of the tree.
    select : int or None
        The node to look at afterwards.
    step : int
        The version the tree is at after it (0 is the construction).
    revision : int
        The workspace's revision after it.

    Examples
    --------
    >>> done = tw.DecisionTree(patients, target="ill").prune(2)
    >>> done.line, done.removed, done.before.leaves, done.after.leaves, done.after.error
    ('tree.prune(2)', (3, 4), 3, 2, 0.125)
    """

    name: str
    args: Mapping[str, Any]
    line: str
    text: str
    made: Ids
    removed: Ids
    before: TreeFigures
    after: TreeFigures
    select: int | None
    step: int
    revision: int

    def __post_init__(self) -> None:
        """Take the arguments for its own: the history goes by those of its action."""
        object.__setattr__(self, "args", _own(self.args))

    def __repr__(self) -> str:
        """Return one line: the Python and what it did."""
        return f"{self.line}  # {on_one_line(self.text)}"


def _own(value: Any) -> Any:  # noqa: ANN401 - whatever stands in arguments
    """Return arguments whose mappings and lists nobody else has."""
    if isinstance(value, Mapping):
        return {key: _own(item) for key, item in value.items()}
    return [_own(item) for item in value] if isinstance(value, list) else value
