"""The bare round trip: an anywidget that does nothing but ask Python for a number."""

from __future__ import annotations

import anywidget
import traitlets

SCRIPT = """
export default {
  render({ model, el }) {
    const button = document.createElement("button");
    const answer = document.createElement("output");
    button.className = "bare-ask";
    button.textContent = "ask";
    answer.className = "bare-answer";
    const show = () => { answer.textContent = String(model.get("answer")); };
    model.on("change:answer", show);
    button.addEventListener("click", () => model.send({}));
    show();
    el.replaceChildren(button, answer);
  },
};
"""


class Echo(anywidget.AnyWidget):
    """Answers each click with the next number."""

    _esm = SCRIPT
    answer = traitlets.Int(0).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda *_: setattr(self, "answer", self.answer + 1))
