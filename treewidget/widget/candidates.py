"""The candidates of a node, for the wire: at once where that is quick, else in parts."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from ..errors import StaleError
from ..induction.search.glance import glances
from ..induction.task import sought
from ..induction.unfolding import as_a_whole
from .nodes import split_wire
from .protocol import PART_LIMIT
from .wire import clean, finite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..data import Dataset
    from ..induction.candidates import Candidate
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..induction.search.glance import Curve
    from ..induction.unfolding import Stage
    from ..tree.node import Node
    from ..workspace import Workspace
    from .protocol import CandidatesResult, CandidateWire

FIRST: Final = 0.15  # seconds of silence where it is not known which column leads
EVERY: Final = 0.1  # seconds between parts
CELLS: Final = 50_000  # values to look at from which on it may take a moment
QUICK: Final = 5  # times as many where the engine looks at them at once
COUNTING: Final = "still counting"


def takes_long(workspace: Workspace, node: Node) -> bool:
    """Whether the candidates of a node may take longer than a kernel should be held up."""
    inducer, region = workspace.inducer, node.region
    cells = region.train.n * len(workspace.dataset.columns)
    quick = QUICK if glances(inducer, region) else 1
    return as_a_whole(inducer) or cells > quick * CELLS


def make_candidates(workspace: Workspace, node: Node) -> CandidatesResult:
    """Return all candidates of a node."""
    found = workspace.editor.candidates(node.region)
    return {
        "node": node.id,
        "candidates": [_exact(candidate, workspace.dataset) for candidate in found],
    }


def tell_candidates(
    workspace: Workspace,
    node: Node,
    progress: Progress,
    tell: Callable[[CandidatesResult], None],
) -> CandidatesResult:
    """Return all candidates of a node; tell what is known of them meanwhile.

    The first part has a row of every column, the leading one's at its head where it is known.
    """
    known: dict[int, CandidateWire] = {}
    news: dict[int, CandidateWire] = {}
    order: tuple[int, ...] = ()
    due = monotonic() + FIRST
    for stage in workspace.editor.unfold(node.region, progress):
        if node.id not in workspace.tree:
            raise StaleError(f"node {node.id} is gone: its candidates are not counted any further")
        order = stage.order
        news.update((row["column"], row) for row in _rows(stage, workspace.inducer))
        if order or not (stage.curves or monotonic() >= due):
            continue
        if not known:
            for column in range(len(workspace.dataset.columns)):
                news.setdefault(column, _unknown(column))
        _tell(node, news.values(), tell)
        known.update(news)
        news, due = {}, monotonic() + EVERY
    known.update(news)
    return {"node": node.id, "candidates": [known[column] for column in order]}


def _tell(
    node: Node, rows: Iterable[CandidateWire], tell: Callable[[CandidatesResult], None]
) -> None:
    """Tell some rows, no more in one message than the protocol says."""
    left = list(rows)
    for at in range(0, len(left), PART_LIMIT):
        tell({"node": node.id, "candidates": left[at : at + PART_LIMIT]})


def _rows(stage: Stage, inducer: Inducer) -> list[CandidateWire]:
    exact = [_exact(candidate, inducer.dataset) for candidate in stage.exact]
    return exact + [_rough(curve, inducer) for curve in stage.curves]


def _exact(candidate: Candidate, dataset: Dataset) -> CandidateWire:
    wire: CandidateWire = {
        "column": candidate.column,
        "split": split_wire(candidate.split, dataset.columns),
        "gain": finite(candidate.gain),
        "gain_ratio": finite(candidate.gain_ratio),
        "validation_gain": finite(candidate.validation_gain),
        "balance": finite(candidate.balance),
        "p": finite(candidate.measures.get("adjusted_p")),
        "missing_n": candidate.missing_n,
    }
    said = [f"{name.replace('_', ' ')} {value:.4g}" for name, value in candidate.measures.items()]
    if said or candidate.reason:
        wire["reason"] = clean("; ".join(filter(None, (", ".join(said), candidate.reason))))
    return wire


def _rough(curve: Curve, inducer: Inducer) -> CandidateWire:
    """Return the best that a curve has: it may be that the column has better."""
    columns, wire = inducer.dataset.columns, _unknown(curve.column)
    wire["split"] = split_wire(curve.split(inducer), columns)
    if sought(inducer) == inducer.shown:  # else what it gains there is in another unit
        wire["gain"] = finite(curve.most)
    return wire


def _unknown(column: int) -> CandidateWire:
    return {
        "column": column,
        "split": None,
        "gain": None,
        "gain_ratio": None,
        "validation_gain": None,
        "balance": None,
        "p": None,
        "missing_n": None,
        "reason": COUNTING,
        "counting": True,
    }
