"""The tree drawn as SVG, from left to right: cards joined by ribbons as wide as their rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ...data.words import counted, on_one_line
from ...tree.words import BINARY, split_text
from .markup import Markup, count, cut, error, joined, percent, spelled, tag
from .style import CLASSES, GLYPHS
from .ways import in_short, levels_of, room

if TYPE_CHECKING:
    from ...engine.contract import Ints
    from ...tree.figures import Survey
    from ...tree.look import Look

WIDTH: Final = 176
INSIDE: Final = WIDTH - 20
HEIGHT: Final = 66
ACROSS: Final = 246
"""From the left of a card to the left of its child."""
BETWEEN: Final = 50
"""So much further where a split has several branches: each is named before its card."""
BESIDE: Final = 10
"""Of what lies between two cards the part that is left free of words."""
DOWN: Final = 76
WIDEST: Final = 40
"""Pixels of a ribbon that carries all rows."""
REST: Final = CLASSES - 1
"""The colour that classes share which have none of their own."""
MOST: Final = 127
"""Cards that are drawn; of a larger tree as many levels as fit."""
TALL: Final = 12
"""Leaves beyond which a drawing begins with its root: amid them it stands a screen further down."""
LEAST: Final = 0.75
"""As much smaller as a drawing may become to fit the page before it has to be scrolled."""
LETTERS: Final = 12
"""What has no more of them is never cut short on a card; of a condition twice as many do."""
MOST_SAID: Final = 1_000
"""Characters of what is shown when somebody points at a card."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card's place, and what it shows."""

    at: int
    x: float
    y: float
    parent: int


def drawing(look: Look) -> tuple[Markup, int]:
    """Return the tree as SVG, and how many of its nodes are not on it."""
    figures = look.survey
    depths = np.array(figures.nodes.depths())
    depth = _deepest(depths)
    shown = np.flatnonzero(depths <= depth).tolist()
    ways = {at: in_short(*look.branch(at), look.dataset.columns) for at in shown}
    longest = max(map(room, ways.values()))
    places = _places(figures, depths, shown, longest)
    where = {place.at: place for place in places}
    width = max(place.x for place in places) + WIDTH + 8
    height = max(place.y for place in places) + HEIGHT + 8
    top = max(float(figures.weight[0]), 1e-300)
    shapes = [_ribbon(look, where[p.parent], p, top, ways[p.at]) for p in places if p.parent >= 0]
    shapes += [_card(look, place, depth) for place in places]
    many = counted(len(figures.nodes), "node")
    title = f"Decision tree of {many}; the rules below say the same in words"
    drawn = tag(
        "svg",
        tag("title", title),
        *shapes,
        role="img",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        style=f"min-width:{LEAST * width:.0f}px",
    )
    return drawn, len(figures.nodes) - len(places)


def key(look: Look) -> Markup:
    """Return which colour and sign stands for which class."""
    sharing: dict[int, list[str]] = {}
    for slot, label in zip(_slots(look), look.dataset.target.labels, strict=True):
        sharing.setdefault(slot, []).append(label)
    items = [
        tag("li", _swatch(slot), " ", f"{len(these)} others" if these[1:] else tag("bdi", these[0]))
        for slot, these in sorted(sharing.items())
    ]
    return tag("ul", *items, class_="key") if items else Markup("")


def _slots(look: Look) -> list[int]:
    """Return each class's colour: of many the heaviest at the root have one, as on a canvas."""
    weights = look.survey.stats[0]
    many = len(look.dataset.target.labels)
    if many <= CLASSES:
        return list(range(many))
    own = np.sort(np.argsort(-weights, kind="stable")[:REST]).tolist()
    return [own.index(at) if at in own else REST for at in range(many)]


def _swatch(at: int) -> Markup:
    sign = tag("text", GLYPHS[at], x=1, y=11, class_=f"c{at + 1}")
    return tag("svg", sign, width=14, height=13, aria_hidden="true", style="display:inline")


def _deepest(depths: Ints) -> int:
    """Return the deepest level with which there are not too many cards."""
    upto = np.cumsum(np.bincount(depths))
    return int(np.searchsorted(upto, MOST, side="right")) - 1


def _places(figures: Survey, depths: Ints, shown: list[int], longest: float) -> list[Placed]:
    """Return a place for each card: leaves below one another, others beside their children."""
    kids: dict[int, list[int]] = {}
    for at in shown:
        kids.setdefault(int(figures.parent[at]), []).append(at)
    several = any(len(below) > BINARY for below in kids.values())
    across = max(ACROSS + BETWEEN * several, WIDTH + BESIDE + math.ceil(longest))
    row, height = 0, {}
    for at in shown:  # in pre-order, so leaves come from the top down
        if at not in kids:
            height[at] = float(row * DOWN)
            row += 1
    for at in reversed(shown):
        if at in kids:
            last = kids[at][0 if row > TALL else -1]
            height[at] = (height[kids[at][0]] + height[last]) / 2
    return [
        Placed(
            at,
            int(depths[at]) * across + 4.0,
            height[at] + 4.0,
            int(figures.parent[at]),
        )
        for at in shown
    ]


