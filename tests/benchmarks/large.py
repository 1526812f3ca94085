"""Large trees on screen: first paint, frames while panning and zooming, answers to gestures.

    python -m tests.benchmarks.large                    20,000 and 100,000 nodes, and a deep chain
    python -m tests.benchmarks.large --nodes 20000      one size only
    python -m tests.benchmarks.large --shots folder     with pictures

The trees are made in the page (`large.js`), the widget is the built one, and there is no kernel:
what is measured is the front end alone. A gesture counts from its event to the frame that shows
what it did; of three tries the best, since other work on the machine only ever adds. Script is what
the browser's trace calls so, between one frame and the next.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from tests.browser.chrome import Record, launch
from treewidget.widget.bundle import read_bundle

from . import frames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

SCRIPT = Path(__file__).with_name("large.js")
BASE = Path(__file__).parents[1] / "contract" / "iris.json"
SIZE = {"width": 1180, "height": 700}
PAN = {"shiftKey": True, "deltaY": 40}
ZOOM = {"deltaY": -60}
NEAR = {"deltaY": -150}
TRIES = 3
FRAMES = 40


class Case(NamedTuple):
    """A tree to show: whole, or as Python opens it."""

    nodes: int
    shape: str = "bushy"
    collapsed: bool = False


class Moved(NamedTuple):
    """Milliseconds of the frames of a motion: from one to the next, and of script in each."""

    frame: float
    script: float


def show(page: Page, case: Case) -> float:
    """Show a tree, and return the milliseconds to its first paint."""
    script, style = read_bundle()
    page.set_content(
        f"<!doctype html><style>{style}</style><div id=here></div>"
        f"<script type=module>{SCRIPT.read_text(encoding='utf-8')}</script>"
    )
    page.evaluate("(tree) => large.prepare(...tree)", [*case, json.loads(BASE.read_text())])
    return float(page.evaluate("(script) => large.open(script)", script))


def moved(browser: Browser, page: Page, event: dict[str, object], count: int = FRAMES) -> Moved:
    """Turn the wheel to and fro, once a frame; return medians."""
    browser.start_tracing(page=page, categories=frames.CATEGORIES)
    times = page.evaluate("([count, event]) => large.wheel(count, event)", [count, event])
    script = frames.script_per_frame(browser.stop_tracing())
    return Moved(statistics.median(times), statistics.median(script))


def best(*acts: Callable[[], float]) -> list[float]:
    """Do these in turn a few times; return the shortest of each."""
    tries = [[act() for act in acts] for _ in range(TRIES)]
    return [min(times) for times in zip(*tries, strict=True)]


def edits(page: Page, case: Case) -> Iterator[tuple[str, float]]:
    """Yield the milliseconds of what Python tells: the root's first branch goes, and comes back.

    And of all that is open, the same branch closed and opened again.
    """
    pruned = best(
        lambda: float(page.evaluate("large.prune(1)")), lambda: float(page.evaluate("large.undo()"))
    )
    yield from zip(("prune", "undo"), pruned, strict=True)
    if case.collapsed:
        return
    page.evaluate("large.all()")
    page.evaluate("large.key('ArrowDown')")
    closed = best(
        lambda: float(page.evaluate("large.key(' ')")), lambda: float(page.evaluate("large.all()"))
    )
    yield from zip(("half collapsed", "all opened"), closed, strict=True)
    page.evaluate("large.key('ArrowUp')")


def gestures(page: Page) -> Iterator[tuple[str, float]]:
    """Select, collapse, expand, search and jump: milliseconds of each, the best of a few."""

    def key(name: str, *, field: bool = False) -> Callable[[], float]:
        return lambda: float(page.evaluate("(key) => large.key(...key)", [name, field]))

    def search(text: str) -> Callable[[], float]:
        return lambda: float(page.evaluate("(text) => large.search(text)", text))

    yield from zip(("select", "back"), best(key("ArrowDown"), key("ArrowUp")), strict=True)
    yield from zip(("collapse", "expand"), best(key(" "), key(" ")), strict=True)
    name, number, jump, end = best(
        search("savings"), search("savings 4"), key("Enter", field=True), search("")
    )
    yield from (("search", max(name, number)), ("jump", jump), ("search ends", end))


def measure(browser: Browser, case: Case, shots: Path | None) -> dict[str, float]:
    """Measure everything of one tree."""
    page = browser.new_page(viewport=SIZE)
    record = Record()
    record.watch(page)
    figures = {"first paint": min(show(page, case) for _ in range(TRIES))}
    figures["marks"] = page.evaluate("large.marks()")
    if shots:
        page.screenshot(path=str(shots / f"{case.nodes}-{case.shape}-{case.collapsed}.png"))
    for name, event in (("pan", PAN), ("zoom", ZOOM)):
        figures[f"{name}: frame"], figures[f"{name}: script"] = moved(browser, page, event)
    figures |= dict(gestures(page))
    if case.shape == "bushy":
        figures |= dict(edits(page, case))
    figures["to the cards: longest"] = max(page.evaluate("(by) => large.wheel(30, by, 1)", NEAR))
    for name, event in (("cards, pan", PAN), ("cards, zoom", ZOOM)):
        figures[f"{name}: frame"], figures[f"{name}: script"] = moved(browser, page, event)
    assert not record.errors, record.errors
    page.close()
    return figures


def shown(column: dict[str, float], name: str) -> str:
    """Return a figure as it stands in the table; what was not measured is a dash."""
    return f"{column[name]:,.0f}" if name in column else "-"


def table(cases: list[Case], columns: list[dict[str, float]]) -> str:
    """Return the figures as a Markdown table, one column a tree."""
    heads = [
        f"{case.nodes:,} {case.shape}{', collapsed' if case.collapsed else ''}" for case in cases
    ]
    lines = [f"| ms | {' | '.join(heads)} |", "|---" * (len(cases) + 1) + "|"]
    lines += [
        f"| {name} | {' | '.join(shown(column, name) for column in columns)} |"
        for name in columns[0]
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.large", description=__doc__)
    parser.add_argument("--nodes", type=int, help="one size only")
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the whole trees")
    options = parser.parse_args()
    sizes = [options.nodes] if options.nodes else [20_000, 100_000]
    cases = [Case(size, collapsed=collapsed) for size in sizes for collapsed in (True, False)]
    if not options.nodes:
        cases.append(Case(261, "chain"))
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, launch(playwright) as browser:
        columns = [measure(browser, case, options.shots) for case in cases]
    print(table(cases, columns))


if __name__ == "__main__":
    main()
