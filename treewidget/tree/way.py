"""All that decides what grows from some rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..pruning.finish import prunes

if TYPE_CHECKING:
    from ..induction.options import Options


@dataclass(frozen=True, slots=True)
class Way:
    """All that decides what grows from some rows. See `way_of`.

    Attributes
    ----------
    options : Options
    bottom : int or None
        The depth at which it ends, where levels were counted.
    taken : int or None
        Leaves elsewhere, where they count.
    """

    options: Options
    bottom: int | None = None
    taken: int | None = None

    @property
    def is_local(self) -> bool:
        """Whether each part of what grew is what would have grown from its own rows alone."""
        options = self.options
        whole = options.max_leaf_nodes is not None or options.window is not None or options.winnow
        pruned = options.ccp_alpha > 0 or (self.bottom is None and prunes(options))
        return not (whole or pruned)


def way_of(
    options: Options, depth: int, levels: int | None, taken: int, *, alone: bool
) -> Way | None:
    """Return what decides a growth at some depth; None where others that grow beside it do too."""
    bottom = None if levels is None else depth + levels
    if options.max_leaf_nodes is None:
        return Way(options, bottom)
    return Way(options, bottom, taken) if alone else None
