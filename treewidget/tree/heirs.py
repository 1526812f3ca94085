"""Which old branch each branch goes on for, where another split of the same column takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.parts import Positions


def heirs(
    decided: Sequence[bool], old: Sequence[Positions], new: Sequence[Positions], rows: int
) -> dict[int, int]:
    """Return the old branch that a new one goes on for, by the new one's position.

    A branch of the very same rows goes on for the old one. What was decided by hand in others goes
    with its rows where no other did before: to the same place if some of them come there, else to
    where most do, else to the same place all the same. Branches are merged, parted, and named in
    another order.

    Parameters
    ----------
    decided : sequence of bool
        Whether anything at an old branch or below was decided by hand.
    old, new : sequence of int arrays
        The rows of each branch.
    rows : int
        How many rows there are in the data.
    """
    places = {here.tobytes(): at for at, here in enumerate(new) if len(here)}
    alike = ((at, places.get(here.tobytes())) for at, here in enumerate(old))
    found = {to: at for at, to in alike if to is not None}
    done = set(found.values())
    homeless = [at for at in range(len(old)) if at not in done and decided[at]]
    branch = np.full(rows, len(new))
    for at, here in enumerate(new):
        branch[here] = at
    for at in homeless:
        shared = np.bincount(branch[old[at]], minlength=len(new) + 1)[:-1]
        shared[list(found)] = 0
        to = at if at < len(new) and shared[at] else int(shared.argmax())
        if shared[to]:
            found[to] = at
    done = set(found.values())
    for at in (*homeless, *range(len(old))):
        if at not in done and at < len(new):
            found.setdefault(at, at)
    return found
