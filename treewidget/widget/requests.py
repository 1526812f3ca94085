"""Operations: a request from a view becomes a gesture or a question, and gets its one reply.

Whatever arrives, the handler returns: errors are replies, and what computes long does so on a
thread of its own, so that the kernel stays free.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..errors import CancelledError, RefusedError
from ..induction.progress import Progress
from ..locks import new_lock
from . import threads
from .actions import action_of
from .answers import ANSWERS, answer
from .busy import CELLS
from .candidates import tell_candidates
from .long_work import is_long_gesture, is_long_question, node_of
from .parsing import MalformedError, message_id, parse
from .refusals import ReadOnlyError, error_wire
from .studies import STUDIES, study
from .wire import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..tree.gestures import Gesture
    from ..workspace import Workspace
    from .protocol import GestureResult, Part, Reply, Request

log = logging.getLogger(__name__)

DROPPED: Final = "cancelled: the tree is exactly as it was"
GRACE: Final = 0.1  # seconds in which a Cancel that waited behind its request overtakes it
JOBS: Final = 64  # requests worked on at once: each has a thread, and no view of ours asks so many
QUESTIONS: Final = ANSWERS.keys() | STUDIES.keys()


@dataclass(slots=True)
class _Job:
    """A request that is being worked on elsewhere."""

    edit: bool
    progress: Progress = field(default_factory=Progress)
    dropped: bool = False
    """It was cancelled, and the view was told so: nothing that comes of it matters."""
    ending: bool = False
    """Its end is being told: a cancel comes too late."""


class Desk:
    """Takes the messages of one widget's views.

    Parameters
    ----------
    workspace : Workspace
        The tree to work on.
    send : callable
        Sends a reply to the views; called from any thread.
    editable : callable
        Whether edits are taken now.
    """

    def __init__(
        self,
        workspace: Workspace,
        send: Callable[[Reply | Part], None],
        editable: Callable[[], bool],
    ) -> None:
        self._workspace = workspace
        self._send = send
        self._editable = editable
        self._jobs: dict[str, _Job] = {}
        self._lock = new_lock()

    def handle(self, content: object) -> None:
        """Take one message. Never raises."""
        identity, node = message_id(content), None
        try:
            message = parse(content)
            if message["kind"] == "hello":
                self._reply(identity, None)
            elif message["kind"] == "cancel":
                self._cancel(identity)
            else:
                node = node_of(message)
                if not self._defer(message):
                    self._take(message)
        except Exception as error:  # noqa: BLE001 - whatever it was, the view is told
            self._refuse(identity, error, node)

    def close(self) -> None:
        """Stop what is being worked on: nobody is left to hear of it."""
        with self._lock:
            jobs, self._jobs = self._jobs, {}
            for job in jobs.values():
                job.dropped = True
        for job in jobs.values():
            job.progress.cancel()

    def _defer(self, request: Request) -> bool:
        """Let a request that waited behind a cell wait a little more; whether it has to.

        While a cell ran somebody may have taken the request back. That Cancel waits in the same
        line and comes next; without a moment's grace it would always come too late.
        """
        if not CELLS.just_ended() or request["op"] in QUESTIONS:
            return False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a thread of its own, or no kernel: nothing waited
            return False
        job = self._register(request, edit=False)
        loop.call_later(GRACE, self._resume, request, job)
        return True

    def _resume(self, request: Request, job: _Job) -> None:
        if not self._keep(job):
            return
        self._forget(request["id"])
        try:
            self._take(request)
        except Exception as error:  # noqa: BLE001 - whatever it was, the view is told
            self._refuse(request["id"], error, node_of(request))

    def _take(self, request: Request) -> None:
        """Do a request here and now, or hand it to a thread."""
        question = request["op"] in QUESTIONS
        if not question and not self._editable():
            raise ReadOnlyError("this view is read-only: the tree cannot be changed from here")
        if question:
            if is_long_question(self._workspace, request):
                self._start(request, edit=False)
            else:
                self._reply(request["id"], answer(self._workspace, request["op"], request["args"]))
        elif is_long_gesture(self._workspace, request) or not self._workspace.is_free:
            # a cell may be changing the tree: waiting for it here would hold up its Cancel
            self._start(request, edit=True)
        else:
            action = action_of(self._workspace, request)
            self._reply(request["id"], _result(self._workspace.perform(action)))

    def _answer(self, request: Request, progress: Progress) -> object:
        if request["op"] in STUDIES:
            return study(self._workspace, request, progress)
        if request["op"] == "candidates":
            return self._candidates(request, progress)
        return answer(self._workspace, request["op"], request["args"])

    def _candidates(self, request: Request, progress: Progress) -> object:
        """Answer in parts; of an answer that nobody waits for any more none is sent."""

        def tell(result: object) -> None:
            progress.heed()
            part: Part = {
                "kind": "partial",
                "id": request["id"],
                "revision": self._workspace.revision,
                "result": result,
            }
            self._send(part)

        node = self._workspace.tree.node(request["args"]["node"])
        return tell_candidates(self._workspace, node, progress, tell)

    def _start(self, request: Request, *, edit: bool) -> None:
        """Begin work on a thread."""
        job = self._register(request, edit=edit)
        try:
            threads.start(lambda: self._work(request, job), job.progress)
        except MemoryError:
            self._forget(request["id"])
            raise

    def _register(self, request: Request, *, edit: bool) -> _Job:
        """Take note of work. One edit at a time: a second would only turn out stale."""
        job = _Job(edit)
        with self._lock:
            if request["id"] in self._jobs:
                raise MalformedError("a request with this id is being worked on")
            if len(self._jobs) >= JOBS:
                raise RefusedError(f"{JOBS} requests are being worked on: wait for them")
            if edit and any(other.edit for other in self._jobs.values()):
                raise RefusedError("another change is being worked on: cancel it, or wait for it")
            self._jobs[request["id"]] = job
        return job

    def _work(self, request: Request, job: _Job) -> None:
        identity = request["id"]
        try:
            edit = job.edit
            result = self._edit(request, job) if edit else self._answer(request, job.progress)
        except Exception as error:  # noqa: BLE001 - whatever it was, the view is told
            if self._keep(job):
                self._forget(identity)
                self._refuse(identity, error, node_of(request))
        else:
            if self._keep(job):
                self._forget(identity)
                self._reply(identity, result)

    def _edit(self, request: Request, job: _Job) -> GestureResult:
        """Compute an edit beside the tree, then put it in force if the tree is still the same."""
        action = action_of(self._workspace, request)
        prepared = self._workspace.prepare(action, job.progress, job=request["id"])
        if not self._editable():
            raise ReadOnlyError("this view has become read-only: nothing was changed")
        if not self._keep(job):
            raise CancelledError(DROPPED)
        return _result(self._workspace.commit(prepared, job.progress))

    def _keep(self, job: _Job) -> bool:
        """Let nobody cancel a job from now on; whether nobody did before."""
        with self._lock:
            job.ending = not job.dropped
            return job.ending

    def _forget(self, identity: str) -> None:
        with self._lock:
            self._jobs.pop(identity, None)

    def _cancel(self, identity: str) -> None:
        """Stop own work, or a job that a cell or another view began.

        A step of a search may take a second. Nobody waits for its end: what was cancelled has no
        effect any more, and the view is told at once.
        """
        with self._lock:
            job = self._jobs.get(identity)
            if job is not None and not job.ending:
                job.dropped = True
                del self._jobs[identity]
        if job is not None:
            job.progress.cancel()
        if self._editable() or (job is not None and job.edit):
            self._workspace.cancel(identity)
        if job is not None and job.dropped:
            self._refuse(identity, CancelledError(DROPPED), None)

    def _reply(self, identity: str, result: object) -> None:
        reply: Reply = {
            "kind": "reply",
            "id": identity,
            "ok": True,
            "revision": self._workspace.revision,
        }
        if result is not None:
            reply["result"] = result
        self._send(reply)

    def _refuse(self, identity: str, error: Exception, node: int | None) -> None:
        reply: Reply = {
            "kind": "reply",
            "id": identity,
            "ok": False,
            "revision": self._workspace.revision,
            "error": error_wire(error, node),
        }
        self._send(reply)


def _result(gesture: Gesture) -> GestureResult:
    return {
        "line": clean(gesture.line),
        "text": clean(gesture.text),
        "select": gesture.select,
    }
