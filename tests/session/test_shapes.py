"""Digests of what hangs at a node: over what it means, whether or not its nodes were made."""

import json
import shutil
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget.induction import line_splits
from treewidget.session import shapes
from treewidget.session.records import START, decode, encode
from treewidget.tree.preorder import Preorder

OLD = Path(__file__).parent / "data" / "format1.journal"
FORMAT2 = OLD.with_name("format2.journal")


def old_frame():
    """Return the data of `OLD`."""
    rows = np.arange(60)
    ages, doses, days = 20 + rows * 7 % 41, (rows * 13 % 60) / 8, rows % 5
    ill = (rows * 7 % 41 + days > 24).astype(int)
    return pd.DataFrame({"age": ages, "dose": doses, "day": days == 0, "ill": ill})


def frame_of_format2():
    """Return the data of `FORMAT2`: a column of each kind, some with gaps."""
    rows = np.arange(120)
    doses, ages = (rows * 37 % 101) / 7, pd.Series(20 + rows * 7 % 41, dtype="Int64")
    towns = pd.Series(list("abcdef"))[rows * 5 % 6].reset_index(drop=True)
    sizes = pd.Categorical.from_codes(rows * 11 % 4, list("SMLX"), ordered=True)
    return pd.DataFrame(
        {
            "age": ages.where(rows % 9 > 0),
            "dose": np.where(rows % 8 > 0, doses, np.nan),
            "day": pd.Timestamp("2024-02-29") + pd.to_timedelta(rows * 17 % 97, "h"),
            "size": sizes,
            "town": towns.where(rows % 7 > 0),
            "w": 1 + rows % 3 / 2,
            "held": rows % 4 == 1,
            "ill": (doses * 3 + rows * 7 % 41 + rows * 11 % 4 > 40).astype(int) + (rows % 6 == 2),
        }
    )


def digest(tree):
    workspace = tree.workspace
    return shapes.digest_of(Preorder.of(workspace.tree.root), workspace.dataset)


def grown(frame, **options):
    return tw.DecisionTree(frame, target="y", **options)


def test_a_session_of_the_first_format_is_done_again_and_gone_on_with(tmp_path):
    path = tmp_path / "old.journal"
    shutil.copy(OLD, path)
    tree = tw.load(path, old_frame())
    assert [one.name for one in tree.history] == ["grow", "split", "prune_to", "note"]
    tree.grow(criterion="entropy", keep=False)
    assert tw.load(path, old_frame()) == tree
    done = tw.load(path, old_frame().assign(more=1), on_change="replay").replayed
    assert [step.status for step in done.steps] == ["same"] * 6


def test_a_session_of_the_second_format_is_done_again_and_gone_on_with(tmp_path):
    path = tmp_path / "old.journal"
    shutil.copy(FORMAT2, path)
    tree = tw.load(path, frame_of_format2())
    assert len(tree.history) == 16
    tree.undo()
    assert tw.load(path, frame_of_format2()) == tree
    more = frame_of_format2().assign(more=1)
    done = tw.load(path, more, on_change="replay").replayed
    assert {step.status for step in done.steps} == {"same"}


def test_a_session_has_a_blank_name_as_it_is_or_older_ones_would_be_others(tmp_path):
    frame = pd.DataFrame({"": range(40), "y": [*"uv"] * 20})
    tree = tw.DecisionTree(frame, "y", grow=False, journal=tmp_path / "a.journal")
    tree.split(0, "", threshold=[9, 19])
    tree.split(2, "", threshold=15)
    lines = (tmp_path / "a.journal").read_bytes().splitlines()[1:]
    found = [json.loads(line)["record"] for line in lines]
    assert [one["split"] for one in found] == [": <= 9 | (9, 19] | > 19", " <= 15"]
    assert [one["form"] for one in found] == ["0669b709be13385f", "04aebb11786cba37"]
    assert found[1]["where"] == [["", "9 <  <= 19", 1]]


@pytest.mark.parametrize("name", ["shape", "form"])
def test_a_gesture_that_grows_something_else_is_found_by_either_digest(name, tmp_path):
    path = tmp_path / "a.journal"
    if name == "shape":
        shutil.copy(OLD, path)
    else:
        tw.DecisionTree(old_frame(), target="ill", journal=path).grow(criterion="entropy")
    check, lines = START, []
    for line in path.read_bytes().splitlines():
        record = json.loads(line)["record"]
        if record.get("do") == "grow":
            assert record[name] != "0" * 16
            record[name] = "0" * 16
        again, check = encode(record, check)
        lines.append(again)
    path.write_bytes(b"".join(lines))
    assert decode(lines[0], START)[0]["format"] == (1 if name == "shape" else 2)
    with pytest.raises(tw.JournalError, match="is another one now"):
        tw.load(path, old_frame())
    replayed = tw.load(path, old_frame(), on_change="replay").replayed
    assert replayed.steps[1].why == "other splits or classes below"


