"""Questions that take long: worked on beside the tree, with progress, and nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..tree.gestures import Action
from ..tree.path import path_frame, path_of
from ..tree.pruned_at import of_the_pruned
from ..tree.stability import splits_below
from .portion import exceeds_page
from .wire import clean, finite

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..induction.progress import Progress
    from ..workspace import Workspace
    from .protocol import PreviewResult, PruningResult, Request, StabilityResult

Array: TypeAlias = "np.ndarray[Any, Any]"

FOLLOWING: Final = 0.3
"""So much of the time finding a sequence takes, where the errors along it are counted by rows."""


def study(workspace: Workspace, request: Request, progress: Progress) -> object:
    """Answer a checked question, telling how far it is under the request's own name."""
    return STUDIES[request["op"]](workspace, request, progress)


def _pruning(workspace: Workspace, request: Request, progress: Progress) -> PruningResult:
    """Return the sequence of the tree as it is now, with what cross-validation last found."""
    args: Any = request["args"]
    risk, keep = args.get("risk", "error"), args.get("keep", True)
    state, target = workspace.state, workspace.dataset.target
    path = path_of(state.tree, target, risk, keep=keep, heeding=progress.stage(FOLLOWING))
    progress.step(FOLLOWING)
    cross = workspace.editor.validated(state.history, risk)
    cross = cross and of_the_pruned(cross, state.history, target)
    frame = path_frame(
        path,
        target,
        cross,
        relative=False,
        inducer=workspace.inducer,
        progress=progress,
        cost=target.stakes is not None,  # which is what is cross-validated
    )
    whole = not exceeds_page(state.tree)
    result: PruningResult = {
        "alpha": frame["alpha"].tolist(),
        "leaves": frame["leaves"].tolist(),
        "train": _plain(frame["train"].to_numpy()),
        "validation": [],
        "cut": path.sequence.cut.tolist() if whole else [],
        "gone": path.sequence.gone.tolist() if whole else [],
        "folds": 0,
        "cross": [],
        "cross_low": [],
        "cross_high": [],
        "minimum": -1,
        "one_se": -1,
    }
    if "validation" in workspace.dataset.parts:
        result["validation"] = _plain(frame["validation"].to_numpy())
    if cross is not None:
        share, spread = frame["xerror"].to_numpy(), frame["xstd"].to_numpy()
        root = cross.root_error / cross.weight
        shown = _shown(classes=target.task == "classification")
        steps = {word: at for at, said in enumerate(frame["choice"]) for word in said.split(", ")}
        result["folds"] = cross.folds
        result["cross"] = shown(share * root)
        result["cross_low"] = shown((share - spread) * root)
        result["cross_high"] = shown((share + spread) * root)
        result["minimum"], result["one_se"] = steps["min"], steps["1se"]
    return result


def _shown(*, classes: bool) -> Callable[[Array], list[float]]:
    """Return how a mean loss is shown: a rate as it is, a mean square by its root."""
    return lambda loss: _plain(loss if classes else np.sqrt(np.maximum(loss, 0.0)))


def _plain(values: Array) -> list[float]:
    plain: list[float] = np.nan_to_num(np.maximum(values, 0.0)).tolist()
    return plain


def _cross_validate(workspace: Workspace, request: Request, progress: Progress) -> PruningResult:
    args: Any = request["args"]
    risk = args.get("risk", "error")
    workspace.cross_validate(args["folds"], risk, 0, progress, request["id"])
    return _pruning(workspace, request, progress)


def _preview(workspace: Workspace, request: Request, progress: Progress) -> PreviewResult:
    """Return what `prune_to` would do: it is done beside the tree, and never put in force."""
    action = Action("prune_to", dict(request["args"]))
    gesture = workspace.prepare(action, progress, request["id"], look=True).gesture
    after = gesture.after
    costs = after.cost is not None
    held = after.validation_cost if costs else after.validation_error
    return {
        "line": clean(gesture.line),
        "text": clean(gesture.text),
        "removed": list(gesture.removed),
        "leaves": after.leaves,
        "error": float(after.error if after.cost is None else after.cost),
        "validation_error": finite(held),
    }


def _stability(workspace: Workspace, request: Request, progress: Progress) -> StabilityResult:
    args: Any = request["args"]
    node = workspace.tree.node(args["node"])
    nodes = (args["below"] and splits_below(node)) or [node]
    workspace.check(nodes, progress, request["id"])
    return {"nodes": [one.id for one in nodes]}


STUDIES: Final[dict[str, Callable[[Workspace, Request, Progress], object]]] = {
    "pruning": _pruning,
    "preview": _preview,
    "cross_validate": _cross_validate,
    "stability": _stability,
}
