"""How names and values of the user's data stand in messages: in quotes, and never endless."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

_HUGE = 1e15
_LONGEST = 80
_DIGITS, _MOST_DIGITS = 4, 9
_STEPS = 30  # that values are told apart by, where most of them lie
_MOST_LISTED = 5
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})  # categories of Unicode
_WIDE: Final = Context(prec=400)  # whatever precision the user's decimals have


def shown(value: object, longest: int = _LONGEST) -> str:
    """Return the repr of a value, its middle left out when it is long.

    Examples
    --------
    >>> shown("age"), shown("x" * 1000, longest=20)
    ("'age'", "'xxxxxxxxx…xxxxxxxx'")
    """
    if isinstance(value, str) and len(value) > 2 * longest:
        value = value[:longest] + value[-longest:]
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out whole numbers of thousands of digits
        text = f"{a_type(value)} of thousands of digits"
    text = re.sub(r"\n\s*", " ", text)  # an array's and a frame's lines
    return elided(text, longest)


def row_shown(index: pd.Index[Any], at: int) -> str:
    """Return the name of a row, as `shown`: no number of numpy's.

    Examples
    --------
    >>> import pandas as pd
    >>> row_shown(pd.Index([3, 8]), 1), row_shown(pd.MultiIndex.from_tuples([(8, "b")]), 0)
    ('8', "(8, 'b')")
    """
    return shown(index[[at]].tolist()[0])


def on_one_line(text: str) -> str:
    r"""Return a text with what would break a line, or is not seen, escaped as Python does.

    Examples
    --------
    >>> print(on_one_line("size in {S,\nM}"))
    size in {S,\nM}
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def elided(text: str, longest: int) -> str:
    """Return a text, its middle left out when it is long.

    Examples
    --------
    >>> elided("acute myocardial infarction", 13)
    'acute …rction'
    """
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}…{text[len(text) - (longest - half - 1) :]}"


def listed(values: Iterable[object]) -> str:
    """Return values in quotes, with commas and, if there are many, how many more there are.

    Examples
    --------
    >>> listed(["a", "b"]), listed(range(7))
    ("'a', 'b'", '0, 1, 2, 3, 4 and 2 more')
    """
    everything = list(values)
    text = ", ".join(shown(value) for value in everything[:_MOST_LISTED])
    more = len(everything) - _MOST_LISTED
    return f"{text} and {more:,} more" if more > 0 else text


def counted(number: int, thing: str) -> str:
    """Return ``1 row`` or ``2 rows``.

    Examples
    --------
    >>> counted(1, "row"), counted(1200, "row"), counted(2, "leaf")
    ('1 row', '1,200 rows', '2 leaves')
    """
    return f"{number:,} {thing if number == 1 else _many(thing)}"


def named(thing: str, names: Sequence[object]) -> str:
    """Return ``column 'a'`` or ``columns 'a', 'b'``.

    Examples
    --------
    >>> named("column", ["a"]), named("node", [3, 4])
    ("column 'a'", 'nodes 3, 4')
    """
    return f"{thing if len(names) == 1 else _many(thing)} {listed(names)}"


def _many(thing: str) -> str:
    return "leaves" if thing == "leaf" else f"{thing}s"


def a_type(value: object) -> str:
    """Return the type of a value with its article.

    Examples
    --------
    >>> a_type("x"), a_type(1)
    ('a str', 'an int')
    """
    name = type(value).__name__
    return f"{'an' if name[:1] in 'aeioAEIO' or name == 'ndarray' else 'a'} {name}"


def brief(number: float, digits: int = _DIGITS) -> str:
    """Return a number to so many digits, whole where it has more: an exponent is for the huge.

    Examples
    --------
    >>> brief(0.0123456), brief(99_999.6), brief(61_898.4), brief(-3.4e38)
    ('0.01235', '100,000', '61,898', '-3.4e+38')
    """
    whole = 10**digits - 0.5 <= abs(number) < _HUGE
    return f"{number:,.0f}" if whole else f"{number:.{digits}g}"


def brief_among(number: float, spread: float) -> str:
    """Return a number as `brief`, in as many digits as tell it from others that far around it.

    Examples
    --------
    >>> brief_among(36.98713, 0.08), brief_among(36.98713, 80.0), brief_among(-0.5, 0.0)
    ('36.987', '36.99', '-0.5')
    """
    if not (spread > 0 and number):
        return brief(number)
    step = math.floor(math.log10(spread) - math.log10(_STEPS))
    needed = math.floor(math.log10(abs(number))) - step + 1
    return brief(number, max(_DIGITS, min(needed, _MOST_DIGITS)))


def percent(share: float, decimals: int = 1) -> str:
    """Return a share in percent: 0 and 100 only where they are exact.

    A half is rounded up, as pages do it: of 342 in 480 both say 71.3 %.

    Examples
    --------
    >>> percent(0.543), percent(0.0001), percent(0.9999), percent(1.0), percent(0.996, 0)
    ('54.3 %', '<0.1 %', '>99.9 %', '100 %', '>99 %')
    >>> percent(342 / 480), percent(23 / 2000), percent(1 / 2000), percent(0.125, 0)
    ('71.3 %', '1.2 %', '0.1 %', '13 %')
    """
    figure, least = 100 * float(share), 10.0**-decimals
    if share in {0, 1}:
        decimals = 0
    elif 0 < figure < least / 2:
        return f"<{least:.{decimals}f} %"
    elif 100 - least / 2 <= figure < 100:  # noqa: PLR2004 - all of it
        return f">{100 - least:.{decimals}f} %"
    step = Decimal(1).scaleb(-decimals)
    return f"{Decimal(repr(figure)).quantize(step, ROUND_HALF_UP, _WIDE)} %"


def sendable(text: str) -> str:
    r"""Return a text that any encoding can carry: half a surrogate pair becomes a question mark.

    Examples
    --------
    >>> sendable("half \ud800")
    'half ?'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def dtype_for(values: Iterable[object]) -> type | None:
    r"""Return the dtype that pandas has to be told for values: its texts have no half surrogates.

    Examples
    --------
    >>> dtype_for(["a", 1]), dtype_for(["half \ud800"])
    (None, <class 'object'>)
    """
    halved = any(isinstance(one, str) and sendable(one) != one for one in values)
    return object if halved else None


def visible(text: str) -> str:
    r"""Return a text that is seen: one of blanks and signs without a width in quotes.

    Examples
    --------
    >>> print(visible("age"), visible(" "), visible("\u200b"))
    age ' ' '\u200b'
    """
    seen = any(unicodedata.category(letter) not in _UNSEEN for letter in text)
    return text if seen else repr(text)


def unique_texts(texts: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    """Return texts made unique: a text that comes twice gets its kind, and then a number, behind.

    The first of them keeps the text as it is. Blank texts are shown in quotes, and what no
    encoding can carry (half a surrogate pair) as a question mark.

    Examples
    --------
    >>> unique_texts(["1", "1", ""], ["str", "int", "str"])
    ('1', '1 (int)', "''")
    """
    taken: set[str] = set()
    result = []
    for text, kind in zip(texts, kinds, strict=True):
        base = visible(sendable(text))
        label, number = base, 1
        while label in taken:
            label = f"{base} ({kind})" if number == 1 else f"{base} ({number})"
            number += 1
        taken.add(label)
        result.append(label)
    return tuple(result)
