"""Splits made by hand: refused where a branch would be empty, completed where something is open.

A hand-made split may leave fewer rows in a branch than the method's options ask for, but never
none: only a method that gives every level a branch does so, and what it offers is taken.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from ..data.column import present
from ..data.cut import named_decimal
from ..data.weights import heaviest
from ..data.words import listed, on_one_line, shown
from ..errors import InvalidValueError, RefusedError, UnknownNameError, WrongTypeError
from .criteria import gain, recentred, weight_of
from .judging import judged
from .missing_values import way_of
from .routes import larger_branch, route_of
from .search.absolute import gain_of_parts
from .search.surrogates import with_surrogates
from .splits import Cut, Split, SubsetSplit, ThresholdSplit
from .unnamed import named_in_full

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from ..engine.contract import Floats, Ints
    from .candidates import Candidate
    from .contract import Setting
    from .region import Region
    from .search.places import Place

Missing: TypeAlias = int | Literal["own"] | None

TWO: Final = 2


def asked_split(
    column: int, cuts: tuple[Cut, ...] | None, groups: tuple[tuple[int, ...], ...] | None
) -> Split:
    """Return a split as it was asked for, by thresholds or by groups."""
    if groups is None:
        return ThresholdSplit(column, cuts or (), 0)
    if cuts is not None:
        raise InvalidValueError("a split has thresholds or groups, not both")
    return SubsetSplit(column, groups, 0)


def forced_candidate(
    setting: Setting, region: Region, split: Split, missing: Missing, where: str
) -> Candidate:
    """Return a split that was asked for, checked, with its figures; see `Inducer.forced`."""
    made = _forced(setting, region, split, missing, where)
    return judged(setting, region, named_in_full(setting, region, made))


def _forced(setting: Setting, region: Region, split: Split, missing: Missing, where: str) -> Split:
    """Return a split checked and complete; the branch of missing rows is open, whatever it says."""
    column = setting.dataset.columns[split.column]
    held = column.codes[setting.engine.positions(region.rows)]
    if isinstance(split, ThresholdSplit) and column.is_ordered:
        codes = _ends(held, sorted(column.rank_of(cut) for cut in split.cuts))
    else:
        codes = present(held).astype(np.int64)
    if not len(codes):
        raise RefusedError(f"{column.called} is missing in every row of {where}")
    if isinstance(split, ThresholdSplit):
        check_cuts(column, codes, split.cuts, where)
        split = replace(split, cuts=_between(column, codes, split.cuts))
        lost = held < 0
    else:
        groups = tuple(tuple(sorted(int(code) for code in group)) for group in split.groups)
        split = replace(split, groups=groups)
        every = setting.options.branching == "multiway" and len(groups) == len(column.levels)
        _check_groups(column, codes, groups, where, empty=every and len(codes) >= TWO)
        lost = np.isin(held, [code for group in groups for code in group], invert=True)
    known, astray = split.known, int(np.count_nonzero(lost))
    if known == 1 and not astray and isinstance(split, SubsetSplit):
        raise InvalidValueError(
            f"group 1 holds every row of {where}: a second branch would be empty"
        )
    branch = _checked_missing(missing, known, astray, column, where)
    own = replace(split, missing=known, surrogates=())
    if branch is not None:
        return replace(own, missing=branch)
    return _by_method(setting, region, own, lacking=astray > 0)


def _ends(codes: NDArray[np.int32], ranks: Sequence[int]) -> Ints:
    """Return the least and the greatest code between each two cuts, ascending; O(n) a cut.

    They are all that can be wrong with a cut: nothing below it, or above, or up to the next one.
    """
    found: list[int] = []
    for low, high in itertools.pairwise([-1, *ranks, np.iinfo(np.int32).max]):
        here = codes[(codes > low) & (codes <= high)]
        found += [int(here.min()), int(here.max())] if len(here) else []
    return np.unique(np.array(found, dtype=np.int64))


# ------------------------------------------------------------ thresholds


def check_cuts(column: Column, codes: Ints, cuts: tuple[Cut, ...], where: str) -> None:
    """Refuse cuts that are out of order, or that leave a branch without rows."""
    if not column.is_ordered:
        raise WrongTypeError(
            f"{column.called} has no order, so it takes no threshold: give groups of its categories"
        )
    for one, other in itertools.pairwise(cuts):
        if one.value == other.value:
            raise InvalidValueError(f"threshold {one.text} is given twice")
        if one.value > other.value:
            raise InvalidValueError(
                f"thresholds must ascend, and {other.text} comes after {one.text}"
            )
    ranks = [column.rank_of(cut) for cut in cuts]
    below = np.searchsorted(codes, ranks, side="right")  # present values below each cut
    for index, cut in enumerate(cuts):
        side = "left" if below[index] == 0 else "right" if below[index] == len(codes) else ""
        if side:
            raise InvalidValueError(
                f"threshold {on_one_line(cut.text)} leaves no rows on the {side} of {where} "
                f"({_range(column, codes)})"
            )
        if index and below[index] == below[index - 1]:
            raise InvalidValueError(
                f"thresholds {cuts[index - 1].text} and {cut.text} leave no rows between them at "
                f"{where} ({_range(column, codes)})"
            )


def _between(column: Column, codes: Ints, cuts: tuple[Cut, ...]) -> tuple[Cut, ...]:
    """Return the cuts as they are shown between the values there."""
    if column.kind != "number":
        return cuts
    above = np.searchsorted(codes, [column.rank_of(cut) for cut in cuts], side="right")
    lows, highs = (column.keys[codes[at]].tolist() for at in (above - 1, above))
    return tuple(
        Cut(cut.value, named_decimal(low, high, float(cut.value)))
        for cut, low, high in zip(cuts, lows, highs, strict=True)
    )


def _range(column: Column, codes: Ints) -> str:
    low, high = codes[[0, -1]].tolist()
    if low == high:
        only = on_one_line(column.text_of(column.keys[low].item()))
        return f"{column.called} is {only} in every row there"
    span = " to ".join(column.span_texts(low, high))
    return f"{column.called} there runs from {on_one_line(span)}"


# ------------------------------------------------------------ groups


def _check_groups(
    column: Column, codes: Ints, groups: tuple[tuple[int, ...], ...], where: str, *, empty: bool
) -> None:
    if column.is_ordered:
        raise WrongTypeError(f"{column.called} is ordered: give a threshold, not groups")
    if not groups:
        raise InvalidValueError(f"no group of categories of {column.called} is given")
    home: dict[int, int] = {}
    for number, group in enumerate(groups, start=1):
        if not group:
            raise InvalidValueError(
                f"group {number} is empty: name its categories, or leave it out"
            )
        for code in group:
            if not 0 <= code < len(column.labels):
                raise UnknownNameError(
                    f"{column.called} has no category number {code}: they go from 0 to "
                    f"{len(column.labels) - 1}"
                )
            if code in home:
                level = shown(column.plain_level(code))
                twice = f"in groups {home[code]} and {number}"
                if home[code] == number:
                    twice = f"twice in group {number}"
                raise InvalidValueError(f"{level} is {twice}: a category goes to one branch")
            home[code] = number
        if not empty and not np.isin(group, codes).any():
            levels = listed(map(column.plain_level, group))
            there = listed(map(column.plain_level, codes))
            raise InvalidValueError(
                f"group {number} ({levels}) leaves no rows in its branch: {column.called} at "
                f"{where} has {there}"
            )


# ------------------------------------------------------------ missing rows


def _checked_missing(
    missing: Missing, known: int, astray: int, column: Column, where: str
) -> int | None:
    """Return the branch asked for; None where the method decides."""
    if isinstance(missing, bool) or not (missing is None or missing == "own" or _whole(missing)):
        raise WrongTypeError(f"missing={shown(missing)} must be a branch's position, 'own' or None")
    if known == 1:  # known against missing, or one group against the rest
        if missing in (None, "own"):
            missing = "own"
        else:
            raise InvalidValueError(
                f"missing={missing} leaves {where} with one branch: beside a single branch of "
                "known values, missing rows need a branch of their own ('own')"
            )
    if missing is None:
        return None
    if missing == "own":
        if not astray:
            raise RefusedError(
                f"no row of {where} has {column.called} missing: a branch of their own would be "
                "empty"
            )
        return known
    if not 0 <= int(missing) < known:
        raise InvalidValueError(
            f"missing={missing}: the split has branches 0 to {known - 1}; 'own' is a branch of "
            "their own"
        )
    return int(missing)


def _whole(value: object) -> bool:
    return isinstance(value, int | np.integer)


def _by_method(setting: Setting, region: Region, own: Split, *, lacking: bool) -> Split:
    """Return a split, which gives missing rows a branch of their own, with the method's way."""
    strategy = setting.options.missing
    if strategy == "surrogate" and own.known == TWO:
        return with_surrogates(setting, region, own, setting.options)
    if strategy == "surrogate":
        return replace(own, missing=_heaviest(setting, region, own))
    if strategy in ("fractional", "proportional", "own"):
        return replace(own, missing=way_of(strategy, own.known, lacking=lacking))
    if lacking:
        return replace(own, missing=_learned(setting, region, own))
    counts, _ = _totals(setting, region, replace(own, missing=0))
    return replace(own, missing=larger_branch(counts.tolist()))


