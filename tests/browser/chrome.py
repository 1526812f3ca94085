"""Chromium with no way out of this machine, and a record of what a page asks and complains of."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request

FLAGS = [
    "--no-sandbox",  # as root, on a machine that is thrown away
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Names resolve to nothing but this machine's, so that "works offline" is tested every time.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
LOCAL = {"127.0.0.1", "localhost", ""}
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium() -> str | None:
    """Return the path of the system's Chromium, or None: then Playwright's own is used."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """Start a headless Chromium."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


@dataclass
class Record:
    """What one page asked of other hosts, and the errors it showed."""

    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Write down what this page does from now on."""
        page.on("request", self._asked)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))

    def clear(self) -> None:
        """Forget what was written down so far."""
        self.foreign.clear()
        self.errors.clear()

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in LOCAL:
            self.foreign.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")
