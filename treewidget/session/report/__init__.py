"""The audit report: one page of HTML that says how a tree came to be, for people without Python."""

from .write import write

__all__ = ["write"]
