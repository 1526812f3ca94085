"""What the tests of growth in one call share: the trees of both engines, held side by side."""

import numpy as np
import pandas as pd

from tests.induction.frames import inducers_of
from treewidget import kernels
from treewidget.engine.growing import GrowthTask
from treewidget.induction import swift, task

LIMITS = (
    {},
    {"max_depth": 3},
    {"min_samples_leaf": 5},
    {"max_leaf_nodes": 9},
    {"max_leaf_nodes": 40, "min_samples_leaf": 2},
    {"min_impurity_decrease": 0.01},
    {"allow_zero_gain": False},
    {"ccp_alpha": 0.004},
)
"""What ends growths sooner than a pure leaf."""


def choose_sorted_rows(patch, rows, sifted=0):
    """Set from which size on nodes are searched in sorted lists; the tree must not depend on it.

    Nor on `sifted`: from how many rows a class on a full growth sifts them.
    """
    chosen = {"sorted_rows": rows, "sifted_rows": sifted}
    patch.setattr(task, "GrowthTask", lambda **rules: GrowthTask(**{**rules, **chosen}))


def both(frame, target="y", weights=None, validation=None, **options):
    """Return the twin's inducer and the compiled engine's, which grows at once."""
    made = inducers_of(frame, target, weights=weights, validation=validation, **options)
    assert not swift.fits(made[0])
    assert swift.fits(made[1])
    return made


def splits_of(inducer):
    """Return every node's split and rows, where figures are not compared."""
    return [(s.split, s.region.train.n) for s in inducer.grow([inducer.root()])[0].walk()]


def assert_same_growth(plain, swift_one, regions=None, **rules):
    grown = [
        one.grow(regions[at] if regions else [one.root()], **rules)
        for at, one in enumerate((plain, swift_one))
    ]
    for slow, quick in zip(*grown, strict=True):
        assert_same(list(slow.walk()), list(quick.walk()), plain.engine, swift_one.engine)


def assert_same(slow, quick, plain, compiled):
    for one, other in zip(slow, quick, strict=True):
        mine, theirs = one.region.train, other.region.train
        assert one.split == other.split
        assert (one.region.depth, mine.n) == (other.region.depth, theirs.n)
        # In plain arithmetic: pytest's and numpy's own took longer here than growing the tree.
        assert abs(theirs.weight - mine.weight) <= 1e-12 * max(1.0, mine.weight)
        assert abs(theirs.impurity - mine.impurity) <= max(1e-10 * mine.impurity, 1e-15)
        assert theirs.stats.shape == mine.stats.shape
        off = np.abs(theirs.stats - mine.stats)
        assert (off <= 1e-9 + 1e-12 * np.abs(mine.stats)).all(), (theirs.stats, mine.stats)
        if one.gain is not None:
            assert abs(one.gain - other.gain) <= 1e-12 * max(one.gain, 1e-3 * mine.impurity)
        for rows in ("rows", "validation_rows"):
            held = getattr(one.region, rows)
            if held is not None:
                other_rows = compiled.positions(getattr(other.region, rows))
                assert plain.positions(held).tolist() == other_rows.tolist()
        if mine.histogram is not None:
            assert mine.histogram.tolist() == theirs.histogram.tolist()


def wide(seed, n, task):
    """Return more distinct values than 16 bits hold, and a column of few."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"x{i}": rng.normal(size=n) for i in range(2)})
    frame["few"] = rng.integers(0, 7, n).astype(float)
    frame.loc[rng.random(n) < 0.02, "x1"] = np.nan
    signal = np.sin(2 * frame["x0"]) + frame["few"] / 5 + rng.normal(size=n) / 2
    frame["y"] = signal + 1e8 if task == "regression" else [f"c{int(v > 0)}" for v in signal]
    return frame


def grown_full(inducer, size, levels):
    """Return what a growth down to its last rows is, in bits: its splits, and its figures."""
    rules = {"split_rows": 2, "leaf_rows": 1, "leaf_weight": 0.0, "min_decrease": 0.0}
    asked = GrowthTask(
        criterion=inducer.options.criterion,
        root_weight=1.0,
        zero_gain=True,
        sorted_rows=size,
        **rules,
    )
    grown = inducer.engine.grow([inducer.root().rows], [levels], asked, lambda _: None)
    parts = ("column", "low", "high", "missing", "begin", "rows")
    exact = b"".join(getattr(grown, part).tobytes() for part in parts)
    return exact, grown.gain.tobytes(), grown.stats.tobytes()


def on_every_set(work, *arguments):
    """Return what all instruction sets of this machine give, each thing once."""
    native = kernels.native()
    kept = native.instruction_set()
    try:
        return {(native.use(name), work(*arguments))[1] for name in native.instruction_sets()}
    finally:
        native.use(kept)