def _ribbon(look: Look, above: Placed, place: Placed, top: float, way: str) -> Markup:
    wide = max(1.5, WIDEST * float(look.survey.weight[place.at]) / top)
    x0, y0, y1 = above.x + WIDTH, above.y + HEIGHT / 2, place.y + HEIGHT / 2
    half = (x0 + place.x) / 2
    path = f"M{x0:.1f} {y0:.1f}C{half:.1f} {y0:.1f} {half:.1f} {y1:.1f} {place.x:.1f} {y1:.1f}"
    said = look.condition(place.at)
    drawn = tag("path", d=path, class_="ribbon", stroke_width=f"{wide:.1f}")
    return tag("g", tag("title", spelled(cut(said, MOST_SAID))), drawn, _way(above, place, way))


def _way(above: Placed, place: Placed, said: str) -> Markup:
    """Return which branch leads to a card, where the ribbon ends: on the side it does not cross."""
    middle = place.y + HEIGHT / 2
    return tag(
        "foreignObject",
        tag("div", tag("bdi", cut(said, MOST_SAID)), class_="way"),
        x=f"{above.x + WIDTH + 4:.1f}",
        y=f"{middle - 18 if place.y < above.y else middle + 2:.1f}",
        width=f"{place.x - above.x - WIDTH - BESIDE:.0f}",
        height=16,
    )


def _card(look: Look, place: Placed, deepest: int) -> Markup:
    figures = look.survey
    node = figures.nodes[place.at]
    steps = look.condition(place.at)
    hidden = node.size - 1 if node.region.depth == deepest else 0
    classes = look.dataset.target.task == "classification"
    share = float(figures.weight[place.at]) / max(float(figures.weight[0]), 1e-300)
    numbers = f"{count(float(figures.weight[place.at]))} · {percent(min(share, 1.0))}"
    errors = f"● {error(float(figures.error[place.at]), classes=classes)}"
    if len(figures.validation_n):
        held = float(figures.validation_error[place.at])
        errors += f"  ○ {error(held, classes=classes)}"
    more = f"  + {hidden:,} below" if hidden else ""
    x, y = place.x + 10, place.y
    words = tag(
        "title",
        spelled(cut(f"node {node.id}: {steps}; {look.sentence(figures, place.at)}", MOST_SAID)),
    )
    return tag(
        "g",
        words,
        tag(
            "rect",
            x=f"{place.x:.1f}",
            y=f"{y:.1f}",
            width=WIDTH,
            height=HEIGHT,
            rx=6,
            class_="card",
        ),
        tag(
            "foreignObject",
            _head(look, place),
            x=f"{x:.1f}",
            y=f"{y + 4:.1f}",
            width=INSIDE,
            height=18,
        ),
        _bar(look, place) if classes else Markup(""),
        tag("text", numbers + more, x=f"{x:.1f}", y=f"{y + 44:.1f}", class_="small"),
        tag("text", errors, x=f"{x:.1f}", y=f"{y + 59:.1f}", class_="small"),
    )


def _head(look: Look, place: Placed) -> Markup:
    """Return what a node is split by, or what a leaf predicts, as wide as a card at most."""
    figures, dataset = look.survey, look.dataset
    split, first = figures.nodes[place.at].split, ""
    if split is not None:
        first = dataset.columns[split.column].label
        many = f"{first} · {split.branches}-way"
        said = split_text(split, dataset.columns) if split.branches <= BINARY else many
    else:
        said = look.outcome(figures, place.at)
        if dataset.target.is_classification:
            label = dataset.target.labels[int(figures.prediction[place.at])]
            first = said[: said.index(label) + len(label)]  # of a number: "class 3"
    first, rest = on_one_line(first), spelled(on_one_line(said.removeprefix(first)))
    whole = len(rest) <= LETTERS  # a cut, a share
    short = not whole and len(first) <= LETTERS
    many = levels_of(split, 0)
    if len(rest) > 2 * LETTERS and many:
        rest = f" in {many}"
    elif len(rest) > 2 * LETTERS:
        rest = f"{rest[: 2 * LETTERS]}…"
    parts = (first[: 4 * LETTERS], short), (rest, whole)
    made = (tag("bdi", part, class_="fixed" if fixed else None) for part, fixed in parts)
    return tag("div", *made, class_="head")


def _bar(look: Look, place: Placed) -> Markup:
    """Return a node's classes as a bar: at least a pixel for each colour that is there."""
    weights = np.bincount(_slots(look), weights=look.survey.stats[place.at])
    total = float(weights.sum())
    if total <= 0:
        return Markup("")
    x, parts = place.x + 10, []
    for slot in np.flatnonzero(weights > 0).tolist():
        wide = max(1.0, INSIDE * float(weights[slot]) / total)
        parts.append(
            tag(
                "rect",
                x=f"{x:.1f}",
                y=f"{place.y + 24:.1f}",
                width=f"{wide:.1f}",
                height=6,
                class_=f"c{slot + 1}",
            )
        )
        x += wide
    return joined(parts)
