"""A process that is forked while a thread edits is not kept waiting for that thread."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FORKED = """
import os, signal, sys, threading
import treewidget as tw
from tests.tree.frames import patients
from treewidget.engine.waiting import beside
from treewidget.workspace import Listener

tree = tw.DecisionTree(patients(), "ill")
changing, go = threading.Event(), threading.Event()

class Slow(Listener):
    def before(self, action, gesture):
        if threading.current_thread() is not threading.main_thread():
            changing.set()
            beside(go.wait)

tree.workspace.subscribe(Slow())
other = threading.Thread(target=tree.prune, args=(0,))
other.start()
changing.wait()
child = os.fork()
if not child:
    signal.alarm(20)
    tree.note(0, "in the fork")
    print(len(tree.frame()) > 1, tree.history[-1].line, flush=True)
    sys.exit()
print(os.waitpid(child, 0)[1], flush=True)
go.set()
other.join()
print(tree.history[-1].line)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_edits_the_tree_as_it_was_before_the_edit_of_another_thread():
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).resolve().parents[1],
    )
    said = ['True tree.note(0, "in the fork")', "0", "tree.prune(0)"]
    assert done.stdout.splitlines() == said, done.stderr
