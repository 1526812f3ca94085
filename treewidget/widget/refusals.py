"""What a view is told when a request was not done."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from ..errors import (
    CancelledError,
    InvalidValueError,
    RefusedError,
    StaleError,
    TreeWidgetError,
    UnknownNameError,
    WrongTypeError,
)
from .parsing import MalformedError
from .wire import clean

if TYPE_CHECKING:
    from .protocol import ErrorCode, ErrorWire

log = logging.getLogger(__name__)

CODES: Final[tuple[tuple[type[Exception], ErrorCode], ...]] = (  # the first that fits
    (MalformedError, "malformed"),
    (StaleError, "stale"),
    (RefusedError, "refused"),
    (CancelledError, "cancelled"),
    (UnknownNameError, "unknown"),
    (InvalidValueError, "invalid"),
    (WrongTypeError, "invalid"),
    (TreeWidgetError, "invalid"),
)
LONGEST_MESSAGE: Final = 2_000


class ReadOnlyError(RefusedError):
    """An edit from a widget that is not editable."""


def error_wire(error: Exception, node: int | None) -> ErrorWire:
    """Return an error as a view shows it; what nobody foresaw is logged as well."""
    if isinstance(error, ReadOnlyError):
        code: ErrorCode = "readonly"
    else:
        code = next((code for kind, code in CODES if isinstance(error, kind)), "internal")
    message = str(error)
    if isinstance(error, MemoryError):
        code, message = "refused", "there is not enough memory for this, and nothing was changed"
    elif code == "internal":
        log.error("a request from a view failed", exc_info=error)
        message = (
            f"treewidget met an error of its own ({type(error).__name__}: {message}); "
            "the kernel's log has the details"
        )
    return {"code": code, "message": clean(message)[:LONGEST_MESSAGE], "node": node}
