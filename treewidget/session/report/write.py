"""The page as a whole, and the file it stands in."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final

from ...data.words import counted, visible
from ...errors import JournalError
from ...induction.uncollected import uncollected
from .. import file, story
from . import sections
from .markup import Markup, joined, name, tag, text, when
from .style import STYLE

if TYPE_CHECKING:
    from pathlib import Path

    from ...tree.look import Look
    from ...workspace import State
    from ..session import Session

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
MARK: Final = "<!doctype html>\n<!-- a report by treewidget -->\n"
"""How a report begins: only such a file is written over."""
PARTS: Final = {
    "tree": "Tree",
    "steps": "Steps",
    "rules": "Rules",
    "evidence": "Evidence",
    "data": "Data",
    "code": "Python",
}


def write(session: Session, state: State, look: Look, path: object) -> Path:
    """Write the report of a session at a state; only another report is ever written over."""
    where = file.path_of(path)
    _check_place(where)
    content = page(session, state, look).encode("utf-8", "replace")
    draft = file.draft_of(where)
    try:
        draft.write_bytes(content)
        draft.replace(where)
    except BaseException as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            raise JournalError(f"{where} cannot be written: {error.strerror}") from error
        raise
    return where


def _check_place(where: Path) -> None:
    if not os.path.lexists(where):
        return
    number, _writable = file.open_file(where)
    try:
        begins = os.read(number, len(MARK)) == MARK.encode()
    finally:
        file.close(number)
    if not begins:
        raise JournalError(
            f"{where} is there and is no report of ours: nothing else is written over; give "
            "another path"
        )


@uncollected()
def page(session: Session, state: State, look: Look) -> str:
    """Return the report as HTML: no script, nothing from elsewhere, and a policy that says so."""
    told = sections.Told(session, state, look)
    target = visible(str(look.dataset.target.name))
    parts = [
        sections.tree(told),
        sections.steps(told),
        sections.rules(told),
        sections.evidence(told),
        sections.replayed(told),
        sections.data(told),
        sections.code(told),
    ]
    links = [tag("li", tag("a", said, href=f"#{at}")) for at, said in PARTS.items()]
    body = [
        tag("a", "To the report", href="#main", class_="skip"),
        tag("header", tag("h1", "Decision tree for ", name(target)), _about(session)),
        tag("nav", tag("ul", *links), aria_label="Parts of the report"),
        tag("main", sections.tiles(told), *parts, id="main"),
        tag("footer", tag("p", f"Written by treewidget, {when(story.now())}.")),
    ]
    head = [
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{text(POLICY)}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", f"Decision tree for {target}"),
        tag("style", Markup(STYLE)),
    ]
    return MARK + tag("html", tag("head", joined(head)), tag("body", *body), lang="en")


def _about(session: Session) -> Markup:
    workspace = session.workspace
    dataset = workspace.dataset
    rows = [f"{counted(len(at), 'row')} for {part}" for part, at in dataset.parts.items()]
    said = (
        f"{workspace.method.upper()}, {dataset.target.task}, {workspace.inducer.shown}. "
        f"{', '.join(rows)}. Begun {when(session.times[0])}."
    )
    asks = " Every edit was asked for a reason." if workspace.require_reason else ""
    return tag("p", said + asks, class_="quiet")
