"""The built front end: what `_esm` and `_css` carry to the page, and what it asks for later."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from ..errors import TreeWidgetError

STATIC: Final = Path(__file__).parents[1] / "static"


class BundleMissingError(TreeWidgetError, FileNotFoundError):
    """The package was installed without its front end."""


def read_bundle(folder: Path | None = None) -> tuple[str, str]:
    """Return the script and the style sheet, from `STATIC` unless said otherwise.

    Read again when the files change, so that a rebuilt front end is seen without a new kernel.

    Raises
    ------
    BundleMissingError
        Saying how to build them.
    """
    folder = folder or STATIC
    return _text(folder / "widget.js"), _text(folder / "widget.css")


def read_panels() -> str:
    """Return the script of the panels, which a view asks for when one is first opened."""
    return _text(STATIC / "panels.js")


def _text(path: Path) -> str:
    if not path.is_file():
        raise BundleMissingError(
            f"the widget's front end is not built: {path} is missing. In a clone of the "
            "project run `npm ci && npm run build` in js/; otherwise install the package again"
        )
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> str:
    return path.read_text(encoding="utf-8")
