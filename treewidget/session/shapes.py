"""Digests of all that hangs at a node: which splits, and which class the rows of each leaf say.

They tell whether a gesture gave what it gave then, on the same data or on others. So they are over
the names of columns, levels and classes and the values of cuts, never over codes; and of numbers
over the digits that do not depend on how a middle was rounded.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.calendar import UNITS
from ..data.cut import HALVES_UP_TO, float_midpoints, integer_middles
from ..data.runs import each_of
from ..induction.line_splits import branches_of_levels, part_of
from ..induction.splits import SubsetSplit, ThresholdSplit
from ..pruning.risks import prediction_of
from ..tree.figures import parts_at
from ..tree.words import BINARY, split_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ..data import Column, Dataset
    from ..data.target import Target
    from ..engine.contract import Floats, Ints
    from ..engine.growing import Grown
    from ..induction.splits import Split
    from ..tree.preorder import Preorder

    Values = NDArray[np.int64]

WHAT, VALUE, KIND, WAY = range(4)
"""The words of a node: its column or class, the value of its cut, what that is, missing rows."""
HALVES, WHOLE, LEVEL, GROUP, INSTANT, KNOWN, TEXT, DECIMAL = 0, 1, 2, 3, 4, 5, 6, 1000
"""Kinds of values; a decimal's is so much and its power of ten."""
LEAF: Final = -100
"""In the place of where missing rows go."""
DIGITS: Final = 14
_LEAST: Final = -290
"""The power of ten of the smallest numbers that are told apart to so many digits."""
_POWERS: Final = np.array([float(f"1e{power}") for power in range(-308, 309)])


def digest_of(nodes: Preorder, dataset: Dataset) -> str:
    """Return the digest of a subtree. O(nodes), none of which has to be made."""
    words = np.zeros((len(nodes), 4), dtype="<i8")
    words[:, WAY] = LEAF
    if dataset.target.is_classification:
        words[:, WHAT] = names_of(dataset.target.labels)[_said(nodes, dataset.target)]
    _put(words, [(at, node.split) for at, node, _ in nodes.seen if node.split], dataset)
    for lines, where, at, _ in nodes.bundles:
        grown, places = part_of(lines.grown, where), each_of(at)
        for number in np.unique(grown.column[grown.column >= 0]).tolist():
            here = np.flatnonzero(grown.column == number)
            words[places[here]] = _of_lines(grown, here, dataset.columns[number])
    return blake2b(words.tobytes(), digest_size=8).hexdigest()


def in_words(nodes: Preorder, dataset: Dataset) -> str:
    """Return the digest that sessions of format 1 have: over the texts of cuts."""
    all_said = [""] * len(nodes)
    if dataset.target.is_classification:
        said = _said(nodes, dataset.target).tolist()
        all_said = [dataset.target.labels[code] for code in said]
    for at, split in enumerate(nodes.shown_splits()):
        if split is not None:
            all_said[at] = _text_of(split, dataset.columns)
    told = "\0".join([*all_said, ""]).encode("utf-8", "surrogatepass")
    return blake2b(told, digest_size=8).hexdigest()


def _said(nodes: Preorder, target: Target) -> NDArray[np.intp]:
    """Return the class that each node's own rows say."""
    return prediction_of(parts_at(nodes, held=False).stats, target).astype(np.intp)


def _text_of(split: Split, columns: Sequence[Column]) -> str:
    said = f"{split_text(split, columns, plain=True)}\0{split.missing}"
    for other in split.surrogates:
        said += f"\0{split_text(other.split, columns, plain=True)}\0{other.flipped}"
    return said


def names_of(texts: Iterable[object]) -> Values:
    """Return a number for each of some names."""
    named = (str(text).encode("utf-8", "surrogatepass") for text in texts)
    digests = b"".join(blake2b(name, digest_size=8).digest() for name in named)
    return np.frombuffer(digests, dtype="<i8").astype(np.int64)


