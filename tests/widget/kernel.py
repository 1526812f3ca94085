"""A real kernel driven by raw messages, as a page drives it, without a browser."""

import copy
import itertools
import os
import queue
import time
from pathlib import Path

from jupyter_client import KernelManager

from .following import unpacked

ROOT = Path(__file__).parents[2]
PATIENCE = 30

SETUP = """
import random, pathlib, tempfile, time
import pandas as pd
from treewidget.widget import bundle
bundle.STATIC = pathlib.Path(tempfile.mkdtemp())
for name in ("widget.js", "widget.css"):
    (bundle.STATIC / name).write_text("")

import treewidget as tw
draw = random.Random(3)
frame = pd.DataFrame([(draw.random(), draw.random()) for _ in range(80)], columns=["x", "z"])
frame["kind"] = [draw.choice("ab") if x < 0.4 else "b" for x in frame["x"]]

from treewidget.induction import Inducer
from treewidget.tree import past
slow = 0.0
grow = Inducer.grow
def slowly(inducer, regions, *args, progress, **more):
    for at in range(int(slow * 100)):
        progress.step(at / (slow * 100))
        time.sleep(0.01)
    return grow(inducer, regions, *args, progress=progress, **more)
Inducer.grow = slowly
past.BACK = 0  # what grew before grows again

def fresh():
    global tree, widget
    tree = tw.DecisionTree(frame, target="kind", max_depth=3)
    widget = tree.widget()
"""


class Kernel:
    """One kernel and one page of it."""

    def __init__(self, command, home):
        self.manager = KernelManager(connection_file=str(home / "kernel.json"))
        self.manager.kernel_spec.argv[:] = command
        env = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(home), "HOME": str(home)}
        self.manager.start_kernel(env=env, cwd=str(home))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)
        self.ids = itertools.count()
        self.heard = []
        self.comm = ""
        self.subshell = self._subshell()
        self.run(SETUP)

    def _subshell(self):
        """Return the id of a subshell, as JupyterLab makes one for widgets; None in old kernels."""
        message = self.client.session.msg("create_subshell_request")
        self.client.control_channel.send(message)
        try:
            reply = self.client.get_control_msg(timeout=1.5)
        except queue.Empty:
            return None
        return reply["content"].get("subshell_id")

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    # -------------------------------------------------------- cells

    def begin(self, code):
        """Run a cell and do not wait for it."""
        return self.client.execute(code, store_history=False)

    def end(self, cell, patience=PATIENCE):
        """Wait for the end of a cell; return its reply."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                reply = self.client.get_shell_msg(timeout=0.2)
            except queue.Empty:
                continue
            if reply["parent_header"].get("msg_id") == cell:
                return reply["content"]
        raise TimeoutError("the cell did not end")

    def run(self, code, patience=PATIENCE):
        """Run a cell to its end; return what it printed."""
        self.listen(0.0)
        before = len(self.heard)
        cell = self.begin(code)
        reply = self.end(cell, patience)
        assert reply["status"] == "ok", "\n".join(reply["traceback"])
        self.until(lambda: self._idle(cell))
        printed = [m["content"]["text"] for m in self.heard[before:] if m["msg_type"] == "stream"]
        return "".join(printed).strip()

    def _idle(self, cell):
        return any(
            m["msg_type"] == "status"
            and m["content"]["execution_state"] == "idle"
            and m["parent_header"].get("msg_id") == cell
            for m in self.heard
        )

    def fresh(self, slow=0.0):
        """Make a new tree and widget; `slow` is how long its later growths take."""
        self.heard.clear()
        self.comm = self.run(f"slow = 0.0\nfresh()\nslow = {slow}\nprint(widget.model_id)")
        self.heard.clear()

    # -------------------------------------------------------- the page

    def listen(self, seconds):
        """Take in what the kernel publishes for some time."""
        until = time.monotonic() + seconds
        while True:
            try:
                message = self.client.get_iopub_msg(timeout=max(0.001, until - time.monotonic()))
            except queue.Empty:
                if time.monotonic() >= until:
                    return
            else:
                self.heard.append(message)

    def until(self, found, patience=PATIENCE):
        """Listen until something was found; return it and when."""
        until = time.monotonic() + patience
        while not (result := found()):
            assert time.monotonic() < until, "nothing of the kind was heard"
            self.listen(0.02)
        return result

    def data(self):
        return [
            unpacked(copy.deepcopy(message["content"]["data"]), message["buffers"])
            for message in self.heard
            if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == self.comm
        ]

    def messages(self, kind):
        contents = [data["content"] for data in self.data() if data["method"] == "custom"]
        return [content for content in contents if content["kind"] == kind]

    def states(self):
        updates = [data["state"] for data in self.data() if data["method"] == "update"]
        return [state["_state"] for state in updates if "_state" in state]

    def post(self, content, *, behind_cells=False):
        """Send a message; `behind_cells` where the page asks for no thread of its own."""
        message = self.client.session.msg(
            "comm_msg",
            {"comm_id": self.comm, "data": {"method": "custom", "content": content}},
        )
        if self.subshell is not None and not behind_cells:
            message["header"]["subshell_id"] = self.subshell
        self.client.shell_channel.send(message)

    def ask(self, op, revision=0, /, *, behind_cells=False, **args):
        """Send a request; return its id."""
        identity = f"q{next(self.ids)}"
        content = {"kind": "request", "id": identity, "op": op, "revision": revision, "args": args}
        self.post(content, behind_cells=behind_cells)
        return identity

    def reply(self, identity, patience=PATIENCE):
        """Wait for the reply to a request."""
        replies = self.until(
            lambda: [reply for reply in self.messages("reply") if reply["id"] == identity], patience
        )
        assert len(replies) == 1
        return replies[0]

    def request(self, op, revision=0, /, **args):
        return self.reply(self.ask(op, revision, **args))
