"""JupyterLab, Voila and marimo as processes: free ports, own folders, ended with their kernels."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Self

import psutil

if TYPE_CHECKING:
    from types import TracebackType

REPOSITORY = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds a server may take to start on a busy machine
TOKEN = "treewidget"  # noqa: S105 - it guards a server on this machine's own loopback, for a minute

QUIET_SETTINGS = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false"},
    "@jupyterlab/docmanager-extension/plugin.jupyterlab-settings": {"autosave": False},
}


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def private_environment(home: Path) -> dict[str, str]:
    """Return an environment in which no user's Jupyter settings can leak in."""
    folders = {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "jupyter/config",
        "JUPYTER_DATA_DIR": "jupyter/data",
        "JUPYTER_RUNTIME_DIR": "jupyter/run",
        "JUPYTERLAB_SETTINGS_DIR": "jupyter/settings",
        "JUPYTERLAB_WORKSPACES_DIR": "jupyter/workspaces",
        "MPLCONFIGDIR": "matplotlib",
        "XDG_CACHE_HOME": "xdg/cache",
        "XDG_CONFIG_HOME": "xdg/config",
        "XDG_DATA_HOME": "xdg/data",
    }
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("JUPYTER", "JPY_", "IPYTHON", "XDG_", "COVERAGE", "PYTEST"))
    }
    for name, folder in folders.items():
        (home / folder).mkdir(parents=True, exist_ok=True)
        kept[name] = str(home / folder)
    kept["PYTHONPATH"] = str(REPOSITORY)
    kept["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    return kept


class Server:
    """A server process over a folder of notebooks; a context manager."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.home = home
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.log = home / f"{type(self).__name__}.log"

    def command(self) -> list[str]:
        """Return the command that starts the server."""
        raise NotImplementedError

    def ready_path(self) -> str:
        """Return a path that answers once the server is up."""
        raise NotImplementedError

    def address(self, notebook: str, *, dark: bool = False) -> str:
        """Return the address at which a notebook of the root opens."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        environment = private_environment(self.home)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                self.command(),
                cwd=self.root,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )
        self._await_answer()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the server, then whichever of its kernels are left.

        Kernels lead process groups of their own, so that the end of the server is not theirs.
        """
        if self._process is None or self._process.poll() is not None:
            return
        family = psutil.Process(self._process.pid).children(recursive=True)
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for child in family:
            if child.is_running():
                child.kill()
        psutil.wait_procs(family, timeout=5)
        self._process = None

    def release(self) -> None:
        """Let go of the kernels that no page needs any more."""

    def _await_answer(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process is not None and self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(self.url + self.ready_path(), timeout=2):  # noqa: S310
                    return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        said = self.log.read_text(errors="replace")[-4000:]
        self.stop()
        raise RuntimeError(f"{type(self).__name__} did not start:\n{said}")


class JupyterLab(Server):
    """JupyterLab with its application object within reach of the tests."""

    _kept: str | None = None

    def command(self) -> list[str]:
        for name, content in QUIET_SETTINGS.items():
            file = self.home / "jupyter" / "settings" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(content))
        return [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            f"--ServerApp.root_dir={self.root}",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            f"--IdentityProvider.token={TOKEN}",
            "--ServerApp.terminals_enabled=False",
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.extension_manager=readonly",
        ]

    def ready_path(self) -> str:
        return f"/api/status?token={TOKEN}"

    def release(self, kept: str | None = None) -> None:
        """Let go of every session, but for one that the next notebook is to have."""
        for session in json.loads(self._call("GET", "/api/sessions")):
            if session["id"] != kept:
                self._call("DELETE", f"/api/sessions/{session['id']}")
        self._kept = kept

    def hand_on(self, notebook: str) -> None:
        """Give a notebook the session that was kept, unless it needs a kernel of its own."""
        text = (self.root / notebook).read_text(encoding="utf-8")
        usual = json.loads(text)["metadata"]["kernelspec"]["name"] == "python3"
        if self._kept is not None and usual and "TREEWIDGET_ENGINE" not in text:
            self._call("PATCH", f"/api/sessions/{self._kept}", {"path": notebook})
            self._kept = None

    def _call(self, method: str, path: str, content: object = None) -> bytes:
        headers = {"Authorization": f"token {TOKEN}"}
        data = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)  # noqa: S310
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            said: bytes = answer.read()
        return said

    def address(self, notebook: str, *, dark: bool = False) -> str:  # noqa: ARG002 - a command sets it
        workspace = f"w{time.monotonic_ns()}"
        return f"{self.url}/lab/workspaces/{workspace}/tree/{notebook}?reset&token={TOKEN}"


class Voila(Server):
    """Voila over a folder."""

    def command(self) -> list[str]:
        return [
            *(sys.executable, "-m", "voila", str(self.root), "--no-browser"),
            "--Voila.ip=127.0.0.1",
            f"--Voila.port={self.port}",
            "--Voila.port_retries=0",
            # A kernel a page: what no page is connected to goes after a while.
            "--MappingKernelManager.cull_idle_timeout=30",
            "--MappingKernelManager.cull_interval=15",
        ]

    def ready_path(self) -> str:
        return "/voila/tree"

    def address(self, notebook: str, *, dark: bool = False) -> str:
        return f"{self.url}/voila/render/{notebook}" + ("?theme=dark" if dark else "")


class Marimo(Server):
    """marimo over a folder; it serves the notebooks that are there when it starts.

    Whether a page is dark is a setting of its user's: here, as the browser's.
    """

    def command(self) -> list[str]:
        settings = self.home / "xdg" / "config" / "marimo" / "marimo.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text('[display]\ntheme = "system"\n')
        return [
            *(sys.executable, "-m", "marimo", "--quiet", "run", str(self.root), "--headless"),
            *("--host", "127.0.0.1", "--port", str(self.port), "--no-token"),
            *("--session-ttl", "5"),
        ]

    def ready_path(self) -> str:
        return "/health"

    def address(self, notebook: str, *, dark: bool = False) -> str:  # noqa: ARG002 - the browser says it
        return f"{self.url}/?file={notebook}"
