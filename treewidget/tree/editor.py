"""What every edit needs: the data set, the inducer, and the few steps that edits share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from ..data.words import counted
from ..errors import RefusedError
from ..induction.uncollected import uncollected
from ..pruning.cross import CrossValidation, cross_validate
from ..pruning.finish import grown
from ..pruning.folds import FOLDS, fold_of_rows
from . import rebuild
from .growth_options import options_in_force
from .node import Node, walk
from .outcome import outcome
from .past import TIPS
from .sums import figures_of, leaves_of
from .way import way_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..data import Dataset
    from ..induction.inducer import Candidate, Inducer
    from ..induction.options import Options
    from ..induction.progress import Progress
    from ..induction.region import Region
    from ..induction.splits import Split
    from ..induction.sprout import Sprout
    from ..induction.unfolding import Stage
    from ..pruning import Risk
    from .gestures import Args
    from .history import History
    from .state import State
    from .totals import TreeFigures
    from .tree import Tree
    from .way import Way

BUILDING: Final = 0.1
"""About what share of the time that is left making the nodes of a large growth takes."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new subtree, unnumbered where it is new, and what happened in words.

    `args` are the arguments that do the same again, where those given leave something to find out.
    """

    subtree: Node
    text: str
    args: Args | None = None


@dataclass(frozen=True, slots=True)
class Growth:
    """How to grow: with which options, how deep at most, and whom to tell."""

    options: Options
    progress: Progress
    levels: int | None = None


class Editor:
    """Edits trees of one data set with one inducer.

    Keeps nothing between calls but what depends on no tree: what cross-validation found.

    Parameters
    ----------
    dataset : Dataset
    inducer : Inducer
    method : str
        The method's name: options given to one growth are resolved against it.
    """

    def __init__(self, dataset: Dataset, inducer: Inducer, method: str = "cart") -> None:
        self.dataset = dataset
        self.inducer = inducer
        self.method = method
        self._validated: Mapping[Risk, tuple[Options, CrossValidation]] = {}

    def start(self, *, grow: bool, progress: Progress) -> Node:
        """Return the first tree: the root alone, or grown by the method; not numbered."""
        root = Node(0, self.inducer.root())
        if not grow:
            return root
        sprouts = grown(self.inducer, [root.region], progress=progress)
        ways = [way_of(self.inducer.options, 0, None, 0, alone=True)]
        place = rebuild.Place(root, None, tip=True)
        return self.build([place], list(zip(sprouts, ways, strict=True)), progress)

    def cross_validate(
        self, history: History, folds: object, risk: Risk, seed: int | None, progress: Progress
    ) -> CrossValidation:
        """Cross-validate the method's own growth, and remember what came of it."""
        options = options_in_force(self.inducer, history)
        fold = fold_of_rows(self.dataset, folds, seed)
        found = cross_validate(self.inducer.with_options(options), fold, risk, progress)
        self._validated = {**self._validated, risk: (options, found)}
        return found

    def validated(self, history: History, risk: Risk) -> CrossValidation | None:
        """Return what cross-validation last found, if it was of the growth in force."""
        options, found = self._validated.get(risk, (None, None))
        return found if options == options_in_force(self.inducer, history) else None

    def cross_validation(self, history: History, risk: Risk, progress: Progress) -> CrossValidation:
        """Return the same; ten folds are drawn when nobody asked yet."""
        known = self.validated(history, risk)
        if known is not None:
            return known
        folds = min(FOLDS, len(self.dataset.parts["train"]))
        return self.cross_validate(history, folds, risk, 0, progress)

    def candidates(self, region: Region) -> Sequence[Candidate]:
        """Return the best split of every column, best first: `Inducer.candidates`."""
        return self.inducer.looked.candidates(self.inducer, region)

    def unfold(self, region: Region, progress: Progress) -> Iterator[Stage]:
        """Give the candidates of a region bit by bit: `induction.unfolding.unfold`."""
        return self.inducer.looked.unfold(self.inducer, region, progress)

    def figures(self, tree: Tree, progress: Progress) -> TreeFigures:
        """Return a tree's own figures."""
        heed = progress.heed
        routed = partial(outcome, tree, self.dataset, self.inducer.engine, heed=heed)
        return figures_of(tree, self.dataset.target, routed, progress)

    def missing_n(self, region: Region, split: Split) -> int:
        """Return how many training rows of a region lack the split's column."""
        if not self.dataset.columns[split.column].has_gaps:
            return 0
        return self.inducer.engine.missing_rows(region.rows, split.column)

    def grown(
        self, state: State, at: Node, places: Sequence[rebuild.Place], growth: Growth
    ) -> list[rebuild.Grown]:
        """Let the method grow from the tips among `places`, which stand in the place of `at`.

        What grew there before, in the very same way, is not searched for again.
        """
        tips = [place for place in places if place.tip]
        if not tips:
            return []
        leaves, under = (leaves_of(node, self.dataset.target) for node in (state.tree.root, at))
        staying = sum(not place.tip and place.node.is_leaf for place in places)
        taken = leaves - under + staying
        ways = [_way_at(tip, growth, taken, alone=len(tips) == 1) for tip in tips]
        known = _known(state, places, ways, growth.progress.quiet)
        both = zip(tips, known, strict=True)
        unknown = [tip.node.region for tip, before in both if before is None]
        growth.progress.heed()
        fresh = iter(self._sprouts(unknown, growth, taken) if unknown else ())
        found = [next(fresh) if before is None else before for before in known]
        return list(zip(found, ways, strict=True))

    def _sprouts(self, tips: Sequence[Region], growth: Growth, taken: int) -> list[Sprout]:
        return grown(
            self.inducer,
            tips,
            growth.options,
            leaves_taken=taken,
            levels=growth.levels,
            progress=growth.progress,
        )

    def build(
        self,
        places: Sequence[rebuild.Place],
        sprouts: Sequence[rebuild.Grown],
        progress: Progress,
    ) -> Node:
        """Return the subtree of laid out places with what grew from their tips."""
        with uncollected():
            return rebuild.build(places, sprouts, self.missing_n, progress.stage(BUILDING))


