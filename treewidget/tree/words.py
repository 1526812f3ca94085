"""Splits, branches and rules in words: one way of saying them for cells, texts and frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ..data.words import elided
from ..induction.splits import SHARE, Cut, Split, SubsetSplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..data import Column
    from .node import Node

BINARY: Final = 2
"""Branches of a split that is named by its first one."""
BRIEFLY: Final = 10
"""Names of levels, and branches, in a text that is read in passing."""
_LONGEST: Final = 40


def split_text(
    split: Split, columns: Sequence[Column], *, brief: bool = False, plain: bool = False
) -> str:
    """Return a split as text: its first branch when there are two, else all of them.

    ``petal_width <= 1.75``, ``color in {red, blue}``, ``age: <= 23 | (23, 37] | > 37``. A `brief`
    one names no more than `BRIEFLY` branches, and levels in each, and says how many more there are.
    A `plain` one has the column's name as it is, as journals always had it, though it be blank.
    """
    column = columns[split.column]
    name = column.name if plain else column.label
    if split.known == 1:
        return f"{name} is known"
    apart = "; missing apart" if split.missing == split.known else ""
    if split.known == BINARY:
        return branch_text(split, 0, columns, brief=brief, plain=plain) + apart
    named = min(split.known, BRIEFLY) if brief else split.known
    shorts = [way_text(split, at, column, brief=brief) for at in range(named)]
    if split.known > named:
        shorts.append(f"{split.known - named:,} more")
    return f"{name}: " + " | ".join(shorts) + apart


def branch_text(
    split: Split,
    branch: int,
    columns: Sequence[Column],
    *,
    brief: bool = False,
    plain: bool = False,
) -> str:
    """Return the condition of one branch: ``petal_width > 1.75``, ``age is missing``."""
    column = columns[split.column]
    name = str(column.name) if plain else column.label
    if branch == split.known:
        return f"{name} is missing"
    if isinstance(split, SubsetSplit):
        if split.known == 1:
            return f"{name} is known"
        return f"{name} in {_set(split.groups[branch], column, brief=brief)}"
    low = split.cuts[branch - 1] if branch else None
    high = split.cuts[branch] if branch < len(split.cuts) else None
    return _interval(name, low, high)


def step_text(split: Split, branch: int, columns: Sequence[Column], missing_n: int) -> str:
    """Return the condition of one branch, and whether rows that lack the column meet it too.

    As a rule says it: ``petal_width > 1.75 (or missing)`` where `missing_n` of them are known.
    """
    return Condition().narrowed(split, branch, missing_n).text(columns[split.column])


def rule_text(steps: Sequence[tuple[Node, int]], columns: Sequence[Column]) -> str:
    """Return the way to a node as a rule, conditions on one column merged into one.

    ``petal_length > 2.45 and 0.8 < petal_width <= 1.75``; "all rows" for the root. A column's
    condition says "(or missing)" where training rows without it went along, and "in part" where
    only some of them did, by surrogates, or shares of them.
    """
    conditions: Conditions = {}
    for node, branch in steps:
        if node.split is not None:
            conditions = narrowed(conditions, node.split, branch, node.missing_n)
    return joined([condition.text(columns[at]) for at, condition in conditions.items()])


def rules(
    splits: Iterable[tuple[Split | None, int]], columns: Sequence[Column], *, brief: bool = False
) -> Iterator[str]:
    """Yield the rule of every node, as `rule_text` has it, or as briefly as `split_text`."""
    for (said,) in rules_said(splits, columns, (brief,)):
        yield said


def rules_said(
    splits: Iterable[tuple[Split | None, int]], columns: Sequence[Column], ways: Sequence[bool]
) -> Iterator[list[str]]:
    """Yield the rule of every node in several ways: of each, whether it is brief.

    Parameters
    ----------
    splits : iterable of (Split or None, int)
        Of all nodes in pre-order, with the training rows there that lack the split's column. No
        more of them are taken than rules are asked for.
    columns : sequence of Column
    ways : sequence of bool
    """
    ahead: list[tuple[Conditions, dict[int, list[str]]]] = [({}, {})]
    for split, missing_n in splits:
        conditions, texts = ahead.pop()
        yield [joined([said[way] for said in texts.values()]) for way in range(len(ways))]
        if split is None:
            continue
        at = split.column
        for branch in reversed(range(split.branches)):
            below = narrowed(conditions, split, branch, missing_n)
            # The others say what they said.
            said = [below[at].text(columns[at], brief=brief) for brief in ways]
            ahead.append((below, {**texts, at: said}))


class Condition(NamedTuple):
    """What a path asks of one column."""

    low: Cut | None = None
    high: Cut | None = None
    levels: tuple[int, ...] | None = None
    along: bool = True
    """Missing rows came along so far."""
    only_missing: bool = False
    known: bool = False
    missing_n: int = 0
    in_part: bool = False
    """Of the missing rows only some came, or shares of them."""

    def narrowed(self, split: Split, branch: int, missing_n: int) -> Condition:
        """Return the condition after one more split of the column."""
        low, high, levels, along, only_missing, known, _, in_part = self
        parted = split.missing == SHARE or bool(split.surrogates)
        if branch == split.known:
            only_missing = True
        elif not isinstance(split, SubsetSplit):
            # a cut further down lies inside those above it, or it would have left a side empty
            low = split.cuts[branch - 1] if branch else low
            high = split.cuts[branch] if branch < len(split.cuts) else high
        elif split.known == 1:  # known against missing: no level is asked for
            known = True
        else:
            before = frozenset(split.groups[branch] if levels is None else levels)
            levels = tuple(level for level in split.groups[branch] if level in before)
        along = along and (parted or branch == split.missing)
        return Condition(
            low, high, levels, along, only_missing, known, missing_n, in_part or parted
        )

    def text(self, column: Column, *, brief: bool = False) -> str:
        """Return the condition in words."""
        if self.only_missing:
            return f"{column.label} is missing"
        if self.levels is not None:
            said = f"{column.label} in {_set(self.levels, column, brief=brief)}"
        elif self.known:
            return f"{column.label} is known"
        else:
            said = _interval(column.label, self.low, self.high)
        if not (self.along and self.missing_n):
            return said
        return f"{said} (or missing, in part)" if self.in_part else f"{said} (or missing)"


Conditions: TypeAlias = dict[int, Condition]
"""What a path asks of each column, in the order it first asked."""


def narrowed(conditions: Conditions, split: Split, branch: int, missing_n: int) -> Conditions:
    """Return the conditions one step further down."""
    before = conditions.get(split.column, Condition())
    return {**conditions, split.column: before.narrowed(split, branch, missing_n)}


def joined(texts: Iterable[str]) -> str:
    """Return the texts of conditions as a rule."""
    return " and ".join(texts) or "all rows"


def _interval(name: str, low: Cut | None, high: Cut | None) -> str:
    if low is not None and high is not None:
        return f"{low.text} < {name} <= {high.text}"
    if low is not None:
        return f"{name} > {low.text}"
    return f"{name} <= {high.text}" if high is not None else f"{name} is known"


def _set(levels: Sequence[int], column: Column, *, brief: bool = False) -> str:
    if not brief:
        return "{" + _enumerated([column.labels[level] for level in levels]) + "}"
    labels = [elided(column.labels[level], _LONGEST) for level in levels[:BRIEFLY]]
    more = len(levels) - BRIEFLY
    return "{" + _enumerated(labels) + (f" and {more:,} more" if more > 0 else "") + "}"


def _enumerated(labels: Sequence[str]) -> str:
    """Return names in a row: a comma in one of them would part it in two."""
    return ("; " if any("," in label for label in labels) else ", ").join(labels)


def way_text(split: Split, branch: int, column: Column, *, brief: bool = False) -> str:
    """Return one branch without the column's name: ``(23, 37]``, ``{red, blue}``, ``missing``."""
    if branch == split.known:
        return "missing"
    if split.known == 1:
        return "known"
    if isinstance(split, SubsetSplit):
        return _set(split.groups[branch], column, brief=brief)
    if branch == 0:
        return f"<= {split.cuts[0].text}"
    if branch == len(split.cuts):
        return f"> {split.cuts[-1].text}"
    return f"({split.cuts[branch - 1].text}, {split.cuts[branch].text}]"
