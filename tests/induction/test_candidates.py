"""Candidates: one a column, best first, with figures that a naive count confirms."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests import oracle
from tests.induction.frames import inducer_of, random_frame, send
from treewidget.errors import RefusedError
from treewidget.induction.search import scan


@pytest.mark.parametrize("classes", [3, 0])
def test_candidates_are_ranked_and_their_figures_are_right(classes):
    frame = random_frame(11, 80, classes=classes, missing=0.1, weights=True)
    inducer = inducer_of(frame, weights="w", validation=frame.index % 4 == 0)
    data = oracle.Data(frame, "y", "w")
    root = inducer.root()
    rows = inducer.engine.positions(root.rows).tolist()
    held = inducer.engine.positions(root.validation_rows).tolist()
    found = inducer.candidates(root)
    assert [c.column for c in found] != sorted(c.column for c in found)
    assert sorted(c.column for c in found) == list(range(len(inducer.dataset.columns)))
    assert [c.gain for c in found] == sorted((c.gain for c in found), reverse=True)
    for candidate in found:
        name = inducer.dataset.columns[candidate.column].name
        parts = send(frame, inducer.dataset, candidate.split, rows)
        there = send(frame, inducer.dataset, candidate.split, held)
        criterion = inducer.options.criterion
        best = oracle.best_gain(data, rows, criterion, columns=[name])
        assert candidate.gain == pytest.approx(float(best), rel=1e-10)
        assert candidate.gain == pytest.approx(float(oracle.gain(data, parts, criterion)))
        assert candidate.validation_gain == pytest.approx(
            float(oracle.gain(data, there, criterion)), abs=1e-12
        )
        weights = [float(oracle.weight(data, part)) for part in parts]
        assert candidate.balance == pytest.approx(min(weights) / sum(weights))
        assert candidate.missing_n == sum(data.columns[name][r] is None for r in rows)
        if classes:
            share = np.array(weights) / sum(weights)
            bits = float(oracle.gain(data, parts, "entropy"))
            assert candidate.gain_ratio == pytest.approx(bits / -(share * np.log2(share)).sum())
        else:
            assert candidate.gain_ratio is None
    best = inducer.best(root)
    assert (best.column, best.split) == (found[0].column, found[0].split)


def test_columns_without_a_split_come_last_with_a_reason():
    frame = pd.DataFrame(
        {
            "gone": [1.0, 2.0, *[None] * 8],
            "x": [0.0, 0, *range(8)],
            "rare": [*"kk", *"ppppppp", "q"],
            "same": [1.0, 2.0, *[3.0] * 8],
            "y": [*"bb", *"ababaabb"],
        }
    )
    inducer = inducer_of(frame, min_samples_leaf=2)
    cut = inducer.dataset.columns[2]
    split = inducer.forced(
        inducer.root(), 2, groups=((cut.level_code("k"),), (cut.level_code("p"), 2))
    ).split
    below = inducer.children(inducer.root(), split)[1]
    found = inducer.candidates(below)
    assert [c.column for c in found] == [1, 0, 2, 3]
    assert [c.reason for c in found] == [
        "",
        "every value is missing here",
        "no split of it leaves 2 rows in every branch",
        "it has only one value here",
    ]
    assert [c.missing_n for c in found] == [0, 8, 0, 0]
    with pytest.raises(RefusedError, match="same cannot split node 2: it has only one value here"):
        inducer.best_of(below, 3, where="node 2")


def test_without_validation_there_is_no_validation_gain():
    inducer = inducer_of(random_frame(1, 30))
    assert inducer.best(inducer.root()).validation_gain is None
    assert inducer.root().validation is None


def test_a_pure_node_has_candidates_all_the_same():
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "y": [*"aabb"]})
    inducer = inducer_of(frame)
    left = inducer.children(inducer.root(), inducer.best(inducer.root()).split)[0]
    assert inducer.best(left) is None
    assert inducer.candidates(left)[0].gain == 0.0


@pytest.mark.parametrize(
    ("method", "options"),
    [
        *((method, {}) for method in ("acls", "assistant", "c4.5", "c5.0", "chaid", "cls")),
        *(("cart", {"missing": way}) for way in ("learned", "surrogate", "fractional", "bayes")),
        ("cart", {"missing": "surrogate", "cut": "data_value"}),
        ("cart", {"lookahead": 2}),
        ("c4.5", {"lookahead": 2, "branching": "grouped"}),
    ],
)
def test_the_best_of_a_column_is_the_same_whether_its_candidates_are_known(method, options):
    for seed in range(4):
        gaps, many = 0.0 if method == "acls" else 0.15, seed % 2
        frame = random_frame(seed, 60, classes=2 + many, missing=gaps, weights=bool(many))
        given = {"method": method, "grow": False, "weights": "w" if many else None, **options}
        known, alone = (tw.DecisionTree(frame, "y", **given).workspace for _ in range(2))
        listed = known.editor.candidates(known.tree.root.region)
        for column in range(len(known.dataset.columns)):
            profiles = [one.inducer.profile(one.tree.root.region, column) for one in (known, alone)]
            assert profiles[0].best == profiles[1].best
            (there,) = (one for one in listed if one.column == column)
            assert (there.split is None) == (profiles[1].best is None)
            if there.split is not None:
                made = [one.inducer.best_of(one.tree.root.region, column) for one in (known, alone)]
                assert len({(one.split, one.gain, one.missing_n) for one in made}) == 1


def test_searching_in_blocks_finds_the_same(monkeypatch):
    inducer = inducer_of(random_frame(2, 60, classes=3, missing=0.1))
    whole = inducer.candidates(inducer.root())
    monkeypatch.setattr(scan, "TOGETHER", 200)
    parts = inducer.candidates(inducer.root())
    assert [(c.column, c.split, c.gain) for c in parts] == [
        (c.column, c.split, c.gain) for c in whole
    ]
