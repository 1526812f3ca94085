"""What this machine can do at best, measured in the run that is judged by it."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

SOURCE = r"""
#include <cstdint>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>
// Count 8-bit values into 32-bit counters, four tables so that equal neighbours do not wait for
// each other: the densest form of what a histogram must do.
static uint64_t count(const uint8_t* x, size_t n, size_t rounds) {
    uint32_t t[4][256]; std::memset(t, 0, sizeof t);
    for (size_t r = 0; r < rounds; ++r)
        for (size_t i = 0; i + 4 <= n; i += 4) {
            ++t[0][x[i]]; ++t[1][x[i + 1]]; ++t[2][x[i + 2]]; ++t[3][x[i + 3]];
        }
    uint64_t s = 0; for (auto& q : t) for (auto v : q) s = s * 31 + v; return s;
}
extern "C" uint64_t increments(const uint8_t* x, size_t n, size_t rounds, int threads) {
    std::vector<std::thread> pool; std::vector<uint64_t> out(threads);
    for (int k = 0; k < threads; ++k)
        pool.emplace_back([&, k] { out[k] = count(x, n, rounds); });
    for (auto& one : pool) one.join();
    return out[0];
}
extern "C" void copy(uint8_t* to, const uint8_t* from, size_t n, int threads) {
    std::vector<std::thread> pool; size_t part = n / threads;
    for (int k = 0; k < threads; ++k)
        pool.emplace_back([=] { std::memcpy(to + k * part, from + k * part, part); });
    for (auto& one : pool) one.join();
}
"""


def _library() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "limits.cpp"), Path(folder, "limits.so")
        source.write_text(SOURCE)
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-pthread", "-std=c++17"]
        subprocess.run(["g++", *flags, str(source), "-o", str(made)], check=True)
        library = ctypes.CDLL(str(made))
    library.increments.restype = ctypes.c_uint64
    library.increments.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int]
    library.copy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return library


def increments_per_second(threads: int) -> float:
    """Return how many histogram increments a second the processor makes on data in its cache."""
    library = _library()
    data = np.random.default_rng(0).integers(256, size=16_384).astype(np.uint8)
    rounds = 4_000
    best = min(
        _seconds(lambda: library.increments(data.ctypes.data, len(data), rounds, threads))
        for _ in range(5)
    )
    return threads * rounds * len(data) / best


def copied_bytes_per_second(threads: int) -> float:
    """Return bytes read and written a second by a copy of 256 MB."""
    library = _library()
    source = np.ones(256 << 20, dtype=np.uint8)
    target = np.zeros_like(source)
    best = min(
        _seconds(lambda: library.copy(target.ctypes.data, source.ctypes.data, len(source), threads))
        for _ in range(5)
    )
    return 2 * len(source) / best


def _seconds(work: object) -> float:
    begin = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - begin


def processor() -> str:
    """Return what the processor calls itself."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def maker() -> str:
    """Return who made the processor, as a file may be called."""
    word = re.match(r"\w+", processor())
    return word[0].lower() if word else "unknown"


def description() -> dict[str, str | int | float]:
    """Return what a reader must know of the machine."""
    return {
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
    }
