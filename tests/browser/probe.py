"""Ask the kernel behind a page, wherever the page is: JupyterLab shows cells, Voila does not.

A cell `from tests.browser.probe import Probe; Probe()` puts `window.askPython(code)` into the
page; the answer is what the code printed, or the repr of its one expression.
"""

from __future__ import annotations

import contextlib
import io
import traceback
from typing import Any

import anywidget
from IPython.core.getipython import get_ipython

CELL = "from tests.browser.probe import Probe\nProbe()"

SCRIPT = """
export default {
  initialize({ model }) {
    const open = new Map();
    let count = 0;
    model.on("msg:custom", ({ id, text }) => {
      open.get(id)?.(text);
      open.delete(id);
    });
    window.askPython = (code) => new Promise((resolve) => {
      count += 1;
      open.set(count, resolve);
      model.send({ id: count, code });
    });
  },
  render({ el }) {
    el.innerHTML = "<span class='probe'>probe</span>";
  },
};
"""


class Probe(anywidget.AnyWidget):
    """Runs code in the notebook's namespace."""

    _esm = SCRIPT

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._answer)

    def _answer(self, _widget: Any, content: dict[str, Any], _buffers: list[bytes]) -> None:
        self.send({"id": content["id"], "text": evaluate(content["code"])})


def evaluate(code: str) -> str:
    """Run code as a cell does, and return its words, an exception's included."""
    shell = get_ipython()
    assert shell is not None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            try:
                compiled = compile(code, "<probe>", "eval")
            except SyntaxError:
                exec(compile(code, "<probe>", "exec"), shell.user_ns)  # noqa: S102 - its purpose
            else:
                print(repr(eval(compiled, shell.user_ns)))  # noqa: S307 - its purpose
        except Exception as error:  # noqa: BLE001 - the test reads it
            print("".join(traceback.format_exception_only(error)))
    return said.getvalue().strip()
