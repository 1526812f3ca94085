"""Which ids what grew has had before: found for all of a growth at once, level by level."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from ..induction.progress import Progress
    from ..induction.stretch import Stretch
    from .ledger import Ledger

    Find: TypeAlias = Callable[[NDArray[np.int32], Lines, Ints], NDArray[np.int32]]
    """What tells the ids of children, as `ledger.Ledger.finder` does."""

SOME: Final = 8192
"""So many lines are looked for between two looks at whether to go on."""


class Met:
    """The ids of lines of growths, as far as there were such nodes before.

    Parameters
    ----------
    ledger : Ledger
    size : int
        How many ids there are; later ones are another's.
    heeding : Progress
        Told nothing, and heard now and then.
    """

    def __init__(self, ledger: Ledger, size: int, heeding: Progress) -> None:
        self._ledger = ledger  # asked where anything grew: it takes as long as there were growths
        self._size = size
        self.heeding = heeding
        self._ids: dict[Lines, NDArray[np.int32]] = {}
        self._found: dict[Lines, NDArray[np.bool_]] = {}

    @cached_property
    def _find(self) -> Find:
        return self._ledger.finder()

    def look(self, tops: Iterable[tuple[int, Stretch]]) -> None:
        """Look for what grew below some nodes, which have ids."""
        of: dict[Lines, list[tuple[int, int]]] = {}
        for node_id, stretch in tops:
            of.setdefault(stretch.lines, []).append((node_id, stretch.line))
        for lines, both in of.items():
            if lines not in self._ids:
                self._ids[lines] = np.zeros(len(lines.grown.column), dtype=np.int32)
                self._found[lines] = np.zeros(len(lines.grown.column), dtype=bool)
            ids, here = np.array(both).T
            self._ids[lines][here] = ids
            self._go_down(lines, here)

    def below(self, node_id: int, stretch: Stretch) -> NDArray[np.int32]:
        """Return the ids of all that grew below a node, in pre-order; 0 where something is new."""
        lines, line = stretch.lines, stretch.line
        if lines not in self._found or not self._found[lines][line]:
            self.look([(node_id, stretch)])
        return self._ids[lines][line + 1 : line + stretch.size]

    def _go_down(self, lines: Lines, here: Ints) -> None:
        ids, found, other = self._ids[lines], self._found[lines], lines.grown.other
        while len(here):
            found[here] = True
            below: list[Ints] = []
            for at in range(0, len(here), SOME):
                self.heeding.heed()
                some = here[at : at + SOME]
                both = self._find(ids[some], lines, some)
                met = (both[:, 0] > 0) & (both[:, 0] <= self._size)
                inner = some[met]
                pairs = np.stack((inner + 1, other[inner].astype(np.int64)), axis=1)
                ids[pairs] = both[met]
                below.append(pairs.ravel())
            here = np.concatenate(below)
            here = here[lines.grown.column[here] >= 0]
