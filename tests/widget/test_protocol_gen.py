"""The TypeScript side is generated: it can never drift from the Python one."""

import pytest

from treewidget.widget import generate


def test_regenerating_changes_nothing():
    fresh = generate.typescript(generate.SOURCE.read_text(encoding="utf-8"))
    assert generate.OUTPUT.read_text(encoding="utf-8") == fresh, (
        "js/src/protocol.gen.ts is stale: run python -m treewidget.widget.generate"
    )


def test_a_field_that_may_be_absent_is_optional_and_keeps_its_comment():
    source = '''class Ask(TypedDict):
    """Ask."""

    low: NotRequired[float | str]  # zooms in
    kinds: list[int | None]
'''
    text = generate.typescript(source)
    assert "  /** zooms in */\n  low?: number | string;\n" in text
    assert "  kinds: (number | null)[];\n" in text


def test_an_unknown_type_is_refused_rather_than_written_as_any():
    with pytest.raises(TypeError, match="set"):
        generate.typescript("class Ask(TypedDict):\n    low: set[int]\n")
