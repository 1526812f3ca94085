"""What the tests need of the machine besides Python: git, a compiler, a browser, and fonts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from ctypes.util import find_library
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FONTS = {
    "DejaVu Sans": "fonts-dejavu-core",
    "Liberation Sans": "fonts-liberation",
    "Noto Sans CJK KR": "fonts-noto-cjk",  # the tests draw Hangul
}


def missing() -> list[str]:
    """Return the Debian packages that would bring what is not here."""
    wanted = []
    if not any(shutil.which(name) for name in BROWSERS):
        wanted.append("chromium")
    if shutil.which("git") is None:
        wanted.append("git")
    if not any(shutil.which(name) for name in ("g++", "c++", "clang++")):
        wanted.append("g++")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        wanted.append("python3-dev")
    if find_library("atomic") is None:  # Playwright's own Node is linked with it
        wanted.append("libatomic1")
    known = ""
    if lister := shutil.which("fc-list"):
        known = subprocess.run([lister], capture_output=True, text=True, check=False).stdout
    wanted += [package for family, package in FONTS.items() if family not in known]
    return wanted


def install(packages: list[str]) -> None:
    """Install Debian packages, as root or through sudo."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    prefix = [] if root else ["sudo", "-n"]
    if shutil.which("apt-get") is None or not (root or shutil.which("sudo")):
        sys.exit(f"the tests need {' '.join(packages)} (Debian's names): install them, then again")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = [*prefix, "apt-get", "-o", "Acquire::Retries=3"]
    subprocess.run([*apt, "update", "-q"], check=True, env=quiet)
    subprocess.run(
        [*apt, "install", "-y", "-q", "--no-install-recommends", *packages], check=True, env=quiet
    )


def prepare() -> None:
    """Install what is missing, where that can be done without a question."""
    if not sys.platform.startswith("linux"):
        return  # elsewhere Playwright's own browser and the system's fonts serve
    if packages := missing():
        install(packages)
