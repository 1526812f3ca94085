"""Boosting: weights, votes, when it ends, and that a committee stays as it is."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.ensembles.boosting import boosted
from treewidget.induction import Progress


def test_weights_and_votes_are_those_of_the_definition():
    frame = random_frame(1, 120)
    tree = tw.DecisionTree(frame, "y", max_depth=1)
    committee = tree.boost(trials=4)
    weights = np.ones(len(frame))
    grown = zip(committee.members, committee.weights, committee.frame().itertuples(), strict=True)
    for member, own, line in grown:
        assert own == pytest.approx(weights)
        same = tw.DecisionTree(frame, "y", weights=weights, max_depth=1)
        assert same == member
        wrong = member.predict(frame) != frame["y"]
        error = weights[wrong].sum() / weights.sum()
        assert line.error == pytest.approx(error)
        weights = np.where(wrong, weights, weights * error / (1 - error))
        weights *= len(frame) / weights.sum()
    errors = committee.frame()["error"]
    votes = np.log((1 - errors) / errors)
    assert committee.frame()["vote"].to_numpy() == pytest.approx(votes / votes.sum())


@pytest.mark.parametrize("method", ["cart", "c4.5", "c5.0", "assistant"])
def test_votes_decide_and_share(method):
    frame = random_frame(2, 150, classes=3, missing=0.1)
    committee = tw.DecisionTree(frame, "y", method=method, max_depth=2, validation=0.3).boost(5)
    votes = np.zeros((len(frame), 3))
    for member, vote in zip(committee.members, committee.frame()["vote"], strict=True):
        for code, name in enumerate(committee.classes):
            votes[:, code] += vote * (member.predict(frame) == name)
    assert committee.predict_proba(frame) == pytest.approx(votes)
    assert committee.predict(frame).tolist() == [committee.classes[i] for i in votes.argmax(1)]
    assert 0 < committee.score("validation") <= 1
    assert 0 < committee.score() <= 1


def test_it_does_better_than_one_tree_on_rows_it_was_grown_on():
    frame = random_frame(3, 200)
    tree = tw.DecisionTree(frame, "y", max_depth=2)
    before = str(tree)
    committee = tree.boost(trials=10)
    assert committee.score() > tree.score()
    assert str(tree) == before
    assert repr(committee).startswith(f"committee of {len(committee)} trees on 'y', accuracy ")


def test_it_ends_after_a_tree_without_errors_or_at_one_no_better_than_chance():
    frame = pd.DataFrame({"x": range(6), "y": list("aaabbb")})
    assert len(tw.DecisionTree(frame, "y").boost(trials=10)) == 1
    chance = pd.DataFrame({"x": [1, 1, 1, 1], "z": [1, 1, 2, 2], "y": list("abab")})
    committee = tw.DecisionTree(chance, "y").boost(trials=10)
    assert len(committee) == 1
    assert committee.predict_proba(chance).tolist() == [[1.0, 0.0]] * 4


def test_a_tree_without_errors_votes_as_if_half_a_row_were_wrong():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.integers(0, 5, 24) * 1.0, "z": rng.integers(0, 5, 24) * 1.0})
    frame["y"] = np.where((frame["x"] > 2) & (frame["z"] > 2), "a", "b")
    told = tw.DecisionTree(frame, "y", ccp_alpha=0.05).boost(trials=6).frame()
    assert told["error"].tolist() == [pytest.approx(1 / 24), 0.0]
    votes = np.log([23, 47])  # of 24 rows one is wrong, and half of one
    assert told["vote"].to_numpy() == pytest.approx(votes / votes.sum(), rel=1e-12)


def test_last_digits_of_weights_give_no_tree_of_even_chance_a_vote():
    rng = np.random.default_rng(10)
    frame = pd.DataFrame({"x": rng.integers(0, 6, 60) * 1.0, "z": rng.integers(0, 4, 60) * 1.0})
    frame["k"], exact = rng.choice(list("pqr"), 60), rng.choice([1, 2, 3], 60) / 8
    likely = np.where(frame["x"] > 2, "a", "b")
    frame["y"] = np.where(rng.random(60) < 0.6, likely, rng.choice(list("abc"), 60))
    frame.loc[rng.random(60) < 0.1, "k"] = None
    rounded = exact * (1 + rng.integers(-2, 3, 60) * 2.0**-52)
    losses = {"a": {"b": 2}, "b": {"c": 3}}
    for weights in (exact, rounded):
        tree = tw.DecisionTree(frame, "y", weights=weights, max_depth=4, losses=losses)
        errors = tree.boost(trials=4).frame()["error"]
        assert len(errors) == 2
        assert (errors < 0.49).all()


def test_members_are_trees_of_their_own():
    committee = tw.DecisionTree(random_frame(4, 90), "y", max_depth=2).boost(trials=3)
    votes = committee.predict_proba(random_frame(4, 90))
    member = committee.members[1]
    assert member is committee.members[1]
    member.prune(0)
    assert len(member.history) == 1
    assert member.history.code().splitlines()[2:] == [
        'tree = tw.DecisionTree(data, target="y", max_depth=2)',
        "tree = tree.boost(trials=3).members[1]",
        "tree.prune(0)",
    ]
    assert (committee.predict_proba(random_frame(4, 90)) == votes).all()


def test_case_weights_and_losses_are_kept():
    frame = random_frame(5, 100, weights=True)
    losses = {"c0": {"c1": 5.0}}
    committee = tw.DecisionTree(frame, "y", weights="w", losses=losses, max_depth=1).boost(3)
    first = tw.DecisionTree(frame, "y", weights="w", losses=losses, max_depth=1)
    assert committee.members[0] == first


def test_what_cannot_be_is_refused():
    frame = random_frame(6, 60, classes=0)
    with pytest.raises(tw.InvalidValueError, match=r"boost\(\) needs classes, and 'y' is a number"):
        tw.DecisionTree(frame, "y").boost()
    tree = tw.DecisionTree(random_frame(6), "y", test=0.3)
    with pytest.raises(tw.InvalidValueError, match="trials=0 must lie from 1 to"):
        tree.boost(trials=0)
    with pytest.raises(tw.WrongTypeError, match="trials='3' must be a whole number"):
        tree.boost(trials="3")
    with pytest.raises(tw.RefusedError, match="test rows are sealed"):
        tree.boost(trials=2).score(on="test")
    with pytest.raises(tw.UnknownNameError, match=r"no part 'tset': one of train$"):
        tree.boost(trials=2).score(on="tset")
    assert tree.test_looks == 0


@pytest.mark.parametrize("scale", [10.0, 1 / 200, 0.5 / 200, 1e-9])
def test_the_unit_of_weights_does_not_matter(scale):
    frame = random_frame(4, 200)
    plain = tw.DecisionTree(frame, "y", max_depth=2).boost(4)
    scaled = tw.DecisionTree(frame, "y", max_depth=2, weights=np.full(200, scale)).boost(4)
    assert scaled.frame()["error"].to_numpy() == pytest.approx(plain.frame()["error"].to_numpy())
    assert scaled.predict_proba(frame) == pytest.approx(plain.predict_proba(frame))


@pytest.mark.parametrize(
    "given",
    [
        {"validation": 0.2},
        {"class_weight": {"c0": 3.0}, "weights": "w"},
        {"weights": "w", "validation": random_frame(8, 50, missing=0.3, weights=True)},
        {"missing": "shapiro", "weights": "w"},
    ],
)
def test_a_member_is_saved_and_loaded(tmp_path, given):
    frame = random_frame(6, 120, missing=0.2, weights=True)
    committee = tw.DecisionTree(frame, "y", max_depth=2, **given).boost(3)
    again = {name: value for name, value in given.items() if isinstance(value, pd.DataFrame)}
    for number, member in enumerate(committee.members):
        member.prune(member.root.children[0])
        path = tmp_path / f"{number}.journal"
        member.save(path)
        loaded = tw.load(path, frame, **again)
        assert loaded == member
        assert loaded.frame().equals(member.frame())
        assert loaded.history.code() == member.history.code()


def test_a_member_of_a_members_committee_is_saved_and_replayed(tmp_path):
    frame = random_frame(6, 120)
    tree = tw.DecisionTree(frame, "y", max_depth=2)
    member = tree.boost(3).members[1].boost(2).members[1]
    member.save(tmp_path / "member.journal")
    assert tw.load(tmp_path / "member.journal", frame) == member
    assert member.replay(frame) == member
    sure = frame.assign(a=(frame["y"] == "c1").astype(float))  # one tree makes no mistake
    with pytest.raises(tw.RefusedError, match=r"makes 1 tree here, and .* is of members\[1\]"):
        member.replay(sure)


@pytest.mark.parametrize("copied", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_committee_says_how_it_is_kept(copied):
    committee = tw.DecisionTree(random_frame(1, 60), "y", max_depth=1).boost(trials=2)
    with pytest.raises(tw.WrongTypeError, match=r"tree\.save\(path\)"):
        copied(committee)


def test_boosting_tells_how_far_each_tree_is_and_hears_a_cancel_within():
    """A tree of a large set took seconds in silence, and went on for as long after a Cancel."""
    tree, shares = tw.DecisionTree(random_frame(3, 400, classes=3), "y", method="c4.5"), []
    boosted(tree.workspace, 4, Progress(shares.append))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert sum(share < 0.25 for share in shares) > 5
    stopping = Progress(lambda share: stopping.cancel() if share > 0.3 else None)
    with pytest.raises(tw.CancelledError):
        boosted(tree.workspace, 4, stopping)
