"""An interrupt does not wait for the kernel."""

import signal
import subprocess
import sys
import threading
import time

import pytest

from treewidget.engine.waiting import beside, interruptible, one_ahead


@pytest.fixture
def interrupted():
    """Interrupt the main thread a moment after this is called."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    yield lambda: signal.setitimer(signal.ITIMER_REAL, 0.1)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_an_interrupt_leaves_the_work_to_itself(interrupted):
    go, ended = threading.Event(), threading.Event()

    def work():
        go.wait(20)
        ended.set()

    interrupted()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interruptible(work)
    assert time.monotonic() - begin < 10
    assert not ended.is_set()
    go.set()
    assert ended.wait(20), "nobody takes what it gives, and it comes to its end"


def test_work_that_is_stopped_is_waited_for(interrupted):
    stop, ended = threading.Event(), threading.Event()

    def work():
        stop.wait(20)
        time.sleep(0.3)
        ended.set()

    interrupted()
    with pytest.raises(KeyboardInterrupt):
        beside(work, stop=stop.set)
    assert ended.is_set()


LEAVING = """
import signal, time
from treewidget.engine.waiting import beside

def work():
    time.sleep(1.0)
    print("at its end", flush=True)

signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
beside(work)
"""


def test_python_does_not_leave_before_what_was_interrupted_is_at_its_end():
    run = subprocess.run(
        [sys.executable, "-c", LEAVING], capture_output=True, text=True, check=False
    )
    assert run.stderr.splitlines()[-1] == "KeyboardInterrupt"
    assert run.stdout == "at its end\n"


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
