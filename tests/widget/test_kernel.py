"""The widget in real kernels: messages on the wire, threads, busy cells; ipykernel 7 and 6."""

import sys
import time

import pytest

from tests.browser.kernels import make_old_kernel

from .kernel import Kernel


@pytest.fixture(scope="module", params=["installed", "ipykernel 6"])
def running(request, tmp_path_factory):
    home = tmp_path_factory.mktemp("kernel")
    if request.param == "installed":
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    else:
        command = make_old_kernel(home / "old")
    kernel = Kernel(command, home)
    yield kernel
    kernel.stop()


@pytest.fixture
def kernel(running):
    running.fresh()
    return running


@pytest.fixture
def slow(running):
    """A kernel whose growths take three seconds."""
    running.fresh(slow=3.0)
    return running


def test_a_gesture_changes_what_the_next_cell_computes(kernel):
    before = int(kernel.run("print(len(tree.frame()))"))
    reply = kernel.request("prune", 0, node=1)
    assert reply["ok"]
    assert kernel.states()[-1]["revision"] == 1
    assert int(kernel.run("print(len(tree.frame()))")) < before


def test_an_edit_in_a_cell_reaches_the_page_and_makes_its_gestures_stale(kernel):
    kernel.run("tree.prune(0)")
    assert [state["figures"]["nodes"] for state in kernel.states()] == [1]
    reply = kernel.request("split", 0, node=0)
    assert reply["error"]["code"] == "stale"
    assert kernel.request("split", 1, node=0, column=1, thresholds=[0.5])["ok"]
    assert kernel.run("print(tree.history[-1].line)") == 'tree.split(0, "z", threshold=0.5)'


def test_while_a_view_grows_the_kernel_is_free_and_cancel_leaves_no_trace(slow):
    slow.run("tree.prune(0)")
    identity = slow.ask("grow", 1)
    progress = slow.until(lambda: slow.messages("progress"))
    assert progress[0]["id"] == identity
    start = time.monotonic()
    assert slow.run("print(tree.widget.__name__, len(tree.frame()))") == "widget 1"
    assert time.monotonic() - start < 1.5
    slow.post({"kind": "cancel", "id": identity})
    assert slow.reply(identity)["error"]["code"] == "cancelled"
    assert slow.messages("progress")[-1]["end"]
    assert slow.run("print(len(tree.frame()), len(tree.history))") == "1 1"


def test_what_a_view_grew_is_there_on_the_page_and_in_the_next_cell(slow):
    slow.run("tree.prune(0)\nslow = 0.4")
    reply = slow.request("grow", 1)
    assert reply["ok"], reply
    nodes = slow.states()[-1]["figures"]["nodes"]
    assert slow.run("print(len(tree.frame()))") == str(nodes)
    shares = [message["share"] for message in slow.messages("progress")]
    assert shares
    assert shares == sorted(shares)


def test_an_edit_during_a_long_cell_is_done_at_once_or_after_it(kernel):
    # the cell itself sends on the comm first: that must not tie the page's messages to it
    cell = kernel.begin("tree.note(0, 'from the cell')\nimport time; time.sleep(2)")
    kernel.until(kernel.states)
    start = time.monotonic()
    for revision in (1, 2):
        reply = kernel.request("note", revision, node=0, text=f"from the page {revision}")
        assert reply["ok"], reply
    waited = time.monotonic() - start
    if kernel.subshell is None:
        assert waited > 1.0
    else:
        assert waited < 1.0, "the cell was still running"
    assert kernel.end(cell)["status"] == "ok"
    assert kernel.run("print(tree.node(0).note)") == "from the page 2"


def test_what_was_taken_back_while_a_cell_ran_is_not_done_after_it(kernel):
    cell = kernel.begin("import time; time.sleep(1.5)")
    time.sleep(0.2)
    dropped = kernel.ask("prune", 0, node=0, behind_cells=True)
    kept = kernel.ask("note", 0, node=0, text="kept", behind_cells=True)
    kernel.post({"kind": "cancel", "id": dropped}, behind_cells=True)
    assert kernel.end(cell)["status"] == "ok"
    assert kernel.reply(dropped)["error"]["code"] == "cancelled"
    assert kernel.reply(kept)["ok"]
    assert kernel.run("print(tree.node(0).note, len(tree.history))") == "kept 1"


def test_a_growth_in_a_cell_is_seen_and_can_be_stopped(slow):
    slow.run("tree.prune(0)")
    cell = slow.begin("tree.grow()")
    job = slow.until(lambda: slow.messages("progress"))[0]
    assert job["text"] == "growing node 0"
    note = slow.ask("note", 1, node=0, text="waits")  # and does not hold up what comes behind it
    if slow.subshell is None:
        slow.manager.interrupt_kernel()
        stopped = "KeyboardInterrupt"
    else:
        slow.post({"kind": "cancel", "id": job["id"]})
        stopped = "CancelledError"
    reply = slow.end(cell, patience=2.5)
    assert reply["status"] == "error"
    assert reply["ename"] == stopped
    assert slow.reply(note)["ok"], "nothing was changed, so the note still fits"
    slow.until(lambda: slow.messages("progress")[-1]["end"])
    assert slow.run("print(len(tree.frame()), len(tree.history))") == "1 2"


def test_sending_from_threads_while_cells_send_loses_and_mixes_nothing(kernel):
    kernel.run(
        "import threading\n"
        "def many(name):\n"
        "    for at in range(40):\n"
        "        tree.note(0, f'{name} {at}')\n"
        "threads = [threading.Thread(target=many, args=(name,)) for name in 'abc']\n"
        "for thread in threads: thread.start()\n"
        "for at in range(40):\n"
        "    widget.selected = at % 3\n"
        "    print(at)\n"
        "for thread in threads: thread.join()\n"
    )
    kernel.until(lambda: kernel.states()[-1]["revision"] == 120)
    assert [state["revision"] for state in kernel.states()] == list(range(1, 121))


def test_a_page_that_comes_later_gets_the_present_state(kernel):
    kernel.request("prune", 0, node=0)
    message = kernel.client.session.msg(
        "comm_msg", {"comm_id": kernel.comm, "data": {"method": "request_state"}}
    )
    kernel.client.shell_channel.send(message)
    kernel.until(lambda: [state for state in kernel.states()[1:] if state["revision"] == 1])
    post_hello = {"kind": "hello", "id": "hello"}
    kernel.post(post_hello)
    assert kernel.reply("hello")["revision"] == 1


LARGE = """
from tests.large import large_tree
tree = large_tree(300)
widget = tree.widget()
print(widget.model_id)
"""


def test_a_large_tree_goes_by_patches_and_whole_to_a_page_that_comes_later(kernel):
    kernel.comm = kernel.run(LARGE)
    kernel.heard.clear()
    reply = kernel.request("prune", 0, node=1)
    assert reply["ok"]
    patch = kernel.until(lambda: kernel.messages("patch"))[0]
    assert (patch["base"], patch["revision"], patch["nodes"]["id"]) == (0, 1, [1])
    assert not kernel.states()
    kernel.run("for at in range(5): tree.note(0, str(at))")
    assert [patch["revision"] for patch in kernel.messages("patch")] == list(range(1, 7))
    message = kernel.client.session.msg(
        "comm_msg", {"comm_id": kernel.comm, "data": {"method": "request_state"}}
    )
    kernel.client.shell_channel.send(message)
    state = kernel.until(kernel.states)[0]
    assert state["revision"] == 6
    assert len(state["nodes"]["id"]) == int(kernel.run("print(len(tree.frame()))")) < 599
