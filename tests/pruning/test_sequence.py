"""The sequence of weakest links against every subtree there is."""

import time
from fractions import Fraction

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from tests.thorough import examples
from treewidget.induction.weakest_link import link_alphas
from treewidget.pruning import weakest_links

from .trees import children_of, smallest_minimiser, trees


def leaves_at(sequence, alpha):
    return frozenset(sequence.leaves_at(sequence.step_at(alpha)).tolist())


@given(trees(), st.integers(1, 50))
@examples(150)
def test_every_step_is_the_smallest_subtree_of_least_cost(tree, weight):
    parent, risk = tree
    sequence = weakest_links(parent, risk, weight)
    exact = [Fraction(alpha * weight).limit_denominator(1000) for alpha in sequence.alphas]
    between = [(one + two) / 2 for one, two in zip(exact, [*exact[1:], exact[-1] + 1], strict=True)]
    for step, (at, middle) in enumerate(zip(exact, between, strict=True)):
        for alpha in (at, middle):
            found = leaves_at(sequence, float(alpha) / weight)
            assert found == frozenset(sequence.leaves_at(step).tolist())
            assert found == smallest_minimiser(parent, risk, alpha)


@given(trees(), st.data())
@examples(150)
def test_kept_nodes_stay_and_the_rest_is_pruned_as_ever(tree, data):
    parent, risk = tree
    chosen = data.draw(st.sets(st.integers(0, len(parent) - 1), max_size=2))
    kept = np.zeros(len(parent), dtype=bool)
    for at in chosen:
        while at >= 0:
            kept[at] = True
            at = parent[at]  # noqa: PLW2901 - up to the root
    sequence = weakest_links(parent, risk, 1.0, kept)
    names = set(np.flatnonzero(kept).tolist())
    for alpha in (0, 1, Fraction(5, 2), 7, 40):
        expected = smallest_minimiser(parent, risk, alpha, names)
        assert leaves_at(sequence, float(alpha)) == expected


@given(trees(most=8))
@examples(100)
def test_the_sequence_is_nested_and_ends_at_the_root(tree):
    parent, risk = tree
    sequence = weakest_links(parent, risk, 1.0)
    assert sequence.alphas[0] == 0
    assert (np.diff(sequence.alphas) > 0).all()
    assert (np.diff(sequence.leaves) < 0).all()
    assert sequence.leaves[-1] == 1
    assert sequence.sums(risk)[-1] == risk[0]
    leaf = [not kids for kids in children_of(parent)]
    assert sequence.leaves[0] <= sum(leaf)


def weakest_first(parent, risk):
    """Return alphas and leaves by the definition: the weakest links are cut, again and again."""
    kids = children_of(parent)
    leaf = [not below for below in kids]
    steps = []
    while not leaf[0]:
        leaves, cost = [1] * len(parent), [int(one) for one in risk]
        for at in reversed(range(len(parent))):
            if not leaf[at]:
                leaves[at] = sum(leaves[kid] for kid in kids[at])
                cost[at] = sum(cost[kid] for kid in kids[at])
        inner, ahead = [], [0]
        while ahead:
            at = ahead.pop()
            if not leaf[at]:
                inner.append(at)
                ahead += kids[at]
        links = {at: Fraction(int(risk[at]) - cost[at], leaves[at] - 1) for at in inner}
        weakest = min(links.values())
        steps.append((weakest, leaves[0]))
        for at in inner:
            leaf[at] |= links[at] == weakest
    return steps


