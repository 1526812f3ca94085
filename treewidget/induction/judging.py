"""The figures of a split, whoever chose it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..engine.contract import DROP
from ..engine.weighted import shares_of
from .candidates import Candidate
from .contract import Explaining
from .criteria import branch_information, gain, recentred, weight_of
from .routes import route_of
from .search.absolute import gain_of_parts
from .stopping import unsplit_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.contract import Floats, Rows
    from .contract import Setting
    from .criteria import Criterion
    from .region import Region
    from .search.found import Found
    from .splits import Split


def judged(
    setting: Setting, region: Region, split: Split, branches: Floats | None = None
) -> Candidate:
    """Return a split with its figures at a region; `branches` are its statistics, if known."""
    known, criterion, engine = 1.0, setting.shown, setting.engine
    if branches is None:
        branches, known = measured(setting, region.rows, split)
    weights = weight_of(branches, criterion)
    held, validation_gain = region.validation, None
    if region.validation_rows is not None and held is not None and held.weight > 0:
        validation_gain = gain_at(setting, region.validation_rows, split)
    return Candidate(
        column=split.column,
        split=split,
        gain=gain_at(setting, region.rows, split)
        if criterion == "absolute_error"
        else known * gain_of(setting.dataset.target.altered(branches), criterion),
        gain_ratio=_ratio(branches, known, criterion),
        validation_gain=validation_gain,
        balance=float(weights.min() / weights.sum()) if weights.sum() > 0 else None,
        missing_n=engine.missing_rows(region.rows, split.column),
    )


def judged_found(
    setting: Setting, region: Region, found: Found, build: Callable[[], Split]
) -> Candidate:
    """Return what a search found as `build` makes it, with the search's own figures beside."""
    candidate = judged(setting, region, build(), found.branches)
    measures = dict(found.measures)
    if found.decrease is not None:
        measures["corrected_gain"] = found.gain
    candidate = replace(candidate, reason=found.remark, measures=measures)
    if setting.shown != setting.options.measure or found.ratio is None:
        return candidate
    return replace(candidate, gain=found.plain_gain, gain_ratio=found.ratio)


def without_split(setting: Setting, region: Region, column: int) -> Candidate:
    """Return a column without a split, and the reason."""
    engine, rows, reason = setting.engine, region.rows, ""
    if isinstance(setting.search, Explaining):
        reason = setting.search.unsplit(setting, region, column)
    if not reason:
        reason = unsplit_reason(engine.tables(rows, [column])[0], setting.limits)
    missing = engine.missing_rows(rows, column)
    return Candidate(column, None, None, None, None, None, missing, reason)


def gain_of(branches: Floats, criterion: Criterion) -> float:
    """Return the impurity decrease of one split from the statistics of its branches."""
    return float(gain(recentred(branches, branches.sum(axis=0), criterion), criterion))


def shown_gain(
    setting: Setting, region: Region, split: Split, below: Sequence[Region], found: float
) -> float:
    """Return a split's gain in the criterion shown: not always what branches sum up to.

    Nor is it what was `found` by looking ahead, which counts the branches' rows, all alike.
    """
    options, shown = setting.options, setting.shown
    searched = options.measure == shown and options.criterion in (shown, "gain_ratio")
    if searched and options.lookahead == 1:
        return found
    if split.missing < 0 or by_known_rows(setting, split) or shown == "absolute_error":
        return judged(setting, region, split).gain or 0.0
    branches = np.stack([child.train.stats for child in below])
    return gain_of(setting.dataset.target.altered(branches), shown)


def gain_at(setting: Setting, rows: Rows, split: Split) -> float:
    """Return the impurity decrease of a split among some rows."""
    dataset, engine, criterion = setting.dataset, setting.engine, setting.shown
    if criterion == "absolute_error":
        parts = engine.partition(rows, route_of(dataset, split))
        return gain_of_parts(dataset, engine, rows, parts)
    branches, known = measured(setting, rows, split)
    return known * gain_of(dataset.target.altered(branches), criterion)


def measured(setting: Setting, rows: Rows, split: Split) -> tuple[Floats, float]:
    """Return the branches' statistics that a split is judged by, and what its gain counts.

    With a branch for missing rows that is all rows. With `DROP` it is the known rows and the
    others in shares, as Quinlan (1986, s. 6) counts them; else it is the known rows, and the gain
    counts as much as their part of the weight (Quinlan 1993, ch. 3; so do rpart's improvements,
    whether a split has surrogates or none was found).
    """
    engine, criterion, route = setting.engine, setting.shown, route_of(setting.dataset, split)
    if split.missing >= 0 and not by_known_rows(setting, split):
        return engine.totals(engine.partition(rows, route))[1], 1.0
    known = engine.totals(engine.partition(rows, replace(route, missing=DROP, surrogates=())))[1]
    whole, altered = engine.total(rows)[1], setting.dataset.target.altered
    if split.missing == DROP:
        others = np.maximum(whole - known.sum(axis=0), 0.0)
        shares = shares_of(weight_of(altered(known), criterion))  # as the search has them
        return known + shares[:, None] * others, 1.0
    part, weight = (
        float(weight_of(altered(stats), criterion)) for stats in (known.sum(axis=0), whole)
    )
    return known, part / weight if weight > 0 else 0.0


def by_known_rows(setting: Setting, split: Split) -> bool:
    """Whether a split is judged by the rows that have its column, though the others have a way."""
    imitated = setting.options.missing == "surrogate" and split.missing < split.known
    return bool(split.surrogates) or imitated


def _ratio(branches: Floats, known: float, criterion: Criterion) -> float | None:
    """Return the gain ratio; rows that no branch holds are one more branch, as in C4.5."""
    weights = weight_of(branches, criterion)
    total = float(weights.sum())
    if known < 1.0 and total > 0:
        weights = np.append(weights, total * (1.0 - known) / known)
    information = float(branch_information(weights))
    if criterion in ("squared_error", "absolute_error") or information <= 0:
        return None
    return known * float(gain(branches, "entropy")) / information
