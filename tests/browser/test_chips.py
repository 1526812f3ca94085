"""Levels in the cut editor: as many in sight as have room, each told from the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .view import View

COMPLAINTS = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(0)
whats = ["battery did not arrive", "charger did not arrive"]
whens = ["a drop", "delivery", "rain", "the first update", "two weeks"]
levels = [f"Customer reported that the {what} after {when}" for what in whats for when in whens]
codes = rng.integers(0, 10, 900)
frame = pd.DataFrame({"complaint": np.array(levels)[codes], "area": np.arange(900) % 9})
frame["area"] = frame["area"].map("region {:02d}".format)
frame["refund"] = np.where(codes % 3 + rng.normal(size=900) > 1, "yes", "no")
tree = tw.DecisionTree(frame, target="refund", max_depth=1)
view = tree.widget()
view
"""

SEEN = """(chips) => chips.map((chip) => {
  const parts = [...chip.querySelectorAll("[data-part]")];
  return parts.map((part) => part.clientWidth / part.scrollWidth);
})"""
"""How much is seen of the parts of a chip's name."""


@pytest.fixture
def editor(lab, write):
    lab.show(write(COMPLAINTS))
    view = View(lab).wait()
    view.set_width(1300)
    view.node(0).press("Enter")
    return view.root.get_by_role("dialog", name="Cut of node 0")


def test_of_long_names_that_begin_alike_the_end_is_seen(editor):
    chips = editor.get_by_role("group").get_by_role("button", name="Customer reported")
    expect(chips).to_have_count(10)
    for head, told, end in chips.evaluate_all(SEEN):
        assert head < 0.8
        assert told == 1
        assert end > 0.8


def test_two_chips_stand_side_by_side_in_each_of_three_branches(editor):
    editor.get_by_role("combobox").first.select_option(label="area")
    editor.get_by_role("button", name="Add branch").click()
    expect(editor.get_by_role("group")).to_have_count(3)
    tops = (
        editor.get_by_role("group")
        .first.get_by_role("button")
        .evaluate_all("(chips) => chips.map((chip) => chip.getBoundingClientRect().top)")
    )
    assert len(set(tops)) == -(-len(tops) // 2) > 1


SCHOOLS = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(0)
some = ["no school", "a year or two", "five years or six", "nine years", "all there was"]
schools = [f"{one}, and whatever was learned after it" for one in some]
codes = rng.integers(0, 5, 900)
frame = pd.DataFrame({"school": pd.Categorical.from_codes(codes, schools, ordered=True)})
frame["buys"] = np.where(codes + rng.normal(size=900) > 2, "will buy", "will not buy")
tree = tw.DecisionTree(frame, target="buys", method="chaid", max_depth=1)
view = tree.widget()
view
"""

SLIVERS = """(root) => [...root.querySelectorAll("[role=dialog] span[dir=auto][title]")]
  .filter((name) => name.clientWidth > 0 && name.clientWidth < 20
    && name.scrollWidth > name.clientWidth && getComputedStyle(name).opacity !== "0")
  .map((name) => name.textContent)"""


def test_beside_long_conditions_no_edge_of_a_letter_stands_for_a_class(lab, write):
    lab.show(write(SCHOOLS))
    view = View(lab).wait()
    view.set_width(1300)
    view.node(0).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 0")
    expect(editor.get_by_role("region")).to_have_count(5)
    expect(editor.get_by_role("button", name="Split", exact=True)).to_be_visible()
    assert view.root.evaluate(SLIVERS) == []
