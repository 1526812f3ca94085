"""Growth by both engines at the borders of the kernel's number formats, for as long as one likes.

    python -m tests.soak.edges                  ten minutes
    python -m tests.soak.edges --minutes 60 --seed 7

The short form is a test of tests/induction/test_swift.py.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from tests.induction.edges import LARGE, SMALL, differences, few_rows, pair


def main() -> int:
    """Grow until time is up; print what differs, and return whether anything did."""

    def frames(rng):
        seed, rows = int(rng.integers(2**31)), int(rng.choice([*SMALL, *LARGE]))
        yield f"seed {seed}, {rows} rows", differences(pair(seed, rows))
        yield f"seed {seed}, few rows", differences(few_rows(seed))

    return until_time_is_up(__doc__, frames)


def until_time_is_up(about, frames) -> int:
    """Ask for frames and what differs in each; print that, and return whether anything did."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    end, done, bad = time.monotonic() + 60 * asked.minutes, 0, 0
    while time.monotonic() < end:
        for name, found in frames(rng):
            done += 1
            for difference in found:
                bad += 1
                print(f"{name}: {difference}", flush=True)
    print(f"{done} frames, {bad} that differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
