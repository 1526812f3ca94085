"""Everything that must hold, in one run: `python -m tests`, with pytest's arguments after it.

Lint, types and the front end's own tests are tests among the others (tests/checks), so that one
summary says it all.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from .machine import prepare


def main() -> int:
    """Prepare the machine and run pytest."""
    prepare()
    os.chdir(Path(__file__).resolve().parents[1])
    return int(pytest.main(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
