"""The module as a guest in a process: its threads, the interpreter's lock, signals, fork, imports
and environment variables. What changes a process for good runs in a child."""

from __future__ import annotations

import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import voxgrad
from children import environment, run_child, start_interruptible
from samples import OPS, sample
from voxgrad import raw_ops

# Tens of seconds by plain loops, and more than one even at a core's peak.
LONG_CALL = """
import numpy as np
from voxgrad import raw_ops
x = np.ones((1, 64, 64, 64, 48))
f = np.ones((7, 7, 7, 48, 48))
def long_call():
    return raw_ops.Conv3D(input=x, filter=f, strides=[1, 1, 1, 1, 1], padding="SAME")
"""


@pytest.fixture(autouse=True)
def default_threads() -> Iterator[None]:
    yield
    voxgrad.set_num_threads(0)


def test_import_and_calls_bring_no_other_library() -> None:
    child = run_child(
        "import sys, numpy as np, voxgrad\n"
        "others = {'ml_dtypes', 'jax', 'torch', 'cupy', 'tensorflow'}\n"
        "print(others & set(sys.modules))\n"
        "voxgrad.raw_ops.MaxPool(input=np.ones((1, 2, 2, 1), np.float32), ksize=[1, 2, 2, 1],\n"
        "                        strides=[1, 2, 2, 1], padding='VALID')\n"
        "print(others & set(sys.modules))"
    )
    assert child.stdout.split() == ["set()", "set()"], child.stderr


def test_number_of_threads() -> None:
    default = voxgrad.get_num_threads()
    assert default >= 1
    voxgrad.set_num_threads(3)
    assert voxgrad.get_num_threads() == 3
    voxgrad.set_num_threads(0)
    assert voxgrad.get_num_threads() == default


def test_environment_sets_the_number_of_threads() -> None:
    code = "import voxgrad; print(voxgrad.get_num_threads())"
    assert run_child(code, VOXGRAD_THREADS="7").stdout.strip() == "7"
    plain = run_child(code).stdout.strip()
    assert run_child(code, VOXGRAD_THREADS="many").stdout.strip() == plain


def test_verbose_names_the_op_and_the_implementation() -> None:
    code = (
        "import numpy as np\nfrom voxgrad import raw_ops\n"
        "raw_ops.AvgPool(value=np.ones((1, 2, 2, 1), np.float32), ksize=[1, 2, 2, 1],\n"
        "                strides=[1, 2, 2, 1], padding='VALID')"
    )
    lines = run_child(code, VOXGRAD_VERBOSE="1").stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("voxgrad: AvgPool float[1,2,2,1]")
    assert " ran, " in lines[0] and lines[0].endswith(" ms")
    assert run_child(code).stderr == ""
    assert run_child(code, VOXGRAD_VERBOSE="0").stderr == ""


@pytest.mark.parametrize("op", OPS)
def test_bits_do_not_depend_on_the_threads(op: str) -> None:
    rng = np.random.default_rng(5)
    arguments: dict[str, Any] = large_call(op, rng)
    results = []
    for threads in (1, 2, 5):
        voxgrad.set_num_threads(threads)
        results.append(getattr(raw_ops, op)(**arguments).tobytes())
    assert results[0] == results[1] == results[2]


def large_call(op: str, rng: np.random.Generator) -> dict[str, Any]:
    """Work for several threads, of numbers whose sums depend on the order."""
    dims = 3 if "3D" in op else 2
    space = [12, 14, 16] if dims == 3 else [64, 48]
    batch, depth = 2, 8
    shape = [batch, *space, depth]
    common: dict[str, Any] = {"strides": [1] * (dims + 2), "padding": "SAME"}

    def normal(*sizes: int) -> Any:
        return rng.standard_normal(sizes).astype(np.float32)

    if op.startswith("Conv"):
        taps = [3] * dims + [depth, depth]
        if "Input" in op:
            sizes = {"input_sizes": shape, "filter": normal(*taps)}
            return common | sizes | {"out_backprop": normal(*shape)}
        if "Filter" in op:
            sizes = {"filter_sizes": taps, "input": normal(*shape)}
            return common | sizes | {"out_backprop": normal(*shape)}
        return common | {"input": normal(*shape), "filter": normal(*taps)}
    common["ksize"] = [1, *[3] * dims, 1]
    if op.startswith("AvgPool") and op.endswith("Grad"):
        return common | {"orig_input_shape": shape, "grad": normal(*shape)}
    if op.endswith("Grad"):
        x = normal(*shape)
        return common | {"orig_input": x, "orig_output": x, "grad": normal(*shape)}
    return common | {"value" if op == "AvgPool" else "input": normal(*shape)}


def test_calls_from_many_python_threads() -> None:
    rng = np.random.default_rng(8)
    calls = [(op, large_call(op, rng)) for op in OPS]
    wanted = [getattr(raw_ops, op)(**arguments) for op, arguments in calls]
    start = threading.Barrier(8)

    def work(first: int) -> list[bool]:
        start.wait()
        right = []
        for i in range(len(calls)):
            at = (first + i) % len(calls)
            op, arguments = calls[at]
            right.append(np.array_equal(getattr(raw_ops, op)(**arguments), wanted[at]))
        return right

    with ThreadPoolExecutor(8) as pool:
        assert all(all(right) for right in pool.map(work, range(8)))


