"""Candidates in parts: the best at once, the rest as it is found, in the end the same."""

import pytest

from treewidget import kernels
from treewidget.induction import unfolding
from treewidget.induction.looked import Looked
from treewidget.induction.search import glance
from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget, candidates

from .conftest import error, flowers, make_workspace, settled


class Ahead:
    """A search of weak columns that waits until it is let on."""

    def __init__(self, monkeypatch, stop_at):
        self.searched, self.stop_at, self.at = [], stop_at, lambda: None
        real = unfolding._Unfolding._stage

        def stage(unfolded, found, columns):
            self.searched.append(list(columns))
            if len(self.searched) == self.stop_at:
                self.at()
            return real(unfolded, found, columns)

        monkeypatch.setattr(unfolding._Unfolding, "_stage", stage)
        monkeypatch.setattr(unfolding, "SHORT", 0.0)  # one column at a time
        monkeypatch.setattr(candidates, "CELLS", 0)
        monkeypatch.setattr(candidates, "FIRST", 0.0)
        monkeypatch.setattr(candidates, "EVERY", 0.0)
        monkeypatch.setattr(glance, "LEAST", 2)
        task = glance.task_of
        monkeypatch.setattr(glance, "task_of", lambda inducer: task(inducer, sorted_rows=8))


def asked(widget, identity="c", node=0):
    request = {"kind": "request", "op": "candidates", "revision": 0, "args": {"node": node}}
    widget.comm.say({**request, "id": identity})
    settled(widget)
    return widget.comm.reply(identity)


@pytest.fixture
def shown():
    widget = TreeWidget(make_workspace(flowers(), "species", validation=0.25, max_depth=1))
    yield widget
    widget.close()


def merged(parts):
    rows = {}
    for part in parts:
        rows.update((row["column"], row) for row in part["result"]["candidates"])
    return rows


@pytest.mark.parametrize("limit", [200, 2])
def test_the_parts_are_the_whole_answer_and_the_best_comes_first(shown, monkeypatch, limit):
    whole = shown.comm.request("candidates", 0, node=0)["result"]
    assert asked(shown, "again")["result"] == whole
    monkeypatch.setattr(shown._workspace.inducer, "looked", Looked())
    Ahead(monkeypatch, None)
    monkeypatch.setattr(candidates, "PART_LIMIT", limit)
    reply = asked(shown)
    assert reply["result"] == whole
    parts = shown.comm.messages("partial")
    assert len(parts) > 2
    assert all(part["id"] == "c" and part["revision"] == 0 for part in parts)
    assert all(part["result"]["node"] == 0 for part in parts)
    assert all(len(part["result"]["candidates"]) <= limit for part in parts)
    exact = {row["column"]: row for row in whole["candidates"]}
    rows = merged(parts)
    assert rows.keys() == exact.keys()
    assert [row for row in rows.values() if not row.get("counting")] == [
        exact[column] for column in rows if not rows[column].get("counting")
    ]
    if kernels.native() is not None:
        assert parts[0]["result"]["candidates"][0] == whole["candidates"][0]
        first = [row for part in parts[:3] for row in part["result"]["candidates"]]
        rough = [row for row in first if row.get("counting")]
        assert rough
        assert all(0 <= row["gain"] <= exact[row["column"]]["gain"] * (1 + 1e-9) for row in rough)


def test_parts_come_at_once_where_the_best_is_known_and_then_not_too_often(shown, monkeypatch):
    ahead = Ahead(monkeypatch, None)
    monkeypatch.setattr(candidates, "FIRST", 60.0)
    monkeypatch.setattr(candidates, "EVERY", 60.0)
    assert asked(shown)["ok"]
    assert len(ahead.searched) > 2
    assert len(shown.comm.messages("partial")) == (0 if kernels.native() is None else 1)


def test_what_is_cancelled_or_gone_is_searched_no_further(shown, monkeypatch):
    ahead = Ahead(monkeypatch, 2)
    page = shown.comm
    parts = []

    def cancel():
        parts.append(page.messages("partial"))
        page.say({"kind": "cancel", "id": "c"})

    ahead.at = cancel
    assert error(asked(shown)) == "cancelled"
    assert len(ahead.searched) == 2
    assert page.messages("partial") == parts[0]
    told = len(parts[0])
    ahead.searched.clear()
    ahead.at = lambda: shown._workspace.perform(Action("prune", {"node": 0}))
    assert error(asked(shown, "of a child", shown._workspace.tree.root.children[0].id)) == "stale"
    assert len(page.messages("partial")) == told + 1


@pytest.mark.parametrize(("at_once", "times"), [(False, 1), (True, candidates.QUICK)])
def test_more_values_are_looked_at_here_where_the_engine_does_so_at_once(
    shown, monkeypatch, at_once, times
):
    workspace, root = shown._workspace, shown._workspace.tree.root
    cells = root.region.train.n * len(workspace.dataset.columns)
    monkeypatch.setattr(candidates, "glances", lambda *_: at_once)
    for limit, long in ((cells, False), (cells - 1, True)):
        monkeypatch.setattr(candidates, "CELLS", limit / times)
        assert candidates.takes_long(workspace, root) == long


def test_a_few_rows_are_answered_here_and_now(shown):
    assert shown.comm.request("candidates", 0, node=0)["ok"]
    assert not shown.comm.messages("partial")
