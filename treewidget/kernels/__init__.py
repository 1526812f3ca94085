"""The compiled kernel: what touches every row of a large frame, in C++.

Whoever can use it asks `native` for the compiled module, and does without where that is None:
everything it does has a plain numpy twin, slower and of the same results.

Variables of the environment: TREEWIDGET_ENGINE ("numpy": the twin even where a kernel is;
"compiled": an error where none is), TREEWIDGET_THREADS (how many threads at most), TREEWIDGET_ISA
(an instruction set, to test one).
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ..errors import InvalidValueError

__all__ = ["MOST_ROWS", "absence", "instruction_set", "native", "threads"]

CONTRACT: Final = 14
"""Goes up, here and in binding.cpp, whenever a function of the kernel changes its arguments."""

MOST_ROWS: Final = 2**31 - 2
"""The kernel numbers rows in 32 bits."""

CURE: Final = (
    "install a C++ compiler and Python's headers (on Debian: apt-get install g++ python3-dev), "
    "then install treewidget again with pip's --no-cache-dir --force-reinstall, or in a checkout "
    "run python treewidget/kernels/build.py"
)


def native() -> Any:  # noqa: ANN401 - a module without stubs
    """Return the compiled module, or None where numpy is to serve."""
    return _loaded()[0]


def absence() -> str:
    """Return why there is no kernel and what would bring it; "" where one runs or is not wanted."""
    return _loaded()[1]


def instruction_set() -> str:
    """Return which variant of the kernel runs."""
    return str(native().instruction_set())


def threads() -> int:
    """Return how many threads a kernel may use."""
    wish = os.environ.get("TREEWIDGET_THREADS", "")
    if not wish:
        return _processors()
    if not wish.isdecimal() or int(wish) < 1:
        raise InvalidValueError(
            f"TREEWIDGET_THREADS={wish!r} is no number of threads: give 1 or above"
        )
    return int(wish)


def _processors() -> int:
    """Return the processors this process may use, which in a container are not all there are."""
    affinity = getattr(os, "sched_getaffinity", None)
    return min(len(affinity(0)) if affinity else os.cpu_count() or 1, _granted())


@cache
def _granted() -> int:
    """Return what the control group grants: read once, as small nodes ask often."""
    try:
        return granted(Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii"))
    except OSError:
        return sys.maxsize


def granted(limit: str) -> int:
    """Return how many processors' time a control group grants, given its ``cpu.max``.

    Examples
    --------
    >>> granted("150000 100000")
    2
    """
    quota, _, period = limit.partition(" ")
    if not (quota.isdecimal() and period.strip().isdecimal()):
        return sys.maxsize  # "max": all there are
    return max(1, -(-int(quota) // int(period)))


@cache
def _loaded() -> tuple[Any, str]:
    """Return the module or None, and what there is to say of it."""
    wish = os.environ.get("TREEWIDGET_ENGINE", "")
    if wish not in ("", "numpy", "compiled"):
        raise InvalidValueError(
            f"TREEWIDGET_ENGINE={wish!r} is unknown: say 'numpy' or 'compiled', or leave it out"
        )
    if wish == "numpy":
        return None, ""
    try:
        module = import_module("treewidget.kernels._native")
    except ImportError as error:
        trouble = str(error)
        # nanobind's own words, where only its package is missing, name the cure.
        said = trouble if "nanobind" in trouble else f"no compiled kernel ({trouble}): {CURE}"
    else:
        if module.contract == CONTRACT:
            if isa := os.environ.get("TREEWIDGET_ISA", ""):
                module.use(isa)
            return module, ""
        said = f"the compiled kernel is of another version of treewidget: {CURE}"
    if wish == "compiled":
        raise ImportError(f"TREEWIDGET_ENGINE=compiled, but {said}")
    return None, said
