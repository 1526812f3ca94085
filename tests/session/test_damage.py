"""Journals that are torn, damaged, or made by somebody else."""

import base64
import errno
import json
import warnings
import zlib
from pathlib import Path

import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget import JournalError
from treewidget.session import records


@pytest.fixture
def frame():
    return mixed()


@pytest.fixture
def path(tmp_path, frame):
    """Return a journal of a header and six gestures; line 1 + n is gesture n."""
    path = tmp_path / "ward.journal"
    tree = tw.DecisionTree(frame, target="kind", journal=path, validation=frame["flag"])
    for number in range(6):
        tree.note(0, f"note {number}")
    tree.session.journal.close()
    return path


def written(path, found):
    """Write records as a journal whose checksums fit."""
    content, check = b"", records.START
    for record in found:
        body = record if isinstance(record, bytes) else json.dumps(record).encode()
        check = records.checksum(check, body)
        content += b'{"check":"' + check.encode() + b'","record":' + body + b"}\n"
    path.write_bytes(content)


def read(path):
    return [json.loads(line)["record"] for line in path.read_text().splitlines()]


def test_a_torn_last_line_is_dropped_and_said(path, frame):
    whole = path.read_bytes()
    for cut in (1, 20, 100):
        path.write_bytes(whole[:-cut] if cut > 1 else whole[:-2])
        with pytest.warns(tw.JournalWarning, match="was never finished") as warned:
            tree = tw.load(path, frame)
        assert [Path(one.filename) for one in warned] == [Path(__file__)]
        assert len(tree.history) == 5
        tree.note(0, "on")
        assert len(tw.load(path, frame).history) == 6
        assert path.read_bytes().startswith(b"".join(whole.splitlines(keepends=True)[:6]))
    path.write_bytes(whole[:-20])
    with pytest.warns(tw.JournalWarning, match="was never finished") as warned:
        tree = tw.load(path, frame.assign(whole=1), on_change="replay")
    assert [Path(one.filename) for one in warned] == [Path(__file__)]
    assert len(tree.replayed.steps) == 6


def test_a_last_line_that_only_lacks_its_end_is_whole(path, frame):
    path.write_bytes(path.read_bytes()[:-1])
    tree = tw.load(path, frame)
    assert len(tree.history) == 6
    tree.note(0, "on")
    assert len(tw.load(path, frame).history) == 7


def test_zeros_that_a_power_cut_left_are_a_torn_line(path, frame):
    path.write_bytes(path.read_bytes() + b"\0" * 300)
    with pytest.warns(tw.JournalWarning, match="300 bytes"):
        assert len(tw.load(path, frame).history) == 6


@pytest.mark.parametrize("line", [2, 4, 7])
def test_a_damaged_line_is_refused_with_its_number_and_what_is_before_it_recovered(
    line, path, frame, tmp_path
):
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b"note", b"nope", 1)
    path.write_bytes(damaged := b"".join(lines))
    with pytest.raises(JournalError, match=f"line {line} is damaged: its checksum") as caught:
        tw.load(path, frame)
    assert caught.value.line == line
    before = "1 gesture" if line == 3 else f"{line - 2} gestures"
    assert f"recover=True gives the {before} before it" in str(caught.value)
    assert path.read_bytes() == damaged, "the file is left alone"
    with pytest.warns(tw.JournalWarning, match="goes on in .*ward.recovered.journal") as warned:
        tree = tw.load(path, frame, recover=True)
    assert [Path(one.filename) for one in warned] == [Path(__file__)]
    assert tree.session.identity != json.loads(lines[0])["record"]["session"]
    assert len(tree.history) == line - 2
    tree.note(0, "on")
    assert path.read_bytes() == damaged
    beside = path.with_name("ward.recovered.journal")
    assert tw.load(beside, frame) == tree
    with pytest.warns(tw.JournalWarning, match="goes on in .*third"):
        tw.load(path, frame, recover=tmp_path / "third")


def test_lines_moved_doubled_or_taken_out_are_damage(path, frame):
    lines = path.read_bytes().splitlines(keepends=True)
    for order, bad in (([0, 2, 1, 3], 2), ([0, 1, 1, 2], 3), ([0, 2, 3], 2), ([0, 0], 2)):
        path.write_bytes(b"".join(lines[at] for at in order))
        with pytest.raises(JournalError, match=f"line {bad} is damaged") as caught:
            tw.load(path, frame)
        assert caught.value.line == bad


