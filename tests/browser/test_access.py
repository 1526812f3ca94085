"""For every eye and hand: colours that the reader forces on all pages, targets that are met."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View

EDGE = "one => getComputedStyle(one).borderBottomColor"
# Of controls that are seen, those of which no square of 24 px round their middle is theirs.
SMALL = """(root) => [...root.querySelectorAll("button, input, summary")].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const meets = (dx, dy) => {
    const met = document.elementFromPoint(x + dx, y + dy);
    return one.contains(met) || (one.closest("label")?.contains(met) ?? false);
  };
  const ends = [[-11, 0], [11, 0], [0, -11], [0, 11]];
  return meets(0, 0) && !ends.every(([dx, dy]) => meets(dx, dy));
}).map((one) => one.ariaLabel || one.innerText)"""
GROUND = "one => getComputedStyle(one).backgroundColor"


@pytest.fixture
def scheme(request) -> str | None:
    """Return the ground on which colours are forced, if they are."""
    return getattr(request, "param", None)


@pytest.fixture
def context_options(context_options, scheme) -> dict:
    forced = {"forced_colors": "active", "color_scheme": scheme}
    return {**context_options, **(forced if scheme else {})}


def test_every_target_is_met_by_an_unsteady_hand(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.select(1)
    for tab in ("Cut", "Rows", "Notes", "Candidates"):
        view.tab(tab)
        expect(view.inspector.get_by_role("tabpanel")).not_to_be_empty()
        assert view.root.evaluate(SMALL) == [], tab
    view.node(1).press("Enter")
    expect(view.root.get_by_role("dialog")).to_be_visible()
    assert view.root.evaluate(SMALL) == []


TINY = """
tiny = penguins.assign(tiny=penguins.body_mass_g / 7e16).dropna()
tree = tw.DecisionTree(tiny[["tiny", "sex"]], target="sex", max_depth=1)
"""
"""Numbers of which only the last letters tell how small they are."""


def test_words_are_read_from_their_beginning_and_numbers_from_their_end(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.select(0)
    view.tab("Rows")
    table = view.inspector.get_by_role("table", name="Rows")
    expect(table.get_by_role("columnheader", name="species")).to_have_css("text-align", "start")
    expect(table.get_by_role("columnheader", name="body_mass_g")).to_have_css("text-align", "end")
    expect(table.get_by_role("cell").filter(has_text="Adelie").first).to_have_css(
        "text-align", "start"
    )


def test_a_number_in_the_rows_keeps_its_end(lab, write):
    lab.show(write(PENGUINS, TINY, VIEW))
    view = View(lab).wait()
    view.tab("Rows")
    numbers = view.inspector.get_by_role("cell").filter(has_text="e-14")
    expect(numbers.first).to_be_visible()
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert numbers.evaluate_all(cut) == 0


def test_a_name_that_may_be_shortened_is_read_and_selected_whole(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    for name in ("flipper_length_mm", "bill_depth_mm"):
        head = view.inspector.get_by_role("rowheader", name=name, exact=True)
        head.dblclick(position={"x": 20, "y": 8})
        assert view.page.evaluate("getSelection().toString()") == name


@pytest.mark.parametrize("dark", [False, True])
def test_code_is_read_on_the_box_it_stands_in(lab, write, dark):
    lab.show(write(PENGUINS, VIEW), dark=dark)
    view = View(lab).wait()
    view.node(0).press("Enter")
    parts = view.root.get_by_role("dialog").get_by_role("code").locator("span")
    expect(parts.first).to_be_visible()
    pairs = parts.evaluate_all("""all => all.map((part) => [
      getComputedStyle(part).color, getComputedStyle(part.parentElement).backgroundColor])""")
    for pair in pairs:
        ink, ground = ([float(one) for one in re.findall(r"[\d.]+", colour)] for colour in pair)
        alpha = ink[3] if len(ink) > 3 else 1
        ink = [alpha * top + (1 - alpha) * low for top, low in zip(ink[:3], ground, strict=True)]
        low, high = sorted(map(luminance, (ink, ground)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, pair


def luminance(colour: list[float]) -> float:
    """Return how light a colour is, as WCAG measures it."""
    parts = [one / 255 for one in colour]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.one_in(2)
@pytest.mark.parametrize("scheme", ["light", "dark"], indirect=True)
def test_what_colour_says_is_seen_in_the_readers_colours(lab, write, scheme):
    lab.show(write(PENGUINS, VIEW))  # in JupyterLab's light theme
    view = View(lab).wait()
    canvas, ink = ("rgb(255, 255, 255)", "rgb(0, 0, 0)")[:: 1 if scheme == "light" else -1]
    expect(view.root).to_have_css("background-color", canvas)
    expect(view.root).to_have_css("color", ink)
    expect(view.root).to_have_attribute("data-tw-theme", scheme)

    bars = view.node(0).locator("[aria-hidden=true] > span[style*=background]")
    assert len(set(bars.evaluate_all(f"all => all.map({GROUND})"))) == 2  # the two sexes

    tabs = view.inspector.get_by_role("tab")
    edges = tabs.evaluate_all(f"all => all.map({EDGE})")
    assert edges[0] == ink
    assert ink not in edges[1:]

    view.node(0).press("Shift+F10")
    first = view.root.get_by_role("menuitem").first
    expect(first).to_be_focused()
    expect(first).to_have_css("outline-style", "solid")
    first.press("Escape")

    view.node(0).press("Enter")
    line = view.root.get_by_role("slider").first.locator("span, div, i").first
    expect(line).to_have_css("background-color", ink)