@given(st.integers(2, 150), st.randoms(use_true_random=True), st.booleans())
@examples(60)
def test_many_links_are_cut_in_their_order(splits, random, deep):
    parent, ends, size = [-1], [0], 1
    for _ in range(splits):
        at = ends.pop(-1 if deep else random.randrange(len(ends)))
        ends += [size, size + 1]
        parent += [at, at]
        size += 2
    places = preordered(parent)
    cost = [random.randint(0, 20) for _ in parent]
    for at in range(size - 1, 0, -2):  # what a split gains says nothing of those below it
        gain = random.randint(1, 99) * random.choice((1, 10, 100, 1000))
        cost[parent[at]] = cost[at] + cost[at - 1] + gain
    risk = np.array([float(cost[at]) for at in places])
    above = np.array([-1, *(places.index(parent[at]) for at in places[1:])])
    sequence = weakest_links(above, risk, 1.0)
    steps = weakest_first(above, risk)
    assert sequence.leaves.tolist() == [*(leaves for _, leaves in steps), 1]
    found = sequence.alphas[1:].tolist()
    assert all(abs(a - float(b)) <= 1e-9 * float(b) for a, (b, _) in zip(found, steps, strict=True))


def preordered(parent):
    """Return the nodes of a tree in pre-order."""
    kids, order, ahead = children_of(np.array(parent)), [], [0]
    while ahead:
        order.append(ahead.pop())
        ahead += reversed(kids[order[-1]])
    return order


@given(st.integers(1, 25), st.randoms(use_true_random=True), st.booleans())
@examples(100)
def test_each_node_becomes_a_leaf_where_the_links_below_it_are_all_cut(splits, random, deep):
    parent, ends, branches = [-1], [0], []
    for _ in range(splits):
        at = ends.pop(-1 if deep else random.randrange(len(ends)))
        branches.append(list(range(len(parent), len(parent) + random.randint(2, 4))))
        ends += branches[-1]
        parent += [at] * len(branches[-1])
    cost = [random.randint(0, 20) for _ in parent]
    for kids in reversed(branches):
        gain = random.randint(0, 9) * random.choice((1, 10, 100))
        cost[parent[kids[0]]] = sum(cost[kid] for kid in kids) + gain
    places = preordered(parent)
    risk = np.array([float(cost[at]) for at in places])
    above = np.array([-1, *(places.index(parent[at]) for at in places[1:])])
    found = link_alphas(above, risk).tolist()
    ends = [
        min([at for at in range(top + 1, len(above)) if above[at] < top], default=len(above))
        for top in range(len(above))
    ]
    for top, end in enumerate(ends):
        steps = weakest_first(np.append(-1, above[top + 1 : end] - top), risk[top:end])
        expected = float(steps[-1][0]) if steps else 0.0
        assert abs(found[top] - expected) <= 1e-9 * expected


def test_equal_alphas_are_cut_together_whatever_the_rounding():
    # two branches that gain 0.3 each: 0.1 + 0.2 and 0.3 differ in their last bit
    parent = np.array([-1, 0, 1, 1, 0, 4, 4])
    risk = np.array([3.0, 0.1 + 0.2, 0.0, 0.0, 0.3, 0.0, 0.0])
    sequence = weakest_links(parent, risk, 1.0)
    assert sequence.leaves.tolist() == [4, 2, 1]


def test_a_split_that_lowers_nothing_goes_at_alpha_0():
    parent = np.array([-1, 0, 1, 1, 0])
    risk = np.array([5.0, 1.0, 0.5, 0.5 + 1e-15, 1.0])
    assert weakest_links(parent, risk, 10.0).leaves.tolist() == [2, 1]


def test_deep_chains_take_no_square_of_their_length():
    took = {}
    for depth in (5_000, 40_000):
        parent = np.repeat(np.arange(-2, 2 * depth, 2), 2)[1:]  # the right child goes on
        parent[0] = -1
        risk = np.where(np.arange(len(parent)) % 2, 0.0, np.arange(len(parent), 0, -1.0) ** 1.5)
        began = time.process_time()
        sequence = weakest_links(parent, risk, 1.0)
        took[depth] = time.process_time() - began
        assert sequence.leaves[0] == depth + 1
    assert took[40_000] < 40 * max(took[5_000], 0.005)
