"""Pieces of HTML. Every text passes `text` on its way into the page; nothing else quotes anything.

Markup is a type of its own, so that a plain string can never be taken for it.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from ...data.words import brief, counted
from ...data.words import percent as plain_percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NARROW: Final = "\u202f"
DASH: Final = "\u2013"
"""Where there is no value."""
LITTLE: Final = 0.05
WHOLE: Final = 100
MANY: Final = 1e12
"""Weights have one decimal up to `WHOLE`; three digits and a power below `LITTLE`, from here on."""
ROUNDING: Final = 1e-9
"""A sum of weights is off by less of itself."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")

_SIGNS: Final = {"<=": "≤", ">=": "≥", "!=": "≠"}
_SHARE: Final = re.compile(r"(?<=\d) %")


class Markup(str):
    """HTML that may stand in the page as it is."""

    __slots__ = ()


def text(value: object) -> Markup:
    """Return a value as text of the page: escaped, and without what no page can hold.

    Examples
    --------
    >>> text("<b onclick='x'>")
    '&lt;b onclick=&#x27;x&#x27;&gt;'
    """
    if isinstance(value, Markup):
        return value
    said = str(value).encode("utf-8", "replace").decode("utf-8")
    return Markup(escape(_CONTROL.sub("\ufffd", said), quote=True))


LONGEST: Final = 20_000
"""Characters of one text: a rule may name a hundred thousand levels."""


def name(value: object, longest: int = LONGEST) -> Markup:
    """Return a name out of the data: its own writing direction turns nothing around it."""
    return tag("bdi", text(cut(value, longest)))


def cut(value: object, longest: int = LONGEST) -> str:
    """Return a text, and where it is endless its beginning and how much more there is."""
    said = str(value)
    more = len(said) - longest
    return f"{said[:longest]}… and {counted(more, 'character')} more" if more > 0 else said


def folded(said: str, brief: str) -> Markup:
    """Return a name out of the data, where there is a briefer one folded under that."""
    if said == brief:
        return name(said)
    return tag("details", tag("summary", name(brief)), name(said))


def tag(kind: str, *inside: object, **attributes: object) -> Markup:
    """Return an element. Attributes that are None are left out; ``class_`` is ``class``.

    Examples
    --------
    >>> tag("td", 3, class_="number")
    '<td class="number">3</td>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{kind}{given}>{''.join(map(text, inside))}</{kind}>")


def joined(parts: Iterable[Markup], between: str = "") -> Markup:
    """Return several pieces as one."""
    return Markup(text(between).join(parts))


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """Return a table; a head that begins with ``#`` is over numbers, which stand at the right."""
    numbers = [head.startswith("#") for head in heads]
    top = [
        tag("th", head.removeprefix("#"), scope="col", class_="number" if number else None)
        for head, number in zip(heads, numbers, strict=True)
    ]
    body = [
        tag(
            "tr",
            *(
                tag("td", cell, class_="number" if number else None)
                for cell, number in zip(row, numbers, strict=True)
            ),
        )
        for row in rows
    ]
    made = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *top)),
        tag("tbody", *body),
    )
    return tag("div", made, class_="wide", role="region", aria_label=caption, tabindex=0)


def section(identity: str, title: str, *inside: object) -> Markup:
    """Return a part of the page with its heading."""
    head = tag("h2", title, id=f"{identity}-head")
    return tag("section", head, *inside, id=identity, aria_labelledby=f"{identity}-head")


# ---------------------------------------------------------------- figures in words


def percent(share: float) -> str:
    r"""Return a share with one decimal; 0 % and 100 % only where they are exact.

    Examples
    --------
    >>> percent(0.5432), percent(0.0001), percent(1.0)
    ('54.3\u202f%', '<0.1\u202f%', '100\u202f%')
    """
    return plain_percent(share).replace(" ", NARROW)


def error(value: float | None, *, classes: bool) -> str:
    """Return an error rate or a root mean squared error; a dash where there is none."""
    if value is None or value != value:  # noqa: PLR0124 - not a number
        return DASH
    return percent(value) if classes else brief(value)


def count(number: float) -> str:
    """Return a number of rows, or their weight, which sums may have put off a whole number.

    Examples
    --------
    >>> count(2400.0), count(2400.0000001), count(136.4), count(12.34), count(1.234e-30)
    ('2,400', '2,400', '≈\u202f136', '≈\u202f12.3', '≈\u202f1.23e-30')
    """
    if number < MANY and abs(number - round(number)) <= ROUNDING * number:
        return f"{number:,.0f}"
    if not LITTLE <= number < MANY:
        return f"≈{NARROW}{brief(number, 3)}"
    return f"≈{NARROW}{number:,.{0 if number >= WHOLE else 1}f}"


def spelled(said: str) -> str:
    r"""Return words about a tree as a page has them: with signs, and no figure parted from its %.

    Examples
    --------
    >>> spelled("age <= 42.5"), spelled("repaid 82 %")
    ('age ≤ 42.5', 'repaid 82\u202f%')
    """
    for plain, sign in _SIGNS.items():
        said = said.replace(f" {plain} ", f" {sign} ")
    return _SHARE.sub(f"{NARROW}%", said)


def when(at: str) -> str:
    """Return a time as it is read.

    Examples
    --------
    >>> when("2026-11-21T19:18:16+00:00")
    '2026-11-21 19:18:16 UTC'
    """
    return at.replace("T", " ").replace("+00:00", " UTC")
