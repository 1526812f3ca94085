"""Servers and a browser for the session, a fresh page for each test, and no complaint allowed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.machine import missing

from . import kernels
from .cells import write_notebook
from .chrome import launch
from .pages import LabPage, NotebookPage, VoilaPage
from .servers import JupyterLab, Voila

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

HERE = "tests/browser/"


def pytest_collection_modifyitems(items):
    """Mark every test of this folder, so that `-m "not browser"` leaves them out."""
    for item in items:
        if HERE in item.path.as_posix():
            item.add_marker("browser")


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


def checked(page: NotebookPage) -> Iterator[NotebookPage]:
    """Hand out a page, and afterwards look at what it complained of."""
    yield page
    complaints = page.complaints()
    page.close()
    assert complaints == []


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
def lab_pages() -> dict[BrowserContext, LabPage]:
    """Return the pages of JupyterLab that stay for the next test, by their context."""
    return {}


@pytest.fixture
def lab(context_of, context_options, lab_server, lab_pages, request) -> Iterator[LabPage]:
    """Return a page of JupyterLab: the one of the test before, unless that failed or reloaded it.

    To load JupyterLab takes longer than most tests.
    """
    failed = request.session.testsfailed
    context = context_of(context_options)
    if context not in lab_pages:
        lab_pages[context] = LabPage(context.new_page(), lab_server)
    page = lab_pages[context]
    yield page
    complaints = page.complaints()
    if complaints or page.reloaded or request.session.testsfailed > failed:
        lab_pages.pop(context).close()
    else:
        page.leave()
    assert complaints == []


@pytest.fixture
def voila(page, voila_server) -> Iterator[VoilaPage]:
    """Return a page of Voila."""
    yield from checked(VoilaPage(page, voila_server))


@pytest.fixture(params=["lab", "voila"])
def host(request) -> NotebookPage:
    """Return a page of each host in turn."""
    return request.getfixturevalue(request.param)
