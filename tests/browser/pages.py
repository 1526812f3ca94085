"""A notebook open in a browser, in JupyterLab, Voila or marimo."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from .chrome import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from .servers import JupyterLab, Server, Voila

RUN_CODE = """async (code) => {
  const panel = window.jupyterapp.shell.currentWidget;
  const notebook = panel.content;
  const shared = notebook.model.sharedModel;
  shared.insertCell(shared.cells.length, { cell_type: "code", source: code });
  notebook.activeCellIndex = shared.cells.length - 1;
  notebook.deselectAll();
  await window.jupyterapp.commands.execute("notebook:run-cell");
  const outputs = notebook.model.cells.get(shared.cells.length - 1).outputs.toJSON();
  const text = outputs.map((one) =>
    one.output_type === "error" ? `${one.ename}: ${one.evalue}`
    : one.output_type === "stream" ? [one.text].flat().join("")
    : [one.data?.["text/plain"] ?? ""].flat().join(""));
  return text.join("").trim();
}"""

READY = """() => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.sessionContext?.isReady && panel.sessionContext.session?.kernel?.status === "idle";
}"""


SHOW_NOTEBOOK = """async (path) => {
  await window.jupyterapp.serviceManager.kernelspecs.refreshSpecs();
  await window.jupyterapp.commands.execute("docmanager:open", { path });
}"""

# A kernel with the engine it chose when it began, and with nothing that a notebook made.
CLEARED = """
import os
import ipywidgets
assert "TREEWIDGET_ENGINE" not in os.environ
ipywidgets.Widget.close_all()
get_ipython().reset()
"""

# A kernel takes longer to start, and to import pandas, than most tests: one is handed on.
LEAVE = """async (code) => {
  let kept = null;
  for (const one of [...window.jupyterapp.shell.widgets("main")]) {
    const session = one.sessionContext?.session;
    const kernel = session?.kernel;
    if (kept === null && kernel?.name === "python3" && kernel.status === "idle") {
      const done = await kernel.requestExecute({ code, silent: true }).done;
      if (done.content.status === "ok") kept = session.id;
    }
    if (session?.id !== kept) await one.sessionContext?.shutdown();
    one.dispose();
  }
  window.jupyterapp.shell.expandLeft();
  delete window.askPython;
  return kept;
}"""

ASK = "(code) => window.askPython(code)"

RUN_COMMAND = """async ([name, args]) => {
  await window.jupyterapp.commands.execute(name, args);
}"""

# A page that never answers would hold up every test behind it.
LIMITED = """([argument, seconds]) => {
  const late = new Error(`no answer within ${seconds} s`);
  const limit = new Promise((_, fail) => setTimeout(() => fail(late), 1000 * seconds));
  return Promise.race([(%s)(argument), limit]);
}"""


class NotebookPage:
    """A page, what it complained of, and how to reach its server."""

    OWN: ClassVar[tuple[str, ...]] = ()  # parts of what the host complains of by itself
    reloaded = False

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.record = Record()
        self.record.watch(page)
        page.set_default_timeout(30_000)

    def complaints(self) -> list[str]:
        """Return the console's errors, but for the host's own, and requests to other hosts."""
        every = self.record.errors + self.record.foreign
        return [text for text in every if not any(part in text for part in self.OWN)]

    def close(self) -> None:
        """Close the page, and let go of its kernels."""
        self.page.close()
        self.server.release()

    def leave(self) -> None:
        """Leave the page to the next test, and forget what was complained of."""
        raise NotImplementedError

    def show(self, notebook: str, *, dark: bool = False) -> None:
        """Open a notebook that holds a probe, run it, and wait until the probe answers."""
        raise NotImplementedError

    def python(self, code: str) -> str:
        """Run code in the kernel and return its words; the notebook must hold a probe."""
        return str(self.answer(ASK, code))

    def answer(self, script: str, argument: Any = None, seconds: float = 120) -> Any:
        """Return what a function of the page comes to, or fail if that takes too long."""
        return self.page.evaluate(LIMITED % script, [argument, seconds])

    def _await_probe(self) -> None:
        self.page.wait_for_function("() => window.askPython !== undefined")


class LabPage(NotebookPage):
    """A notebook in JupyterLab."""

    server: JupyterLab
    # It asks a kernel for a subshell, which may be gone before it answers.
    OWN = ("Canceled future for create_subshell_request",)

    def open(self, notebook: str, *, dark: bool = False) -> None:
        """Open a notebook and wait for its kernel; JupyterLab itself is loaded once a page."""
        self.server.hand_on(notebook)
        if self.page.url.startswith(self.server.url):
            self.answer(SHOW_NOTEBOOK, notebook)
        else:
            self.page.goto(self.server.address(notebook))
        self.page.wait_for_function(READY, timeout=60_000)
        self.theme("JupyterLab Dark" if dark else "JupyterLab Light")  # the server remembers one

    def show(self, notebook: str, *, dark: bool = False) -> None:
        self.open(notebook, dark=dark)
        self.run_all()
        self._await_probe()

    def reload(self) -> None:
        """Load the page again, after which it is no page for another test.

        What was open comes back by two ways, the workspace's and the address's: whichever is
        later may open again, over another test's notebook, what was closed in between.
        """
        self.reloaded = True
        self.page.reload()

    def leave(self) -> None:
        """Close every notebook as it is, and forget what was complained of."""
        kept = self.answer(LEAVE, CLEARED)
        self.page.mouse.move(0, 0)
        self.server.release(kept)
        self.record.clear()

    def collapse_left(self) -> None:
        """Leave the files' room to the notebook."""
        self.page.evaluate("window.jupyterapp.shell.collapseLeft()")

    def theme(self, name: str) -> None:
        """Change JupyterLab's theme."""
        self.command("apputils:change-theme", {"theme": name})
        light = "false" if "Dark" in name else "true"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

    def command(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Run one of JupyterLab's commands to its end."""
        self.answer(RUN_COMMAND, [name, arguments or {}])

    def run_all(self) -> None:
        """Run every cell and wait for the last."""
        self.command("notebook:run-all-cells")

    def run(self, code: str) -> str:
        """Run code in a new last cell and return what it printed."""
        return str(self.answer(RUN_CODE, code))

    def start(self, code: str) -> None:
        """Run code in a new last cell without waiting for its end."""
        self.page.evaluate(f"(code) => {{ ({RUN_CODE})(code); }}", code)


class VoilaPage(NotebookPage):
    """A notebook in Voila."""

    server: Voila
    # Its template's icons, and a farewell to the kernel that it then forbids itself.
    OWN = ("/@fortawesome/fontawesome-free@", "/voila/api/shutdown/")

    def open(self, notebook: str, *, dark: bool = False) -> None:
        """Open a notebook, which runs, and wait until Voila shows it."""
        self.page.goto(self.server.address(notebook, dark=dark))
        self.page.wait_for_selector("#rendered_cells", state="visible", timeout=60_000)

    def show(self, notebook: str, *, dark: bool = False) -> None:
        self.open(notebook, dark=dark)
        self._await_probe()

    def leave(self) -> None:
        """Go where nothing is: the kernel ends with its page."""
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.record.clear()


class MarimoPage(NotebookPage):
    """A notebook in marimo, run as an app."""

    def show(self, notebook: str, *, dark: bool = False) -> None:
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.page.goto(self.server.address(notebook))
        self._await_probe()


@contextmanager
def lab_page(browser: Browser, server: JupyterLab, **context: Any) -> Iterator[LabPage]:
    """Open a page of JupyterLab in a browser context of its own."""
    with browser.new_context(**context) as fresh:
        yield LabPage(fresh.new_page(), server)


@contextmanager
def voila_page(browser: Browser, server: Voila, **context: Any) -> Iterator[VoilaPage]:
    """Open a page of Voila in a browser context of its own."""
    with browser.new_context(**context) as fresh:
        yield VoilaPage(fresh.new_page(), server)
