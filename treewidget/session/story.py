"""A session as records: what each gesture was, where, and what came of it.

A record holds the gesture in plain data, which is all that loading needs, and besides it what tells
whether the gesture means the same on other data: the place by its conditions, and the outcome.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from ..errors import RefusedError
from ..pruning.risks import prediction_of
from ..tree.gestures import EDITS, Action, Gesture
from ..tree.preorder import Preorder
from ..tree.words import branch_text, split_text
from .plain import from_plain, to_plain
from .shapes import digest_of, in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..data import Column, Dataset
    from ..data.target import Target
    from ..tree.history import History
    from ..tree.node import Node
    from ..tree.totals import TreeFigures
    from ..tree.tree import Tree
    from ..tree.version import Version
    from .records import Record

SHAPING: Final = frozenset({"split", "grow", "prune", "prune_to"})
"""Gestures that change which splits there are."""
DIGESTS: Final = {in_words: "shape", digest_of: "form"}
"""What each digest is called in a record."""


STATUSES: Final = {
    "same": "the same",
    "figures": "with other figures",
    "changed": "changed",
    "refused": "refused",
}
"""What may become of a step on other data, in words."""


def now() -> str:
    """Return the time, as it is written down."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def told(action: Action, gesture: Gesture, old: Tree, new: Tree, dataset: Dataset) -> Record:
    """Return the record of a gesture that leads from one tree to another."""
    record: Record = {
        "do": action.name,
        "args": {name: to_plain(value) for name, value in action.args.items()},
        "step": gesture.step,
        "after": figures(gesture.after),
        "line": gesture.line,
        "text": gesture.text,
    }
    if action.name in EDITS:
        node = action.args.get("node", old.root.id)
        record["where"] = place(old, node, dataset.columns)
        record |= came_of(action, new, dataset)
    return record


def came_of(action: Action, tree: Tree, dataset: Dataset, then: object = None) -> Record:
    """Return what there is, after an edit, where it was made: rows, their weight, and splits.

    `then` is what was written of it, if something was: see `outcome`.
    """
    node = tree.node(action.args.get("node", tree.root.id))
    shaped = outcome(node, dataset, then) if action.name in SHAPING else {}
    return {"rows": rows_of(node), **meaning(node, dataset.target), **shaped}


def meaning(node: Node, target: Target) -> Record:
    """Return what a node's rows say: the class, and a digest of all of them; or their mean.

    Splits and errors may be equal where the classes have changed places.
    """
    stats = node.region.train.stats
    predicted = prediction_of(stats[None, :], target)[0]
    if not target.is_classification:
        return {"holds": float(predicted)}
    counts = "\0".join(f"{name}\0{one:.9g}" for name, one in zip(target.labels, stats, strict=True))
    digest = blake2b(counts.encode("utf-8", "surrogatepass"), digest_size=8)
    return {"says": target.labels[int(predicted)], "holds": digest.hexdigest()}


def rows_of(node: Node) -> list[float]:
    """Return how many training rows a node has, and their weight."""
    return [node.region.train.n, node.region.train.weight]


def action_of(record: Record) -> Action:
    """Return the gesture in a record; refuses what is no gesture."""
    args = record.get("args")
    read = (
        {name: from_plain(value) for name, value in args.items()}
        if isinstance(args, dict)
        else args
    )
    return Action.from_plain({"name": record.get("do"), "args": read})


def place(tree: Tree, node: int, columns: Sequence[Column]) -> list[list[Any]]:
    """Return where a node is: the column, the condition and the branch of each step to it."""
    steps = [(step.split, branch) for step, branch in tree.steps(node) if step.split is not None]
    return [
        [columns[split.column].name, branch_text(split, branch, columns, plain=True), branch]
        for split, branch in steps
    ]


def outcome(node: Node, dataset: Dataset, then: object = None) -> dict[str, Any]:
    """Return which split a node has, and a digest of all that is below: splits and classes.

    Where `then` was written by format 1, the digest is the one that it had.
    """
    nodes = Preorder.of(node)
    digest = in_words if isinstance(then, dict) and "shape" in then else digest_of
    split, columns = node.split, dataset.columns
    named = "" if split is None else split_text(split, columns, plain=True)
    return {"split": named, DIGESTS[digest]: digest(nodes, dataset)}


def built(first: Version, dataset: Dataset, then: object = None) -> Record:
    """Return what the tree was as it was built; `then` as in `outcome`."""
    root = first.root
    found = {"after": figures(first.figures), "rows": rows_of(root)}
    return {**found, **meaning(root, dataset.target), **outcome(root, dataset, then)}


def figures(of: TreeFigures) -> list[Any]:
    """Return a tree's own figures: nodes, leaves, depth, error, validation error."""
    return [of.nodes, of.leaves, of.depth, of.error, of.validation_error]


# ---------------------------------------------------------------- a history as it came to be


def retold(
    history: History,
    tree_of: Callable[[Version], Tree],
    dataset: Dataset,
) -> Iterator[Record]:
    """Yield records that lead to a history: its versions, its names, and where it is.

    Steps get the numbers they have, so nodes get their ids. What leads to a version is a checkout
    where it is not the one before; redo's ways are put right from the deepest up, since a checkout
    sets those of all steps above it.
    """
    way = _Way(history)
    for version in history.versions[1:]:
        if version.action is None or version.gesture is None or version.parent is None:
            raise RefusedError(f"step {version.step} does not say how it came to be")
        yield from way.to(version.parent)
        trees = tree_of(version.parent), tree_of(version)
        yield told(version.action, version.gesture, *trees, dataset)
        way.came(version)
    for name, step in history.names.items():
        yield from way.to(history.versions[step])
        yield _move("checkpoint", {"name": name}, history.versions[step])
    lengths = {version.step: version.length for version in history.versions}
    for step in sorted(history.ahead, key=lambda step: -lengths[step]):
        if way.ahead[step] != history.ahead[step]:
            yield from way.to(history.versions[history.ahead[step]])
    yield from way.to(history.now)


class _Way:
    """Where a history that is told again is just now."""

    def __init__(self, history: History) -> None:
        self.at = history.versions[0]
        self.ahead: dict[int, int] = {}

    def came(self, version: Version) -> None:
        """Take note that a version was made from the present one."""
        self.ahead[self.at.step] = version.step
        self.at = version

    def to(self, version: Version) -> Iterator[Record]:
        """Go to a version, if that is not where it is."""
        if version is self.at:
            return
        yield _move("checkout", {"to": version.step}, version)
        self.at = version
        while version.parent is not None:
            self.ahead[version.parent.step] = version.step
            version = version.parent


def _move(name: str, args: dict[str, Any], to: Version) -> Record:
    return {"do": name, "args": args, "step": to.step, "after": figures(to.figures)}
