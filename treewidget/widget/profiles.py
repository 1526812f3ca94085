"""One column at a node, for the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..induction.profile import missing_left
from .actions import column_of, threshold_of
from .nodes import cut_wire, split_wire
from .protocol import PROFILE_LIMIT
from .wire import clean, finite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..induction.inducer import Inducer, Profile
    from ..induction.region import Region
    from ..tree.node import Node
    from ..workspace import Workspace
    from .protocol import ProfileResult


def make_profile(workspace: Workspace, node: Node, args: Mapping[str, Any]) -> ProfileResult:
    """Return the profile a view asked for."""
    dataset, position = workspace.dataset, args["column"]
    column = column_of(dataset, position)
    include = args.get("include")
    profile = workspace.inducer.profile(
        node.region,
        position,
        low=args.get("low"),
        high=args.get("high"),
        include=None if include is None else threshold_of(column, include),
        present=node.split,
        limit=PROFILE_LIMIT,
        where=f"node {node.id}",
    )
    return {
        "node": node.id,
        "column": position,
        "kind": column.kind,
        "total": _plain(profile.total),
        "missing": _plain(profile.missing),
        "cuts": [cut_wire(cut, column) for cut in profile.cuts],
        "left": _plain(profile.left),
        "missing_to": _missing_to(profile, workspace.inducer, node.region),
        "level": _plain(profile.level),
        "levels": _plain(profile.levels),
        "complete": bool(profile.complete),
        "low": finite(profile.low),
        "high": finite(profile.high),
        "low_text": clean(profile.low_text),
        "high_text": clean(profile.high_text),
        "centre": float(profile.centre),
        "best": split_wire(profile.best, dataset.columns),
        "present": split_wire(profile.present, dataset.columns),
        "validation_total": _plain(profile.validation_total),
        "validation_missing": _plain(profile.validation_missing),
        "validation_left": _plain(profile.validation_left),
        "validation_levels": _plain(profile.validation_levels),
    }


def _missing_to(profile: Profile, inducer: Inducer, region: Region) -> list[int]:
    """Return the branch of missing rows at each cut, where sums do not tell a view."""
    asked = (inducer.options.missing, inducer.options.measure) == ("learned", "absolute_error")
    if not (asked and len(profile.left) and profile.missing[0]):
        return []
    left = missing_left(profile, profile.left, inducer, region)
    return [int(not each) for each in left]


def _plain(figures: np.ndarray[Any, Any]) -> Any:  # noqa: ANN401 - lists as deep as the array
    return np.nan_to_num(figures).tolist()
