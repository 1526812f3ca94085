"""What must not change a tree: the order of rows, names, copies of rows, a monotone scale."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.induction.frames import inducer_of, random_frame

SEEDS = st.integers(0, 10**6)
FEW = settings(max_examples=12, deadline=None)


def grown(frame, **options):
    inducer = inducer_of(frame, **options)
    return inducer, inducer.grow([inducer.root()])[0]


def splits(sprout):
    return [s.split for s in sprout.walk()]


def partition(inducer, sprout):
    """Return the rows of every node, by the frame's index."""
    index = inducer.dataset.frames[0].index.to_numpy()
    return [sorted(index[inducer.engine.positions(s.region.rows)]) for s in sprout.walk()]


@FEW
@given(seed=SEEDS, classes=st.sampled_from([2, 3, 0]))
def test_the_order_of_rows_does_not_matter(seed, classes):
    frame = random_frame(seed, 50, classes=classes, missing=0.1)
    shuffled = frame.sample(frac=1, random_state=seed)
    one, other = grown(frame), grown(shuffled)
    assert splits(one[1]) == splits(other[1])
    assert partition(*one) == partition(*other)


@FEW
@given(seed=SEEDS, criterion=st.sampled_from(["gini", "entropy"]))
def test_every_row_twice_is_the_same_tree(seed, criterion):
    frame = random_frame(seed, 40, classes=3, missing=0.1)
    twice = frame.loc[np.repeat(frame.index, 2)].reset_index(drop=True)
    one, other = grown(frame, criterion=criterion), grown(twice, criterion=criterion)
    assert splits(one[1]) == splits(other[1])
    weighted = frame.assign(w=2.0)
    assert splits(grown(weighted, weights="w", criterion=criterion)[1]) == splits(one[1])


@FEW
@given(seed=SEEDS)
def test_a_monotone_scale_leaves_the_partition(seed):
    frame = random_frame(seed, 50, missing=0.1)
    curved = frame.assign(b=np.exp(frame["b"].astype(float)), a=frame["a"] ** 3)
    assert partition(*grown(frame)) == partition(*grown(curved))


@FEW
@given(seed=SEEDS)
def test_names_of_levels_and_classes_do_not_matter(seed):
    frame = random_frame(seed, 50, classes=3, missing=0.1)
    renamed = frame.assign(
        kind0="<" + frame["kind0"] + "/script>", y="c " + frame["y"].astype(str) + " é"
    )
    assert splits(grown(frame)[1]) == splits(grown(renamed)[1])


@FEW
@given(seed=SEEDS, shift=st.sampled_from([-1e6, 0.0, 1e8]), scale=st.sampled_from([0.5, 1024.0]))
def test_moving_and_scaling_a_regression_target(seed, shift, scale):
    frame = random_frame(seed, 40, classes=0)
    frame["y"] = np.round(frame["y"] * 4) / 4
    moved = frame.assign(y=frame["y"] * scale + shift)
    one, other = grown(frame, max_depth=4), grown(moved, max_depth=4)
    for here, there in zip(one[1].walk(), other[1].walk(), strict=True):
        assert here.split == there.split
        if here.gain is not None:
            assert there.gain == pytest.approx(here.gain * scale**2, rel=1e-6)
