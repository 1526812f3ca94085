"""Where there is no room for a canvas: the tree as an indented list, the node in a sheet."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View


@pytest.fixture
def view(host, write) -> View:
    host.show(write(PENGUINS, VIEW))
    view = View(host).wait()
    view.root.evaluate("(root) => { root.parentElement.style.width = '360px' }")
    expect(view.root.locator(".tw-canvas")).to_have_count(0)
    return view


def test_a_list_is_read_folded_and_edited(host, view):
    ids = eval(host.python("tree.frame().index.tolist()"))  # noqa: S307
    boxes = [view.node(number).bounding_box() for number in ids[:4]]
    assert all(low["y"] - high["y"] == 49 for high, low in pairwise(boxes))
    assert all(box["width"] <= 360 for box in boxes)

    view.select(1)
    expect(view.inspector).to_be_visible()
    expect(view.node(1)).to_be_in_viewport()
    view.node(1).press("Escape")
    expect(view.inspector).to_be_hidden()

    view.node(1).press("ArrowLeft")
    expect(view.node(1)).to_have_attribute("aria-expanded", "false")
    expect(view.node(1)).to_contain_text(re.compile(r"\+ \d+ leaves"))
    view.node(1).press("p")
    expect(view.node(1)).not_to_have_attribute("aria-expanded", re.compile("."))
    assert host.python("tree.node(1).is_leaf") == "True"


def test_the_menu_of_a_row_has_every_verb(view):
    view.node(1).click(button="right")
    menu = view.root.get_by_role("menu")
    expect(menu).to_be_in_viewport()
    expect(menu.get_by_role("menuitem", name=re.compile("^Prune(?! to)"))).to_be_visible()
