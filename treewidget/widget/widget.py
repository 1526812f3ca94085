"""The widget: traits and routing only. The tree, its rules and its figures live elsewhere."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, ClassVar, Final

import anywidget
import traitlets
from ipywidgets.widgets.widget import JUPYTER_WIDGETS_ECHO

from ..errors import InvalidValueError, WrongTypeError, suggestion
from ..workspace import Workspace
from .bundle import read_bundle
from .comms import keep_route
from .hub import hub_of
from .opening import opening, reopened, reselected
from .parsing import is_integer
from .requests import Desk

if TYPE_CHECKING:
    from ..tree.gestures import Gesture
    from ..workspace import State as TreeState

ORIENTATIONS: Final = ("vertical", "horizontal")
METHODS: Final = ("update", "request_state", "custom")
log = logging.getLogger(__name__)


class TreeWidget(anywidget.AnyWidget):
    """A tree on the screen: one model, with as many views as cells show it.

    Made by ``tree.widget(...)``. What is done here is done to the tree, and the other way round.

    Parameters
    ----------
    workspace : Workspace
        The tree to show.
    height : int, default 640
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

    _meta = traitlets.Dict().tag(sync=True)
    """What never changes while the tree lives (see `protocol.Meta`)."""
    _state = traitlets.Dict().tag(sync=True)
    """The tree and its history, one value for each revision (see `protocol.State`)."""
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
        self._workspace = workspace
        self._hub = hub_of(workspace)
        self._shown = workspace.state
        self._desk = Desk(workspace, self)
        options.setdefault("collapsed", opening(self._shown.tree))
        script, style = read_bundle()
        try:
            super().__init__(
                _esm=script,
                _css=style,
                _meta=self._hub.meta,
                _state=self._hub.state(self._shown),
                **options,
            )
        except traitlets.TraitError as error:
            raise InvalidValueError(str(error)) from error
        self.on_msg(_receive)
        self._hub.join(self)
        if workspace.state is not self._shown:  # it changed while we were made
            self.show(workspace.state)
