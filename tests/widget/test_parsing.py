"""Messages from a browser are checked like any request from outside."""

import pytest

from treewidget.errors import TreeWidgetError, UnknownNameError
from treewidget.widget.parsing import (
    DEPTH_LIMIT,
    SAFE_INTEGER,
    MalformedError,
    message_id,
    parse,
)
from treewidget.widget.protocol import (
    MESSAGE_LIMIT,
    NAME_LIMIT,
    NOTE_LIMIT,
    ROWS_LIMIT,
    THRESHOLDS_LIMIT,
)


def request(op="prune", /, **changes):
    return {"kind": "request", "id": "a", "op": op, "revision": 0, "args": {"node": 1}} | changes


@pytest.mark.parametrize(
    "message",
    [
        request(),
        request("undo", args={}),
        request("grow", args={}),
        request("grow", args={"node": 3, "levels": 1}),
        request("split", args={"node": 0, "column": 1, "thresholds": [1, 2.5, "2024-03-01"]}),
        request("split", args={"node": 0, "column": 1, "groups": [[0, 2], [1]], "missing": "own"}),
        request("split", args={"node": 0, "column": 1, "missing": 1, "replace": True}),
        request("label", args={"node": 0, "value": None}),
        request("label", args={"node": 0, "value": -1.5}),
        request("note", args={"node": 0, "text": "n" * NOTE_LIMIT}),
        request("profile", args={"node": 0, "column": 0, "low": -3, "high": 1e300}),
        request("profile", args={"node": 0, "column": 0, "low": -SAFE_INTEGER, "high": 1}),
        request("rows", args={"node": 0, "offset": 0, "limit": ROWS_LIMIT, "which": "train"}),
        request(args={"node": SAFE_INTEGER}),
        {"kind": "cancel", "id": "a"},
        {"kind": "hello", "id": "a"},
    ],
)
def test_what_a_view_sends_is_taken_as_it_is(message):
    assert parse(message) == message


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("message", "word"),
    [
        (None, "object"),
        ([], "object"),
        ({}, "kind"),
        ({"kind": ["request"]}, "kind"),
        ({"kind": "reply", "id": "a"}, "kind"),
        ({"kind": "hello"}, "'id'"),
        ({"kind": "hello", "id": "a", "x": 1}, "no field 'x'"),
        ({"kind": "hello", "id": "a" * (NAME_LIMIT + 1)}, "characters"),
        (request(id=7), "id"),
        (request(id="\ud800"), "surrogate"),
        (request(revision=True), "revision"),
        (request(revision="0"), "revision"),
        (request(revision=-1), "between"),
        (request(revision=1.0), "revision"),
        (request(op=None), "op"),
        (request(op=["prune"]), "op"),
        (request(args=None), "args"),
        (request(args=[]), "args"),
        (request(args={}), "'node'"),
        (request(args={"nodes": 1}), "did you mean 'node'"),
        (request(args={"node": "1"}), "node"),
        (request(args={"node": None}), "null"),
        (request(args={"node": SAFE_INTEGER + 1}), "this large"),
        (request("profile", args={"node": 0, "column": 0, "low": -SAFE_INTEGER - 1}), "this large"),
        (request(args={"node": [1]}), "a list"),
        (request("grow", args={"levels": 0}), "between 1"),
        (request("label", args={"node": 1, "value": NAN}), "nan"),
        (request("label", args={"node": 1, "value": INF}), "inf"),
        (request("label", args={"node": 1, "value": True}), "boolean"),
        (request("label", args={"node": 1, "value": "a"}), "text"),
        (request("lock", args={"node": 1, "on": 1}), "on"),
        (request("note", args={"node": 1, "text": "n" * (NOTE_LIMIT + 1)}), "10,001"),
        (request("note", args={"node": 1, "text": 3}), "text"),
        (request("split", args={"node": 1, "missing": "mine"}), "missing"),
        (request("split", args={"node": 1, "missing": -1}), "between"),
        (request("split", args={"node": 1, "thresholds": 3}), "list"),
        (request("split", args={"node": 1, "thresholds": [NAN]}), "nan"),
        (request("split", args={"node": 1, "thresholds": [None]}), "null"),
        (request("split", args={"node": 1, "thresholds": [1] * (THRESHOLDS_LIMIT + 1)}), "items"),
        (request("split", args={"node": 1, "groups": [0, 1]}), "list"),
        (request("split", args={"node": 1, "groups": [[-1]]}), "between"),
        (request("split", args={"node": 1, "groups": [[0.5]]}), "0.5"),
        (request("rows", args={"node": 0, "offset": 0, "limit": 201, "which": "train"}), "200"),
        (request("rows", args={"node": 0, "offset": 0, "limit": 9, "which": "test"}), "which"),
        (request("checkout", args={"step": -1}), "between"),
        (request(args={"node": 1, "x": "y" * MESSAGE_LIMIT}), "longer"),
        (request("split", args={"node": 1, "groups": [[0] * 200_000]}), "longer"),
        (request("split", args={"node": 1, "groups": [["a"] * 90_000]}), "longer"),
        ({"kind": "hello", "id": "a", "z" * MESSAGE_LIMIT: 1}, "longer"),
    ],
)
def test_what_no_view_would_send_is_refused_in_words(message, word):
    with pytest.raises(MalformedError, match="(?s)" + word.replace("[", r"\[")):
        parse(message)


def test_an_unknown_operation_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'prune'"):
        parse(request("prun"))


def test_depth_is_measured_without_recursion():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(MalformedError, match="deeper"):
        parse(request(args={"node": deep}))


@pytest.mark.parametrize("around", [lambda inner: [inner], lambda inner: {"a": inner}])
def test_values_may_lie_eight_deep_in_a_message_of_whatever_kind(around):
    value = 1
    for _ in range(DEPTH_LIMIT - 2):
        value = around(value)
    with pytest.raises(MalformedError, match=r"^node cannot be"):
        parse(request(args={"node": value}))
    with pytest.raises(MalformedError, match="nested deeper than 8"):
        parse(request(args={"node": around(value)}))


def test_errors_stay_short_whatever_was_sent():
    for value in ("w" * 9_000, 10**400, {"a": 1}, "\ud800" * 50):
        with pytest.raises(TreeWidgetError) as caught:
            parse(request(args={"node": value}))
        assert len(str(caught.value)) < 200
        str(caught.value).encode()


def test_the_id_is_sent_back_only_if_it_can_be():
    for identity in ("é", "a" * NAME_LIMIT):
        assert message_id(request(id=identity)) == identity
    for wrong in (None, "text", {"id": 3}, {"id": "\ud800"}, {"id": "a" * 201}):
        assert message_id(wrong) == ""
