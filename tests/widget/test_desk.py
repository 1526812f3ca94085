"""Requests that cannot be worked on now: each is refused in words, and the next one is heard."""

import asyncio

import pytest

from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget, requests, threads

from .conftest import error, late, settled


@pytest.fixture
def waiting(monkeypatch):
    """Work that was begun on a thread, and goes on when it is called."""
    begun = []
    monkeypatch.setattr(threads, "start", lambda work, _progress: begun.append(work))
    monkeypatch.setattr("treewidget.widget.long_work.LARGE", 10)
    return begun


def ask(page, identity):
    args = {"node": 0}
    page.say({"kind": "request", "id": identity, "op": "candidates", "revision": 0, "args": args})
    return page.reply(identity)


def test_so_many_requests_are_worked_on_at_once_and_the_next_when_one_is_answered(page, waiting):
    assert [ask(page, f"q{number}") for number in range(requests.JOBS)] == [None] * requests.JOBS
    refused = ask(page, "one more")
    assert error(refused) == "refused"
    assert "64 requests" in refused["error"]["message"]
    waiting.pop()()
    assert ask(page, "after that") is None
    assert error(ask(page, "and another")) == "refused"
    for work in waiting:
        work()
    answered = [reply["id"] for reply in page.messages("reply") if reply["ok"]]
    assert sorted(answered) == sorted(["after that", *(f"q{at}" for at in range(requests.JOBS))])


def test_an_id_stands_for_one_request_until_that_is_answered(page, waiting):
    assert ask(page, "twice") is None
    assert error(ask(page, "twice")) == "malformed"
    page.sent.clear()
    waiting.pop()()
    assert page.reply("twice")["ok"]
    page.sent.clear()
    assert ask(page, "twice") is None


def test_questions_are_taken_up_while_an_edit_is_worked_on(page, waiting):
    assert page.request("grow", 0) is None
    assert ask(page, "meanwhile") is None
    waiting[-1]()
    assert page.reply("meanwhile")["ok"]


@pytest.mark.parametrize("lack", [RuntimeError("can't start new thread"), MemoryError()])
def test_what_no_thread_can_be_had_for_is_refused_and_can_be_asked_again(
    widget, page, workspace, monkeypatch, lack
):
    def no_thread(_self):
        raise lack

    workspace.perform(Action("prune", {"node": 0}))
    with monkeypatch.context() as patch:
        patch.setattr(threads.Thread, "start", no_thread)
        refused = page.request("grow", 1)
    assert error(refused) == "refused"
    assert "not enough memory" in refused["error"]["message"]
    assert not threads._RUNNING
    assert late(widget, "grow", 1)["ok"], "the edit that was refused is not in its way"


def test_an_edit_behind_a_cell_is_refused_if_the_tree_changes_before_its_turn(
    workspace, monkeypatch
):
    monkeypatch.setattr(requests.CELLS, "just_ended", lambda: True)

    async def overtaken():
        widget = TreeWidget(workspace)
        args = {"node": 1}
        request = {"kind": "request", "id": "p", "op": "prune", "revision": 0, "args": args}
        widget.comm.say(request)
        workspace.perform(Action("note", {"node": 0, "text": "a cell was sooner"}))
        await asyncio.sleep(2 * requests.GRACE)
        reply = widget.comm.reply("p")
        assert error(reply) == "stale"
        assert reply["error"]["node"] == 1
        widget.close()

    asyncio.run(overtaken())
    assert workspace.revision == 1


def test_what_takes_long_is_done_after_its_moment_behind_a_cell_too(workspace, monkeypatch):
    workspace.perform(Action("prune", {"node": 0}))
    monkeypatch.setattr(requests.CELLS, "just_ended", lambda: True)

    async def behind():
        widget = TreeWidget(workspace)
        request = {"kind": "request", "id": "g", "op": "grow", "revision": 1, "args": {}}
        widget.comm.say(request)
        await asyncio.sleep(2 * requests.GRACE)
        settled(widget)
        assert widget.comm.reply("g")["ok"]
        widget.close()

    asyncio.run(behind())


def test_behind_a_cell_too_a_note_does_not_wait_for_a_growth(workspace, waiting, monkeypatch):
    async def behind():
        widget = TreeWidget(workspace)
        assert widget.comm.request("grow", 0) is None
        monkeypatch.setattr(requests.CELLS, "just_ended", lambda: True)
        note = {"kind": "request", "id": "n", "op": "note", "revision": 0}
        widget.comm.say({**note, "args": {"node": 0, "text": "meanwhile"}})
        await asyncio.sleep(2 * requests.GRACE)
        assert widget.comm.reply("n")["ok"]
        widget.close()

    asyncio.run(behind())
    assert len(waiting) == 1


def test_on_a_thread_of_its_own_an_edit_does_not_wait_behind_a_cell(page, monkeypatch):
    monkeypatch.setattr(requests.CELLS, "just_ended", lambda: True)
    assert page.request("note", 0, node=0, text="at once")["ok"]
