"""Questions of a view: answered from one immutable state of the tree, changing nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from ..data.cut import number_text
from ..data.words import visible
from ..errors import InvalidValueError
from .bundle import read_panels
from .candidates import make_candidates
from .hub import hub_of
from .options import make_methods
from .profiles import make_profile
from .routes import make_routes
from .snapshot import make_state, make_step, make_version
from .wire import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..engine.contract import Floats
    from ..workspace import State, Workspace
    from .protocol import (
        CandidatesResult,
        HistoryResult,
        LookResult,
        MethodsResult,
        PanelsResult,
        ProfileResult,
        RoutesResult,
        RowsResult,
        UnfoldResult,
    )
    from .protocol import State as StateWire

Args: TypeAlias = "Mapping[str, Any]"

WIDEST: Final = 100  # columns of rows that are sent
LONGEST: Final = 500  # characters of one cell
NO_VALUE: Final = "\u2013"  # a dash
MIDNIGHT: Final = " 00:00:00"


def answer(workspace: Workspace, op: str, args: Args) -> object:
    """Answer a checked question from the tree as it is now."""
    return ANSWERS[op](workspace, workspace.state, args)


def _candidates(workspace: Workspace, state: State, args: Args) -> CandidatesResult:
    return make_candidates(workspace, state.tree.node(args["node"]))


def _profile(workspace: Workspace, state: State, args: Args) -> ProfileResult:
    return make_profile(workspace, state.tree.node(args["node"]), args)


def _rows(workspace: Workspace, state: State, args: Args) -> RowsResult:
    region = state.tree.node(args["node"]).region
    rows = region.rows if args["which"] == "train" else region.validation_rows
    if rows is None:
        raise InvalidValueError("this tree has no validation rows: give some with validation=")
    engine = workspace.inducer.engine
    positions, shares = engine.positions(rows), engine.shares(rows)
    offset, limit = args["offset"], args["limit"]
    frame = workspace.dataset.rows_frame(positions[offset : offset + limit])
    shown = frame.iloc[:, :WIDEST]
    return {
        "node": args["node"],
        "total": len(positions),
        "offset": offset,
        "index": [_cell(label) for label in frame.index],
        "columns": [visible(clean(name))[:LONGEST] for name in shown.columns],
        "numeric": [is_numeric_dtype(kind) and not is_bool_dtype(kind) for kind in shown.dtypes],
        "more_columns": frame.shape[1] - shown.shape[1],
        "cells": _cells(shown),
        "shares": [f"{share:.3g}" for share in _part(shares, offset, limit)],
    }


def _part(shares: Floats | None, offset: int, limit: int) -> list[float]:
    """Return how much of some rows a node has; nothing where it has all of every row."""
    return [] if shares is None else shares[offset : offset + limit].tolist()


def _cells(frame: pd.DataFrame) -> list[list[str]]:
    """Return the values of some rows as text. Column by column: in a row all are of one type."""
    columns = (frame.iloc[:, at].array for at in range(frame.shape[1]))
    texts = [[_cell(value) for value in column] for column in columns]
    return [list(row) for row in zip(*texts, strict=True)]


def _cell(value: Any) -> str:  # noqa: ANN401 - whatever a frame holds
    """Return a value as text: a dash for missing, no digits or midnights it does not have."""
    if isinstance(value, float | np.floating):
        # One of 32 bits is what it reads as: 0.1, not 0.10000000149.
        return number_text(float(str(value))) if value == value else NO_VALUE  # noqa: PLR0124 - NaN
    if value is None or value is pd.NA or value is pd.NaT:
        return NO_VALUE
    text = visible(clean(value))
    if isinstance(value, pd.Timestamp):
        return text.removesuffix(MIDNIGHT)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _history(_workspace: Workspace, state: State, _args: Args) -> HistoryResult:
    history, called = state.history, state.history.called()
    line = history.line()
    held = {version.step for version in line}
    left = [version for version in history.versions if version.step not in held]
    return {
        "steps": [make_step(version, history, called) for version in line],
        "position": len(history),
        "left": [make_step(version, history, called) for version in left],
        "code": clean(history.code()),
    }


def _unfold(workspace: Workspace, state: State, args: Args) -> UnfoldResult:
    hub_of(workspace).unfold(state, state.tree.node(args["node"]).id)
    return {"node": args["node"]}


def _look(workspace: Workspace, state: State, args: Args) -> LookResult:
    version = state.history.find(args["step"])
    nodes, figures = make_version(version, workspace.dataset, hub_of(workspace).opened)
    return {"step": version.step, "nodes": nodes, "figures": figures}


def _state(workspace: Workspace, state: State, _args: Args) -> StateWire:
    return make_state(workspace.dataset, state, hub_of(workspace).opened)


def _methods(workspace: Workspace, _state: State, _args: Args) -> MethodsResult:
    return make_methods(workspace)


def _panels(_workspace: Workspace, _state: State, _args: Args) -> PanelsResult:
    return {"script": read_panels()}


def _routes(workspace: Workspace, state: State, args: Args) -> RoutesResult:
    return make_routes(workspace, state.tree.node(args["node"]))


ANSWERS: Final[dict[str, Callable[[Workspace, State, Args], object]]] = {
    "candidates": _candidates,
    "profile": _profile,
    "rows": _rows,
    "history": _history,
    "look": _look,
    "state": _state,
    "methods": _methods,
    "panels": _panels,
    "routes": _routes,
    "unfold": _unfold,
}
