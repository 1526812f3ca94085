"""What a tree was built with, in plain data: enough to build it again.

Names, numbers and options are written down, and so are masks, as one bit a row. An array or a
second frame is not: loading asks for it again, and its fingerprint tells whether it is the same.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.frame import is_frame, is_name
from ..data.words import a_type, counted, listed, shown
from ..errors import (
    InvalidValueError,
    JournalError,
    TreeWidgetError,
    WrongTypeError,
    suggestion,
)
from .plain import from_plain, to_plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Dataset

ROLES: Final = ("target", "weights", "validation", "test")
MASK_LIMIT: Final = 20_000_000
"""Rows of a mask that is written down."""


@dataclass(frozen=True, slots=True)
class Construction:
    """The arguments a tree was built with.

    Attributes
    ----------
    plain : mapping
        Those that can be written down, by name, as `plain.to_plain` writes them.
    masks : tuple of str
        "validation" or "test", where a mask was given.
    asked : mapping
        The others, and what each was: "an array", "a frame".
    boosted : tuple
        Of a committee's member: by ``boost(trials)`` of how many trials, and its number there. Of a
        member of its committee again, both of each.
    """

    plain: Mapping[str, Any]
    masks: tuple[str, ...] = ()
    asked: Mapping[str, str] = field(default_factory=dict)
    boosted: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Construction:
        """Return what the arguments come to; a frame or an array is not kept."""
        plain: dict[str, Any] = {}
        masks: list[str] = []
        asked: dict[str, str] = {}
        for name, value in given.items():
            if name in ROLES and not _is_plain_role(value):
                if is_frame(value):
                    asked[name] = "a frame"
                elif name in ("validation", "test"):
                    masks.append(name)
                else:
                    asked[name] = "an array"
                continue
            try:
                plain[name] = to_plain(value)
            except TreeWidgetError:
                asked[name] = a_type(value)
        return cls(plain, tuple(masks), asked)

    def of_member(self, trials: int, number: int) -> Construction:
        """Return that of a member of the committee that the tree makes."""
        return replace(self, boosted=(*self.boosted, (trials, number)))

    def written(self, dataset: Dataset) -> dict[str, Any]:
        """Return it as a journal holds it."""
        masks = {part: packed(mask_of(dataset, part)) for part in self.masks}
        made = {"arguments": dict(self.plain), "masks": masks, "asked": dict(self.asked)}
        return made | ({"boosted": [list(step) for step in self.boosted]} if self.boosted else {})


def _is_plain_role(value: object) -> bool:
    number = isinstance(value, bool | int | float | np.integer | np.floating | np.bool_)
    return value is None or is_name(value) or number


def mask_of(dataset: Dataset, part: str) -> NDArray[np.bool_]:
    """Return which rows of the frame are in a part."""
    mask = np.zeros(len(dataset.sources[0]), dtype=bool)
    mask[dataset.parts[part]] = True  # type: ignore[index]
    return mask


def packed(mask: NDArray[np.bool_]) -> dict[str, Any]:
    """Return a mask as text: a bit a row, compressed."""
    if len(mask) > MASK_LIMIT:
        return {"rows": len(mask), "bits": None}
    bits = zlib.compress(np.packbits(mask).tobytes(), 9)
    return {"rows": len(mask), "bits": base64.b64encode(bits).decode()}


def unpacked(value: object) -> NDArray[np.bool_] | None:
    """Return the mask that `packed` wrote; None if it was too long to be written down."""
    rows = value.get("rows") if isinstance(value, Mapping) else None
    bits = value.get("bits") if isinstance(value, Mapping) else None
    if isinstance(rows, bool) or not isinstance(rows, int) or rows < 0:
        raise InvalidValueError("a mask has a number of rows")
    if bits is None:
        return None
    if rows > MASK_LIMIT or not isinstance(bits, str):
        raise InvalidValueError(f"a mask is text for at most {MASK_LIMIT:,} rows")
    wanted = (rows + 7) // 8
    try:
        content = base64.b64decode(bits, validate=True)
        opened = zlib.decompressobj().decompress(content, wanted + 1)  # and not a byte more
    except (binascii.Error, zlib.error) as error:
        raise InvalidValueError(f"a mask cannot be read: {error}") from None
    if len(opened) != wanted:
        raise InvalidValueError(f"a mask of {counted(rows, 'row')} has other bits")
    return np.unpackbits(np.frombuffer(opened, np.uint8), count=rows).astype(bool)


def arguments(written: object, again: Mapping[str, object], rows: int) -> dict[str, Any]:
    """Return the arguments to build the tree with.

    Parameters
    ----------
    written : object
        What `Construction.written` gave, out of a file.
    again : mapping
        What is given anew: it takes the place of what was written.
    rows : int
        Rows of the data: a mask of another length cannot serve.

    Raises
    ------
    TreeWidgetError
        If something has to be given again and is not.
    """
    plain, masks, asked = _parts_of(written)
    known = {*plain, *masks, *asked}
    made: dict[str, Any] = {name: from_plain(value) for name, value in plain.items()}
    for part, value in masks.items():
        mask = None if part in again else unpacked(value)
        if mask is None or len(mask) != rows:
            asked = {**asked, part: f"a mask of {value.get('rows'):,} rows"}
        made[part] = mask
    missing = {name: what for name, what in asked.items() if name not in again}
    if missing:
        names = ", ".join(f"{name}=..." for name in missing)
        was = "; ".join(f"{name} was {what}" for name, what in missing.items())
        raise JournalError(
            f"give {names} again: {was}, which came with other rows or is in no journal"
        )
    wrong = [name for name in again if name not in known]
    if wrong:
        near = suggestion(wrong[0], known)
        raise WrongTypeError(
            f"the tree was built without {listed(wrong)}{near}: only {listed(sorted(known))} can "
            "be given again"
        )
    return {**made, **again}


def given_otherwise(written: object, again: Mapping[str, object]) -> list[str]:
    """Return which of the values given anew are others than those written down, in words."""
    plain, _, _ = _parts_of(written)
    said = []
    for name in again.keys() & plain.keys():
        try:
            same = to_plain(again[name]) == plain[name]
        except TreeWidgetError:  # an array in the place of a column: its values are compared
            continue
        if not same:
            before = shown(from_plain(plain[name]))
            said.append(f"{name}={shown(again[name])} was given where the tree had {before}")
    return sorted(said)


def boosted_of(written: object) -> list[tuple[int, int]]:
    """Return by which committees the tree was made, of what `Construction.written` gave."""
    steps = written.get("boosted", []) if isinstance(written, Mapping) else []
    for step in steps if isinstance(steps, list) else [steps]:
        if not (isinstance(step, list) and [type(number) for number in step] == [int, int]):
            raise InvalidValueError(
                "a committee's member has a number of trials and its own number"
            )
    return [(trials, number) for trials, number in steps]


def _parts_of(written: object) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Return the three parts of a construction that was read from a file."""
    parts = written if isinstance(written, dict) else {}
    plain, masks, asked = (parts.get(name) for name in ("arguments", "masks", "asked"))
    if not (isinstance(plain, dict) and isinstance(masks, dict) and isinstance(asked, dict)):
        raise InvalidValueError("what the tree was built with is not told as it should be")
    if not (
        set(masks) <= {"validation", "test"} and all(isinstance(w, str) for w in asked.values())
    ):
        raise InvalidValueError("masks are for validation and test")
    if "target" not in plain and "target" not in asked:
        raise InvalidValueError("it does not say what the target is")
    if {"data", "journal", "self"} & {*plain, *asked}:
        raise InvalidValueError("it names an argument that no tree is built with")
    return plain, masks, asked
