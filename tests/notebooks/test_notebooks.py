"""The notebooks are the documentation: each runs from top to bottom, and is stored clean."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.browser.servers import private_environment

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_the_notebooks_are_here():
    assert [path.name[:3] for path in NOTEBOOKS[:2]] == ["01_", "02_"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_from_top_to_bottom(path, tmp_path):
    book = nbformat.read(path, as_version=4)
    client = NotebookClient(
        book,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute(env=private_environment(tmp_path))

    said = [output for cell in book.cells for output in cell.get("outputs", ())]
    assert any("application/vnd.jupyter.widget-view+json" in one.get("data", {}) for one in said)
    assert [one.text for one in said if one.get("name") == "stderr"] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_stored_without_outputs(path):
    book = nbformat.read(path, as_version=4)
    for cell in book.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert book.metadata.kernelspec.name == "python3"
