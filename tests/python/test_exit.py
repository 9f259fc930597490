"""The end of the interpreter while daemon threads are in the engine, or on their way in."""

from __future__ import annotations

import pytest
from children import run_child

START = """
import threading, time
import numpy as np
import voxgrad
from voxgrad import raw_ops

class Slow:
    def __array__(self, dtype=None, copy=None):
        time.sleep(0.02)
        return np.ones(3, np.float32)

x = np.ones((1, 32, 32, 32, 8), np.float32)
w = np.ones((5, 5, 5, 8, 16), np.float32)
wide = np.ones((2000, 1000), np.float32).T

def in_an_op():
    raw_ops.Conv3D(input=x, filter=w, strides=[1] * 5, padding="SAME")

def in_a_graph():
    with (graph := voxgrad.Graph()):
        y = raw_ops.Conv3D(input=x, filter=w, strides=[1] * 5, padding="SAME")
    graph.run(y)

def in_an_argument():
    raw_ops.Neg(x=Slow())

def in_a_conversion():
    raw_ops.Shape(input=wide)

def forever(work):
    while True:
        work()

def start(*works):
    for work in works:
        threading.Thread(target=forever, args=(work,), daemon=True).start()
    time.sleep(0.2)
"""


@pytest.mark.parametrize(
    "works",
    ["in_an_op", "in_an_op, in_an_op, in_an_op", "in_a_graph", "in_an_argument", "in_a_conversion"],
)
def test_daemon_threads_do_not_end_the_process(works: str) -> None:
    for _ in range(3):
        child = run_child(START + f"start({works})")
        assert child.returncode == 0, child.stderr
        assert "terminate" not in child.stderr  # but for what nanobind notes


def test_a_forked_child_ends_too() -> None:
    code = """
import os
start(in_an_op)
child = os.fork()
if child == 0:
    raw_ops.Conv3D(input=x, filter=w, strides=[1] * 5, padding="SAME")
    start(in_an_op)
else:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    child = run_child(START + code)
    assert child.returncode == 0, child.stderr


def test_an_interrupt_with_daemon_threads() -> None:
    code = """
import signal
start(in_an_op)
signal.setitimer(signal.ITIMER_REAL, 0.3)
signal.signal(signal.SIGALRM, signal.default_int_handler)
try:
    forever(in_an_op)
except KeyboardInterrupt:
    print("interrupted")
"""
    child = run_child(START + code)
    assert (child.returncode, child.stdout) == (0, "interrupted\n"), child.stderr