@uncollected()
def _known(
    state: State, places: Sequence[rebuild.Place], ways: Sequence[Way | None], heeding: Progress
) -> list[Node | None]:
    """Return for each tip among `places` what grew there before in its way, if anything did."""
    past, known = state.past, [place.again for place in places if place.tip]
    ids = (at for at, place in zip(past.ids(places), places, strict=True) if place.tip)
    first = islice(ids, TIPS)  # no further: each id is looked for
    for at, own in enumerate(heeding.over(first, TIPS, 1)):
        way = ways[at]
        if known[at] is None and way is not None:
            known[at] = past.grown(own, way)
    return known


def _way_at(tip: rebuild.Place, growth: Growth, taken: int, *, alone: bool) -> Way | None:
    """Return all that decides what grows from a tip."""
    if tip.again is not None:
        return tip.again.way
    depth = tip.node.region.depth
    return way_of(growth.options, depth, growth.levels, taken, alone=alone)


def locked_error(node: Node, verb: str) -> RefusedError:
    """Return the refusal to change a locked node."""
    return RefusedError(
        f"cannot {verb} node {node.id}: it is locked; unlock it first with "
        f"tree.lock({node.id}, on=False)"
    )


def forced_under(node: Node) -> int:
    """Return the number of forced splits in a subtree."""
    return sum(inner.forced for inner in walk(node, seen=True))


def labels_under(node: Node) -> int:
    """Return the number of labels set by hand in a subtree."""
    return sum(inner.label is not None for inner in walk(node, seen=True))


def labels_below(node: Node) -> int:
    """Return the number of labels that go when a node becomes a leaf: its own stays."""
    return labels_under(node) - (node.label is not None)


def notes_under(node: Node) -> int:
    """Return the number of notes in a subtree."""
    return sum(bool(inner.note) for inner in walk(node, seen=True))


def notes_gone(before: Node, after: Node) -> int:
    """Return how many notes of a subtree are no more: one stays where its node comes back."""
    return fewer(notes_under, before, after)


def fewer(count: Callable[[Node], int], before: Node, after: Node) -> int:
    """Return by how much there is less in a subtree now, of which new nodes have nothing."""
    had = count(before)
    return had - count(after) if had else 0


def gone_with(forced: int, labels: int, notes: int) -> str:
    """Return how many forced splits, labels and notes went, as the end of a sentence.

    Examples
    --------
    >>> gone_with(2, 1, 1), gone_with(0, 0, 3), gone_with(0, 0, 0)
    (' (2 forced splits, 1 label and 1 note went with it)', ' (3 notes went with it)', '')
    """
    whole = ((forced, "forced split"), (labels, "label"), (notes, "note"))
    *parts, last = [counted(many, word) for many, word in whole if many] or [""]
    said = f"{', '.join(parts)} and {last}" if parts else last
    return f" ({said} went with it)" if said else ""
