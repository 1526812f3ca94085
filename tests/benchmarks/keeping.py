"""Where figures are kept between runs, and what is said of the run that made them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from . import machine

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
