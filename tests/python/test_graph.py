"""Graphs built in Python: the ops inside `with Graph()`, variables, gradients, runs, pages."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import voxgrad
from checkout import ROOT
from children import environment
from voxgrad import Graph, raw_ops

EXAMPLES = ROOT / "examples" / "python"


def test_symbols_have_types_and_shapes() -> None:
    with Graph() as g:
        x = g.placeholder("float32", [None, 4], name="x")
        y = raw_ops.MatMul(a=x, b=np.ones([4, 3], np.float32))
        anything = g.placeholder("int64")
        flags = raw_ops.Greater(x=x, y=0.0)
    assert isinstance(y, voxgrad.Tensor)
    assert repr(y) == "<voxgrad.Tensor 'MatMul:0' float32 [?,3]>"
    assert (y.name, y.shape, y.dtype, y.op) == ("MatMul:0", (None, 3), np.float32, "MatMul")
    assert repr(anything) == "<voxgrad.Tensor 'Placeholder:0' int64 <unknown>>"
    assert anything.shape is None
    assert flags.dtype == np.bool_
    assert repr(g) == "<voxgrad.Graph of 6 nodes>"
    assert g.nodes["MatMul/b"] == "Const"


def test_inside_as_outside() -> None:
    """The same call gives the same numbers eagerly and in a graph."""
    rng = np.random.default_rng(3)
    volume = rng.normal(size=[1, 4, 4, 4, 2]).astype(np.float32)
    arguments: dict[str, Any] = {
        "ksize": [1, 2, 2, 2, 1],
        "strides": [1, 2, 2, 2, 1],
        "padding": "SAME",
    }
    eager = raw_ops.AvgPool3D(input=volume, **arguments)
    with Graph() as g:
        x = g.placeholder("float32", volume.shape)
        pooled = raw_ops.AvgPool3D(input=x, **arguments)
        # Outside of `with` other threads, and this one afterwards, compute at once.
        seen: list[Any] = []
        other = threading.Thread(target=lambda: seen.append(raw_ops.Neg(x=volume)))
        other.start()
        other.join()
    np.testing.assert_array_equal(g.run(pooled, {x: volume}), eager)
    np.testing.assert_array_equal(seen[0], -volume)
    assert isinstance(raw_ops.Neg(x=volume), np.ndarray)


def test_several_results_and_lists() -> None:
    with Graph() as g:
        logits = g.constant([[1.0, 2.0]])
        losses = raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=logits, labels=[1])
        parts = raw_ops.Split(axis=1, value=logits, num_split=2)
        nothing = raw_ops.NoOp(name="nothing")
    assert type(losses).__name__ == "SparseSoftmaxCrossEntropyWithLogits"
    assert [part.name for part in parts] == ["Split:0", "Split:1"]
    assert repr(nothing) == "<voxgrad.Operation 'nothing' NoOp>"
    loss, first = g.run([losses.loss, parts[0]], targets=nothing)
    np.testing.assert_allclose(loss, [np.log1p(np.exp(-1))], rtol=1e-6)
    assert first.tolist() == [[1]]


def test_variables_train() -> None:
    with Graph() as g:
        w = g.variable([1.0, -2.0], name="w")
        loss = raw_ops.L2Loss(t=w)
        (slope,) = g.gradients(loss, [w])
        train = raw_ops.ApplyGradientDescent(var=w, alpha=np.float32(0.5), delta=slope)
    assert g.run(w).tolist() == [1, -2]
    for _ in range(2):
        assert g.run(targets=[train]) == []
    assert g.run("w").tolist() == [0.25, -0.5]
    with g:  # a graph may grow, and a new variable starts before the next run
        more = g.variable(raw_ops.Identity(input=[3, 4]), name="w")
    assert more.name == "w_1:0"
    assert g.run([more, w])[0].tolist() == [3, 4]
    assert g.run(w).tolist() == [0.25, -0.5]


def test_gradients() -> None:
    with Graph() as g:
        x, y = g.placeholder("float64", [2]), g.placeholder("float64", [2])
        product = raw_ops.Mul(x=x, y=y)
        slope = g.gradients(product, x, grad_ys=[g.constant([1.0, 10.0], "float64")])
        both = g.gradients([product, x], [x, y])
        square = g.gradients(g.gradients(raw_ops.Square(x=x), x), x)
        lonely = g.placeholder("float64", [2], name="lonely")
        with pytest.raises(ValueError, match="No y depends on 'lonely:0'"):
            g.gradients(product, [lonely])
        with pytest.raises(ValueError, match="grad_ys is a list of 2, but there are 1 ys"):
            g.gradients(product, x, [slope, slope])
    feeds: dict[Any, Any] = {x: [1, 2], y: [3, 4]}
    assert g.run(slope, feeds).tolist() == [3, 40]
    assert [value.tolist() for value in g.run(both, feeds)] == [[4, 5], [1, 2]]
    assert g.run(square, feeds).tolist() == [2, 2]


def test_names_scopes_and_control() -> None:
    with Graph() as g:
        names = []
        for _ in range(2):
            with g.name_scope("layer"), g.name_scope("inner"):
                names.append(voxgrad.call("Relu", features=[1.0]).name)
        for _ in range(2):
            names.append(voxgrad.call("Relu", features=[1.0], name="layer/inner/Relu").name)
        counter = g.variable(0.0, name="counter")
        step = raw_ops.AssignAdd(ref=counter, value=np.float32(1))
        with g.control_dependencies([step]):
            after = raw_ops.Identity(input=counter)
    assert names == [
        "layer/inner/Relu:0",
        "layer_1/inner/Relu:0",
        "layer/inner/Relu_1:0",
        "layer/inner/Relu_2:0",
    ]
    assert [g.run(after).item() for _ in range(2)] == [1, 2]
    assert g.tensor("counter") == counter
    assert g.tensor("counter") in {counter}


SENTENCES: list[tuple[str, dict[str, Any]]] = [
    ("MatMul", {"a": np.ones([2, 3], np.float32), "b": np.ones([2, 3], np.float32)}),
    ("AddV2", {"x": np.ones(2, np.float32), "y": np.ones(2, np.int32)}),
    ("AvgPool", {"value": np.ones([1, 4, 4, 1], np.float32), "ksize": [1, 2, 2, 1]}),
    ("Relu", {"features": np.array([True])}),
    ("Reshape", {"tensor": np.ones(6, np.float32), "shape": [4, 2]}),
]


@pytest.mark.parametrize(("op", "arguments"), SENTENCES)
def test_the_sentences_are_the_same(op: str, arguments: dict[str, Any]) -> None:
    if op == "AvgPool":
        arguments = arguments | {"strides": [1, 9, 1, 2], "padding": "VALID"}
    with pytest.raises((ValueError, TypeError, NotImplementedError)) as eager:
        voxgrad.call(op, **arguments)
    with Graph() as g:
        before = len(g.nodes)
        symbols = {
            name: g.constant(value) if isinstance(value, np.ndarray) else value
            for name, value in arguments.items()
        }
        for given in (arguments, symbols):
            with pytest.raises(type(eager.value)) as inside:
                voxgrad.call(op, **given)
            assert str(inside.value) == str(eager.value)
        assert len(g.nodes) == before + sum(isinstance(v, np.ndarray) for v in arguments.values())


def test_what_a_symbol_cannot_do() -> None:
    with Graph() as g:
        x = g.placeholder("float32", [1], name="x")
    with Graph() as other:
        with pytest.raises(ValueError, match="Tensor 'x:0' belongs to another graph"):
            raw_ops.Neg(x=x)
        with pytest.raises(NotImplementedError, match="out is for calls outside a graph"):
            voxgrad.call("Neg", x=[1.0], out=np.zeros(1, np.float32))
    with pytest.raises(ValueError, match="Tensor 'x:0' belongs to a graph and has no value here"):
        raw_ops.Neg(x=x)
    with pytest.raises(TypeError, match="has no value here"):
        bool(x)
    with pytest.raises(TypeError, match="has no value here"):
        np.asarray(x)
    with pytest.raises(ValueError, match="belongs to another graph"):
        other.run(x)
    with pytest.raises(ValueError, match="The graph has no 'y'"):
        g.run("y")
    with pytest.raises(TypeError, match="A tensor of the graph is wanted, or its name, not 3"):
        g.run([3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="x"):
        g.run(x)  # not fed


def test_arrays_are_copied() -> None:
    array = np.ones(3, np.float32)
    with Graph() as g:
        held = raw_ops.Identity(input=array)
        variable = g.variable(array)
    array[:] = 7
    first, start = g.run([held, variable])
    assert first.tolist() == start.tolist() == [1, 1, 1]
    start[:] = 9
    assert g.run(variable).tolist() == [1, 1, 1]


def test_a_saved_graph_is_a_page(tmp_path: Path) -> None:
    with Graph() as g:
        x = g.placeholder("float32", [None], name="x")
        w = g.variable(np.arange(3, dtype=np.float32), name="w")
        raw_ops.Mul(x=x, y=w, name="y")
    for name in ("page.pbtxt", "page.pb"):
        g.save(tmp_path / name)
        page = voxgrad.load(tmp_path / name)
        assert page.problems == []
        assert page.run({"x": [1, 2, 3]}, fetch="y").tolist() == [0, 2, 6]


@pytest.mark.parametrize("name", ["xor", "regression"])
def test_examples(name: str) -> None:
    program = EXAMPLES / f"{name}.py"
    lines = [line for line in program.read_text().splitlines() if line and line[0] not in '"#']
    assert len(lines) - sum(line.startswith(("import", "from")) for line in lines) <= 12
    result = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, env=environment()
    )
    assert result.returncode == 0, result.stderr
    numbers = [float(word) for word in result.stdout.split()]
    wanted = [0, 1, 1, 0] if name == "xor" else [2, -3, 0.5]
    np.testing.assert_allclose(numbers, wanted, atol=0.1 if name == "xor" else 1e-3)


def test_gradcheck_of_right_gradients() -> None:
    rng = np.random.default_rng(5)
    volume = rng.normal(size=[1, 3, 3, 3, 2]).astype(np.float32)
    window: dict[str, Any] = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 1, 1, 1, 1]}
    found = voxgrad.gradcheck(raw_ops.MaxPool3D, input=volume, **window, padding="SAME")
    assert found.error < 1e-6
    assert found.input == "input"
    assert len(found.index) == 5
    assert found.analytic == pytest.approx(found.numeric, abs=1e-6)
    two = voxgrad.gradcheck("ConcatV2", values=[np.ones(2), np.ones(3)], axis=0)
    assert two.error < 1e-6
    assert two.input in ("values[0]", "values[1]")


def test_gradcheck_finds_the_place() -> None:
    """Relu has a kink at 0: there, and only there, the slopes disagree."""
    found = voxgrad.gradcheck("Relu", features=np.array([[1.0, -1.0], [0.0, 2.0]]))
    assert (found.input, found.index) == ("features", (1, 0))
    assert found.analytic == 0
    assert found.error == pytest.approx(abs(found.numeric))
    assert found.error > 0.01
    none = voxgrad.gradcheck("Greater", x=np.ones(2), y=np.zeros(2))
    assert none.error == 0
