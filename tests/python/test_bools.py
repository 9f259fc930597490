"""Bools whose bytes are neither 0 nor 1: true, in every way in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import voxgrad
from voxgrad import raw_ops

ODD = np.array([2, 255, 0, 1], np.uint8)


def ways() -> dict[str, Any]:
    found: dict[str, Any] = {
        "view": ODD.view(bool),
        "steps": np.repeat(ODD, 2).view(bool)[::2],
        "read-only": np.frombuffer(ODD.tobytes(), bool),
        "large": np.pad(ODD, (0, 9000)).view(bool),
    }
    jnp = pytest.importorskip("jax.numpy")
    found["jax"] = jnp.from_dlpack(ODD.view(bool)) if hasattr(jnp, "from_dlpack") else found["view"]
    return found


@pytest.mark.parametrize("way", ["view", "steps", "read-only", "large", "jax"])
def test_arrays(way: str) -> None:
    odd = ways()[way]
    plain = np.asarray(odd).view(np.uint8) != 0
    before = np.asarray(odd).view(np.uint8).copy()

    def check(result: Any, wanted: np.ndarray) -> None:
        assert np.asarray(result).view(np.uint8).tolist() == wanted.astype(np.uint8).tolist()

    check(raw_ops.LogicalNot(x=odd), ~plain)
    check(raw_ops.LogicalAnd(x=odd, y=plain), plain)
    check(raw_ops.Identity(input=odd), plain)
    check(raw_ops.Reverse(tensor=odd, dims=[True]), plain[::-1])
    check(raw_ops.Equal(x=odd, y=plain), np.ones_like(plain))
    assert np.asarray(raw_ops.Cast(x=odd, DstT="int32")).tolist() == plain.astype(int).tolist()
    out = np.zeros(plain.shape, bool)
    check(voxgrad.call("Identity", input=odd, out=out), plain)
    np.testing.assert_array_equal(
        np.asarray(odd).view(np.uint8), before
    )  # what was given is as it was


def test_feeds_and_constants() -> None:
    with (graph := voxgrad.Graph()):
        x = graph.placeholder("bool", [4])
        y = raw_ops.LogicalNot(x=x)
        z = raw_ops.LogicalNot(x=graph.constant(ODD.view(bool)))
    for result in (graph.run(y, {x: ODD.view(bool)}), graph.run(z)):
        assert result.view(np.uint8).tolist() == [0, 0, 1, 0]


def test_pages(tmp_path: Path) -> None:
    (tmp_path / "page.pbtxt").write_text(r"""
node { name: "x" op: "Const" attr { key: "dtype" value { type: DT_BOOL } }
  attr { key: "value" value { tensor { dtype: DT_BOOL tensor_shape { dim { size: 4 } }
    tensor_content: "\002\377\000\001" } } } }
node { name: "y" op: "LogicalNot" input: "x" }
""")
    page = voxgrad.load(tmp_path / "page.pbtxt")
    assert page.run(fetch="y").view(np.uint8).tolist() == [0, 0, 1, 0]
    assert page.run(fetch="x").view(np.uint8).tolist() == [1, 1, 0, 1]
