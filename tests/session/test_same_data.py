"""What a session was built with and on, and what is said where that is another."""

import dateutil.tz
import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget import JournalError


def test_arrays_and_frames_are_asked_for_again(path):
    frame = mixed()
    given = {"target": frame["kind"], "weights": np.arange(1.0, 61.0), "validation": mixed(30, 9)}
    data = frame.drop(columns="kind")
    tree = tw.DecisionTree(data, **given, journal=path)
    tree.prune(1)
    with pytest.raises(JournalError, match=r"give target=..., weights=..., validation=... again"):
        tw.load(path, data)
    assert tw.load(path, data, **given) == tree
    with pytest.raises(tw.DataChangedError, match="weights has other values"):
        tw.load(path, data, **{**given, "weights": np.ones(60)})
    with pytest.raises(tw.DataChangedError, match="second frame"):
        tw.load(path, data, **{**given, "validation": mixed(30, 9).assign(whole=1)})
    with pytest.raises(TypeError, match="built without 'max_depth'"):
        tw.load(path, data, **given, max_depth=3)


def test_what_was_given_otherwise_is_named_where_something_else_comes_out(path):
    frame = mixed(200)
    tree = tw.DecisionTree(
        frame, target="kind", validation=0.3, max_depth=4, grow=False, journal=path
    )
    tree.grow()
    assert tw.load(path, frame, max_depth=4) == tree
    with pytest.raises(JournalError) as caught:
        tw.load(path, frame, max_depth=1)
    assert "tree.grow() is another one now: max_depth=1 was given where the tree had 4" in str(
        caught.value
    )
    assert "another version" not in str(caught.value)
    with pytest.raises(
        JournalError, match=r"as it was built .* grow=True was given where .* False"
    ):
        tw.load(path, frame, grow=True)
    with pytest.raises(tw.DataChangedError, match="random_state=9 was given where the tree had 0"):
        tw.load(path, frame, random_state=9)
    assert len(tw.load(path, frame, max_depth=1, on_change="replay").replayed.changed) == 1


def test_masks_and_odd_options_are_written_down(path):
    frame = mixed(200)
    mask = frame["flag"].to_numpy()
    options = {"class_weight": {"a": 2, "b": 0.5}, "min_impurity_decrease": np.float32(0.001)}
    tree = tw.DecisionTree(frame, target="kind", test=mask, **options, journal=path)
    again = tw.load(path, frame)
    assert again == tree
    assert again.workspace.history.opening.startswith("import treewidget")


def test_what_was_drawn_without_a_seed_comes_back(path):
    frame = mixed(100)
    tree = tw.DecisionTree(frame, target="kind", validation=0.3, random_state=None, journal=path)
    assert tw.load(path, frame) == tree


def test_regression_with_numbers_for_names(path):
    frame = priced().rename(columns={"rooms": 0, "town": 1})
    tree = tw.DecisionTree(frame, target="price", journal=path, max_depth=2)
    tree.split(0, 0, threshold=3, replace=True)
    assert tw.load(path, frame) == tree


# ---------------------------------------------------------------- other data


def test_what_differs_is_said_before_anything_else(path):
    frame = mixed()
    tw.DecisionTree(frame, target="kind", journal=path)
    wrong = {
        r"data lacks column 'kind'": frame.drop(columns="kind"),
        r"has column 'new' that was not there": frame.assign(new=1),
        r"has 59 rows and had 60": frame.iloc[1:],
        r"column 'whole' was integer and is number": frame.astype({"whole": float}),
        r"'whole' has other values \(0 to 5, 0 missing then, 1 to 6": frame.assign(
            whole=frame["whole"] + 1
        ),
        r"columns in another order": frame[frame.columns[::-1]],
        r"'colour' has other values": frame.assign(colour=frame["colour"].shift(1)),
        r"'size' has other categories": frame.assign(
            size=frame["size"].cat.reorder_categories(["L", "M", "S"])
        ),
        r"'size' was ordered category and is category": frame.assign(
            size=frame["size"].cat.as_unordered()
        ),
        r"'size' has other values": frame.assign(size=frame["size"].to_numpy()[::-1]).astype(
            {"size": frame["size"].dtype}
        ),
        r"'day' has other values": frame.assign(day=frame["day"] + pd.Timedelta(1, "ns")),
    }
    for said, other in wrong.items():
        with pytest.raises(tw.DataChangedError, match=said) as caught:
            tw.load(path, other)
        assert caught.value.differences


def test_the_same_values_in_another_guise_are_the_same_data(path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    guise = frame.reset_index(drop=True).astype({"whole": "int8", "colour": object})
    guise["day"] = guise["day"].astype("datetime64[ns]")
    again = tw.load(path, guise)
    assert str(again) == str(tree)


def test_data_up_to_the_largest_doubles_are_known_again(path):
    largest = np.finfo(float).max
    frame = mixed().assign(far=np.tile([largest, 1.0, -largest], 20))
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    assert tw.load(path, frame) == tree


@pytest.mark.parametrize(
    "zone", [dateutil.tz.gettz("Europe/Berlin"), dateutil.tz.tzoffset("", 3600)]
)
def test_zones_that_only_have_a_repr_are_known_again(path, zone):
    frame = mixed()
    frame["day"] = frame["day"].dt.tz_localize(zone)
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    assert str(tw.load(path, frame)) == str(tree)
    frame["day"] = frame["day"].dt.tz_convert("Asia/Seoul")
    with pytest.raises(tw.DataChangedError, match=r"'day' was datetime .* is datetime"):
        tw.load(path, frame)


def test_levels_are_known_by_what_they_are_not_by_numpys_name_for_it(path):
    given = pd.Categorical(pd.array([1, 1, 2, 3] * 15, dtype="Int64"))
    plain = pd.Categorical([1, 1, 2, 3] * 15)
    tree = tw.DecisionTree(mixed().assign(level=given), target="kind", journal=path)
    assert str(tw.load(path, mixed().assign(level=plain))) == str(tree)
