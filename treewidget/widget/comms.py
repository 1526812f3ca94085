"""What the kernel's comms need from us to be used from several threads."""

from __future__ import annotations

from typing import Any


def keep_route(comm: Any) -> None:  # noqa: ANN401 - whatever the host made
    """Let messages of a comm go to the subshell that the front end names, always.

    From 7.4 on ipykernel routes a comm's messages to the shell from which the kernel last *sent*
    on that comm. A tree changed by a cell sends from the main shell, so from then on every click
    would wait behind the running cell, Cancel included, although the front end asked for a thread
    of its own. Nobody awaits replies on our comms, so what the front end asks for is right.

    Does nothing where the kernel does not route (other versions, other hosts).
    """
    if hasattr(comm, "_reply_subshell_for"):
        comm._reply_subshell_for = _as_asked  # noqa: SLF001


def _as_asked(_data: object, subshell: str | None) -> str | None:
    return subshell
