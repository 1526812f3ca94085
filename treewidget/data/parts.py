"""Which rows train, which validate, and which are kept for the test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidValueError, WrongTypeError
from .frame import Source, accept, is_frame, is_name, named_column, own_column
from .runs import stable_order
from .values import understand
from .whole import real_number
from .words import a_type, counted, row_shown, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Part: TypeAlias = Literal["train", "validation", "test"]
Positions: TypeAlias = NDArray[np.signedinteger[Any]]

_SHORT = np.iinfo(np.int32).max


@dataclass(frozen=True, eq=False)
class Request:
    """What was asked for a part: exactly one of a fraction, a mask of the frame, a second frame."""

    fraction: float | None = None
    mask: NDArray[np.bool_] | None = None
    source: Source | None = None
    column: str | int | None = None  # where the mask came from


def read_request(value: Any, frame: Any, part: Part) -> Request | None:
    """Return what `validation=` or `test=` means."""
    if value is None:
        return None
    if is_frame(value):
        return Request(source=accept(value, part))
    if is_name(value) and (isinstance(value, str) or value in frame.columns):
        name = named_column(frame, value, part, "data")
        return Request(mask=_mask(frame[name], f"{part} column {shown(name)}"), column=name)
    if isinstance(value, bool | np.bool_) or real_number(value) is not None:
        return Request(fraction=_fraction(value, part))
    if isinstance(value, list | tuple) and any(map(is_frame, value)):
        raise WrongTypeError(
            f"{part} is {a_type(value)} with a frame in it: give one frame that has the target as "
            "well, such as X.assign(y=y)"
        )
    series = own_column(value, len(frame), f"{part} mask")
    return Request(mask=_mask(series, f"{part} mask"))


def _fraction(value: Any, part: Part) -> float:
    share = real_number(value)
    if share is None or not 0 < share < 1:
        raise InvalidValueError(
            f"{part}={shown(value)} is no share of the rows: give a fraction between 0 and 1 (such "
            "as 0.25), a boolean column or mask, or a second frame"
        )
    return share


def _mask(series: Any, place: str) -> NDArray[np.bool_]:
    values = understand(series, place)
    if values.family != "boolean":
        raise WrongTypeError(
            f"{place} holds {values.family} values ({series.dtype}): give booleans, True for the "
            "rows of that part, such as frame['fold'] == 3"
        )
    if values.missing.any():
        row = row_shown(series.index, int(np.argmax(values.missing)))
        raise InvalidValueError(
            f"{place} is missing in {counted(int(values.missing.sum()), 'row')} (first in row "
            f"{row}): say True or False for each row"
        )
    return values.data.astype(bool)


@dataclass(frozen=True, eq=False)
class Draw:
    """What drawing a fraction needs: rows to draw from, their strata, and where chance begins."""

    usable: NDArray[np.bool_]  # over all frames
    strata: NDArray[np.int32] | None
    random_state: int | None


def make_parts(
    requests: Mapping[Part, Request], rows: Sequence[int], draw: Draw
) -> dict[Part, Positions]:
    """Return the positions of each part (read-only), of four bytes each where those are enough.

    Parameters
    ----------
    requests : mapping from "validation" and "test" to Request
    rows : sequence of int
        Number of rows of the first frame, then of each second frame, in the order of `requests`.
    draw : Draw
    """
    first = rows[0]
    where = np.zeros(first, dtype=np.int8)  # 0: train; else 1 + position in `requests`
    _place_masks(requests, where)
    _draw_fractions(requests, where, draw)
    usable = draw.usable[:first]
    parts: dict[Part, Positions] = {"train": _positions(usable & (where == 0))}
    start = first
    for number, (part, request) in enumerate(requests.items(), start=1):
        if request.source is None:
            parts[part] = _positions(usable & (where == number))
        else:
            stop = start + len(request.source.frame)
            parts[part] = _positions(draw.usable[start:stop], start)
            start = stop
        if not len(parts[part]):
            raise InvalidValueError(
                f"{part} has no rows with a target and a weight above 0: give it some"
            )
    if not len(parts["train"]):
        all_of = "takes every row" if len(requests) == 1 else "take every row"
        raise InvalidValueError(
            f"{' and '.join(requests)} {all_of} that has a target and a weight above 0: leave some "
            "to train on"
        )
    return parts


def _positions(chosen: NDArray[np.bool_], start: int = 0) -> Positions:
    """Return where the chosen rows are, the first of which has this position."""
    end = start + len(chosen)
    kind = np.int32 if end <= _SHORT else np.int64
    held: Positions = np.arange(start, end, dtype=kind)
    if not chosen.all():
        held = held[chosen]
    held.flags.writeable = False
    return held


def _place_masks(requests: Mapping[Part, Request], where: NDArray[np.int8]) -> None:
    for number, (part, request) in enumerate(requests.items(), start=1):
        if request.mask is None:
            continue
        overlap = request.mask & (where > 0)
        if overlap.any():
            raise InvalidValueError(
                f"validation and test share {counted(int(overlap.sum()), 'row')} (first at "
                f"position {int(np.argmax(overlap))}): a row is in one of them at most"
            )
        if not request.mask.any():
            raise InvalidValueError(f"{part} mask is False in every row: say True for its rows")
        where[request.mask] = number


def _draw_fractions(requests: Mapping[Part, Request], where: NDArray[np.int8], draw: Draw) -> None:
    """Draw all fractions at once: each is a share of the usable rows that no mask takes."""
    shares = [request.fraction or 0.0 for request in requests.values()]
    if sum(shares) >= 1:
        raise InvalidValueError(
            f"validation and test together take {sum(shares):g} of the rows: leave some to train on"
        )
    if not any(shares):
        return
    pool = np.flatnonzero(draw.usable[: len(where)] & (where == 0))
    generator = np.random.default_rng(draw.random_state)
    pool = generator.permutation(pool)
    if draw.strata is not None:
        pool = alternate(pool, draw.strata[pool])
    done, taken = 0.0, 0
    for number, share in enumerate(shares, start=1):
        done += share
        upto = round(done * len(pool))
        if share and upto == taken:
            raise InvalidValueError(
                f"{list(requests)[number - 1]}={share:g} of {counted(len(pool), 'row')} is none: "
                "give a larger fraction"
            )
        where[pool[taken:upto]] = number
        taken = upto


def alternate(pool: Positions, strata: NDArray[np.integer[Any]]) -> Positions:
    """Order rows so that any stretch has every stratum in its share of the whole, within a row."""
    order = stable_order(strata)
    sizes = np.bincount(strata)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    place = (np.arange(len(pool)) - starts + 0.5) / np.repeat(sizes, sizes)
    return pool[order][np.argsort(place, kind="stable")]


def checked_random_state(value: object) -> int | None:
    """Return the seed, or refuse what is none."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise WrongTypeError(
            f"random_state {shown(value)} is {a_type(value)}: give a whole number, "
            "0 or above, or None"
        )
    if value < 0:
        raise InvalidValueError(f"random_state {value} is negative: give 0 or above")
    return int(value)