def _put(words: Values, splits: Sequence[tuple[int, Split]], dataset: Dataset) -> None:
    """Put the words of some splits, each where it stands."""
    cuts: dict[int, list[tuple[int, ThresholdSplit]]] = {}
    for at, split in splits:
        column = dataset.columns[split.column]
        words[at] = (0, 0, KNOWN, split.missing)
        if split.surrogates or split.known > BINARY:
            words[at, WHAT : KIND + 1] = (*names_of([_text_of(split, dataset.columns)]), 0, TEXT)
            continue
        words[at, WHAT] = names_of([column.name])[0]
        if isinstance(split, SubsetSplit) and split.known == BINARY:
            labels = (column.labels[level] for level in split.groups[0])
            words[at, VALUE : KIND + 1] = names_of(labels).sum(), GROUP
        elif isinstance(split, ThresholdSplit) and split.cuts:
            cuts.setdefault(split.column, []).append((at, split))
    for number, some in cuts.items():
        values = [split.cuts[0].value for _, split in some]
        words[[at for at, _ in some], VALUE : KIND + 1] = _values_of(
            dataset.columns[number], values
        )


def _of_lines(grown: Grown, here: Ints, column: Column) -> Values:
    """Return the words of lines that are all split by one column."""
    words = np.zeros((len(here), 4), dtype=np.int64)
    words[:, WHAT], words[:, KIND] = names_of([column.name])[0], KNOWN
    if column.is_ordered:
        words[:, WAY] = grown.missing[here]
        cut = np.flatnonzero(grown.high[here] >= 0)
        low, high = grown.low[here[cut]], grown.high[here[cut]]
        words[cut, VALUE : KIND + 1] = _between(column, low, high)
        return words
    labels, begin = names_of(column.labels), 0
    for some, branches, missing in branches_of_levels(grown, here, column):
        part = words[begin : begin + len(some)]
        begin += len(some)
        part[:, WAY] = missing
        where, levels = np.nonzero((branches == 0) & (branches == 1).any(axis=1)[:, None])
        part[where, KIND] = GROUP
        np.add.at(part[:, VALUE], where, labels[levels])
    return words


def _between(column: Column, low: NDArray[Any], high: NDArray[Any]) -> Values:
    """Return value and kind of the middles between values given by rank."""
    if column.kind == "ordered":
        return _kept(names_of(column.labels)[low], LEVEL)
    below, above = column.keys[low], column.keys[high]
    if column.kind == "number":
        return _decimals(float_midpoints(below, above))
    if column.kind == "datetime":
        return _instants(column, column.calendar.midpoints(below, above))
    whole, odd = integer_middles(below, above)
    halves = np.abs(whole.astype(np.float64)) < HALVES_UP_TO
    whole, odd = whole.astype(np.int64), odd.astype(np.int64)
    return _kept(np.where(halves, 2 * whole + odd, whole), np.where(halves, HALVES, WHOLE))


def _values_of(column: Column, values: Sequence[float]) -> Values:
    """Return value and kind of cuts."""
    if column.kind == "number":
        return _decimals(np.array(values, dtype=np.float64))
    if column.kind == "ordered":
        return _kept(names_of(column.labels)[np.array(values, dtype=np.intp)], LEVEL)
    if column.kind == "datetime":
        return _instants(column, np.array(values, dtype=np.int64))
    halves = [abs(value) < HALVES_UP_TO for value in values]
    kept = [int(2 * one if half else one) for one, half in zip(values, halves, strict=True)]
    bits = np.array([one % 2**64 for one in kept], dtype=np.uint64)  # as `astype` leaves them
    return _kept(bits.view(np.int64), np.where(halves, HALVES, WHOLE))


def _instants(column: Column, values: Values) -> Values:
    return _kept(values * np.int64(UNITS[column.calendar.unit]), INSTANT)


def _kept(values: Values, kind: int | Values) -> Values:
    return np.stack((values, np.broadcast_to(kind, len(values))), axis=1)


def _decimals(values: Floats) -> Values:
    """Return value and kind of numbers: halves, as whole numbers are cut, or so many digits."""
    with np.errstate(over="ignore", invalid="ignore"):
        size = np.abs(values)
        whole = np.rint(2 * values)
        halves = (np.abs(2 * values - whole) <= 2 * size * 10.0**-DIGITS) & (size < HALVES_UP_TO)
    power = np.floor(np.log10(np.where(halves, 1.0, size))).clip(_LEAST).astype(np.int64)
    digits = np.rint(values * _POWERS[DIGITS - 1 - power + 308])
    over = np.abs(digits) >= 10.0**DIGITS
    digits[over] = np.rint(digits[over] / 10)
    found = np.where(halves, whole, digits).astype(np.int64)
    return _kept(found, np.where(halves, HALVES, DECIMAL + power + over))
