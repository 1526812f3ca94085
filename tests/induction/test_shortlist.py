"""The choice of a large node: that among all columns, of which few are walked along."""

import itertools
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.benchmarks import sets
from tests.induction.frames import inducers_of, told
from tests.thorough import examples
from treewidget import kernels
from treewidget.induction.criteria import gain, impurity
from treewidget.induction.inducer import Inducer
from treewidget.induction.progress import Progress
from treewidget.induction.search import shortlist
from treewidget.induction.search.by_information import ByInformation
from treewidget.induction.search.column_tests import ColumnTests
from treewidget.induction.search.glance import leading
from treewidget.induction.search.outlooks import Outlooks, most_of_sides
from treewidget.induction.task import task_of
from treewidget.induction.unfolding import together, unfold

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

NAMES = [*"pqrstuvwxyz"]
OPTIONS = [
    {},
    {"min_samples_leaf": 9},
    {"min_samples_leaf": 150},
    {"criterion": "entropy"},
    {"cut": "midpoint"},
]


def frame_of(seed, n, classes, columns):
    """Return columns that tell much and little, with ties, twins, gaps, and numbers too near."""
    rng = np.random.default_rng(seed)
    y = np.minimum(rng.geometric(0.4, n) - 1, classes - 1)
    kinds = {
        "float": lambda x: x,
        "tied": lambda x: x.round(1),
        "whole": lambda x: x.round().astype(int),
        "near": lambda x: x.round(4) + rng.choice([0, 4e-6, 1e-5, 1.1e-5], n),
        "small": lambda x: x * 1e-5,
        "gaps": lambda x: np.where(rng.random(n) < 0.1, np.nan, x),
        "level": lambda x: np.array([*"abcdefghi"])[x.round().astype(int) % 9],
    }
    frame = pd.DataFrame(index=range(n))
    for at in range(columns):
        kind = str(rng.choice([*kinds, "twin"] if at else [*kinds]))
        x = rng.normal(size=n) + rng.choice([0, 0.2, 1, 3]) * y * (rng.random(n) < 0.7)
        frame[f"{kind} {at}"] = frame.iloc[:, -1] if kind == "twin" else kinds[kind](x)
    return frame.assign(y=np.array(NAMES)[y])


def first(found):
    """Return what a choice is known by."""
    return [(one.column, one.gain, one.score, one.build()) for one in found[:1]]


@pytest.mark.parametrize("method", ["c4.5", "c5.0", "acls"])
@examples(60)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(40, 2000),
    classes=st.sampled_from([2, 2, 3, 5, 11]),
    columns=st.integers(1, 8),
    options=st.sampled_from(OPTIONS),
)
def test_choices_are_those_among_all(*, method, seed, n, classes, columns, options):
    if method == "acls":
        options = {name: options[name] for name in options if name == "min_samples_leaf"}
    frame = frame_of(seed, n, classes, columns)
    _, inducer = inducers_of(frame, method=method, **options)
    search, columns = inducer.search, range(columns)
    regions = [inducer.root()]
    for region in regions:
        if len(regions) > 8 or search.stop(region, inducer.options, inducer.limits):
            continue
        place = inducer.place(region)
        every = search.ranked(search.scan(inducer, region, place, columns), place)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shortlist, "LEAST", 2)
            some = search.ranked(leading(inducer, [region], [place])[0], place)
        assert first(some) == first(every)
        if every and not inducer._idle(region, every[0], place):
            regions += inducer.children(region, every[0].build())


def walked_in(tree_of, monkeypatch):
    """Return the tree that is made, and how many columns of large nodes were walked along."""
    walks, best = [], ColumnTests.best

    def counted(tests, rows, columns):
        if len(rows) == 1 and tests.setting.engine.size(rows[0]) >= shortlist.LEAST:
            walks.append(len(columns))
        return best(tests, rows, columns)

    monkeypatch.setattr(ColumnTests, "best", counted)
    return tree_of(), sum(walks)


@pytest.mark.parametrize("method", ["c4.5", "acls"])
def test_few_columns_are_walked_along(method, monkeypatch):
    frame = sets.clusters(40_000).frame()

    def tree():
        return tw.DecisionTree(frame, target="y", method=method, max_depth=3)

    quick, few = walked_in(tree, monkeypatch)
    monkeypatch.setattr(ByInformation, "chooses", lambda *_: False)
    slow, all_of_them = walked_in(tree, monkeypatch)
    assert str(quick) == str(slow)
    assert 0 < few < all_of_them / 4


