"""What a split by hand asks of other data that those do not have: it is left out, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..data.words import named

if TYPE_CHECKING:
    from ..data import Column
    from ..tree.node import Node
    from ..workspace import Workspace


def fit(args: dict[str, Any], workspace: Workspace) -> list[str]:
    """Leave out of a gesture's arguments what its node does not have, and return what that is."""
    columns = workspace.dataset.columns
    column = next((one for one in columns if one.name == args.get("column")), None)
    if column is None:
        return []
    told = _gone_levels(args, column)
    node = workspace.tree.node(args["node"])
    if args.get("missing") == "own" and not _has_astray(args, column, node, workspace):
        del args["missing"]
        told.append(f"no row is without {column.place}: there is no branch for such rows")
    return told


def _gone_levels(args: dict[str, Any], column: Column) -> list[str]:
    """Leave levels out that the data no longer have.

    A group of which nothing is left stays, to be refused: without it other branches would follow.
    """
    groups = args.get("groups")
    if not column.levels or not isinstance(groups, list):
        return []
    kept = [[level for level in group if column.has_level(level)] for group in groups]
    gone = [level for group in groups for level in group if not column.has_level(level)]
    if not gone or not all(kept):
        return []
    args["groups"] = kept
    return [f"{named('level', gone)} of {column.place} did not come up again"]


def _has_astray(args: dict[str, Any], column: Column, node: Node, workspace: Workspace) -> bool:
    """Whether any row at a node is in no group or interval of a split."""
    codes = column.codes[workspace.inducer.engine.positions(node.region.rows)]
    groups = args.get("groups")
    if groups is None or len(groups) == 1 or not column.levels:  # one is set against all others
        return bool((codes < 0).any())
    known = [column.level_code(level) for group in groups for level in group]
    return not bool(np.isin(codes, known).all())
