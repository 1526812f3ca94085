"""Compile the kernel, with the C++ compiler that setuptools finds and nanobind's headers.

    python treewidget/kernels/build.py        the kernel, if its sources changed since the last one

The module lands beside this file; `treewidget.kernels` loads it. nanobind is used in split mode:
the compiled module finds nanobind in the package nanobind-backend, so that there is no library to
compile here and one wheel a platform serves every Python from 3.11 on.

The variable TREEWIDGET_KERNEL changes what a build does: "skip" never compiles, "require" fails
where no kernel can be made. Without it a machine that lacks a compiler gets a package that works
all the same, more slowly.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
STAMP = HERE / "_native.sha256"
NAME = "treewidget.kernels._native"
BACKEND = "nanobind-backend>=1,<2"
MACHINES = ("x86_64", "amd64", "arm64", "aarch64")
"""Where nanobind-backend has wheels; elsewhere the package would refuse to install."""

OPTIMISED = ["-O3", "-g0"]
GNU = ["-std=c++17", "-ffp-contract=off", "-fvisibility=hidden", "-pthread"]
GNU += ["-fno-math-errno", "-fno-trapping-math"]  # else a loop that divides is not vectorised
GNU += ["-Wall", "-Wextra"]
GNU += ["-Wno-uninitialized", "-Wno-maybe-uninitialized"]  # said of gcc's own headers
MICROSOFT = ["/std:c++17", "/O2", "/EHsc", "/fp:precise"]
MACROS = [
    ("Py_LIMITED_API", "0x030A0000"),
    ("NB_BACKEND_MODULE", "nanobind_backend"),
    ("NB_BACKEND_PYPI", "nanobind-backend"),
]


def module() -> Path:
    """Return where the compiled module lies."""
    return HERE / ("_native.pyd" if os.name == "nt" else "_native.abi3.so")


def digest() -> str:
    """Return the hash of everything the kernel is made from."""
    total = hashlib.sha256()
    for path in sorted(
        p for ending in ("cpp", "hpp", "inl", "py") for p in HERE.rglob(f"*.{ending}")
    ):
        name = path.relative_to(HERE).as_posix()
        total.update(name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def stale() -> bool:
    """Say whether the module is missing or older than its sources."""
    if not (module().exists() and STAMP.exists()):
        return True
    return STAMP.read_text().strip() != digest()


def hindrance() -> str:
    """Return why no kernel can run with this Python on this machine, or an empty text."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "the kernel is made for CPython with its global lock"
    if platform.machine().lower() not in MACHINES or sys.maxsize < 2**32:
        return f"nanobind-backend has no package for {platform.machine()}"
    if sys.platform.startswith("linux") and platform.libc_ver()[0] != "glibc":
        return "nanobind-backend has no package for this C library"
    return ""


def compile_into(folder: Path, flags: list[str], link_flags: list[str]) -> Path:
    """Compile every source below this folder and return the module, made inside `folder`."""
    import nanobind  # noqa: PLC0415 - present only where a kernel is wanted
    from setuptools import Distribution, Extension  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    class BuildInParallel(build_ext):
        """Compile several files at a time; distutils takes one after the other."""

        def build_extensions(self) -> None:
            one = self.compiler.compile
            unix = self.compiler.compiler_type != "msvc"

            def together(sources: list[str], **options: Any) -> list[str]:  # noqa: ANN401
                own = os.environ.get("CXXFLAGS", "").split()  # last, so that they count
                options["extra_postargs"] = [*(GNU + flags if unix else MICROSOFT), *own]
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    made = pool.map(lambda source: one([source], **options), sources)
                    return [name for names in made for name in names]

            self.compiler.compile = together
            self.extensions[0].extra_link_args = ["-pthread", *link_flags] if unix else []
            super().build_extensions()

    extension = Extension(
        NAME,
        [str(path) for path in sorted(HERE.rglob("*.cpp"))],
        language="c++",
        py_limited_api=True,
        define_macros=MACROS,
        include_dirs=[nanobind.include_dir(), str(HERE)],
    )
    distribution = Distribution(
        {"ext_modules": [extension], "cmdclass": {"build_ext": BuildInParallel}}
    )
    command = distribution.get_command_obj("build_ext")
    command.force, command.build_temp, command.build_lib = True, str(folder), str(folder)
    command.ensure_finalized()
    command.run()
    return folder / "treewidget" / "kernels" / module().name


def build() -> None:
    """Compile the kernel if it is stale."""
    if reason := hindrance():
        raise RuntimeError(reason)
    if not stale():
        return
    wanted = digest()
    with tempfile.TemporaryDirectory() as folder:
        strip = ["-Wl,-s"] if sys.platform.startswith("linux") else []
        made = compile_into(Path(folder), OPTIMISED, strip)
        # Beside it first, then in its place: a running kernel holds the old file, which must stay
        # what it is.
        fresh = module().with_suffix(".new")
        shutil.copyfile(made, fresh)
        fresh.replace(module())
    STAMP.write_text(wanted + "\n")


def build_or_none() -> Path | None:
    """Compile the kernel as TREEWIDGET_KERNEL says, and return it; None where there is none."""
    wish = os.environ.get("TREEWIDGET_KERNEL", "")
    if wish == "skip":
        return None
    try:
        build()
    except (Exception, SystemExit) as error:  # whatever a compiler or its driver may say
        if wish == "require":
            raise
        sys.stderr.write(f"treewidget: no kernel is compiled, numpy will serve: {error}\n")
        return None
    return module()


if __name__ == "__main__":
    build()