def test_a_split_by_the_method_walks_along_few_columns(monkeypatch):
    tree = tw.DecisionTree(sets.clusters(17_000).frame(), target="y", method="c4.5", grow=False)
    _, few = walked_in(lambda: tree.split(0), monkeypatch)
    assert 0 < few < 10
    monkeypatch.undo()
    best = tree.candidates(0).iloc[0]
    assert str(tree.node(0).split) == best["cut"]
    monkeypatch.setattr(Inducer, "leader", lambda *_: pytest.fail("it is known"))
    tree.undo()
    tree.split(0)
    assert str(tree.node(0).split) == best["cut"]


def test_the_choice_comes_first():
    _, inducer = inducers_of(sets.clusters(17_000, columns=6).frame(), method="c4.5")
    stages = list(unfold(inducer, inducer.root()))
    (leader,), (_, _) = (stage.exact for stage in stages[:2])  # then as many as have a thread
    assert leader.column == stages[-1].order[0] == inducer.leader(inducer.root()).column
    whole = inducer.candidates(inducer.root())
    assert [told(one) for one in together(stages)] == [told(one) for one in whole]


def test_a_large_node_tells_how_far_its_search_is():
    _, inducer = inducers_of(sets.clusters(17_000, columns=6).frame(), method="c4.5")
    shares = []
    inducer.grow([inducer.root()], levels=1, progress=Progress(shares.append))
    assert sum(0.2 < share < 0.95 for share in shares) >= 2


@pytest.mark.parametrize("least", [9000, 17_000, 20_000])
def test_where_no_cut_is_allowed_nothing_leads(least):
    frame = sets.clusters(17_000, columns=4).frame()
    _, inducer = inducers_of(frame, method="c4.5", min_samples_leaf=least)
    assert inducer.leader(inducer.root()) is None


def test_bins_are_looked_into_only_where_that_spares_columns(monkeypatch):
    looks, opened = [], Outlooks.opened

    def counted(outlooks, seen, worth):
        looks.append(seen.column)
        return opened(outlooks, seen, worth)

    monkeypatch.setattr(Outlooks, "opened", counted)
    monkeypatch.setattr(shortlist, "LOOKS", 2)
    rng = np.random.default_rng(0)
    twin = rng.normal(size=17_000)
    frame = pd.DataFrame({f"twin {at}": twin for at in range(20)})
    frame["y"] = np.where(twin + rng.normal(size=17_000) > 0, "p", "q")
    _, inducer = inducers_of(frame, method="acls")
    assert inducer.leader(inducer.root()).column == 0
    assert 0 < len(looks) < 8


@pytest.mark.parametrize(
    ("method", "options", "likely"),
    [
        ("c4.5", {}, True),
        ("c4.5", {"column_costs": {"x0": 2.0}}, False),
        ("acls", {}, True),
        ("acls", {"alpha_split": 0.05}, False),
        ("acls", {"criterion": "gini"}, False),
    ],
)
def test_only_what_bins_tell_of_is_chosen_so(method, options, likely):
    frame = sets.clusters(17_000, columns=3).frame()
    for weights in (None, np.linspace(1.0, 2.0, 17_000)):
        plain, compiled = inducers_of(frame, method=method, weights=weights, **options)
        for inducer, so in ((plain, False), (compiled, likely and weights is None)):
            root = inducer.root()
            assert inducer.search.chooses(inducer, root, inducer.place(root)) == so


