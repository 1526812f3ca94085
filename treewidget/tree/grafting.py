"""Carrying over what was decided by hand, to the branches of another split."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..induction.uncollected import uncollected
from .node import UNNUMBERED, Node, walk
from .rebuild import Place, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..induction.progress import Progress
    from ..induction.region import Region
    from ..induction.splits import Split

TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Graft:
    """The places of old children carried over to new regions, and the nodes that were lost."""

    places: list[Place]
    lost: list[Node]


@uncollected()
def graft(
    starts: Sequence[tuple[Region, Node | None]],
    kept: set[int],
    divide: Callable[[Region, Split], tuple[Split, Sequence[Region]]],
    finish: Callable[[Node, Split], Node],
    progress: Progress,
) -> Graft:
    """Carry what was decided by hand under old children over to new regions.

    `kept` are the splits that stay; `divide` parts a region by a split, which it gives as it is
    there; `finish` gives a kept split its figures. A kept split that leaves a branch without rows
    in its new place is lost, with all below it, unless the branch had none before.
    """
    places: list[Place] = []
    lost: list[Node] = []
    ahead = list(reversed(starts))
    done = 0
    while ahead:
        progress.step(done / max(len(kept), 1))
        region, old = ahead.pop()
        if old is None:
            places.append(Place(Node(UNNUMBERED, region), None, tip=True))
            continue
        here = old.but(id=UNNUMBERED, region=region)
        parted = divide(region, old.split) if old.split and old.id in kept else None
        if parted is not None and _all_filled(parted[1], old):
            split, parts = parted
            places.append(Place(finish(here, split), old))
            ahead.extend(reversed(list(zip(parts, old.children, strict=True))))
            done += 1
            continue
        done += old.size // TWO if old.id in kept else 0  # about as many stayed below
        lost.extend(walk(old, seen=True) if old.split else ())
        stays = old.is_leaf and frozen(old, keep=True)
        bare = here.unsplit() if stays else Node(UNNUMBERED, region)
        places.append(Place(bare, old, tip=not stays))
    return Graft(places, lost)


def _all_filled(parts: Sequence[Region], old: Node) -> bool:
    """Whether branches that had rows have some in a new place too; a level may have none ever."""
    had = [child.region.train.n > 0 for child in old.children]
    have = [part.train.n > 0 for part in parts]
    return sum(have) >= min(len(have), TWO) and all(
        now or not before for now, before in zip(have, had, strict=True)
    )
