"""What the history knows of a node, so that nobody has to count it again.

An id means the same rows for ever, and every version of the tree keeps what was found of them: what
a split by hand came out as, the children it made, the subtree that grew. So a gesture first looks
back. Nothing is kept for that: what leaves the history leaves this too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..induction.candidates import Candidate
from .node import UNNUMBERED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..induction.splits import Split
    from .gestures import Args
    from .identity import Registry
    from .node import Node
    from .rebuild import Place
    from .version import Version
    from .way import Way

BACK: Final = 1_000
"""So many versions are looked at, the latest ones."""
TIPS: Final = 64
"""For so many places of a growth."""
ASKED: Final = ("column", "threshold", "groups", "missing")
"""The arguments that say which split is meant."""


@dataclass(frozen=True, slots=True)
class Past:
    """The versions of a tree and the ids of their nodes."""

    versions: Sequence[Version]
    registry: Registry

    def children(self, node_id: int, split: Split) -> tuple[Node, ...]:
        """Return the children that a split made of a node; nothing where it never stood there."""
        for node in self._stood(node_id):
            if node.split == split:
                return node.children
        return ()

    def grown(self, node_id: int, way: Way) -> Node | None:
        """Return what grew at a node, as nobody has changed it."""
        return next((node for node in self._stood(node_id) if node.way == way), None)

    def asked(self, node_id: int, args: Args) -> Candidate | None:
        """Return what a split came out as that was asked for in the same words."""
        asked, way = _asked(args), self.registry.way(node_id) or ()
        for version in self._latest():
            action, node = version.action, version.subtree
            if action is None or action.name != "split" or node.id != node_id:
                continue
            if version.parent is None or _asked(action.args) != asked:
                continue
            before = _below(version.parent.root, way, 0)
            if node.split is None or before is None or before.split == node.split:
                continue  # where it stood already, its figures are those it came with
            column, split = node.split.column, node.split
            return Candidate(column, split, node.gain, None, None, None, node.missing_n)
        return None

    def ids(self, places: Sequence[Place]) -> Iterator[int]:
        """Give the id of each place of a subtree; `UNNUMBERED` where there never was a node."""
        ahead: list[tuple[int, Split | None, int]] = [(UNNUMBERED, None, 0)]
        for place in places:
            above, parted, branch = ahead.pop()
            own, split = place.node.id, place.node.split
            if own == UNNUMBERED and parted is not None:  # else it need not be looked for
                below = self.registry.children(above, parted)
                own = UNNUMBERED if below is None else below[branch]
            yield own
            if split is not None:
                ahead.extend((own, split, at) for at in reversed(range(split.branches)))

    def _stood(self, node_id: int) -> Iterator[Node]:
        """Give all that a gesture put at a place and was split there, the latest first."""
        way = self.registry.way(node_id)
        if way is None:
            return
        depths = {passed: depth for depth, (passed, _) in enumerate(way)} | {node_id: len(way)}
        for version in self._latest():
            depth = depths.get(version.subtree.id)
            node = None if depth is None else _below(version.subtree, way, depth)
            if node is not None and node.id == node_id and node.split is not None:
                yield node

    def _latest(self) -> Iterator[Version]:
        return iter(self.versions[: -BACK - 1 : -1])


def _below(node: Node, way: Sequence[tuple[int, int]], depth: int) -> Node | None:
    """Return what hangs below a node of some depth at the end of a way that leads by it."""
    for at in range(depth, len(way)):
        branch = way[at][1]
        if branch >= len(node.children):
            return None
        node = node.children[branch]
    return node


def _asked(args: Args) -> str:
    """Return which split is meant, word for word: 1 is not True, though they are equal."""
    return repr([args.get(name) for name in ASKED])