@examples(40)
@given(
    seed=st.integers(0, 10**6),
    classes=st.sampled_from([2, 3, 11]),
    least=st.sampled_from([1, 40]),
)
def test_bins_bound_what_lies_inside(seed, classes, least):
    rng = np.random.default_rng(seed)
    n, y = 3000, rng.integers(classes, size=3000)
    x = np.where(rng.random(n) < 0.5, rng.normal(size=n) + y, rng.integers(0, 4, n))
    frame = pd.DataFrame({"x": x, "y": np.array(NAMES)[y]})
    _, inducer = inducers_of(frame, criterion="entropy", min_samples_leaf=least)
    look = inducer.engine.inspect(inducer.root().rows, task_of(inducer))
    outline, codes = look.outline(0), inducer.dataset.columns[0].codes
    upto = np.zeros((codes.max() + 1, classes))
    np.add.at(upto, (codes, inducer.dataset.target.codes), 1)
    upto = upto.cumsum(axis=0)  # up to each code
    gains = gain(np.stack([upto, upto[-1] - upto], axis=1), "entropy")
    sizes = upto.sum(axis=1)
    gains[(sizes < least) | (n - sizes < least)] = -np.inf
    assert outline.rows.tolist() == sizes[outline.codes].tolist()
    allowed = outline.edges > -np.inf
    assert (allowed == (gains[outline.codes] > -np.inf)).all()
    assert outline.edges[allowed] == pytest.approx(gains[outline.codes][allowed], abs=1e-9)
    bins = np.flatnonzero(outline.bounds > -np.inf)
    inside = look.inside(0, bins.tolist())
    begins = np.append(-1, outline.codes[:-1])
    for at, found in zip(bins.tolist(), inside.tolist(), strict=True):
        held = gains[begins[at] + 1 : outline.codes[at]].max(initial=-np.inf)
        assert found == pytest.approx(held, abs=1e-12)
        assert outline.bounds[at] >= held
    with pytest.raises(IndexError):
        look.inside(0, [len(outline.codes)])


@examples(60)
@given(
    counts=st.lists(st.integers(0, 9), min_size=2, max_size=4).filter(any),
    seed=st.integers(0, 99),
)
def test_no_side_tells_more_than_is_said(counts, seed):
    whole, rng = np.array(counts, dtype=float), np.random.default_rng(seed)
    sides = np.arange(whole.sum() + 1, dtype=np.int64)
    most = most_of_sides(whole, sides)
    rows = np.repeat(np.arange(len(counts)), counts)
    for _ in range(20):
        order = (
            rng.permutation(rows) if rng.random() < 0.5 else rows[np.argsort(rng.random(4)[rows])]
        )
        one = np.zeros((len(rows) + 1, len(counts)))
        np.add.at(one, (np.arange(len(rows)) + 1, order), 1)
        one = one.cumsum(axis=0)
        assert (gain(np.stack([one, whole - one], axis=1), "entropy") <= most + 1e-12).all()
    assert most[-1] == pytest.approx(impurity(whole, "entropy"))


def test_what_is_known_of_a_column_holds_its_best_threshold():
    _, inducer = inducers_of(sets.clusters(17_000, columns=6).frame(), method="c4.5")
    root = inducer.root()
    place = inducer.place(root)
    tests = ColumnTests(inducer, [place], inducer.search.options, inducer.search.rules)
    outlooks = Outlooks(tests, place, root.rows)
    best = {one.column: one for one in tests.best([root.rows], range(6))[0]}
    for seen in outlooks.of(range(6)):
        for outlook in (seen, outlooks.opened(seen, seen.worth / 2)):
            assert outlook.least <= best[seen.column].gain <= outlook.most <= seen.most
            assert best[seen.column].worth <= outlook.worth <= seen.worth


@pytest.mark.parametrize("seed", range(20))
def test_the_average_gain_lies_between_those_of_any_columns_that_take_part(seed):
    """Certain ones gain something between two bounds; of the others each may not take part."""
    draw = np.random.default_rng(seed)
    gains, *bounds = draw.random((3, 5)).round(2)
    gains, certain = gains[: draw.integers(0, 3)].tolist(), draw.random(5) < 0.4
    left = [
        SimpleNamespace(least=float(least), most=float(most), certain=bool(sure))
        for least, most, sure in zip(*np.sort(bounds, axis=0), certain, strict=True)
    ]
    sure = [one for one in left if one.certain]
    doubtful = [one for one in left if not one.certain]
    found = []
    for take in itertools.product([False, True], repeat=len(doubtful)):
        part = sure + list(itertools.compress(doubtful, take))
        if gains or sure:
            ends = ([*gains, *(getattr(one, end) for one in part)] for end in ("least", "most"))
            found.append([np.mean(each) for each in ends])
    expected = np.array(found).T if found else np.array([[-np.inf], [np.inf]])
    assert shortlist._averages(gains, left) == pytest.approx((expected[0].min(), expected[1].max()))
