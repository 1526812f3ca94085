"""Servers and a browser for the session, a fresh page for each test, and no complaint allowed."""

from __future__ import annotations

import json
from itertools import cycle
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.machine import missing
from tests.thorough import by_test, leave

from . import kernels
from .cells import write_notebook
from .chrome import launch
from .pages import LabPage, NotebookPage, VoilaPage
from .servers import JupyterLab, Voila

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

    from .servers import Server

HERE = "tests/browser/"
HOSTS = ["lab", "voila"]
TURNS = ["lab", "voila", "lab"]
"""Where tests of what is the same in every host run, one after another: Voila starts a kernel for
each."""
UNLIKE = {"test_harness.py", "test_hosts.py", "test_trust.py"}
"""Files about what hosts do differently: each of their tests runs in every host each time."""


def pytest_collection_modifyitems(config, items):
    """Mark every test of this folder, so that `-m "not browser"` leaves them out.

    What a gesture does is the same in every host: tests of it run in one of them by turns.
    """
    alike = []
    for item in items:
        if HERE in item.path.as_posix():
            item.add_marker("browser")
            if item.path.name not in UNLIKE and host_of(item):
                alike.append(item)
    turns = [cases for cases in by_test(alike).values() if len({*map(host_of, cases)}) > 1]
    by_turns = zip(turns, cycle(TURNS), strict=False)
    elsewhere = (case for cases, here in by_turns for case in cases if host_of(case) != here)
    leave(config, items, elsewhere)


def host_of(item: pytest.Item) -> str | None:
    """Return the host of a case, where its test runs in several."""
    return item.callspec.params.get("host") if hasattr(item, "callspec") else None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if "chromium" in missing():
        pytest.fail("no Chromium here: `python -m tests` installs it")
    with sync_playwright() as playwright, launch(playwright) as chromium:
        yield chromium


@pytest.fixture(scope="session")
def root(tmp_path_factory) -> Path:
    """Return the folder both servers serve."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="session")
def lab_server(root, tmp_path_factory) -> Iterator[JupyterLab]:
    with JupyterLab(root, tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def voila_server(root, tmp_path_factory) -> Iterator[Voila]:
    with Voila(root, tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture(scope="session")
def old_kernel(tmp_path_factory, lab_server, voila_server) -> str:
    """Return the name of a kernel of the previous generation, known to both servers."""
    command = kernels.make_old_kernel(tmp_path_factory.mktemp("kernel") / "environment")
    for server in (lab_server, voila_server):
        kernels.register(command, server.home)
    return kernels.OLD


@pytest.fixture(params=["ipykernel7", "ipykernel6"])
def kernel(request) -> str:
    """Return the name of each generation of kernel in turn."""
    return "python3" if request.param == "ipykernel7" else request.getfixturevalue("old_kernel")


@pytest.fixture
def write(root, request) -> Callable[..., str]:
    """Return a function that writes a notebook of these cells, with a probe, where it is served."""

    def write_cells(*cells: str, kernel: str = "python3") -> str:
        name = "".join(letter if letter.isalnum() else "_" for letter in request.node.name)
        write_notebook(root / f"{name}.ipynb", *cells, kernel=kernel)
        return f"{name}.ipynb"

    return write_cells


@pytest.fixture
def context_options() -> dict:
    """Return how the browser context is made; tests override it by parametrizing."""
    return {"viewport": {"width": 1440, "height": 1600}, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def context_of(browser) -> Iterator[Callable[[dict], BrowserContext]]:
    """Return what gives a context of some options: pages of one share what they fetched."""
    made: dict[str, BrowserContext] = {}

    def made_once(options: dict) -> BrowserContext:
        asked = json.dumps(options, sort_keys=True)
        if asked not in made:
            made[asked] = browser.new_context(**options)
        return made[asked]

    yield made_once
    for context in made.values():
        context.close()


@pytest.fixture
def page(context_of, context_options) -> Page:
    """Return a fresh page."""
    return context_of(context_options).new_page()


@pytest.fixture(scope="session")
def kept_pages() -> dict[tuple[type[NotebookPage], BrowserContext], NotebookPage]:
    """Return the pages that stay for the next test, by their host and context."""
    return {}


@pytest.fixture
def kept(context_of, context_options, kept_pages, request) -> Callable[..., Iterator[NotebookPage]]:
    """Return what hands out a host's page of the test before, unless that failed or reloaded it.

    To load a host takes longer than most tests.
    """

    def handed(kind: type[NotebookPage], server: Server) -> Iterator[NotebookPage]:
        failed = request.session.testsfailed
        context = context_of(context_options)
        key = kind, context
        if key not in kept_pages:
            kept_pages[key] = kind(context.new_page(), server)
        page = kept_pages[key]
        page.page.bring_to_front()  # one behind another is hardly drawn
        yield page
        complaints = page.complaints()
        if complaints or page.reloaded or request.session.testsfailed > failed:
            kept_pages.pop(key).close()
        else:
            page.leave()
        assert complaints == []

    return handed


@pytest.fixture
def lab(kept, lab_server) -> Iterator[LabPage]:
    """Return a page of JupyterLab."""
    yield from kept(LabPage, lab_server)


@pytest.fixture
def voila(kept, voila_server) -> Iterator[VoilaPage]:
    """Return a page of Voila."""
    yield from kept(VoilaPage, voila_server)


@pytest.fixture(params=HOSTS)
def host(request) -> NotebookPage:
    """Return a page of each host in turn."""
    return request.getfixturevalue(request.param)
