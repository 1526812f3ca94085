"""Ask the kernel behind a page, wherever the page is: JupyterLab shows cells, others do not.

A cell `from tests.browser.probe import Probe; Probe(globals())` puts `window.askPython(code)` into
the page; the answer is what the code printed, or the repr of its one expression.
"""

from __future__ import annotations

import contextlib
import io
import traceback
from typing import Any

import anywidget

CELL = "from tests.browser.probe import Probe\nProbe(globals())"

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
    """Runs code among a notebook's names."""

    _esm = SCRIPT

    def __init__(self, names: dict[str, Any]) -> None:
        super().__init__()
        self._names = names
        self.on_msg(self._answer)

    def _answer(self, _widget: Any, content: dict[str, Any], _buffers: list[bytes]) -> None:
        self.send({"id": content["id"], "text": evaluate(content["code"], self._names)})


def evaluate(code: str, names: dict[str, Any]) -> str:
    """Run code as a cell does, and return its words, an exception's included."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            try:
                compiled = compile(code, "<probe>", "eval")
            except SyntaxError:
                exec(compile(code, "<probe>", "exec"), names)  # noqa: S102 - its purpose
            else:
                print(repr(eval(compiled, names)))  # noqa: S307 - its purpose
        except Exception as error:  # noqa: BLE001 - the test reads it
            print("".join(traceback.format_exception_only(error)))
    return said.getvalue().strip()
