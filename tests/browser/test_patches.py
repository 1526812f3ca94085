"""A large tree goes by patches: views, reloads, other pages and saved notebooks have all of it."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from .cells import VIEW
from .pages import lab_page
from .view import View

LARGE = """
from tests.large import large_tree
tree = large_tree(300, rows=4, held=1)
"""

EDITS = """
branches = [node.id for node in tree.workspace.tree.walk() if node.region.depth == 3]
for at in range(25):
    tree.note(branches[at % 4], f"seen {at}")
    tree.prune(branches[at % 3])
    tree.undo()
    tree.lock(branches[3], on=at % 2 == 0)
tree.prune(branches[0])
print(tree.history[-1].after.leaves)
"""

SAVE_STATE = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"


def expect_leaves(view: View, leaves: str) -> None:
    """Wait until the figures say so many leaves."""
    expect(view.root.get_by_text(f"{leaves} leaves", exact=True).first).to_be_visible()


def test_after_a_hundred_patches_every_page_has_the_tree(lab, write, browser, root):
    notebook = write(LARGE, VIEW)
    lab.show(notebook)
    view = View(lab).wait()
    expect_leaves(view, "300")
    leaves = lab.python(EDITS)
    assert int(lab.python("tree.workspace.revision")) > 100
    expect_leaves(view, leaves)
    pruned = int(lab.python("branches[0]"))
    expect(view.node(pruned)).not_to_have_attribute("aria-expanded", "true")

    lab.start("view")  # a view of the model that is in the page already
    expect_leaves(View(lab, 1).wait(), leaves)

    lab.command(SAVE_STATE)
    lab.command("docmanager:save")
    widgets = json.loads((root / notebook).read_text("utf-8"))["metadata"]["widgets"]
    models = widgets["application/vnd.jupyter.widget-state+json"]["state"].values()
    saved = [model["state"]["_state"] for model in models if "_meta" in model["state"]]
    revision = int(lab.python("tree.workspace.revision"))
    assert [state["revision"] for state in saved] == [revision]
    assert len(saved[0]["nodes"]["id"]) == int(lab.python("len(tree.workspace.tree)"))

    with lab_page(browser, lab.server) as second:
        second.page.goto(lab.server.address(notebook))
        expect_leaves(View(second).wait(), leaves)
        view.select(0)
        lab.python("tree.undo()")
        for page in (lab, second):
            expect_leaves(View(page), "300")
        assert second.complaints() == []

    lab.reload()
    again = View(lab).wait()
    expect_leaves(again, "300")
    again.select(pruned)
    again.verb("Prune").click()
    expect_leaves(again, leaves)


PORTIONED = """
from treewidget.widget import portion
portion.MOST, portion.TOP, portion.BRANCH = 280, 60, 20
from tests.large import large_tree
tree = large_tree(300, rows=4, held=1)
"""

BELOW = """
next(n.id for n in tree.workspace.tree.walk() if n.region.depth == 7 and not n.is_leaf)
"""


def test_of_a_portion_pages_have_what_edits_change(lab, write):
    lab.show(write(PORTIONED, VIEW))
    view = View(lab).wait()
    expect_leaves(view, "300")
    leaves = lab.python(EDITS)  # of what the page was sent at first
    expect_leaves(view, leaves)
    pruned = int(lab.python("branches[0]"))
    expect(view.node(pruned)).not_to_have_attribute("aria-expanded", "true")
    lab.python("tree.undo()")
    expect_leaves(view, "300")

    below = int(lab.python(BELOW))  # which the page opens when it is asked for it
    lab.python(f"view.selected = {below}")
    expect(view.node(below)).to_be_visible()
    lab.python(f"tree.note({below}, 'far down')")
    view.verb("Note").click()
    box = view.inspector.get_by_role("textbox", name=f"Note on node {below}")
    expect(box).to_have_value("far down")
    lab.python(f"tree.prune({below})")
    expect(view.node(below)).not_to_have_attribute("aria-expanded", "true")
    expect_leaves(view, lab.python("tree.history[-1].after.leaves"))
    assert lab.complaints() == []
