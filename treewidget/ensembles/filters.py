"""The process's warning filters, kept from scikit-learn's threads.

Before Python 3.14 they belong to the process, and each of scikit-learn's threads sets and restores
them: one can empty what another restores. They stay empty then, and scikit-learn warns of it as of
a mistake of its caller's.
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

THEIRS: Final = "sklearn.utils.parallel.delayed"


@contextmanager
def filters_kept() -> Iterator[None]:
    """Leave the filters as they were, and let through what else was warned of."""
    with warnings.catch_warnings(record=True) as heard:
        yield
    for one in heard:
        if THEIRS not in str(one.message):
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
