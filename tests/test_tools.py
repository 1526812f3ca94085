"""The tools that read the code: each is one test, and its words are the failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

COMMANDS = {
    "ruff": ["-m", "ruff", "check", "--no-cache", "."],
    "ruff format": ["-m", "ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["-m", "mypy"],
    "tsc": ["js/build.py", "types"],
    "biome": ["js/build.py", "lint"],
    "vitest": ["js/build.py", "test"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_tool_has_nothing_to_say(name):
    plain = {**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "0", "CI": "1"}
    run = subprocess.run(
        [sys.executable, *COMMANDS[name]],
        cwd=ROOT,
        env=plain,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, f"{name}:\n{run.stdout}"