def test_recovering_what_is_whole_goes_on_in_the_same_file(path, frame):
    tree = tw.load(path, frame, recover=True)
    assert tree.session.journal.path == path


@pytest.mark.parametrize("why", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_file_that_cannot_be_written_is_gone_on_with_elsewhere(path, frame, monkeypatch, why):
    from treewidget.session import file

    real = file.os.open

    def guarded(name, flags, *more):
        if flags & 3 and name == path:
            raise OSError(why, "not today")
        return real(name, flags, *more)

    monkeypatch.setattr(file.os, "open", guarded)
    with pytest.raises(JournalError, match=r'cannot be written.*recover="another path"'):
        tw.load(path, frame)
    assert len(tw.load(path, frame, recover=path.with_suffix(".2")).history) == 6
    assert tw.load(path, frame, recover=True).session.journal.path != path
    why = errno.EIO
    with pytest.raises(JournalError, match="cannot be opened: not today"):
        tw.load(path, frame, recover=path.with_suffix(".3"))


def test_gestures_that_cannot_be_or_give_something_else_are_refused_with_their_line(path, frame):
    found = read(path)
    after = found[3]["after"]
    cases = [
        ({"do": "explode", "args": {}}, "no gesture is called 'explode'"),
        ({**found[3], "args": {"node": 99, "text": "x"}}, "no node 99"),
        ({**found[3], "args": {"node": 0, "text": "x", "rm": "-rf"}}, "no argument 'rm'"),
        ({**found[3], "args": [1]}, "are a mapping"),
        ({**found[3], "step": 9}, r"is another one now.*another version of treewidget"),
        ({**found[3], "after": [1, 1, 0, 0.5, None]}, "is another one now"),
        ({**found[3], "after": [*after[:3], after[3] + 1e-7, after[4]]}, "is another one now"),
        ({**found[3], "after": [*after[:4], after[4] + 1e-7]}, "is another one now"),
        ({**found[3], "after": after[:4]}, "is another one now"),
        ({"look": "score", "step": "x", "at": ""}, "not told as it should be"),
        ({}, "no gesture is called None"),
    ]
    for record, said in cases:
        written(path, [*found[:3], record, *found[4:]])
        with pytest.raises(JournalError, match=said) as caught:
            tw.load(path, frame)
        assert caught.value.line == 4
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert len(tw.load(path, frame, recover=True).history) == 2


def test_a_header_says_nothing_that_is_not_checked(path, frame):
    found = read(path)
    head = found[0]
    bomb = base64.b64encode(zlib.compress(b"\0" * 10**7)).decode()
    construction = head["construction"]
    cases = [
        {**head, "journal": "other"},
        {**head, "format": 3},
        {**head, "format": True},
        {**head, "construction": None},
        {**head, "construction": {**construction, "arguments": {"data": 1, "target": "kind"}}},
        {**head, "construction": {**construction, "arguments": {"target": "kind", "journal": "x"}}},
        {**head, "construction": {**construction, "arguments": {"target": {"eval": "1"}}}},
        {
            **head,
            "construction": {**construction, "masks": {"validation": {"rows": 60, "bits": bomb}}},
        },
        {
            **head,
            "construction": {**construction, "masks": {"validation": {"rows": 10**15, "bits": ""}}},
        },
        {**head, "construction": {**construction, "masks": {"data": {"rows": 60, "bits": ""}}}},
        *(
            {**head, "construction": {**construction, "boosted": steps}}
            for steps in (
                7,
                [7],
                [["2", 0]],
                [[True, 0]],
                [[0, 0]],
                [[10**9, 0]],
                [[2, -1]],
                [[2, 9]],
            )
        ),
        {**head, "frames": None},
        {**head, "frames": []},
        {**head, "frames": [{"rows": 1}]},
        {**head, "frames": [{"rows": "x", "columns": [3]}]},
        {**head, "roles": 7},
        {**head, "built": {}},
        {},
    ]
    for changed in cases:
        written(path, [changed, *found[1:]])
        with pytest.raises(tw.TreeWidgetError):
            tw.load(path, frame)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"a":' + b"[" * 30 + b"]" * 30 + b"}", "nested deeper"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested deeper"),
        (b'{"a":[' + b"0," * 400_001 + b"0]}", "more than 400,000 values"),
        (b'{"a":' + b"9" * 5_000 + b"}", "more than 400 digits"),
        (b'{"a":1e999}', "too large"),
        (b'{"a":NaN}', "which is no number"),
        (b'{"a":-Infinity}', "which is no number"),
        (b'{"a":1,"a":2}', "names one thing twice"),
        (b'{"a":"\xff"}', "no JSON of ours"),
        (b'{"a":}', "no JSON of ours"),
        (b"[]", "no line of a journal"),
    ],
)
def test_what_a_line_may_cost_is_bounded(body, said, path, frame):
    written(path, [read(path)[0], body])
    with pytest.raises(JournalError, match=said):
        tw.load(path, frame)