def _totals(setting: Setting, region: Region, split: Split) -> tuple[Ints, Floats]:
    """Return the rows and statistics of each branch."""
    parts = setting.engine.partition(region.rows, route_of(setting.dataset, split))
    return setting.engine.totals(parts)


def _learned(setting: Setting, region: Region, own: Split) -> int:
    """Return the method's branch for missing rows, where there are some: the best of all."""
    place = setting.place(region)
    worth = _worth_with_missing(setting, region, own, place)
    # The last of equals, as scikit-learn tries the right side first.
    return int(np.flatnonzero(worth >= place.floor(float(worth.max())))[-1])


def _worth_with_missing(setting: Setting, region: Region, own: Split, place: Place) -> Floats:
    """Return what the method takes a split for, with the missing rows in each branch in turn."""
    dataset, engine, rows = setting.dataset, setting.engine, region.rows
    if place.criterion == "absolute_error":
        routes = [route_of(dataset, replace(own, missing=at)) for at in range(own.known)]
        parts = [engine.partition(rows, route) for route in routes]
        return np.array([gain_of_parts(dataset, engine, rows, each) for each in parts])
    _, stats = _totals(setting, region, own)
    *known, missing = recentred(stats, region.train.stats, place.criterion)
    if own.known == TWO:  # chi-square and twoing are of two sides
        found = place.gains(np.stack([known[0] + missing, known[0]]), place.stats)
        return np.where(found >= 0, found, 0.0)
    ways = np.stack([known] * own.known)
    ways[np.arange(own.known), np.arange(own.known)] += missing
    return gain(place.seen(ways), place.criterion)


def _heaviest(setting: Setting, region: Region, own: Split) -> int:
    """Return the branch of most known weight: surrogates imitate two branches and no more."""
    _, stats = _totals(setting, region, own)
    return int(heaviest(weight_of(stats[: own.known], setting.options.measure)))
