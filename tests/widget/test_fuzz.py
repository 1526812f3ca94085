"""Whatever a browser sends: the handler returns, the tree stands, and the reply can be encoded."""

import json
import logging
import random

import pytest

from tests.soak.fuzz import is_well_formed
from tests.soak.spoiling import junk, mutated
from treewidget.widget import TreeWidget
from treewidget.widget.protocol import OPERATIONS, NoArgs
from treewidget.widget.studies import STUDIES

SEEDS = [
    {"kind": "hello", "id": "a"},
    {"kind": "cancel", "id": "job-1"},
    *(
        {"kind": "request", "id": "a", "op": op, "revision": 0, "args": args}
        for op, args in [
            ("split", {"node": 0, "column": 0, "thresholds": [0.5, "1"], "missing": "own"}),
            ("split", {"node": 0, "column": 2, "groups": [[0, 1], [2]], "replace": True}),
            ("grow", {"node": 0, "levels": 2}),
            ("prune", {"node": 1, "reason": "r"}),
            ("label", {"node": 0, "value": 1}),
            ("lock", {"node": 0, "on": True, "reason": ""}),
            ("note", {"node": 0, "text": "t"}),
            ("undo", {}),
            ("checkout", {"step": 0}),
            ("checkpoint", {"name": "n"}),
            ("candidates", {"node": 0}),
            ("profile", {"node": 0, "column": 0, "low": 0.0, "high": 1.0, "include": "0.5"}),
            ("rows", {"node": 0, "offset": 0, "limit": 2, "which": "train"}),
            ("look", {"step": 0}),
            ("grow", {"node": 0, "method": "cart", "options": {"max_depth": 2}, "keep": False}),
            ("preview", {"method": "1se", "risk": "impurity"}),
            ("grow", {"node": 0, "column_costs": [[0, 2.5], [1, 0]]}),
            ("prune_to", {"method": "error-based", "confidence": 0.1, "subtree_raising": False}),
            ("cross_validate", {"folds": 3, "keep": False}),
        ]
    ),
]


@pytest.mark.parametrize("seed", range(4))
def test_malformed_messages_are_answered_and_change_nothing(page, workspace, seed, caplog):
    caplog.set_level(logging.ERROR)
    draw, state, asked = random.Random(seed), workspace.state, 0
    while asked < 700:
        message = mutated(draw, draw.choice(SEEDS))
        if is_well_formed(message):  # a mutation may hit on something one can ask for
            continue
        asked += 1
        page.sent.clear()
        page.say(message)
        replies = page.messages("reply")
        assert [reply["ok"] for reply in replies] == [False], message
        assert replies[0]["error"]["code"] in ("malformed", "unknown"), message
        assert len(json.dumps(replies[0])) < 2_000
    assert workspace.state is state
    assert not caplog.records, "nothing of it came as a surprise"


@pytest.mark.parametrize("seed", range(4))
def test_well_formed_nonsense_is_never_an_internal_error(page, workspace, seed):
    draw = random.Random(100 + seed)
    for _ in range(150):
        op = draw.choice([name for name in OPERATIONS if name not in ("grow", *STUDIES)])
        value = draw.choice([-1, 0, 1, 0.5, 3, 99, 1e300, -1e-300, "1", "'x'", "2024-02-30", "nan"])
        number = draw.choice([0, 1, 2, 3, 4, 9, 10**6])
        args = {
            "split": {"node": number % 5, "column": draw.randrange(7)}
            | draw.choice(
                [
                    {"thresholds": [value, draw.choice([value, 2, "0"])][: draw.randint(0, 2)]},
                    {"groups": [[draw.randrange(5)] * draw.randint(0, 2)] * draw.randint(0, 3)},
                    {"missing": number},
                    {},
                ]
            ),
            "label": {"node": number, "value": value if not isinstance(value, str) else None},
            "lock": {"node": number, "on": draw.random() < 0.3},
            "note": {"node": number, "text": str(value)},
            "checkout": {"step": number},
            "look": {"step": number},
            "checkpoint": {"name": str(value)},
            "profile": {"node": number, "column": draw.randrange(7), "include": value}
            | draw.choice([{}, {"low": -1e300, "high": 1e300}, {"low": 5, "high": -5}]),
            "prune_to": draw.choice(
                [{}, {"alpha": number / 50}, {"alpha": -0.5}, {"leaves": number + 1, "alpha": 1}]
            ),
            "rows": {"node": number, "offset": number, "limit": 200, "which": "validation"},
        }.get(op, {} if OPERATIONS[op][0] is NoArgs else {"node": number})
        reply = page.request(op, workspace.revision, **args)
        assert reply["ok"] or reply["error"]["code"] in ("refused", "invalid", "unknown"), (
            op,
            args,
            reply,
        )
        page.sent.clear()


@pytest.mark.parametrize("seed", range(2))
def test_no_trait_but_three_can_be_set_and_those_only_rightly(workspace, seed):
    widget = TreeWidget(workspace)
    draw, page = random.Random(seed), widget.comm
    own = {name: getattr(widget, name) for name in widget.keys if name not in widget.FROM_VIEWS}
    for _ in range(300):
        name = draw.choice([*widget.keys, "nonsense", "comm", "_workspace"])
        value = draw.choice([junk(draw), junk(draw), [0, 1, 1, 99, True, "1"], "horizontal"])
        if isinstance(value, bytes | tuple):
            continue
        page.sent.clear()
        page.set(**{name: value})
        assert widget.selected in workspace.tree
        assert all(node in workspace.tree for node in widget.collapsed)
        assert widget.orientation in ("vertical", "horizontal")
        if name in widget.FROM_VIEWS and getattr(widget, name) != value:
            assert page.updates(name) == [getattr(widget, name)], "the right value is sent back"
        elif name not in widget.FROM_VIEWS:
            assert not page.heard("update")
    assert {name: getattr(widget, name) for name in own} == own
    widget.close()


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "update",
        {},
        {"method": "nonsense"},
        {"method": ["update"]},
        {"method": "update"},
        {"method": "update", "state": None},
        {"method": "update", "state": [1]},
        {"method": "update", "state": {"selected": 1}, "buffer_paths": [["a", "b"], 3]},
        {"method": "custom"},
    ],
)
def test_what_is_no_widget_message_at_all_is_ignored(page, workspace, data, caplog):
    state = workspace.state
    page.deliver(data)
    assert workspace.state is state
    assert "Traceback" not in caplog.text
