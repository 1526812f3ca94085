"""What the package weighs: the bundle travels with every widget, the import with every start."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys

import pytest

from .clones import ROOT

BUNDLE_LIMIT = 150_000  # bytes, minified
IMPORT_LIMIT = 0.3  # seconds above pandas and ipywidgets
USUAL = 0.6  # seconds that those two take, on a machine of usual speed

MEASURE = """
import time
begin = time.process_time()
import pandas, ipywidgets
between = time.process_time()
import treewidget
print(time.process_time() - between, between - begin)
"""
"""In processor time, all of which an import takes: a clock on the wall measures the neighbours."""

HEAVY = ("sklearn", "scipy", "statsmodels", "pyarrow", "polars", "matplotlib", "jupyterlab")


@pytest.fixture(scope="module")
def bundle():
    runpy.run_path(str(ROOT / "js" / "build.py"))["build"]()
    return ROOT / "treewidget" / "static"


def test_the_bundle_keeps_its_budget(bundle):
    assert 0 < (bundle / "widget.js").stat().st_size <= BUNDLE_LIMIT


def test_the_bundle_asks_nothing_of_other_hosts(bundle):
    names = ("widget.js", "panels.js", "widget.css")
    text = "".join((bundle / name).read_text() for name in names)
    allowed = ("http://www.w3.org/",)  # names of namespaces, never fetched
    for name in allowed:
        text = text.replace(name, "")
    assert "http://" not in text
    assert "https://" not in text


def python(code: str) -> str:
    # An installation has its byte code; some environments forbid writing any.
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_the_import_is_quick():
    python(MEASURE)  # compiles the byte code
    times = [tuple(map(float, python(MEASURE).split())) for _ in range(5)]
    # A busy machine can only add to it, and a slow one is as slow with the other two.
    best = min(ours * min(1.0, USUAL / theirs) for ours, theirs in times)
    assert best <= IMPORT_LIMIT, times


def test_the_import_leaves_heavy_packages_alone():
    loaded = python(
        "import pandas, ipywidgets, sys; before = set(sys.modules); import treewidget;"
        f"print([name for name in {HEAVY} if name in set(sys.modules) - before])"
    )
    assert loaded == "[]"
