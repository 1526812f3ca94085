"""The parts of the report, each from what the session knows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

from ...data.words import brief, counted
from ...tree.advance import error_name
from ...tree.forks import forks_of
from ...tree.look import flags
from ...tree.node import walk
from ...tree.words import rules_said
from .drawing import drawing, key
from .isolating import isolated
from .markup import (
    DASH,
    Markup,
    count,
    cut,
    error,
    folded,
    joined,
    name,
    percent,
    section,
    spelled,
    table,
    tag,
    when,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...tree.look import Look
    from ...tree.node import Node
    from ...tree.version import Version
    from ...workspace import State
    from ..session import Session

MOST_RULES: Final = 2_000
"""Leaves that are listed."""
MOST_STEPS: Final = 20_000
"""Steps in force that are listed, beside the construction."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the report is about, at one moment."""

    session: Session
    state: State
    look: Look

    @property
    def classes(self) -> bool:
        """Whether classes are predicted."""
        return self.look.dataset.target.task == "classification"

    @property
    def measure(self) -> str:
        """What an error is called."""
        return error_name(self.look.dataset.target)


def tiles(told: Told) -> Markup:
    """Return the figures at a glance."""
    figures = told.state.history.now.figures
    shown = {
        "Leaves": f"{figures.leaves:,}",
        "Depth": f"{figures.depth}",
        f"● Training {told.measure}": error(figures.error, classes=told.classes),
        f"○ Validation {told.measure}": error(figures.validation_error, classes=told.classes),
        "Steps in force": f"{len(told.state.history):,}",
        "Looks at the test rows": f"{len(told.session.looks):,}",
    }
    pairs = [tag("div", tag("dt", term), tag("dd", value)) for term, value in shown.items()]
    return tag("dl", *pairs, class_="tiles")


def tree(told: Told) -> Markup:
    """Return the tree as it is now, drawn."""
    drawn, hidden = drawing(told.look)
    are = "node further down is" if hidden == 1 else "nodes further down are"
    more = f"{hidden:,} {are} not drawn; the rules have them." if hidden else ""
    scroll = tag(
        "div", drawn, class_="wide", role="region", aria_label="The tree, drawn", tabindex=0
    )
    legend = "● on the training rows, ○ on the validation rows, each as if the node were a leaf."
    return section("tree", "The tree", key(told.look), scroll, tag("p", f"{legend} {more}"))


def steps(told: Told) -> Markup:
    """Return every step in force with its figures and its reason; then the lines that were left."""
    history = told.state.history
    versions = history.in_force()
    rows = [
        [
            version.step,
            _when(told.session.times.get(version.step, "")),
            joined([_line(told, version), _names(told, version)]),
            _why(version),
            *_figures(told, version),
        ]
        for version in versions[: MOST_STEPS + 1]
    ]
    heads = ["#Step", "When", "What was done", "Reason or note", "#Leaves"]
    heads += [f"#● {told.measure}", f"#○ {told.measure}"]
    many = len(versions) - 1
    said = f"{counted(many, 'step')} in force, from the construction on{_listed(many, MOST_STEPS)}"
    made = table(said, heads, rows)
    return section("steps", "How it came to be", made, _left(told))


def _listed(many: int, most: int) -> str:
    """Return how many are listed, if not all."""
    return f", of which the first {most:,} are listed" if many > most else ""


def _when(at: str) -> Markup:
    """Return a time whose date stands in one line."""
    date, _, clock = when(at).partition(" ")
    return tag("span", tag("span", date, class_="date"), " ", clock, class_="said")


def _figures(told: Told, version: Version) -> list[str]:
    figures = version.figures
    errors = (figures.error, figures.validation_error)
    return [f"{figures.leaves:,}", *(error(one, classes=told.classes) for one in errors)]


def _line(told: Told, version: Version) -> Markup:
    if version.gesture is None:
        line, said = told.state.history.opening.splitlines()[-1], "built"
    else:
        line, said = version.gesture.line, version.gesture.text
    return joined([tag("code", cut(line)), tag("span", spelled(cut(said)), class_="said")])


def _names(told: Told, version: Version) -> Markup:
    names = [known for known, step in told.state.history.names.items() if step == version.step]
    return joined([tag("span", "checkpoint ", name(known), class_="flag") for known in names])


def _why(version: Version) -> Markup:
    args = version.action.args if version.action else {}
    given = args.get("reason") or args.get("text") or DASH
    return tag("span", name(given), class_="why")


def _left(told: Told) -> Markup:
    """Return the lines that were tried and left."""
    history = told.state.history
    rows = [
        [
            fork.at,
            fork.tip.step,
            fork.gestures,
            tag("code", fork.tip.gesture.line if fork.tip.gesture else ""),
            *_figures(told, fork.tip),
        ]
        for fork in reversed(list(forks_of(history, history.line())))
    ]
    if not rows:
        return tag("p", "No line of steps was begun and left.", class_="quiet")
    heads = ["#From step", "#To step", "#Steps", "Last step", "#Leaves"]
    heads += [f"#● {told.measure}", f"#○ {told.measure}"]
    return joined([tag("h3", "Tried and left"), table("Lines that are not in force", heads, rows)])