NUMBERS = {
    "floats": [1e-320, 0.01, 0.1, 0.2, 0.7, 1.5, 2.5, 1e9, 1e300],
    "small": np.array([-7, -4, -3, 0, 3, 8, 9, 12, 100], dtype=np.int8),
    "large": np.array([-(2**62), -(2**53), -5, 2**51, 2**52 + 3, 2**53, 2**60, 2**62, 2**63 - 1]),
    "unsigned": np.array([0, 1, 5, 2**52, 2**63, 2**63 + 9, 2**64 - 6, 2**64 - 3, 2**64 - 1], "u8"),
    "seconds": np.array([-9, 0, 1, 2, 60, 3600, 86400, 10**9, 10**12], "M8[s]"),
    "nanoseconds": np.array([-9, 0, 1, 2, 60, 3600, 86400, 10**9, 10**18], "M8[ns]"),
    "levels": pd.Categorical(list("abcdefghi"), ordered=True),
}


@pytest.mark.parametrize("name", sorted(NUMBERS))
def test_a_cut_between_ranks_says_what_the_cut_that_is_made_of_it_says(name):
    frame = pd.DataFrame({"x": NUMBERS[name], "y": list("ababababa")})
    column = tw.DecisionTree(frame, target="y").workspace.dataset.columns[0]
    low, high = np.triu_indices(9, 1)
    cuts = [cut.value for cut in column.midpoints(low, high)]
    said = shapes._between(column, low, high)
    assert said.tolist() == shapes._values_of(column, cuts).tolist()
    assert len(np.unique(said, axis=0)) == len(set(cuts))


def test_numbers_count_by_their_digits_and_not_by_how_a_middle_was_rounded():
    values = np.array([2.45, np.nextafter(2.45, 3), 1.25, np.nextafter(1.25, 0), 1e3, 1e-3])
    near = np.array(
        [2.1 / 2 + 2.8 / 2, 2.45, 1.15 / 2 + 1.35 / 2, 1.25, np.nextafter(1e3, 0), 0.001]
    )
    assert shapes._decimals(values).tolist() == shapes._decimals(near).tolist()
    others = shapes._decimals(values * (1 + 1e-12))
    assert (others[:2] != shapes._decimals(values)[:2]).any(axis=1).all()
    assert (
        len(np.unique(shapes._decimals(np.array([0.5, 5.0, 0.05, 50.0, -0.5, 0.0])), axis=0)) == 6
    )


@given(st.integers(1, 10**12 - 1), st.integers(-290, 290), st.sampled_from([1, -1]))
def test_numbers_count_by_fourteen_digits_and_a_power_or_by_their_halves(digits, power, sign):
    exact = Decimal(digits).scaleb(power)
    halves = 2 * Fraction(exact)
    if halves.denominator == 1 and exact < 2**52:
        expected = [sign * halves.numerator, shapes.HALVES]
    else:
        length = len(str(digits))
        expected = [sign * digits * 10 ** (14 - length), shapes.DECIMAL + power + length - 1]
    value = sign * float(exact)
    assert shapes._decimals(np.array([value])).tolist() == [expected]
    if exact >= 10**12 and expected[1] == shapes.HALVES:  # each double is a half there
        return
    beside = [np.nextafter(value, np.inf), np.nextafter(value, -np.inf)]
    assert shapes._decimals(np.array(beside)).tolist() == [expected] * 2


@pytest.mark.parametrize("at_once", [1, 60, 1 << 20])
def test_a_digest_is_one_however_many_lines_are_read_at_once(at_once, monkeypatch):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({name: rng.choice(list("pqrst"), 400) for name in "aby"})
    tree = grown(frame)
    before = digest(tree)
    monkeypatch.setattr(line_splits, "AT_ONCE", at_once)
    assert digest(tree) == before


def test_what_other_data_have_by_other_codes_says_the_same():
    frame = pd.DataFrame({"x": [1, 2, 3, 4, 4] * 4, "k": list("bbbba") * 4, "y": list("uvvuv") * 4})
    one = digest(grown(frame))
    more = frame.assign(y=pd.Categorical(frame["y"], categories=["w", "u", "v"]))
    more["k"] = pd.Categorical(frame["k"], categories=["c", "a", "b"])
    more["x"] = more["x"].astype(float)
    assert digest(grown(more[["k", "x", "y"]])) == one
    assert digest(grown(frame.rename(columns={"x": "z"}))) != one
    assert digest(grown(frame.assign(y=frame["y"].map({"u": "v", "v": "u"})))) != one
    assert digest(grown(frame.assign(x=frame["x"] * 2))) != one


@pytest.mark.parametrize("column", ["x", "k"])
def test_each_part_of_a_split_counts(column):
    frame = mixed(200, seed=2) if column == "k" else priced(200, seed=2)
    tree = tw.DecisionTree(frame, target="kind" if column == "k" else "price", max_depth=4)
    found = {digest(tree)}
    leaf = next(node.id for node in tree.workspace.tree.leaves if node.region.train.n > 9)
    tree.prune(tree.workspace.tree.way(leaf)[-2].id)
    found.add(digest(tree))
    assert len(found) == 2
