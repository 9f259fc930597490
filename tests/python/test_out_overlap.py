"""Results written into memory that overlaps an input, in every way that views can."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
import voxgrad
from numpy.lib.stride_tricks import as_strided

SHAPE = (2, 3, 4)


def views(memory: np.ndarray) -> list[np.ndarray]:
    """Views of [2, 3, 4] of one piece of memory: reversed, transposed, shifted, with steps."""
    found = []
    for order in itertools.permutations(range(3)):
        sizes = [SHAPE[axis] for axis in order]
        for start in (0, 1, 5):
            dense = memory[start : start + 24].reshape(sizes).transpose(np.argsort(order))
            found.append(dense)
            found += [np.flip(dense, axis) for axis in range(3)]
    found.append(memory[:48:2].reshape(SHAPE))
    found.append(memory[47::-2].reshape(SHAPE))
    found.append(memory.reshape(2, 4, 6)[:, 1:, 1:5])
    return found


def call_op(op: str, x: Any, out: Any = None) -> Any:
    arguments: dict[str, dict[str, Any]] = {
        "Identity": {"input": x},
        "Reshape": {"tensor": x, "shape": SHAPE},
        "Squeeze": {"input": x},
        "ExpandDims": {"input": x[0], "axis": 0},
        "Neg": {"x": x},
        "Transpose": {"x": x.transpose(2, 1, 0), "perm": [2, 1, 0]},
        "Cumsum": {"x": x, "axis": 1},
    }
    return voxgrad.call(op, **arguments[op], out=out)


@pytest.mark.parametrize(
    "op", ["Identity", "Reshape", "Squeeze", "ExpandDims", "Neg", "Transpose", "Cumsum"]
)
def test_every_pair_of_views(op: str) -> None:
    count = len(views(np.zeros(48, np.float32)))
    for i, k in itertools.product(range(count), repeat=2):
        memory = np.arange(48, dtype=np.float32)
        both = views(memory)
        x, out = both[i], both[k]
        if op == "ExpandDims":
            out = out[:1]
        wanted = call_op(op, x.copy())
        before = memory.copy()
        call_op(op, x, out)
        np.testing.assert_array_equal(out, wanted, err_msg=f"{op}: {i}, {k}")
        out[...] = 99
        outside = memory != 99
        np.testing.assert_array_equal(
            memory[outside], before[outside], err_msg=f"{op}: views {i} and {k}"
        )


def test_random_strided_views_of_the_input() -> None:
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    for _ in range(500):
        memory = np.arange(64, dtype=np.int32)
        x = memory[8:32]
        step = chance.choice([-2, -1, 1, 2])
        start = chance.randrange(64)
        out = memory[start::step][:24]
        given = x[: out.size]
        wanted = given.copy()
        voxgrad.call("Identity", input=given, out=out)
        np.testing.assert_array_equal(out, wanted, err_msg=f"seed {seed}: {start}::{step}")


def test_an_out_that_overlaps_itself_is_refused() -> None:
    memory = np.zeros(64, np.float32)
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    for strides in ((0, 4), (4, 0), (4, 4), (8, 4), (2, 8), (-4, 4), (4, -4), (12, 6)):
        out = as_strided(memory[16:], (2, 3), strides)
        with pytest.raises(ValueError, match="out overlaps itself") as error:
            voxgrad.call("Identity", input=x, out=out)
        assert error.value.argument == "out"  # type: ignore[attr-defined]
    for strides in ((12, 4), (4, 8), (-12, 4), (12, -4), (20, 8), (12, 8), (100, 4)):
        out = as_strided(memory[16:], (2, 3), strides)
        voxgrad.call("Identity", input=x, out=out)
        np.testing.assert_array_equal(out, x, err_msg=str(strides))


def test_torch() -> None:
    torch = pytest.importorskip("torch")
    x = torch.arange(6, dtype=torch.float32)
    square = torch.arange(9, dtype=torch.float32).reshape(3, 3)
    wanted = square.clone()
    voxgrad.call("Identity", input=square, out=square.T)
    assert torch.equal(square.T, wanted)
    with pytest.raises(ValueError, match="out overlaps itself"):
        voxgrad.call("Identity", input=x, out=torch.zeros(1).expand(6))
