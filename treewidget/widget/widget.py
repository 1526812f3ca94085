"""The widget: traits and routing only. The tree, its rules and its figures live elsewhere."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn

import anywidget
import traitlets
from ipywidgets.widgets.widget import JUPYTER_WIDGETS_ECHO

from ..data.words import counted, elided
from ..errors import InvalidValueError, WrongTypeError, suggestion
from ..induction.option_checks import checked_flag, one_of
from ..tree.compare import compare
from ..workspace import Workspace
from .bundle import read_bundle
from .busy import CELLS
from .comms import keep_route
from .hub import hub_of
from .opening import opening, recollapsed, reselected
from .parsing import is_integer
from .patches import WHOLE
from .requests import Desk

if TYPE_CHECKING:
    from ..workspace import State as TreeState
    from .protocol import Part, Patch, Progress, Reply

ORIENTATIONS: Final = ("vertical", "horizontal")
LONGEST: Final = 300
"""Of what traitlets says of an option, with the value in it."""
METHODS: Final = ("update", "request_state", "custom")
log = logging.getLogger(__name__)


class TreeWidget(anywidget.AnyWidget):
    """A tree on the screen: one model, with as many views as cells show it.

    Made by ``tree.widget(...)``. What is done here is done to the tree, and the other way round.

    Parameters
    ----------
    workspace : Workspace
        The tree to show.
    height : int from 120 to 10,000, default 640
        Height of each view in pixels.
    orientation : {"vertical", "horizontal"}
        Which way the tree grows.
    editable : bool, default True
        Whether the tree can be changed from here. Python refuses every edit when it cannot.
    selected : int, default 0
        The selected node.
    collapsed : list of int, optional
        Nodes whose subtree is hidden. A large tree opens collapsed when nothing is given.
    layout : ipywidgets.Layout, optional
        As for every ipywidget.
    """

    OPTIONS: ClassVar = ("height", "orientation", "editable", "selected", "collapsed", "layout")
    FROM_VIEWS: ClassVar = ("selected", "collapsed", "orientation")

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    _meta = traitlets.Dict().tag(sync=True)
    """What never changes while the tree lives (see `protocol.Meta`)."""
    _state = traitlets.Dict().tag(sync=True, to_json=lambda _, widget: widget.whole())
    """The tree and its history (see `protocol.State`): one value for each revision while the tree
    is small. Of a large one pages hear by patches; it is made when a page asks for all there is."""
    _stability = traitlets.List(traitlets.Dict()).tag(sync=True)
    """How stable the splits checked last are (see `protocol.StabilityWire`)."""
    selected = traitlets.Int(0).tag(sync=True)
    """Id of the selected node, 0 at first. When it goes, its nearest remaining ancestor."""
    collapsed = traitlets.List(traitlets.Int()).tag(sync=True)
    """Ids of the nodes whose subtree is hidden."""
    orientation = traitlets.Enum(ORIENTATIONS, "vertical").tag(sync=True)
    """Which way the tree grows: "vertical" (top-down) or "horizontal" (left to right)."""
    editable = traitlets.Bool(True).tag(sync=True)  # noqa: FBT003 - traitlets' own way
    """Whether the tree can be changed from here; Python's alone to say."""
    height = traitlets.Int(640, min=120, max=10_000).tag(sync=True)
    """Height of each view in pixels; Python's alone to say."""

    def __init__(self, workspace: Workspace, **options: Any) -> None:  # noqa: ANN401
        if not isinstance(workspace, Workspace):
            raise WrongTypeError(
                f"a TreeWidget shows a tree's workspace, not {type(workspace).__name__}: "
                "make it with tree.widget()"
            )
        for name in options:
            if name not in self.OPTIONS:
                raise InvalidValueError(
                    f"a widget has no option {name!r}{suggestion(name, self.OPTIONS)}: "
                    f"it takes {', '.join(self.OPTIONS)}"
                )
        if "orientation" in options:
            one_of("orientation", options["orientation"], ORIENTATIONS)
        if "editable" in options:
            checked_flag("editable", options["editable"])
        self._workspace = workspace
        self._hub = hub_of(workspace)
        self._shown = self._sent = workspace.state
        self._folds: dict[int, list[int]] = {}  # by step, what was collapsed when it was left
        self._desk = Desk(workspace, self.tell, lambda: self.editable)
        options.setdefault("collapsed", opening(self._shown.tree))
        script, style = read_bundle()
        try:
            super().__init__(
                _esm=script,
                _css=style,
                _meta=self._hub.meta,
                _state=self.whole() if len(self._shown.tree) <= WHOLE else {},
                _stability=self._hub.stabilities(),
                **options,
            )
        except traitlets.TraitError as error:
            raise InvalidValueError(elided(str(error), LONGEST)) from error
        CELLS.watch()
        self.on_msg(_receive)
        self._hub.join(self)
        self.show(workspace.state)  # it may have changed while we were made

    # ------------------------------------------------------------ life

    def open(self) -> None:
        """Open the line to the page."""
        super().open()
        keep_route(self.comm)

    def close(self) -> None:
        """Remove every view, stop what they asked for, and let go of the tree."""
        if not self.closed:
            self._desk.close()
            self._hub.leave(self)
        super().close()

    @property
    def closed(self) -> bool:
        """Whether nothing can show this widget any more."""
        return self.comm is None

    def _refuse_copy(self, *_asked: object) -> NoReturn:
        raise WrongTypeError(
            "a widget is not copied or pickled: tree.widget() makes another one of the same tree"
        )

    __copy__ = __deepcopy__ = __reduce_ex__ = _refuse_copy

    def __repr__(self) -> str:
        """Return what it shows: where there is no front end, this is all of it."""
        tree, name = self._workspace.tree, self._workspace.dataset.target.name
        shown = f"a tree of {counted(len(tree), 'node')} on {name!r}"
        if self.closed:
            return f"closed widget of {shown}: tree.widget() makes another"
        return f"widget of {shown}, node {self.selected} selected"

    # ------------------------------------------------------------ to the views

    def show(self, current: TreeState) -> None:
        """Show a state of the tree.

        What is selected and collapsed is put right first: it then holds in the old tree and in
        the new one, whichever a view has.
        """
        shown, self._shown = self._shown, current
        if current is shown:
            return
        for step in (self._reselect, self._refold, self._tell_of):
            if self._shown is not current:  # an observer edited: a later state is shown already
                return
            try:
                step(shown, current)
            except Exception:
                log.exception("something that observes a tree's widget failed")

    def _reselect(self, shown: TreeState, current: TreeState) -> None:
        self._folds[shown.history.at] = self.collapsed
        self.selected = reselected(self.selected, shown.tree, current.tree)

    def _refold(self, shown: TreeState, current: TreeState) -> None:
        then = self._folds.get(current.history.at)
        difference = compare(shown.tree.root, current.tree.root)
        collapsed = recollapsed(self.collapsed, shown.tree, current.tree, difference, then)
        if collapsed != self.collapsed:  # to set it is to check each of many
            self.collapsed = collapsed

    def _tell_of(self, _shown: TreeState, current: TreeState) -> None:
        """Bring the pages to a state: a small one whole, a large one by what changed.

        Of a tree that no page can hold they have a portion, which is sent anew where it ends
        elsewhere.
        """
        base, self._sent = self._sent, current
        patch = None if len(current.tree) <= WHOLE else self._hub.patch(base, current)
        if patch is None:
            self._state = self.whole()
        else:
            self.tell(patch)

    def whole(self) -> dict[str, Any]:
        """Return the state as a page that knows nothing needs it."""
        return self._hub.state(self._shown)

    def tell(self, message: Reply | Part | Progress | Patch) -> None:
        """Send one message to the views, if it is not closed."""
        self.send(message)

    # ------------------------------------------------------------ from the views

    def set_state(self, sync_data: object) -> None:
        """Take from a page what it may set; where it is wrong, send the right value back.

        Unlike ipywidgets' own it holds no notifications: holding replaces a method of the object
        for a while, and the tree may change on another thread meanwhile.
        """
        given = sync_data if isinstance(sync_data, dict) else {}
        asked = {name: given[name] for name in self.FROM_VIEWS if name in given}
        for name, told in asked.items():
            # checked now: an observer of the one before may have changed the tree
            value = self._checked(name, told)
            if value is None:
                continue
            if JUPYTER_WIDGETS_ECHO:  # other pages follow, and this one knows it was heard
                echo = {"method": "echo_update", "state": {name: value}, "buffer_paths": []}
                self._send(echo)
            with self._lock_property(**{name: value}):
                self.set_trait(name, value)
        wrong = [name for name, told in asked.items() if getattr(self, name) != told]
        if wrong:
            self.send_state(wrong)

    def _checked(self, name: str, value: object) -> Any:  # noqa: ANN401 - a trait's value
        """Return the value as it can be taken; None if it cannot."""
        tree = self._workspace.tree
        if name == "selected":
            return value if is_integer(value) and value in tree else None
        if name == "orientation":
            return value if value in ORIENTATIONS else None
        if not isinstance(value, list):
            return None
        return tree.present([node for node in value if is_integer(node)])

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        """Let through only what our views send: no buffers, no unknown methods."""
        data = msg["content"].get("data")
        if isinstance(data, dict) and data.get("method") in METHODS:
            bare = {name: value for name, value in data.items() if name != "buffer_paths"}
            super()._handle_msg({**msg, "content": {**msg["content"], "data": bare}})
        else:
            log.warning("a page sent a message that no view of ours sends; it was ignored")

    # ------------------------------------------------------------ from cells

    @traitlets.validate("selected")
    def _check_selected(self, proposal: dict[str, Any]) -> int:
        return self._workspace.tree.node(proposal["value"]).id

    @traitlets.validate("collapsed")
    def _check_collapsed(self, proposal: dict[str, Any]) -> list[int]:
        tree, value = self._workspace.tree, list(dict.fromkeys(proposal["value"]))
        found = tree.present(value)
        if len(found) < len(value):
            tree.node(next(node for node in value if node not in tree))  # says what is wrong
        return found


def default_widget(workspace: Workspace) -> TreeWidget:
    """Return the one widget that a tree in a cell is shown by."""
    hub = hub_of(workspace)
    widget = hub.default
    if not isinstance(widget, TreeWidget) or widget.closed:
        hub.default = widget = TreeWidget(workspace)
    return widget


def _receive(widget: TreeWidget, content: object, _buffers: object) -> None:
    """Hand a message to the widget's desk. No method: the widget would keep itself alive."""
    widget._desk.handle(content)  # noqa: SLF001 - our own class