def test_a_line_without_end_is_not_read_to_its_end(path, frame):
    with path.open("ab") as file:
        file.truncate(path.stat().st_size + 3 * records.LINE_LIMIT)
        file.seek(0, 2)
        file.write(b"\n")
    with pytest.raises(JournalError, match="line 8 is damaged: it is longer than"):
        tw.load(path, frame)


@pytest.mark.parametrize("content", [b"", b"\n", b"a,b\n1,2\n", b"{}", b"\0" * 99, b"\xff\xfe"])
def test_what_is_no_journal_is_said_to_be_none(content, path, frame):
    path.write_bytes(content)
    with pytest.raises(JournalError, match="is no journal of treewidget"):
        tw.load(path, frame)
    with pytest.raises(JournalError, match="is no journal of treewidget"):
        tw.load(path, frame, recover=True)


def test_what_is_damaged_is_not_replayed_in_silence_either(path, frame):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], b"scribble\n", *lines[4:]]))
    other = frame.assign(whole=1)
    with pytest.raises(JournalError, match="line 5 is damaged") as caught:
        tw.load(path, other, on_change="replay")
    assert caught.value.line == 5
    with pytest.warns(tw.JournalWarning, match=r"line 5 is damaged.*before it was replayed"):
        again = tw.load(path, other, on_change="replay", recover=True)
    assert len(again.replayed.steps) == 4


@pytest.mark.parametrize("number", [2**31, 2**63, 10**399])
def test_numbers_beyond_all_bounds_are_refused_or_bound_nothing(number, path, frame):
    head = read(path)[0]
    construction, built = head["construction"], head["built"]
    print_ = head["frames"][0]
    columns = [{**column, "digest": "", "low": number} for column in print_["columns"]]
    cases = [
        *(
            {**head, "construction": {**construction, "arguments": {"target": "kind", **given}}}
            for given in (
                {"ccp_alpha": number},
                {"min_samples_leaf": number},
                {"class_weight": {"map": [["a", number]]}},
            )
        ),
        {**head, "built": {**built, "after": [*built["after"][:3], number, number]}},
        {**head, "frames": [{**print_, "columns": columns}]},
    ]
    for changed in cases:
        written(path, [changed])
        with pytest.raises(tw.TreeWidgetError):
            tw.load(path, frame)
    given = {"max_depth": number, "min_samples_split": number}
    assert len(tw.DecisionTree(frame, target="kind", **given).frame()) == 1


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no /proc here")
@pytest.mark.parametrize("name", ["mem", "attr/current", "fd", "fd/0", "cwd", "environ"])
def test_no_file_of_the_system_breaks_out(name, frame):
    for more in ({}, {"on_change": "replay"}, {"recover": True}):
        with pytest.raises(JournalError):
            tw.load(f"/proc/self/{name}", frame, **more)


def test_a_gesture_is_vetoed_in_a_journal_that_could_not_be_read_with_it(path, frame, monkeypatch):
    tree = tw.load(path, frame)
    monkeypatch.setattr("treewidget.session.journal.LINES_LIMIT", 8)
    tree.note(0, "the eighth line")
    with pytest.raises(JournalError, match=r"has 8 lines, and no journal has more"):
        tree.note(0, "x")
    monkeypatch.setattr("treewidget.session.reader.LINES_LIMIT", 8)
    assert tw.load(path, frame).node(0).note == "the eighth line"


def test_a_gesture_too_long_for_a_line_is_vetoed(path, frame, monkeypatch):
    tree = tw.load(path, frame)
    monkeypatch.setattr(records, "LINE_LIMIT", 500)
    with pytest.raises(JournalError, match=r"cannot hold this: .* longer than 500 bytes"):
        tree.note(0, "x" * 600)
    assert tree.node(0).note == "note 5"
