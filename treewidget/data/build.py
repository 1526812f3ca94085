"""From a frame to a data set: the one place where everything that came in is checked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InvalidValueError, UnknownNameError, WrongTypeError
from .centre import centre_of
from .column import Column
from .column_notes import IDENTIFIER_ROWS
from .columns import code_columns
from .dataset import Dataset
from .frame import Source, accept, is_name, named_column, own_column, plain_name
from .kept import keep
from .parts import Draw, Part, Request, checked_random_state, make_parts, read_request
from .target import Target, Task, histogram
from .target_coding import code_target
from .values import understand
from .weights import case_weights, check_parts, class_weights
from .words import counted, listed, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from .kept import Kept


def build_dataset(
    data: object,
    target: object,
    *,
    weights: object = None,
    validation: object = None,
    test: object = None,
    task: Task | None = None,
    class_weight: object = None,
    random_state: int | None = 0,
) -> Dataset:
    """Return a frame as a coded data set; the frame itself is left alone.

    Parameters
    ----------
    data : DataFrame, or anything that speaks the Arrow C stream
    target : str, int, Series or array
        A column of the frame, or one value for each row (matched by position).
    weights : str, int, Series or array, optional
        Case weights, likewise.
    validation, test : optional
        A fraction (drawn, stratified by class), a boolean column or mask, or a second frame.
    task : {"classification", "regression"}, optional
        Inferred from the target when absent.
    class_weight : "balanced" or dict, optional
        Multiplies the weights, as in scikit-learn; where rows just count with so few digits (of a
        million rows still nine decimal ones) that sums are exact.
    random_state : int or None
        Where drawing begins.

    Raises
    ------
    TreeWidgetError
        When something given cannot be used; the text says what, where, and what would be right.
    """
    seed = checked_random_state(random_state)
    main = accept(data)
    requests = _requests(main, validation, test)
    second = [(part, request.source) for part, request in requests.items() if request.source]
    sources = (main, *(source for _, source in second))
    places = ("data", *(part for part, _ in second))

    coded, target_column = _target(sources, places, target, task)
    _refuse_target(requests, target_column)
    row_weights, weight_column = case_weights(weights, sources, places)
    usable = ~coded.missing if row_weights is None else ~coded.missing & (row_weights > 0)
    if not usable[: len(main.frame)].any():
        raise _nothing_trains(coded)
    strata = coded.codes if coded.is_classification else None
    rows = [len(source.frame) for source in sources]
    parts = make_parts(requests, rows, Draw(usable, strata, seed))
    by_class = class_weights(class_weight, coded, parts["train"], row_weights)
    if by_class is not None:
        row_weights, usable = by_class, usable & (by_class > 0)
        parts = {part: positions[usable[positions]] for part, positions in parts.items()}
    check_parts(row_weights, parts)
    _check_target(coded, parts["train"])
    coded = _finished(coded, parts["train"], row_weights)

    roles = {target_column, weight_column, *(request.column for request in requests.values())}
    notes = [f"{coded.task}: {coded.reason}", *_row_notes(coded, row_weights)]
    if not is_name(target) and target_column in main.frame.columns:
        notes.append(f"column {shown(target_column)} left out: it has the name of the target")
    if not is_name(weights) and weight_column is not None:
        notes.append(f"column {shown(weight_column)} left out: it holds the weights")
    notes.extend(_part_notes(requests, parts, seed, by_class=coded.is_classification))
    columns = code_columns(sources, places, roles, parts["train"], notes)
    known = (*columns, *_as_column(coded, target_column)) if is_name(target) else columns
    kept = _kept(sources, known)
    return Dataset(columns, coded, _unequal(row_weights, parts), parts, kept, tuple(notes))


def _kept(sources: Sequence[Source], columns: Sequence[Column]) -> tuple[Kept, ...]:
    """Return what is kept of each frame, so that its rows can be given back."""
    starts = np.cumsum([0, *(len(source.frame) for source in sources)]).tolist()
    return tuple(keep(source, columns, at) for source, at in zip(sources, starts, strict=False))


def _unequal(
    weights: NDArray[np.float64] | None, parts: Mapping[Part, NDArray[np.intp]]
) -> NDArray[np.float64] | None:
    """Return the weights of rows; None where each row of a part weighs 1."""
    if weights is None or (weights[np.concatenate(list(parts.values()))] == 1).all():
        return None
    return weights


def _as_column(target: Target, name: str | int | None) -> list[Column]:
    """Return classes that are whole numbers as a column: its codes give the values back."""
    whole = all(isinstance(value, int | np.integer) for value in target.classes)
    keys = np.array(target.classes) if whole else np.empty(0)
    if name is None or keys.dtype.kind not in "iu":
        return []
    return [Column(name, "integer", target.codes, keys)]


def _requests(main: Source, validation: object, test: object) -> dict[Part, Request]:
    asked: dict[Part, object] = {"validation": validation, "test": test}
    read = {part: read_request(value, main.frame, part) for part, value in asked.items()}
    return {part: request for part, request in read.items() if request is not None}


def _refuse_target(requests: Mapping[Part, Request], target: str | int | None) -> None:
    for part, request in requests.items():
        if request.column is not None and request.column == target:
            raise InvalidValueError(
                f"{part} column {shown(target)} is the target: its rows would all be of one class; "
                "name a column that says which rows are of that part"
            )


def _target(
    sources: Sequence[Source], places: Sequence[str], target: object, task: Task | None
) -> tuple[Target, str | int | None]:
    """Return the coded target and the column that is not a predictor because of it."""
    first = sources[0].frame
    if is_name(target):
        name = named_column(first, target, "target", places[0])
        series = first[name]
    elif target is None:
        raise WrongTypeError(f"target is None: name a column of data ({listed(first.columns)})")
    else:
        series = own_column(target, len(first), "target")
        own = plain_name(series.name)
        name = "target" if own is None else own
    values = [understand(series, f"target {shown(name)}")]
    for source, place in zip(sources[1:], places[1:], strict=True):
        if not is_name(target) and name not in source.frame.columns:
            raise UnknownNameError(
                f"target was given beside data, and {place} has no column {shown(name)} for it: "
                f"give it as a Series whose name is that of the column in {place} "
                f"({listed(source.frame.columns)}), or as a column of data by its name"
            )
        column = source.frame[named_column(source.frame, name, "target", place)]
        values.append(understand(column, f"target {shown(name)} of {place}"))
    return code_target(str(name), values, task), name


def _check_target(target: Target, training: NDArray[np.intp]) -> None:
    place = f"target {shown(target.name)}"
    if not len(training):
        raise _nothing_trains(target)
    values = target.codes if target.is_classification else target.values
    learnt = values[training]
    if learnt.min() == learnt.max():
        value = target.decode(learnt[:1])[0]
        others = (values[~target.missing] != learnt[0]).any()
        cure = "choose a column that varies"
        if others:
            cure = "hold out other rows, or give more of them a weight"
        raise InvalidValueError(
            f"{place} is constant: it is {shown(getattr(value, 'item', lambda: value)())} in "
            f"{'all ' if len(training) > 1 else ''}{counted(len(training), 'training row')}, so "
            f"there is nothing to learn; {cure}"
        )
    if not target.is_classification:
        return
    distinct = _distinct(learnt)
    if distinct == len(training) > IDENTIFIER_ROWS:
        raise InvalidValueError(
            f"{place} has as many classes as training rows ({distinct:,}), like an identifier: "
            "choose a column whose values repeat, or task='regression' for numbers"
        )


def _nothing_trains(target: Target) -> InvalidValueError:
    return InvalidValueError(
        f"target {shown(target.name)} leaves no training row: each is without a target or has a "
        "weight of 0; give some rows both"
    )


def _finished(
    target: Target, training: NDArray[np.intp], weights: NDArray[np.float64] | None
) -> Target:
    """Return a target with what depends on the training rows."""
    if target.is_classification:
        return replace(target, trained=_distinct(target.codes[training]))
    share = np.ones(len(training)) if weights is None else weights[training]
    centre = centre_of(target.values[training], share)
    bins, edges = histogram(target.values, training)
    return replace(target, centre=centre, bins=bins, edges=edges)


def _distinct(codes: NDArray[np.generic]) -> int:
    return int(np.count_nonzero(np.bincount(codes)))


def _row_notes(target: Target, weights: NDArray[np.float64] | None) -> list[str]:
    notes = []
    without = int(target.missing.sum())
    if without:
        notes.append(f"{counted(without, 'row')} without a target left out")
    if weights is not None:
        silent = int(((weights == 0) & ~target.missing).sum())
        if silent:
            notes.append(f"{counted(silent, 'row')} of weight 0 left out: n counts the others")
    return notes


def _part_notes(
    requests: dict[Part, Request],
    parts: dict[Part, NDArray[np.intp]],
    seed: int | None,
    *,
    by_class: bool,
) -> list[str]:
    """Say how many rows were drawn, and how; the other parts the user chose."""
    how = "stratified by class, " if by_class else ""
    return [
        f"{part}: {counted(len(parts[part]), 'row')} drawn ({how}random_state={seed})"
        for part, request in requests.items()
        if request.fraction is not None
    ]
