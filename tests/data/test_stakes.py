"""Shares and altered priors are those of their definitions, of classes that nobody has too."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from treewidget.data.stakes import stakes_of

cost = st.integers(0, 9)


@st.composite
def matters(draw):
    """Return weights of classes, priors, and what mistakes cost."""
    many = draw(st.integers(2, 4))
    counts = draw(st.lists(st.integers(0, 40).map(lambda n: n / 4), min_size=many, max_size=many))
    priors = draw(st.lists(st.integers(1, 9), min_size=many, max_size=many))
    losses = np.array(draw(st.lists(cost, min_size=many**2, max_size=many**2))).reshape(many, many)
    np.fill_diagonal(losses, 0)
    assume(sum(counts) > 0)
    return np.array(counts), np.array(priors) / sum(priors), losses.astype(float)


@given(matters(), st.booleans(), st.booleans())
def test_stakes_are_those_of_the_definitions(given, prior, costly):
    counts, priors, losses = given
    stakes = stakes_of(counts, priors if prior else None, losses if costly else None)
    total, there = counts.sum(), counts > 0
    likely = np.where(there, priors * total, 0.0) if prior else counts
    np.testing.assert_allclose(stakes.shares * counts, likely, rtol=1e-12)
    worth = likely * (losses if costly else 1 - np.eye(len(counts))).sum(axis=1)
    wanted = worth / worth.sum() * total if worth.sum() > 0 else likely
    np.testing.assert_allclose(stakes.altered * counts, wanted, rtol=1e-12)
    assert (stakes.shares[~there] == (0 if prior else 1)).all()
    if worth.sum() > 0:
        weight, wrong = stakes.mistakes(counts, 0)
        assert weight == pytest.approx(total)
        price = (likely * (losses[:, 0] if costly else np.arange(len(counts)) > 0)).sum()
        unit = (len(counts) - 1) * total / worth.sum()
        assert wrong == pytest.approx(min(price * unit, total))
    if not prior and not costly:
        assert wrong == pytest.approx(counts[1:].sum()), "each mistake counts its own weight"