def test_errors_from_many_python_threads() -> None:
    def work(size: int) -> str:
        try:
            raw_ops.AvgPool(
                value=np.ones((1, size, 1, 1), np.float32),
                ksize=[1, size + 1, 1, 1],
                strides=[1, 1, 1, 1],
                padding="VALID",
            )
        except ValueError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(8) as pool:
        for size, text in enumerate(pool.map(work, range(1, 200)), 1):
            assert f"its {size + 1} in H does not fit into value [1,{size},1,1]" in text


def test_other_python_threads_run_during_a_call() -> None:
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.002)

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        depth, took, begin, end = 8, 0.0, 0.0, 0.0
        while took < 0.2:  # until the call is long enough on this machine
            depth *= 2
            x = np.ones((1, 64, 64, depth), np.float32)
            f = np.ones((5, 5, depth, depth), np.float32)
            begin = time.monotonic()
            raw_ops.Conv2D(input=x, filter=f, strides=[1, 1, 1, 1], padding="SAME")
            end = time.monotonic()
            took = end - begin
    finally:
        stop.set()
        ticker.join()
    inside = [at for at in ticks if begin + took * 0.1 < at < end - took * 0.1]
    assert len(inside) >= 5


@pytest.mark.parametrize("threads", ["1", "2"])
def test_interrupt_ends_a_long_call(threads: str) -> None:
    code = LONG_CALL + (
        "import time\n"
        "print('started', flush=True)\n"
        "try:\n"
        "    long_call()\n"
        "    print('finished', flush=True)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', time.monotonic(), flush=True)\n"
        "print(raw_ops.MaxPool(input=np.ones((1, 1, 1, 1)), ksize=[1] * 4, strides=[1] * 4,\n"
        "                      padding='SAME').item())\n"
    )
    child = start_interruptible(
        [sys.executable, "-c", code], env=environment(VOXGRAD_THREADS=threads)
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        time.sleep(0.5)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        words = child.stdout.readline().split()
        assert words[0] == "interrupted"
        assert float(words[1]) - sent < 1.0
        assert child.stdout.readline() == "1.0\n"  # and the module is as good as before
        assert child.wait(timeout=10) == 0
    finally:
        child.kill()
        child.wait()


def test_handlers_of_other_signals_run_and_the_call_goes_on() -> None:
    # Signals that come during one call collapse into one unless the call lets them through, so
    # two handled within a call show that it does. How long a call takes is the machine's affair:
    # the batch grows until one lasts for ten ticks of the timer.
    code = (
        "import signal, time, numpy as np\nfrom voxgrad import raw_ops\n"
        "seen = []\n"
        "signal.signal(signal.SIGALRM, lambda *_: seen.append(1))\n"
        "f = np.ones((5, 5, 64, 64)); batch, took = 1, 0.0\n"
        "while took < 0.2 and batch < 4096:\n"
        "    x = np.ones((batch, 48, 48, 64)); seen.clear()\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)\n"
        "    start = time.monotonic()\n"
        "    y = raw_ops.Conv2D(input=x, filter=f, strides=[1] * 4, padding='SAME')\n"
        "    took = time.monotonic() - start\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0); batch *= 2\n"
        "print(y[0, 9, 9, 0], len(seen) >= 2)\n"
    )
    assert run_child(code, VOXGRAD_THREADS="1").stdout.strip() == "1600.0 True"


def test_works_after_fork() -> None:
    code = (
        "import multiprocessing as mp, numpy as np, voxgrad\n"
        "voxgrad.set_num_threads(4)\n"
        "x = np.random.default_rng(1).standard_normal((2, 64, 64, 16)).astype(np.float32)\n"
        "def work(_=0):\n"
        "    return voxgrad.raw_ops.AvgPool(value=x, ksize=[1, 3, 3, 1], strides=[1, 1, 1, 1],\n"
        "                                   padding='SAME').tobytes()\n"
        "wanted = work()\n"
        "with mp.get_context('fork').Pool(3) as pool:\n"
        "    print(all(got == wanted for got in pool.map_async(work, range(6)).get(30)))\n"
        "print(work() == wanted)\n"
    )
    child = run_child(code)
    assert child.stdout.split() == ["True", "True"], child.stderr


def test_functions_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(raw_ops.AvgPool3DGrad)) is raw_ops.AvgPool3DGrad


def test_errors_can_be_pickled() -> None:
    """A worker process hands its exception back, with what it says about itself."""
    arguments = sample("MaxPool", "float32", "NHWC", np.random.default_rng(2))
    with pytest.raises(ValueError, match="ksize") as caught:
        raw_ops.MaxPool(**arguments | {"ksize": [1, 0, 1, 1]})
    copy: Any = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.op, copy.argument) == (str(caught.value), "MaxPool", "ksize")
