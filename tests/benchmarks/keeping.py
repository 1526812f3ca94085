"""Where figures are kept between runs, and what is said of the run that made them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import machine

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSORS: Final = {"amd": "AMD", "intel": "Intel"}
INSTRUCTIONS: Final = {
    "avx512_bytes": "AVX-512",
    "avx512": "the first AVX-512",
    "avx2": "AVX2",
}
RESULTS = Path(__file__).with_name("results")


def kept(name: str) -> dict[str, Any]:
    """Return what an earlier run wrote under a name."""
    path = RESULTS / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found


def keep(name: str, found: dict[str, Any]) -> None:
    """Write figures under a name."""
    RESULTS.mkdir(exist_ok=True)
    Path(RESULTS, f"{name}.json").write_text(json.dumps(found, indent=1) + "\n")


def stamp(**more: Any) -> dict[str, Any]:
    """Return the day and the machine of a run."""
    return {"date": str(np.datetime64("today")), **more, **machine.description()}


def growths() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Return what was kept of growths: whose processor with which instructions, the rows, all."""
    paths = (path.stem for path in RESULTS.glob("growth-*.json"))
    yield from sorted(((*_which(name), kept(name)) for name in paths), key=lambda one: one[:2])


def _which(name: str) -> tuple[str, int]:
    _, rows, instructions, maker = name.split("-")
    processor = PROCESSORS.get(maker, maker)
    return f"{processor} with {INSTRUCTIONS.get(instructions, instructions)}", int(rows)
