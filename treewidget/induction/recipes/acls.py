"""ACLS: ID3, and thresholds of columns that have an order."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .id3 import ID3

ACLS: Final = replace(
    ID3, name="acls", label="ACLS", source="Paterson and Niblett 1983", thresholds=True
)
