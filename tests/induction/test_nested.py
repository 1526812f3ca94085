"""The cheapest tests of two levels by bounds, against a look below every test."""

import numpy as np
import pytest

import treewidget as tw
from tests.induction.frames import inducers_of, random_frame
from treewidget.induction.search import by_cost, menu, nested
from treewidget.induction.search.ledger import Ledger, Spot
from treewidget.induction.search.nested import bounds_hold, cheapest_of_columns

LOSSES = {"c0": {"c1": 3.0, "c2": 2.0}, "c1": {"c2": 0.5}}
OPTIONS = [
    {},
    {"column_costs": {"a": 0.04, "b": 0.02, "day": 0.01}},
    {"column_costs": {"a": 0.3, "b": 0.2, "day": 0.25, "kind0": 0.2}},
    {"losses": LOSSES, "branching": "subset"},
    {"branching": "subset", "column_costs": {"kind0": 0.02}},
]


def places_of(seed, engine=0, **options):
    """Yield the inducer, the ledger and the spots of a small tree: its root, and what is below."""
    classes = 2 + seed % 2
    gaps = 0.2 if seed % 5 > 1 else 0.0
    frame = random_frame(seed, 60, classes=classes, missing=gaps, weights=seed % 3 == 0)
    weights = "w" if "w" in frame else None
    if classes == 2 and "losses" in options:
        options = {**options, "losses": {"c0": {"c1": 3.0}}}
    inducer = inducers_of(frame, method="cls", weights=weights, **options)[engine]
    regions = [inducer.root()]
    for region in regions:
        yield inducer, region, Spot(region.rows, inducer.place(region), region.measured)
        best = inducer.best(region)
        if best is not None and len(regions) < 3:
            regions += inducer.children(region, best.split)


@pytest.mark.one_in(7)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_bounds_find_what_a_look_below_every_test_finds(seed, options, monkeypatch):
    monkeypatch.setattr(menu, "CUTS", 8)  # some cuts stand for others
    if seed % 4 > 1:
        monkeypatch.setattr(nested, "TOGETHER", 0)  # as of many rows
    for inducer, region, here in places_of(seed, seed % 2, **options):
        assert bounds_hold(inducer, inducer.options)
        columns = range(len(inducer.dataset.columns))
        slow, quick = (Ledger(inducer, inducer.options) for _ in range(2))
        every = slow.cheapest_of_columns(here, columns, 2)
        assert told(cheapest_of_columns(quick, here, columns)) == told(every)
        search, place = inducer.search, here.place
        choice = first(search, search.enough(inducer, region, place), place)
        with monkeypatch.context() as patch:
            patch.setattr(by_cost, "bounds_hold", lambda *_: False)
            assert choice == first(search, search.scan(inducer, region, place, columns), place)


def first(search, found, place):
    """Return what a choice is known by: its remark tells how much was looked at."""
    return [(one.build(), one.gain, one.score) for one in search.ranked(found, place)[:1]]


def told(tests):
    """Return what tests are: their split, what they cost, and that alone."""
    return [(one.menu.split(one.test), one.cost, one.once) for one in tests]


@pytest.mark.parametrize(
    "options", [{"min_samples_leaf": 2}, {"min_samples_split": 3}, {"min_weight_leaf": 0.1}]
)
def test_limits_forbid_fewer_rows_what_more_are_allowed(options):
    inducer = inducers_of(random_frame(1), method="cls", **options)[0]
    assert not bounds_hold(inducer, inducer.options)


def test_groups_of_many_categories_are_not_all_tried_of_fewer_rows():
    draw = np.random.default_rng(3)
    for classes, branching, bounded in (
        (2, "subset", True),
        (3, "subset", False),
        (3, "rest", True),
    ):
        frame = random_frame(4, 200, classes=classes)
        frame["kind0"] = draw.permutation(np.arange(200) % 11).astype(str)
        inducer = inducers_of(frame, method="cls", branching=branching)[0]
        assert bounds_hold(inducer, inducer.options) is bounded


def test_the_choice_is_found_with_few_looks():
    rng = np.random.default_rng(0)
    frame = random_frame(0, 400)
    for number in range(8):
        frame[f"noise{number}"] = rng.normal(size=len(frame))
    frame["y"] = np.where((frame["noise0"] > 0.2) ^ (frame["noise1"] > -0.1), "p", "q")
    inducer = tw.DecisionTree(frame, "y", method="cls", grow=False).workspace.inducer
    here = Spot(inducer.root().rows, inducer.place(inducer.root()), 0)
    columns = range(len(inducer.dataset.columns))
    looked = []
    for of_all in (True, False):
        ledger = Ledger(inducer, inducer.options)
        cheapest_of_columns(ledger, here, columns, of_all=of_all)
        looked.append(ledger.searched)
    every = Ledger(inducer, inducer.options)
    every.cheapest_of_columns(here, columns, 2)
    assert looked[0] * 2 < looked[1] < every.searched
