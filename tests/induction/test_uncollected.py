"""The collector of garbage, while very many objects are made and afterwards."""

import gc
import threading
import weakref

from treewidget.induction.uncollected import MANY, uncollected


class Linked:
    """Something that can hold itself."""


def made():
    with uncollected():
        assert not gc.isenabled()
        return [[number] for number in range(MANY + 1000)]


def test_very_many_new_objects_are_not_gone_through_at_once():
    kept = made()
    assert gc.isenabled()
    assert gc.get_count()[0] < MANY
    assert any(one is kept for one in gc.get_objects(generation=2))
    assert not gc.get_freeze_count()


def test_few_objects_stay_where_they_are():
    gc.collect()
    with uncollected():
        kept = [[number] for number in range(100)]
    assert not any(one is kept for one in gc.get_objects(generation=2))


def test_a_cycle_among_them_is_still_found():
    with uncollected():
        kept, one = made(), Linked()
        one.itself = one
    seen = weakref.ref(one)
    del one
    gc.collect()
    assert seen() is None
    assert len(kept) > MANY


def test_what_somebody_froze_stays_frozen():
    gc.freeze()
    try:
        made()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()


def test_a_block_that_begins_while_another_ends_leaves_the_collector_on(monkeypatch):
    def look():
        enabled = real()
        if ending.ident is None:  # the other one ends between the look and what is done upon it
            ending.start()
            ending.join(0.2)
        return enabled

    real, other = gc.isenabled, uncollected()
    other.__enter__()
    ending = threading.Thread(target=other.__exit__, args=(None, None, None))
    monkeypatch.setattr(gc, "isenabled", look)
    with uncollected():
        pass
    ending.join(5)
    monkeypatch.undo()
    try:
        assert gc.isenabled()
    finally:
        gc.enable()
