"""What the option `ccp_alpha` does: weakest-link pruning of a growth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np

from .criteria import OF_NUMBERS, impurity, weight_of
from .progress import Progress
from .splits import drops
from .sprout import Sprout
from .uncollected import uncollected
from .weakest_link import SLACK, link_alphas

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints
    from .criteria import Criterion
    from .lines import Lines


def weakest_link(
    sprout: Sprout,
    alpha: float,
    root_weight: float,
    criterion: Criterion,
    progress: Progress | None = None,
    *,
    altered: Floats | None = None,
) -> Sprout:
    """Return the smallest subtree that minimises risk plus `alpha` for each leaf.

    The risk of a leaf is ``weight / root_weight * impurity``, as scikit-learn's.

    Parameters
    ----------
    sprout : Sprout
    alpha : float
        Nothing is cut at 0, as in scikit-learn.
    root_weight : float
        Weight of all training rows, classes altered.
    criterion : str
    progress : Progress, optional
        Left where the growth becomes nodes.
    altered : float array, optional
        What priors and losses multiply the weight of each class by.
    """
    if alpha == 0:
        return sprout
    told = progress or Progress()
    heeding = told.quiet
    laid = _in_lines(sprout, criterion, altered) or _one_by_one(sprout, criterion, altered, heeding)
    links = link_alphas(laid.parent, laid.risk, heeding=heeding, dropped=laid.dropped)
    inner = laid.ends - np.arange(len(laid.ends)) > 1
    cut = (links <= alpha * root_weight * (1.0 + SLACK)) & inner
    return _cut(sprout, cut, laid, told)


class _Laid(NamedTuple):
    """A growth in pre-order: what is above each, where it ends, and its risk as a leaf.

    `dropped` is what the rows risk that count no more below a split: they keep the impurity of its
    node. None where no rows are dropped.
    """

    parent: Ints
    ends: Ints
    risk: Floats
    dropped: Floats | None = None
    lines: Lines | None = None
    first: int = 0


def _in_lines(sprout: Sprout, criterion: Criterion, altered: Floats | None) -> _Laid | None:
    """Return what grew as it stands in lines, with no object for each; None where it does not."""
    if sprout.unmade is None or not sprout.unmade.lines.of_measure:
        return None
    lines, first = sprout.unmade.lines, sprout.unmade.line
    here = slice(first, first + sprout.size)
    parent = lines.above[here].astype(np.int64) - first
    parent[0] = -1
    _, weight, spread, stats = lines.parts(here)
    if altered is not None:
        weight = weight_of(stats * altered, criterion)
    ends = lines.ends[here].astype(np.int64) - first
    return _Laid(parent, ends, weight * spread, lines=lines, first=first)


def _one_by_one(
    sprout: Sprout, criterion: Criterion, altered: Floats | None, heeding: Progress
) -> _Laid:
    order = list(heeding.over(sprout.walk(), sprout.size))
    ends = np.array([at + here.size for at, here in enumerate(order)])
    parent, risks = parents_of(order, heeding), _risks(order, criterion, altered)
    weight = np.array([here.region.train.weight for here in order])
    dropping = np.array([drops(here.split) for here in order])
    return _Laid(parent, ends, risks, dropped_impurity(risks, weight, parent, dropping))


def _cut(sprout: Sprout, cut: NDArray[np.bool_], laid: _Laid, progress: Progress) -> Sprout:
    """Return a growth with leaves where it is cut; what nothing is cut below is left as it is."""
    if not cut.any():
        return sprout
    if cut[0]:
        return Sprout(sprout.region)
    if sprout.unmade is not None:
        below = sprout.unmade.left(staying(cut, laid.ends), cut, by_hand=False)
        return Sprout(sprout.region, sprout.split, sprout.gain, below)
    with uncollected():
        return cut_down(
            sprout,
            (cut, above_cuts(cut, laid.ends)),
            lambda here: Sprout(here.region),
            lambda here, parts: Sprout(here.region, here.split, here.gain, parts),
            progress.stage(1.0),
        )


class Branching(Protocol):
    """What has children."""

    @property
    def children(self) -> Sequence[Any]:
        """Its branches."""


class Measured(Branching, Protocol):
    """What knows how much hangs there, too."""

    @property
    def size(self) -> int:
        """How many there are from here down, this one included."""


M = TypeVar("M", bound=Measured)


def cut_down(
    root: M,
    marks: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    leaf: Callable[[M], M],
    inner: Callable[[M, tuple[M, ...]], M],
    progress: Progress,
    *,
    at_once: Callable[[M, int], M | None] = lambda _here, _at: None,
) -> M:
    """Return a tree with leaves where it is cut, made anew above them and nowhere else.

    Parameters
    ----------
    root : Measured
    marks : two bool arrays
        In pre-order: which are cut, and which are `above_cuts`.
    leaf, inner : callables
        Give the leaf in the place of one, and one with other children.
    progress : Progress
    at_once : callable, optional
        Gives one with all that is left below it, given its place too; None if it must be opened.
    """
    cut, opened = marks
    done: list[M] = []
    ahead = [(root, 0, False)]
    for here, at, ready in progress.emptying(ahead, 3 * int(opened.sum()) + 1):
        if ready:
            done.append(inner(here, tuple(done.pop() for _ in here.children)))
        elif cut[at]:
            done.append(leaf(here))
        elif not opened[at]:
            done.append(here)
        elif (left := at_once(here, at)) is not None:
            done.append(left)
        else:
            ahead.append((here, at, True))
            below = at + 1
            for child in here.children:
                ahead.append((child, below, False))
                below += child.size
    return done[0]


def above_cuts(cut: NDArray[np.bool_], ends: Ints) -> NDArray[np.bool_]:
    """Return which nodes stay that have something cut below them.

    Parameters
    ----------
    cut : bool array
        Which become leaves, in pre-order.
    ends : int array
        The place behind the last one below each.

    Examples
    --------
    >>> cut = np.array([False, False, False, False, True, False, False])
    >>> above_cuts(cut, np.array([7, 4, 3, 4, 7, 6, 7])).nonzero()[0].tolist()
    [0]
    """
    upto = np.append(0, np.cumsum(cut))
    return np.asarray((upto[ends] > upto[:-1]) & ~cut & staying(cut, ends))


def staying(cut: NDArray[np.bool_], ends: Ints) -> NDArray[np.bool_]:
    """Return which nodes hang below none that is cut, given as to `above_cuts`."""
    many = len(cut) + 1
    gone = np.bincount(np.flatnonzero(cut) + 1, minlength=many)
    gone -= np.bincount(ends[cut], minlength=many)
    return np.asarray(np.cumsum(gone)[:-1] == 0)


def parents_of(order: Sequence[Branching], heeding: Progress | None = None) -> Ints:
    """Return the position of each one's parent among some in pre-order; -1 for the first."""
    parent = np.full(len(order), -1, dtype=np.int64)
    open_branches: list[list[int]] = []  # [position, branches not yet seen]
    for at, here in enumerate((heeding or Progress()).over(order, len(order))):
        if open_branches:
            parent[at] = open_branches[-1][0]
            open_branches[-1][1] -= 1
            if not open_branches[-1][1]:
                open_branches.pop()
        if here.children:
            open_branches.append([at, len(here.children)])
    return parent


def dropped_impurity(
    risks: Floats, weight: Floats, parent: Ints, dropping: NDArray[np.bool_]
) -> Floats | None:
    """Return what the rows risk that are dropped at each node, which keep its impurity.

    Parameters
    ----------
    risks, weight : float array
        Of each node in pre-order: its weight times its impurity, and its weight.
    parent : int array
    dropping : bool array
        Where rows are dropped at all (`splits.drops`).

    Returns
    -------
    float array, or None where no rows are dropped anywhere
    """
    if not dropping.any():
        return None
    left = np.maximum(weight - np.bincount(parent[1:], weight[1:], len(parent)), 0.0)
    return np.where(dropping, risks * left / np.where(weight > 0, weight, 1.0), 0.0)


def _risks(order: Sequence[Sprout], criterion: Criterion, altered: Floats | None) -> Floats:
    """Return weight times impurity of each sprout, in the criterion it grew by."""
    if criterion in OF_NUMBERS:
        spread = [here.region.train.weight * here.region.train.impurity for here in order]
        return np.array(spread)
    stats = np.stack([here.region.train.stats for here in order])
    if altered is not None:
        stats = stats * altered
    risks: Floats = weight_of(stats, criterion) * impurity(stats, criterion)
    return risks
