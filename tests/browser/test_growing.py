"""Long work: progress, cancel, and clicks while the kernel is busy, with both kernels."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, SLOW, VIEW
from .view import View


def test_a_long_growth_shows_progress_and_is_cancelled(host, write):
    host.show(write(SLOW, VIEW))
    view = View(host).wait()
    view.select(0)
    view.verb("Grow").click()
    expect(view.root.get_by_role("progressbar")).to_be_visible()
    assert host.python("1 + 1") == "2"  # the kernel stays usable

    view.root.get_by_role("button", name="Cancel", exact=True).click()
    expect(view.root.get_by_role("progressbar")).to_be_hidden()
    expect(view.node(0)).to_be_focused()
    assert host.python("(len(tree.frame()), len(tree.history), tree.workspace.revision)") == (
        "(1, 0, 0)"
    )
    view.expect_ids({0})


def test_the_keyboard_is_not_lost_with_the_button_that_cancels(lab, write):
    lab.show(write(SLOW, VIEW))
    view = View(lab).wait()
    view.select(0)
    view.verb("Grow").click()
    cancel = view.root.get_by_role("button", name="Cancel", exact=True)
    cancel.focus()
    cancel.press("Escape")  # the growth ends, and nobody has pressed the button
    expect(cancel).to_have_count(0)
    expect(view.node(0)).to_be_focused()


def test_a_click_while_a_long_cell_runs_is_done_or_says_that_it_waits(lab, write, kernel):
    lab.show(write(PENGUINS, VIEW, kernel=kernel))
    view = View(lab).wait()
    view.select(1)
    begin = time.monotonic()
    lab.start("import time\ntime.sleep(6)\nprint('done')")
    lab.page.wait_for_timeout(500)  # the cell has begun
    view.verb("Prune").click()
    if kernel == "python3":
        expect(view.node(1)).not_to_have_attribute("aria-expanded", "true", timeout=3000)
        assert time.monotonic() - begin < 5  # while the cell was running
    else:
        expect(view.root.get_by_text("Waiting for the kernel")).to_be_visible()
        expect(view.node(1)).to_have_attribute("aria-expanded", "true")
        view.node(0).click()  # still explorable
        expect(view.inspector).to_contain_text("Node 0")
        expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")  # done at last
    assert lab.python("len(tree.history)") == "1"


def test_a_waiting_click_can_be_taken_back(lab, write, old_kernel):
    lab.show(write(PENGUINS, VIEW, kernel=old_kernel))
    view = View(lab).wait()
    view.select(1)
    lab.start("import time\ntime.sleep(5)")
    lab.page.wait_for_timeout(500)
    view.verb("Prune").click()
    view.root.get_by_role("button", name="Cancel", exact=True).click()
    expect(view.root.get_by_text("Waiting for the kernel")).to_be_hidden()
    assert lab.python("len(tree.history)") == "0"
    expect(view.node(1)).to_have_attribute("aria-expanded", "true")


@pytest.mark.parametrize("end", ["restartKernel", "shutdown"])
def test_without_a_kernel_the_tree_can_still_be_explored(lab, write, end):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    lab.page.evaluate(f"window.jupyterapp.shell.currentWidget.sessionContext.{end}()")
    expect(view.said.get_by_text("Read-only: no kernel")).to_be_visible()
    expect(view.verb("Prune")).to_be_disabled()
    view.select(2)  # never looked at before: its candidates would have to be asked for
    expect(view.root.get_by_role("tabpanel")).to_contain_text("No kernel to ask")
    view.select(1)
    view.node(1).dblclick()
    expect(view.node(1)).to_have_attribute("aria-expanded", "false")
