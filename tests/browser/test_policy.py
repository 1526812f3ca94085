"""A content security policy without inline evaluation still runs the widget."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

import treewidget as tw
from tests.session import hostile
from treewidget.widget.bundle import read_panels

from .chrome import Record

POLICY = (
    "default-src 'none'; script-src 'nonce-ours' blob:; style-src 'unsafe-inline'; img-src data:"
)
PAGE = """<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{style}</style></head>
<body><main id="here"></main>
<script type="application/json" id="state">{state}</script>
<script type="application/json" id="esm">{esm}</script>
<script type="application/json" id="panels">{panels}</script>
<script type="module" nonce="ours">
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const state = read("state");
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; }},
  save_changes() {{}}, off() {{}},
  on(event, listener) {{ if (event === "msg:custom") model.hear = listener; }},
  send({{ id, op }}) {{
    const reply = {{ kind: "reply", id, ok: true, revision: state._state.revision }};
    if (op === "panels") model.hear({{ ...reply, result: {{ script: read("panels") }} }});
  }},
}};
const blob = new Blob([read("esm")], {{ type: "text/javascript" }});
const {{ default: made }} = await import(URL.createObjectURL(blob));
const widget = typeof made === "function" ? await made() : made;
await widget.initialize?.({{ model }});
await widget.render({{ model, el: document.getElementById("here") }});
globalThis.evaluated = false;
try {{ globalThis.evaluated = new Function("return true")(); }} catch {{ /* the policy */ }}
</script></body></html>"""


def inside(value):
    """Return a value as JSON that may stand in a script element."""
    return json.dumps(value).replace("<", "\\u003c")


@pytest.fixture
def shown(browser, tmp_path):
    tree = tw.DecisionTree(hostile.frame(), target=hostile.TARGET, max_depth=3, validation=0.25)
    hostile.session(tree)
    widget = tree.widget()
    state = {
        name: value for name, value in widget.get_state().items() if name not in ("_esm", "_css")
    }
    content = PAGE.format(
        policy=POLICY,
        style=widget._css,
        state=inside(state),
        esm=inside(widget._esm),
        panels=inside(read_panels()),
    )
    (tmp_path / "page.html").write_text(content, encoding="utf-8")
    page, record, trapped = browser.new_page(), Record(), []
    page.on("dialog", lambda dialog: (trapped.append(dialog.message), dialog.dismiss()))
    record.watch(page)
    page.goto((tmp_path / "page.html").as_uri())
    yield page
    page.wait_for_timeout(300)
    assert (trapped, record.foreign, record.errors) == ([], [], [])
    page.close()
    widget.close()


def test_the_widget_needs_no_evaluation(shown):
    root = shown.get_by_role("treeitem", name="node 0")
    expect(root).to_be_visible()
    root.click()
    expect(root).to_have_attribute("aria-selected", "true")
    root.press("Shift+P")
    expect(shown.get_by_role("region", name="Pruning")).to_be_visible()  # its code came later
    assert shown.evaluate("globalThis.evaluated") is False, "the policy holds"
    assert shown.locator("main img, main script, main iframe").count() == 0
