"""The gesture `prune_to`: cut a tree back to a step of its weakest-link sequence, or by a rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.cut import number_text
from ..errors import RefusedError
from ..induction.uncollected import uncollected
from ..pruning.rules import RULES
from .cutting import CUTTING, cut_back, what_keeps
from .editor import Change, Editor, gone_with, notes_gone
from .path import Path, choice_of, path_of
from .pruned_at import of_the_pruned
from .pruning_rules import prune_by_rule

if TYPE_CHECKING:
    from ..induction.progress import Progress
    from ..pruning import Risk
    from .gestures import Args
    from .node import Node
    from .state import State

FOLLOWING, BESIDE_FOLDS = 0.6, 0.05
"""About what part of the time finding the sequence takes; and where folds are grown for it."""
CHOICE_TEXTS: Final = {"1se": "the 1-SE choice", "min": "the least error"}
_CHOICE: Final = re.compile(rf" \((?:{'|'.join(CHOICE_TEXTS.values())}) of \d{{1,9}} folds\)")


def tells_the_choice(text: str, plain: str) -> bool:
    """Whether a text says `plain` and by what choice the alpha was found.

    Examples
    --------
    >>> tells_the_choice("pruned at alpha 0.1 (the 1-SE choice of 10 folds)", "pruned at alpha 0.1")
    True
    """
    return text != plain and _CHOICE.sub("", text, count=1) == plain


def prune_to(editor: Editor, state: State, node: Node, args: Args, progress: Progress) -> Change:
    """Cut back to the tree of an alpha, of a number of leaves, of a choice, or by a rule."""
    if node.is_leaf:
        raise RefusedError("the tree is a single leaf: there is nothing to prune")
    if args.get("method") in RULES:
        with uncollected():
            return prune_by_rule(editor, state.tree, node, args, progress)
    risk: Risk = args.get("risk", "error")
    folds = "method" in args and editor.validated(state.history, risk) is None
    share = 0.0 if state.tree.path else BESIDE_FOLDS if folds else FOLLOWING
    keep, heeding = args.get("keep", True), progress.stage(share)
    path = path_of(state.tree, editor.dataset.target, risk, keep=keep, heeding=heeding)
    heeding.step(1.0)
    kept = {name: args[name] for name in ("risk", "keep") if name in args}
    plain: Args = args
    why = ""
    if "method" in args:
        cross = editor.cross_validation(state.history, risk, progress)
        cross = of_the_pruned(cross, state.history, editor.dataset.target)
        step = choice_of(path, cross, args["method"])
        alpha = float(path.sequence.alphas[step])
        why = f" ({CHOICE_TEXTS[args['method']]} of {cross.folds} folds)"
        plain = {"alpha": alpha, **kept}
    elif "alpha" in args:
        alpha = args["alpha"]
        own = path.absolute(alpha) if args.get("relative") else alpha
        step = path.sequence.step_at(own)
    else:
        step = _step_of(path, args["leaves"], args)
        alpha = float(path.sequence.alphas[step])
    subtree, forced, labels = _cut(path, step, progress.stage(CUTTING))
    if subtree is node:
        raise _changes_nothing(path, alpha, why, args)
    gone = gone_with(forced, labels, notes_gone(node, subtree))
    return Change(subtree, f"pruned at alpha {alpha:.4g}{why}{gone}", plain)


def _step_of(path: Path, leaves: int, args: Args) -> int:
    """Return the step of so many leaves; the error names the nearest there are."""
    sizes = path.sequence.leaves  # falling
    now = int(np.count_nonzero(~path.figures.inner))
    if leaves >= now:
        raise RefusedError(f"leaves={leaves}: the tree has {now:,} leaves already; give fewer")
    found = np.flatnonzero(sizes == leaves)
    if len(found):
        return int(found[0])
    if leaves < sizes[-1]:
        raise RefusedError(
            f"leaves={leaves}: the smallest tree of the sequence has {sizes[-1]}, "
            f"{what_keeps(path.figures, keep=args.get('keep', True))}"
        )
    larger, smaller = sizes[sizes > leaves], sizes[sizes < leaves]
    near = [f"{size:,}" for size in (*larger[-1:], *smaller[:1])]
    raise RefusedError(
        f"leaves={leaves}: no tree of the sequence has so many; the nearest "
        f"{'have' if len(near) > 1 else 'has'} {' and '.join(near)} "
        "(tree.pruning_path() lists them all)"
    )


def _cut(path: Path, step: int, progress: Progress) -> tuple[Node, int, int]:
    """Return the tree of a step, and how many forced splits and labels it does without."""
    leaves = np.zeros(len(path.figures.nodes), dtype=bool)
    leaves[path.sequence.leaves_at(step)] = True
    return cut_back(path.figures, leaves, progress)


def _changes_nothing(path: Path, alpha: float, why: str, args: Args) -> RefusedError:
    said = f"pruning at alpha {alpha:.4g}{why} changes nothing"
    later = path.sequence.alphas[path.sequence.alphas > alpha]
    if args.get("relative"):
        return RefusedError(f"{said}: tree.pruning_path(relative=True) lists the alphas that do")
    if len(later):
        return RefusedError(
            f"{said}: the weakest link goes at alpha {number_text(float(later[0]))}"
        )
    return RefusedError(f"{said}: {what_keeps(path.figures, keep=args.get('keep', True))}")
