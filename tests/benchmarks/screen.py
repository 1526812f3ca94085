"""How quickly the screen follows: committed splits against a bare round trip, and a dragged cut.

    python -m tests.benchmarks.screen                50 splits, 5 s of dragging, in both hosts
    python -m tests.benchmarks.screen --splits 10    a shorter run

A split counts from the click to the first frame that shows a node only Python could have made. The
bare round trip is an anywidget that asks Python for a number, measured in turn with the splits.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import expect, sync_playwright

from tests.browser.cells import write_notebook
from tests.browser.chrome import launch
from tests.browser.pages import lab_page, voila_page
from tests.browser.servers import JupyterLab, Voila
from tests.browser.view import View

from . import frames

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.pages import NotebookPage

CELL = """
import numpy as np
import pandas as pd
import treewidget as tw
from tests.benchmarks.echo import Echo

rng = np.random.default_rng(0)
frame = pd.DataFrame(rng.normal(size=(1_400, 8))).add_prefix("x")
noise = rng.normal(scale=0.8, size=len(frame))
frame["kind"] = pd.cut(frame.x0 + frame.x1 * frame.x2 + noise, 3, labels=["a", "b", "c"])
held = np.arange(len(frame)) >= 1_000
tree = tw.DecisionTree(
    frame, target="kind", validation=held, max_leaf_nodes=16, min_samples_leaf=10
)
assert tree.root.n == 1_000 and len(tree.frame()) == 31
leaves = tree.frame().query("is_leaf and n >= 40").index.tolist()
leaves = [leaf for leaf in leaves if len(tree.candidates(leaf).gain.dropna())]
view = tree.widget()
"""
CELLS = (CELL, "Echo()", "view")

LOOK = {"viewport": {"width": 1440, "height": 1400}, "reduced_motion": "reduce"}
REST = 200  # ms between clicks
IMPOSSIBLE = 2.0  # ms: nothing comes back from Python so soon

# From the press to the frame in which `read` gives something new.
MEASURE = """([press, read]) => new Promise((resolve) => {
  const shown = new Function(read);
  const before = shown();
  const button = new Function(press)();
  const begin = performance.now();
  button.click();
  const look = () => {
    if (shown() !== before) resolve(performance.now() - begin);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
BARE = (
    "return document.querySelector('.bare-ask')",
    "return document.querySelector('.bare-answer').textContent",
)
SPLIT = (
    "return document.querySelector('[role=toolbar] [aria-label=Split]')",
    "return document.querySelectorAll('[role=treeitem][aria-label*=gini]').length",
)


class Times(NamedTuple):
    """Milliseconds of every committed split and every bare round trip."""

    splits: list[float]
    bare: list[float]

    @property
    def excess(self) -> float:
        """How much longer the median split takes."""
        return statistics.median(self.splits) - statistics.median(self.bare)


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def notebook(folder: Path) -> str:
    """Write the notebook to measure on."""
    write_notebook(folder / "screen.ipynb", *CELLS)
    return "screen.ipynb"


def measure(opened: NotebookPage, what: tuple[str, str]) -> float:
    """Press once, and return the milliseconds until the answer was on the screen."""
    opened.page.wait_for_timeout(REST)
    took = float(opened.page.evaluate(MEASURE, list(what)))
    assert took >= IMPOSSIBLE, f"{took} ms: this was not Python's answer"
    return took


def committed_splits(opened: NotebookPage, count: int) -> Times:
    """Split leaves, one after the other and in turn with bare round trips; undo each."""
    view = View(opened).wait()
    leaves = [int(leaf) for leaf in opened.python("leaves").strip("[]").split(",")]
    times = Times([], [])
    for i in range(-2, count):  # the first two warm up
        view.select(leaves[i % len(leaves)])
        bare, split = measure(opened, BARE), measure(opened, SPLIT)
        if i >= 0:
            times.bare.append(bare)
            times.splits.append(split)
        view.verb("Undo").click()
        expect(view.nodes()).to_have_count(31)
    return times


def dragged_cut(browser: Browser, opened: NotebookPage, seconds: float) -> list[float]:
    """Drag a cut to and fro, and return the milliseconds of script in each frame."""
    view = View(opened).wait()
    view.select(0)
    view.tab("Cut")
    view.inspector.get_by_role("combobox", name="Column").select_option(label="x0")
    grip = view.inspector.locator(".tw-grip").bounding_box()
    plot = view.inspector.locator(".tw-plot").bounding_box()
    assert grip is not None
    assert plot is not None
    middle, reach = plot["x"] + plot["width"] / 2, plot["width"] / 3
    y = grip["y"] + grip["height"] / 2
    mouse = opened.page.mouse
    mouse.move(grip["x"] + grip["width"] / 2, y)
    mouse.down()
    browser.start_tracing(page=opened.page, categories=frames.CATEGORIES)
    opened.page.evaluate(f"performance.mark('{frames.BEGIN}')")
    begin, step = time.monotonic(), 0
    while time.monotonic() - begin < seconds:
        step += 1
        place = step % 200 / 100  # 0 to 2: there and back
        mouse.move(middle + reach * (1 - 2 * abs(1 - place)), y)
    opened.page.evaluate(f"performance.mark('{frames.END}')")
    trace = browser.stop_tracing()
    mouse.up()
    return frames.script_per_frame(trace)


def main() -> None:
    """Measure in both hosts and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.screen", description=__doc__)
    parser.add_argument("--splits", type=int, default=50)
    parser.add_argument("--drag", type=float, default=5.0, help="seconds")
    options = parser.parse_args()
    for kind, paged in ((JupyterLab, lab_page), (Voila, voila_page)):
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch, "root")
            root.mkdir()
            with (
                kind(root, Path(scratch)) as server,
                sync_playwright() as playwright,
                launch(playwright) as browser,
                paged(browser, server, **LOOK) as opened,
            ):
                opened.show(notebook(root))
                times = committed_splits(opened, options.splits)
                drag = dragged_cut(browser, opened, options.drag)
        print(
            f"{kind.__name__}: split {statistics.median(times.splits):.0f} ms "
            f"(p95 {p95(times.splits):.0f}), bare {statistics.median(times.bare):.0f} ms "
            f"(p95 {p95(times.bare):.0f}), excess {times.excess:.0f} ms; "
            f"drag {len(drag)} frames, script p95 {p95(drag):.1f} ms, most {max(drag):.1f} ms"
        )


if __name__ == "__main__":
    main()
