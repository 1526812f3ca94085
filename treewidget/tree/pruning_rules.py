"""Pruning by a rule: by predicted errors, pessimistically, by held-out rows, by description length.

Each rule decides at every node of the tree as it stands; none has a sequence of trees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ..errors import RefusedError
from ..pruning.bottom_up import cheapest
from ..pruning.error_based import ErrorBased
from ..pruning.limits import CONFIDENCE
from ..pruning.mdl import exception_bits, leaf_bits, shortest_split, split_bits, usable_at
from ..pruning.parts import Part
from ..pruning.pessimistic import pessimistic
from ..pruning.risks import cost_sums, mistaken
from ..pruning.rules import RULES, refuse_meaningless
from ..pruning.stopped import stopped, stops, variance_of
from .bud import OFTEN
from .cutting import CUTTING, cut_back, kept_nodes, what_keeps
from .editor import Change, Editor, fewer, forced_under, gone_with, labels_under, notes_gone
from .node import UNNUMBERED, Node, walk, with_children
from .surveying import survey
from .usable import usable_columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..engine.contract import Floats
    from ..induction.progress import Progress
    from ..induction.splits import Split
    from .figures import Survey
    from .gestures import Args
    from .tree import Tree

    Mask = NDArray[np.bool_]


JUDGING: Final = 0.9
"""So much of the time a rule takes that looks at every node: the others tell nothing of it."""
MAKING: Final = 0.25
"""So much of it where nodes have to be made that nobody has looked at."""
COUNTING: Final = 0.1
"""So much of it counting the columns that vary at each node."""


def prune_by_rule(editor: Editor, tree: Tree, node: Node, args: Args, progress: Progress) -> Change:
    """Prune the whole tree by a rule that is named."""
    rule = RULES[args["method"]]
    refuse_meaningless(rule, editor.dataset)
    figures = survey(tree, editor.dataset.target, progress)
    progress.heed()
    kept = kept_nodes(figures, keep=args.get("keep", True))
    progress.heed()
    text = f"{rule.letters or rule.name} pruning"
    if rule.name == "error-based":
        confidence, raising = _settings(editor, args)
        subtree = _error_based(editor, figures, kept, (confidence, raising), progress)
        text += f" at confidence {confidence:g}"
        forced = fewer(forced_under, node, subtree)
        labels = fewer(labels_under, node, subtree)
    else:
        cuts = CUTS[rule.name](editor, figures, progress.stage(JUDGING))
        subtree, forced, labels = cut_back(figures, cuts & ~kept, progress.stage(CUTTING))
    if subtree is node:
        why = what_keeps(figures, keep=args.get("keep", True))
        said = f"{text} changes nothing"
        raise RefusedError(f"{said}: {why}" if why else f"{said}: every split is worth its leaves")
    return Change(subtree, text + gone_with(forced, labels, notes_gone(node, subtree)))


def _settings(editor: Editor, args: Args) -> tuple[float, bool]:
    """Return confidence and raising: those given, else the tree's own, else C4.5's."""
    options = editor.inducer.options
    own = CONFIDENCE if options.confidence is None else options.confidence
    return args.get("confidence", own), args.get("subtree_raising", options.subtree_raising)


# ---------------------------------------------------------------- rules that only cut


def _pessimistic(editor: Editor, figures: Survey, progress: Progress) -> Mask:
    del progress
    target = editor.dataset.target
    weight, errors = mistaken(figures.stats, figures.prediction, target)
    left = mistaken(_stopped(figures), figures.prediction, target)[1]
    return pessimistic(figures.parent, weight, errors, left)


def _reduced_error(editor: Editor, figures: Survey, progress: Progress) -> Mask:
    """Prune where the validation rows fare no worse; a leaf predicts by the training rows.

    Quinlan 1987, section 2.2. Rows that lie in several leaves count in each by their share, and
    mistakes count what they cost.
    """
    del progress
    target = editor.dataset.target
    stats = figures.validation_stats
    loss = cost_sums(stats, figures.validation_impurity, figures.prediction, target)
    left = stopped(stats, figures.parent, _stopping(figures, new=True))
    stays = cost_sums(left, variance_of(left, target), figures.prediction, target)
    return cheapest(figures.parent, loss, stays)


def _mdl(editor: Editor, figures: Survey, progress: Progress) -> Mask:
    """Prune where a leaf takes no more bits than a split, or than the shortest there might be."""
    inducer, target = editor.inducer, editor.dataset.target
    classes = int(np.count_nonzero(figures.stats[0]))
    wrong = mistaken(_stopped(figures), figures.prediction, target)
    progress.heed()
    bits = exception_bits(*wrong, classes)
    progress.heed()
    leaf = leaf_bits(*mistaken(figures.stats, figures.prediction, target), classes)
    usable = usable_columns(figures, editor.dataset, inducer.engine, progress.stage(COUNTING))
    within, exactly = progress.quiet, progress.stage(1.0)
    any_stop = _stopping(figures).any()  # else all rows were looked at there
    shortest = [shortest_split(many) for many in range(len(editor.dataset.columns) + 1)]

    def exact(at: int) -> float:
        split, region = figures.nodes.standing(at)
        many = usable_at(inducer, region, within) if any_stop else int(usable[at])
        within.heed()
        return float(bits[at]) + split_bits(inducer, region, cast("Split", split), many)

    least = bits + np.array(shortest)[usable]
    leaves = cheapest(figures.parent, leaf, least, heeding=within)  # or more: it is the least
    with figures.nodes.at_hand(figures.inner & ~leaves, within):
        return cheapest(figures.parent, leaf, least, exact=exact, heeding=exactly)


CUTS: dict[str, Callable[[Editor, Survey, Progress], Mask]] = {
    "pessimistic": _pessimistic,
    "reduced-error": _reduced_error,
    "mdl": _mdl,
}


def _stopped(figures: Survey) -> Floats:
    """Return the statistics of the training rows that stop at each node."""
    return stopped(figures.stats, figures.parent, _stopping(figures))


def _stopping(figures: Survey, *, new: bool = False) -> Mask:
    """Return whether rows may stop at each node: where nobody has looked yet all of them go on.

    New ones that no surrogate knows go to the branch of most rows, if one has most.
    """
    return figures.where(
        lambda split: stops(split) or (new and split is not None and bool(split.surrogates))
    )


# ---------------------------------------------------------------- by predicted errors


def _error_based(
    editor: Editor,
    figures: Survey,
    kept: Mask,
    settings: tuple[float, bool],
    progress: Progress,
) -> Node:
    top = _parts(figures, kept, progress.stage(MAKING if figures.nodes.bundles else 0.0))
    ErrorBased(editor.inducer, *settings, progress.stage(JUDGING)).prune(top)
    return top.fold(lambda part, children: _node(editor, part, children), progress.quiet)


def _parts(figures: Survey, kept: Mask, heeding: Progress) -> Part:
    done: list[Part] = []
    size = len(figures.nodes)
    nodes = list(heeding.over(walk(figures.nodes[0]), size, OFTEN))
    for at, node in heeding.quiet.over(reversed(list(enumerate(nodes))), size):
        children = [done.pop() for _ in node.children]
        label = None if node.label is None else float(node.label)
        part = Part(node.region, node.split, children, node, node, label, bool(kept[at]))
        done.append(part)
    return done[0]


def _node(editor: Editor, part: Part, children: tuple[Node, ...]) -> Node:
    """Return the node of a part: the same one where nothing changed."""
    old: Node = part.origin
    region = part.region
    if region is old.region and part.split_from is old:
        if part.split is None:
            leaf: Node = old if old.is_leaf else old.unsplit(pruned=True)
            return leaf
        return with_children(old, children)
    here: Node = old if region is old.region else old.but(id=UNNUMBERED, region=region)
    if part.split is None:
        return here.unsplit(pruned=old.pruned if old.is_leaf else True)
    figures = editor.inducer.candidate(region, part.split)
    return here.but(
        split=part.split,
        gain=figures.gain,
        missing_n=figures.missing_n,
        forced=part.split_from.forced,
        pruned=False,
        below=children,
    )
