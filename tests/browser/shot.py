"""Take a picture of a notebook as a user sees it.

    python -m tests.browser.shot notebooks/01_quickstart.ipynb out.png
    python -m tests.browser.shot notebooks/02_dashboard.ipynb out.png --voila --dark --width 1400

Console errors and requests to other hosts are printed, and make the command fail.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from .chrome import launch
from .pages import LabPage, VoilaPage, lab_page, voila_page
from .servers import JupyterLab, Voila
from .view import View


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.shot", description=__doc__)
    parser.add_argument("notebook", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--voila", action="store_true", help="in Voila instead of JupyterLab")
    parser.add_argument("--dark", action="store_true", help="with the host's dark theme")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=1000)
    parser.add_argument("--scale", type=float, default=1.0, help="device pixels per CSS pixel")
    parser.add_argument("--view", type=int, help="only the n-th widget, counted from 0")
    parser.add_argument("--select", type=int, help="a node to select beforehand")
    parser.add_argument("--tab", help="a tab of the inspector to open beforehand")
    parser.add_argument("--eval", dest="script", help="JavaScript to run in the page beforehand")
    parser.add_argument("--wait", type=float, default=0.6, help="seconds to let motion end")
    return parser.parse_args()


def take(opened: LabPage | VoilaPage, options: argparse.Namespace) -> None:
    """Photograph the page, or one widget of it, once it stands still."""
    page = opened.page
    view = View(opened, options.view or 0).wait()
    if options.select is not None:
        view.select(options.select)
    if options.tab:
        view.tab(options.tab)
    page.mouse.move(0, 0)
    view.root.evaluate("(root) => root.scrollIntoView({ block: 'center' })")
    if options.script:
        page.evaluate(options.script)
    page.wait_for_timeout(options.wait * 1000)
    options.picture.parent.mkdir(parents=True, exist_ok=True)
    target = page if options.view is None else view.root
    target.screenshot(path=str(options.picture))


def show(opened: LabPage | VoilaPage, options: argparse.Namespace) -> list[str]:
    """Open and run the notebook, take the picture, return the complaints."""
    opened.open(options.notebook.name, dark=options.dark)
    if isinstance(opened, LabPage):
        opened.collapse_left()
        opened.run_all()
    take(opened, options)
    return opened.complaints()


def main() -> int:
    """Serve a copy of the notebook, photograph it, say what the page complained of."""
    options = arguments()
    look = {
        "viewport": {"width": options.width, "height": options.height},
        "device_scale_factor": options.scale,
    }
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "notebooks")
        root.mkdir()
        shutil.copy(options.notebook, root)
        kind, paged = (Voila, voila_page) if options.voila else (JupyterLab, lab_page)
        with (
            kind(root, Path(scratch)) as server,
            sync_playwright() as playwright,
            launch(playwright) as browser,
            paged(browser, server, **look) as opened,
        ):
            complaints = show(opened, options)
    for complaint in complaints:
        sys.stderr.write(complaint + "\n")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
