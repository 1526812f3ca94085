"""Every question of a view: answered from the tree, changing nothing."""

import numpy as np
import pandas as pd

from treewidget.widget import TreeWidget
from treewidget.widget.answers import answer

from .conftest import error, flowers, make_workspace


def test_questions_change_nothing_and_mind_no_revision(page, workspace):
    state = workspace.state
    page.sent.clear()
    for op, args in {
        "candidates": {"node": 0},
        "profile": {"node": 0, "column": 0},
        "rows": {"node": 0, "offset": 0, "limit": 3, "which": "validation"},
        "history": {},
        "look": {"step": 0},
    }.items():
        assert page.request(op, 17, **args)["ok"], op
    assert workspace.state is state
    assert not page.heard("update")


def test_candidates_are_the_inducers(page, workspace):
    wire = page.request("candidates", 0, node=0)["result"]["candidates"]
    ours = workspace.inducer.candidates(workspace.tree.root.region)
    assert [c["column"] for c in wire] == [c.column for c in ours]
    assert [c["gain"] for c in wire] == [c.gain for c in ours]


def test_a_profile_lists_the_present_cut_and_a_typed_one(page, workspace):
    node = next(n for n in workspace.tree.walk() if n.split and n.split.column == 0)
    result = page.request("profile", 0, node=node.id, column=0, include="0.5123")["result"]
    assert result["present"] is not None
    values = [cut["value"] for cut in result["cuts"]]
    assert node.split.cuts[0].value in values
    assert 0.5123 in values
    assert len(result["left"]) == len(values)
    reply = page.request("profile", 0, node=node.id, column=0, include="99")
    assert f"node {node.id} " in reply["error"]["message"]


def test_a_profile_tells_where_a_split_by_absolute_errors_sends_missing_rows():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"x": rng.normal(size=80).round(1)})
    frame["y"] = 3 * frame["x"] + rng.standard_cauchy(80)  # by squares others go the other way
    frame.loc[rng.random(80) < 0.25, "x"] = np.nan
    workspace = make_workspace(frame, "y", grow=False, criterion="absolute_error")
    result = answer(workspace, "profile", {"node": 0, "column": 0})
    region, profile = workspace.tree.root.region, workspace.inducer.profile
    made = [
        workspace.inducer.forced(region, 0, (cut,), None, None, where="here").split.missing
        for cut in profile(region, 0).cuts
    ]
    assert set(made) == {0, 1}
    assert result["missing_to"] == made
    squares = make_workspace(frame, "y", grow=False)
    assert answer(squares, "profile", {"node": 0, "column": 0})["missing_to"] == []


def test_zooming_in_lists_the_cuts_of_the_range(page):
    low, high = pd.Timestamp("2024-03-01"), pd.Timestamp("2024-04-01")
    span = {"low": low.timestamp() * 1000, "high": high.timestamp() * 1000}
    result = page.request("profile", 0, node=0, column=3, **span)["result"]
    kept = {cut["text"] for split in (result["best"], result["present"]) if split
            for cut in split.get("cuts", [])}  # fmt: skip
    inside = [cut for cut in result["cuts"] if span["low"] <= cut["value"] <= span["high"]]
    assert len(inside) > 10
    assert len(result["cuts"]) - len(inside) <= 3 + 3 * len(kept)


def test_rows_are_texts_with_a_dash_for_missing(page, workspace):
    result = page.request("rows", 0, node=0, offset=0, limit=200, which="train")["result"]
    assert result["total"] == workspace.tree.root.region.train.n
    assert result["columns"] == ["length", "width", "color", "seen", "size", "species"]
    assert all(isinstance(cell, str) for row in result["cells"] for cell in row)
    assert "\u2013" in {row[0] for row in result["cells"]}
    assert all(len(row[3]) == len("2024-01-01") for row in result["cells"])
    some = page.request("rows", 0, node=0, offset=3, limit=2, which="train")["result"]
    assert (some["index"], some["cells"]) == (result["index"][3:5], result["cells"][3:5])
    beyond = page.request("rows", 0, node=0, offset=10_000, limit=5, which="train")["result"]
    assert beyond["cells"] == []


def test_rows_read_as_their_own_types_do():
    frame = pd.DataFrame(
        {
            "single": np.array([0.1, -1.5e-7, np.nan, 3], dtype=np.float32),
            "double": [0.1, 1e22, np.nan, 3.0],
            "nullable": pd.array([0.1, None, 2.5, 3], dtype="Float32"),
            "count": pd.array([1, None, 3, 2**60], dtype="Int64"),
            "flag": [True, False, True, True],
            "word": ["", " ", None, "w"],
            "y": list("abab"),
        }
    )
    page = TreeWidget(make_workspace(frame, "y", max_depth=1)).comm
    result = page.request("rows", 0, node=0, offset=0, limit=4, which="train")["result"]
    assert list(zip(*result["cells"], strict=True)) == [
        ("0.1", "-1.5e-07", "\u2013", "3"),
        ("0.1", "1e+22", "\u2013", "3"),
        ("0.1", "\u2013", "2.5", "3"),
        ("1", "\u2013", "3", "1152921504606846976"),
        ("True", "False", "True", "True"),
        ("''", "' '", "\u2013", "w"),
        ("a", "b", "a", "b"),
    ]
    assert result["numeric"] == [True, True, True, True, False, False, False]


def test_rows_of_a_wide_frame_say_how_many_columns_are_not_there():
    frame = pd.concat([flowers(40).add_suffix(str(at)) for at in range(20)], axis=1)
    page = TreeWidget(make_workspace(frame, "species0", max_depth=2)).comm
    result = page.request("rows", 0, node=0, offset=0, limit=2, which="train")["result"]
    assert len(result["columns"]) + result["more_columns"] == frame.shape[1]
    assert result["more_columns"] > 0


def test_validation_rows_of_a_tree_without(page):
    page = TreeWidget(make_workspace(flowers(), "species", max_depth=1)).comm
    reply = page.request("rows", 0, node=0, offset=0, limit=1, which="validation")
    assert error(reply) == "invalid"
    assert "validation=" in reply["error"]["message"]


def test_history_as_python(page):
    page.request("prune", 0, node=1)
    result = page.request("history", 1)["result"]
    assert result["position"] == 1
    assert result["code"].endswith("tree.prune(1)")


def test_lines_that_were_left_are_told(page):
    page.request("prune", 0, node=1)
    page.request("checkpoint", 1, name="short")
    assert page.request("history", 2)["result"]["left"] == []
    page.request("undo", 2)
    assert page.request("history", 3)["result"]["left"] == []  # redo leads there
    page.request("lock", 3, node=0, on=True)
    page.request("undo", 4)
    page.request("prune", 5, node=0)
    first, second = page.request("history", 6)["result"]["left"]
    assert (first["step"], first["line"], first["checkpoint"]) == (1, "tree.prune(1)", "short")
    assert (second["step"], second["line"], second["checkpoint"]) == (2, "tree.lock(0)", None)


def test_looking_at_another_step_is_that_tree(widget, page, workspace):
    before = widget._state["nodes"]
    page.request("prune", 0, node=0)
    assert page.request("look", 1, step=0)["result"]["nodes"] == before
    assert len(workspace.tree) == 1