def rules(told: Told) -> Markup:
    """Return the rule of every leaf, with what it predicts and how well."""
    look, figures = told.look, told.look.survey
    held, weighed = bool(len(figures.validation_n)), bool((figures.weight != figures.n).any())
    rows = []
    for at, node, rule in islice(_leaves(look), MOST_RULES):
        outcome = look.outcome(figures, at)
        row: list[object] = [node.id, rule, name(spelled(outcome))]
        row += [f"{int(figures.n[at]):,}"]
        row += [count(float(figures.weight[at]))] if weighed else []
        row += [error(float(figures.error[at]), classes=told.classes)]
        if held:
            row += [f"{int(figures.validation_n[at]):,}"]
            row += [error(float(figures.validation_error[at]), classes=told.classes)]
        rows.append([*row, ", ".join(flags(node)) or DASH, _note(node.note)])
    heads = ["#Node", "Where", "Predicts", "#● rows", *["#● weight"] * weighed]
    heads += [f"#● {told.measure}"]
    heads += ["#○ rows", f"#○ {told.measure}"] if held else []
    heads += ["By hand", "Note"]
    leaves = int(np.count_nonzero(~figures.inner))
    said = counted(leaves, "leaf") + _listed(leaves, MOST_RULES)
    inner = [node for _, node, _ in figures.seen if node.note and not node.is_leaf]
    notes = [tag("li", f"node {node.id}: ", _note(node.note)) for node in inner]
    more = joined([tag("h3", "Notes on splits"), tag("ul", *notes)]) if notes else Markup("")
    return section("rules", "Final rules", table(said, heads, rows), more)


def _leaves(look: Look) -> Iterator[tuple[int, Node, Markup]]:
    """Give where each leaf stands, the leaf and its rule; no node is made before it is its turn."""
    root = look.tree.root
    splits = ((node.split, node.missing_n) for node in walk(root))
    columns = [isolated(column) for column in look.dataset.columns]
    said = rules_said(splits, columns, (False, True))
    for at, (node, (full, short)) in enumerate(zip(walk(root), said, strict=True)):
        if node.is_leaf:
            yield at, node, folded(spelled(full), spelled(short))


def _note(note: str) -> Markup:
    return tag("span", name(note or DASH), class_="why")


def evidence(told: Told) -> Markup:
    """Return what the rows say that the tree was not grown from, and who looked at them."""
    dataset, looks = told.look.dataset, told.session.looks
    now = told.state.history.now.figures
    found = {"train": now.error, "validation": now.validation_error}
    words = {"train": "● Training", "validation": "○ Validation", "test": "Test, sealed"}
    rows = [
        [words[part], f"{len(positions):,}", error(found.get(part), classes=told.classes)]
        for part, positions in dataset.parts.items()
    ]
    parts = table(
        f"Rows, and the tree's own {told.measure} on them",
        ["Part", "#Rows", f"#{told.measure}"],
        rows,
    )
    held = ""
    if "validation" in dataset.parts:
        held = (
            "The validation rows stood beside every step above: the more steps were chosen by "
            "them, the kinder they are to this tree."
        )
    return section("evidence", "Held-out evidence", parts, tag("p", held), _looks(told, looks))


def _looks(told: Told, looks: tuple[object, ...]) -> Markup:
    if "test" not in told.look.dataset.parts:
        return tag("p", "No rows were set aside for a test.")
    if not looks:
        return tag("p", "The test rows were never looked at.")
    many = "once" if len(looks) == 1 else f"{len(looks):,} times"
    said = (
        "" if len(looks) == 1 else " A figure that was looked at before says less about new rows."
    )
    rows = [
        [look.step, look.what, _figure(look.figure, told), when(look.at)]
        for look in told.session.looks
    ]
    what = "Accuracy" if told.classes else "R²"
    made = table("Looks at the test rows", ["#At step", "By", f"#{what}", "When"], rows)
    return joined([tag("p", f"The test rows were looked at {many}.{said}"), made])


def _figure(figure: float | None, told: Told) -> str:
    if figure is None:
        return DASH
    return percent(figure) if told.classes and 0 <= figure <= 1 else brief(figure)


def replayed(told: Told) -> Markup:
    """Return what became of each step, if the tree came of a replay on other data."""
    found = told.session.replayed
    if found is None:
        return Markup("")
    rows = [
        [
            step.step,
            tag("span", step.status, class_="refused" if step.status == "refused" else "flag"),
            tag("code", step.line),
            name(step.then),
            name(step.now or DASH),
            name(step.why or DASH),
        ]
        for step in found.steps
    ]
    heads = ["#Step then", "Became", "Line", "Did then", "Does now", "What differs"]
    return section(
        "replayed", "Replayed on other data", table(counted(len(rows), "step"), heads, rows)
    )


def code(told: Told) -> Markup:
    """Return the Python that builds the tree again."""
    said = "On the same data this builds the same tree; the names in it are those of the arguments."
    return section(
        "code", "The same in Python", tag("p", said),
        tag("pre", tag("code", told.state.history.code()), tabindex=0),
    )  # fmt: skip


def data(told: Told) -> Markup:
    """Return what was decided about the data, and what identifies it."""
    dataset = told.look.dataset
    came = dataset.filling.raw if dataset.filling else dataset
    training = dataset.parts["train"]  # elsewhere a level that no training row has is none, too
    notes = tag("ul", *(tag("li", name(note)) for note in told.session.workspace.notes))
    rows = [
        [name(column.label), column.kind, f"{int((column.codes[training] < 0).sum()):,}"]
        for column in came.columns
    ]
    made = table(
        f"{counted(len(rows), 'column')} taken as predictors",
        ["Column", "Kind", "#Missing in training"],
        rows,
    )
    return section("data", "The data", notes, made)
