"""Where sessions are written."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ward 7 é.journal"
