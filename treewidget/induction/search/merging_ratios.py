"""What merging two groups of levels would do to a gain ratio, for every two of many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from ..criteria import entropy_terms, parts_of_gain, summed
from .branch_counts import ratio_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints
    from ..criteria import Criterion

TOGETHER: Final = 1 << 16
"""So many pairs are reckoned between two calls of `heed`: ten milliseconds or so."""
CLOSE: Final = 1e-6
"""Information below this is summed anew: of a difference so small rounding is no small part."""
ROUNDING: Final = 1e-12
NO_MERGER: Final = -np.inf, 0.0
OF_TESTS: Final = "_whole", "_weight", "_share", "_stats", "_there", "_most", "_steepest", "_then"
OF_BOTH: Final = "_terms", "_rest", "_lost"


class Grouping(Protocol):
    """The levels of one test, merged in the kernel (kernels/search/grouping.hpp)."""

    def go(self, pairs: int) -> bool:
        """Go on for so many pairs of groups or a few more; return whether all is done."""

    def groups(self) -> NDArray[np.int32]:
        """Return for each level the first one of its group; -1 where no row has it."""


class Mergers:
    """What groups of levels, each a branch, add to gain and to information, and every two as one.

    Both are sums over the branches of a test, of which a merger changes three terms: it loses some
    gain and some information, never more than none of either. So a merger makes the ratio `r` or
    more where ``r * lost information - lost gain`` is large enough, which grows with `r` no faster
    than the information that it loses. Of each group it is known how large this was at most when
    its mergers were last looked at, and with that whether they must be looked at again: mostly a
    few must, where ratios rise bit by bit. A round costs O(levels) then, O(levels ** 2) at worst.

    The tests of several columns stand side by side, and groups keep their places: of two that are
    merged the second is left empty.

    Parameters
    ----------
    branches : float array, shape (tests, levels or levels + 1, S)
        As `counted`: one more where missing rows are a branch.
    there : bool array, shape (tests, levels)
        Which places hold a group at all.
    missing : float array, shape (tests, S)
    strategy, measure : str
    """

    def __init__(
        self,
        branches: Floats,
        there: NDArray[np.bool_],
        missing: Floats,
        strategy: str,
        measure: Criterion,
    ) -> None:
        levels = there.shape[1]
        self._measure = measure
        self._whole = branches.sum(axis=1, keepdims=True)
        known = self._whole.sum(axis=(1, 2))
        apart = missing.sum(axis=1) if strategy == "fractional" else np.zeros(len(missing))
        self._weight = known + apart
        self._share = known / self._weight
        self._stats = branches[:, :levels].copy()
        # What is no group of levels stands for itself throughout: missing rows, as one more branch.
        self._rest = self._added(branches[:, levels:]).sum(axis=-1)
        self._rest[1] += entropy_terms(apart / self._weight)
        self._there = there.copy()

    def in_kernel(self, make: Callable[..., Grouping], tolerance: float) -> list[Grouping]:
        """Return for each test what merges its groups in the kernel, by the same figures."""
        whole, rest = self._whole[:, 0], self._rest.T.tolist()
        held = zip(self._stats, self._there, whole, self._weight.tolist(), rest, strict=True)
        return [
            make(stats.ravel(), there, all_rows, weight, tuple(apart), tolerance)
            for stats, there, all_rows, weight, apart in held
        ]

    def begin(self, heed: Callable[[], object]) -> None:
        """Reckon every two groups as one: what rounds go by, and the kernel makes for itself."""
        tests, levels = self._there.shape
        self._terms = self._added(self._stats)
        # Of each group's mergers, looked at when the ratio was `_then`.
        self._most = np.full((tests, levels), np.inf)
        self._steepest = np.zeros((tests, levels))
        self._then = np.zeros((tests, levels))
        # Gain and information, negative; of each group with those behind it. No merger: -inf, 0.
        self._lost = np.empty((2, tests, levels, levels))
        self._lost[0], self._lost[1] = NO_MERGER
        pairs = np.stack(np.triu_indices(levels, 1))
        width = max(TOGETHER // max(len(self._stats), 1), 1)
        for at in range(0, pairs.shape[1], width):
            heed()
            one, other = pairs[:, at : at + width]
            both = self._added(self._stats[:, one] + self._stats[:, other])
            lost = both - self._terms[:, :, one] - self._terms[:, :, other]
            there = self._there[:, one] & self._there[:, other]
            for mine, new, none in zip(self._lost, np.minimum(lost, 0.0), NO_MERGER, strict=True):
                mine[:, one, other] = np.where(there, new, none)

    def keep(self, which: Ints) -> None:
        """Go on with some of the tests."""
        if len(which) == len(self._stats):
            return
        for name in OF_TESTS:
            setattr(self, name, getattr(self, name)[which])
        for name in OF_BOTH:
            setattr(self, name, getattr(self, name)[:, which])

    def ratio(self) -> Floats:
        """Return the gain ratio of each test as it stands."""
        gain, told = self._standing()
        return ratio_of(self._share * gain, told)

    def best(self, tolerance: float) -> tuple[Floats, Ints, Ints]:
        """Return each test's first merger of the greatest gain ratio, and the two groups."""
        tests, groups = self._most.shape
        every = np.arange(tests)
        now = self.ratio() / self._share
        bound = self._bound(now)
        likely = np.where(bound < np.inf, bound, -np.inf).argmax(axis=1)
        ratios = self._looked(every, likely, now)
        needed = self._needed(ratios.max(axis=1) - tolerance)
        needed[every, likely] = False
        test, group = np.nonzero(needed)
        ratios = np.concatenate([ratios, self._looked(test, group, now)])
        test, group = np.append(every, test), np.append(likely, group)
        best = np.full(tests, -np.inf)
        np.maximum.at(best, test, ratios.max(axis=1))
        near = ratios >= (best - tolerance)[test, None]
        line, other = np.nonzero(near)
        first = np.full(tests, groups**2)
        np.minimum.at(first, test[line], group[line] * groups + other)
        return best, *divmod(first, groups)

    def merge(self, one: Ints, other: Ints) -> None:
        """Make one group of two in each test, in the place of the first."""
        test, groups = np.arange(len(one)), np.arange(self._stats.shape[1])
        self._stats[test, one] += self._stats[test, other]
        self._stats[test, other] = 0.0
        self._there[test, other] = False
        merged = self._stats[test, one][:, None]
        alone = self._added(merged)
        self._terms[:, test, one] = alone[..., 0]
        self._terms[:, test, other] = 0.0
        lost = self._added(self._stats + merged) - self._terms - alone
        behind, before = groups > one[:, None], groups < one[:, None]
        for mine, new, none in zip(self._lost, np.minimum(lost, 0.0), NO_MERGER, strict=True):
            mine[test, other] = mine[test, :, other] = none
            mine[test, one] = np.where(behind & self._there, new, none)
            mine[test, :, one] = np.where(before & self._there, new, none)
        self._remember(before & self._there, *lost)
        self._most[test, one], self._most[test, other] = np.inf, -np.inf
        self._steepest[test, other] = 0.0

    def _remember(self, some: NDArray[np.bool_], gain: Floats, told: Floats) -> None:
        """Heed one more merger of some groups."""
        value = np.where(some, gain - self._then * told, -np.inf)
        self._most = np.maximum(self._most, value)
        self._steepest = np.maximum(self._steepest, np.where(some, -told, 0.0))

    def _looked(self, test: Ints, group: Ints, now: Floats) -> Floats:
        """Return the ratio of each merger of some groups, and remember what there is at most."""
        lost, (gain, told) = self._lost[:, test, group], self._standing()
        there = lost[0] > -np.inf
        information = told[test, None] + lost[1]
        ratios = ratio_of(self._share[test, None] * (gain[test, None] + lost[0]), information)
        ratios = np.where(there, ratios, -np.inf)
        for line, other in np.argwhere((information < CLOSE) & there).tolist():
            ratios[line, other] = self._anew(int(test[line]), int(group[line]), other)
        self._then[test, group] = now[test]
        self._most[test, group] = (lost[0] - now[test, None] * lost[1]).max(axis=1)
        self._steepest[test, group] = -lost[1].min(axis=1)
        return ratios

    def _bound(self, ratio: Floats) -> Floats:
        """Return how large what tells at a ratio may be, for each group."""
        return self._most + self._steepest * np.maximum(ratio[:, None] - self._then, 0.0)

    def _needed(self, least: Floats) -> NDArray[np.bool_]:
        """Return which groups may have a merger of such a ratio."""
        ratio, (gain, told) = np.maximum(least / self._share, -1.0), self._standing()
        value = ratio * told - gain - ROUNDING * (np.abs(ratio) * told + gain)
        needed: NDArray[np.bool_] = self._bound(ratio) >= value[:, None]
        return needed | ((told[:, None] - self._steepest < CLOSE) & self._there)

    def _anew(self, test: int, one: int, other: int) -> Floats:
        """Return the gain ratio of a merger, summed over all of its branches."""
        merged = (self._stats[test, one] + self._stats[test, other])[None, None]
        others = np.delete(self._terms[:, test], [one, other], axis=1)
        terms = np.column_stack([others, self._added(merged, slice(test, test + 1))[:, 0]])
        gain, told = terms.sum(axis=1) + self._rest[:, test]
        return ratio_of(self._share[test] * gain, told)

    def _standing(self) -> tuple[Floats, Floats]:
        """Return gain and information of each test."""
        gain, told = self._terms.sum(axis=-1) + self._rest
        return gain, told

    def _added(self, branches: Floats, tests: slice = slice(None)) -> Floats:
        """Return what branches add to the gain, and to the information: shape (2, tests, B)."""
        gains = parts_of_gain(branches, self._whole[tests], self._measure)
        weight = summed(branches) / self._weight[tests, None]
        return np.stack([gains, entropy_terms(weight)])
