"""A page that is not there: a comm that remembers what it was sent, and trees to show."""

import itertools
import json
import time

import comm
import numpy as np
import pandas as pd
import pytest
from comm.base_comm import BaseComm

from tests.large import large_tree
from treewidget.data import build_dataset
from treewidget.engine import make_engine
from treewidget.induction import Inducer
from treewidget.induction.methods import resolve
from treewidget.tree.editor import Editor
from treewidget.widget import TreeWidget, bundle, threads
from treewidget.workspace import Workspace

from .following import unpacked

IDS = itertools.count()


class Page(BaseComm):
    """The comm of one model, and what a page behind it would do."""

    def publish_msg(self, msg_type, data=None, buffers=None, **_more):
        # a page gets JSON: what cannot be encoded, or is no number there, never arrives
        text = json.dumps(data or {}, allow_nan=False, ensure_ascii=False).encode()
        heard = unpacked(json.loads(text), buffers or ())
        self.__dict__.setdefault("sent", []).append((msg_type, heard))

    def heard(self, method):
        return [data for kind, data in self.sent if kind == "comm_msg" and data["method"] == method]

    def messages(self, kind=None):
        contents = [data["content"] for data in self.heard("custom")]
        return [content for content in contents if kind in (None, content["kind"])]

    def updates(self, name):
        found = [data["state"] for data in self.heard("update") if name in data["state"]]
        return [state[name] for state in found]

    def deliver(self, data):
        self.handle_msg({"content": {"comm_id": self.comm_id, "data": data}, "buffers": []})

    def set(self, **state):
        self.deliver({"method": "update", "state": state, "buffer_paths": []})

    def say(self, content):
        self.deliver({"method": "custom", "content": content})

    def request(self, op, revision=0, /, **args):
        """Send a request and return its reply: the one that has come, or None."""
        identity = f"r{next(IDS)}"
        self.say({"kind": "request", "id": identity, "op": op, "revision": revision, "args": args})
        return self.reply(identity)

    def reply(self, identity):
        replies = [reply for reply in self.messages("reply") if reply["id"] == identity]
        assert len(replies) <= 1, "a request has one reply"
        return replies[0] if replies else None


@pytest.fixture(autouse=True)
def pages(monkeypatch, tmp_path):
    """Give every widget a page, and a front end of empty files."""
    monkeypatch.setattr(comm, "create_comm", Page)
    for name in ("widget.js", "panels.js", "widget.css"):
        (tmp_path / name).write_text("/* built */")
    monkeypatch.setattr(bundle, "STATIC", tmp_path)


def make_workspace(frame, target, *, grow=True, validation=None, weights=None, **options):
    dataset = build_dataset(frame, target, validation=validation, weights=weights)
    inducer = Inducer(dataset, make_engine(dataset), resolve("cart", dataset.target.task, options))
    opening = f'import treewidget as tw\n\ntree = tw.DecisionTree(data, target="{target}")'
    return Workspace(Editor(dataset, inducer), opening, grow=grow)


def flowers(n=200, seed=1):
    """Three classes, numbers with noise, a colour, a date, some values missing."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, n)
    length = (kind + rng.normal(0, 0.6, n)).round(2)
    length[rng.random(n) < 0.1] = np.nan
    return pd.DataFrame(
        {
            "length": length,
            "width": rng.normal(0, 1, n).round(1),
            "color": np.array(["red", "green", "blue", "white"])[
                (kind + rng.integers(0, 2, n)) % 4
            ],
            "seen": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 300, n), "D"),
            "size": pd.Categorical(
                np.array(["S", "M", "L"])[rng.integers(0, 3, n)], ["S", "M", "L"], ordered=True
            ),
            "species": np.array(["setosa", "versicolor", "virginica"])[kind],
        }
    )


def prices(n=200, seed=2):
    rng = np.random.default_rng(seed)
    rooms = rng.integers(1, 8, n)
    return pd.DataFrame(
        {
            "rooms": rooms,
            "town": np.array(["a", "b", "c"])[rng.integers(0, 3, n)],
            "price": (1e5 * rooms + rng.normal(0, 2e4, n)).round(2),
        }
    )


@pytest.fixture
def workspace():
    return make_workspace(flowers(), "species", validation=0.25, max_depth=4)


@pytest.fixture
def widget(workspace):
    made = TreeWidget(workspace)
    yield made
    made.close()


@pytest.fixture
def page(widget):
    return widget.comm


def wait_for(check):
    """Wait until something holds."""
    end = time.monotonic() + 30
    while not check() and time.monotonic() < end:
        time.sleep(0.01)
    assert check()


def settled(widget):
    """Wait until nothing is being worked on elsewhere."""
    end = time.monotonic() + 30
    while (widget._desk._jobs or threads._RUNNING) and time.monotonic() < end:
        time.sleep(0.002)
    assert not widget._desk._jobs
    assert not threads._RUNNING, "what was cancelled ends soon too"
    time.sleep(0.01)


def error(reply):
    assert reply["ok"] is False
    return reply["error"]["code"]


def late(widget, op, revision=0, /, **args):
    """Ask for what is worked on elsewhere, and wait for the reply."""
    page, identity = widget.comm, f"late-{time.monotonic_ns()}"
    page.say({"kind": "request", "id": identity, "op": op, "revision": revision, "args": args})
    settled(widget)
    return page.reply(identity)


@pytest.fixture
def large(request):
    regression = getattr(request, "param", "classes") == "numbers"
    return large_tree(150, rows=4, held=1, regression=regression).workspace
