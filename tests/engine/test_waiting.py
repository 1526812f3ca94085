"""An interrupt does not wait for the kernel."""

import signal
import threading
import time

import pytest

from treewidget.engine.waiting import interruptible, one_ahead


def test_an_interrupt_leaves_the_work_to_itself():
    go, ended = threading.Event(), threading.Event()

    def work():
        go.wait(20)
        ended.set()

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            interruptible(work)
        assert time.monotonic() - begin < 10
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not ended.is_set()
    go.set()
    assert ended.wait(20), "nobody takes what it gives, and it comes to its end"


def test_an_error_is_raised_where_it_is_waited_for():
    def work():
        raise MemoryError

    with pytest.raises(MemoryError):
        interruptible(work)


def test_on_another_thread_work_is_done_there():
    found = []
    thread = threading.Thread(target=lambda: found.append(interruptible(threading.current_thread)))
    thread.start()
    thread.join()
    assert found == [thread]
    assert interruptible(threading.current_thread) is not threading.main_thread()


def test_the_next_is_made_while_one_is_used():
    begun = threading.Event()

    def make(item):
        if item == 1:
            begun.set()
        return item

    made = one_ahead(make, [0, 1, 2])
    assert next(made) == 0
    assert begun.wait(20), "nobody asked for it yet"
    assert list(made) == [1, 2]


def test_what_fails_ahead_is_raised_in_its_turn_and_nothing_goes_on():
    asked = []

    def make(item):
        asked.append(item)
        return 1 // item

    made = one_ahead(make, [1, 0, 1, 1])
    assert next(made) == 1
    with pytest.raises(ZeroDivisionError):
        next(made)
    assert list(made) == []
    assert asked in ([1, 0], [1, 0, 1])


def test_who_stops_asking_is_not_made_more():
    asked = []
    made = one_ahead(asked.append, range(100))
    next(made)
    made.close()
    assert len(asked) <= 3
