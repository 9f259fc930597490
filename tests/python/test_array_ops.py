"""The array ops from Python: recorded answers, lists, several results, types as arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import voxgrad
from voxgrad import raw_ops

RECORDED = Path(__file__).resolve().parents[1] / "recorded" / "tensorflow-2.21-array.jsonl"
LINES = RECORDED.read_text(encoding="utf-8").splitlines()


def read_array(entry: dict[str, Any]) -> Any:
    name = entry["dtype"]
    dtype: Any = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    floating = dtype.kind in "fV"
    values = [float(v) for v in entry["data"]] if floating else entry["data"]
    wide = np.array(values, np.float64 if floating else dtype)
    return wide.astype(dtype).reshape(entry["shape"])


def read_argument(value: Any) -> Any:
    if isinstance(value, dict):
        return read_array(value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [read_array(entry) for entry in value]
    return value


def results_of(answer: Any) -> list[Any]:
    return list(answer) if isinstance(answer, list | tuple) else [answer]


def assert_same(given: Any, wanted: Any) -> None:
    assert given.dtype == wanted.dtype
    assert given.shape == wanted.shape
    if given.dtype.kind in "fV":
        given, wanted = given.astype(np.float64), wanted.astype(np.float64)
    np.testing.assert_array_equal(given, wanted)
    if given.dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(given), np.signbit(wanted))


def as_int32(value: Any) -> Any:
    if isinstance(value, list):
        return [as_int32(entry) for entry in value]
    return value.astype(np.int32) if isinstance(value, np.ndarray) else value


def check_without_kernel(function: Any, arguments: dict[str, Any]) -> None:
    """TensorFlow lists the type and has no kernel for it; int32 gives the same numbers."""
    given = function(**arguments)
    wanted = function(**{name: as_int32(value) for name, value in arguments.items()})
    assert given.dtype != wanted.dtype
    assert given.tolist() == wanted.tolist()


# TensorFlow rounds from double to a 16-bit type by way of float, Voxgrad once; none of the recorded
# numbers lies where that differs.
@pytest.mark.parametrize("line", range(len(LINES)))
def test_recorded(line: int) -> None:
    entry = json.loads(LINES[line])
    arguments = {name: read_argument(value) for name, value in entry["arguments"].items()}
    function = getattr(raw_ops, entry["op"])
    if entry.get("error") in ("NotFoundError", "UnimplementedError"):
        check_without_kernel(function, arguments)
        return
    if "error" in entry:
        with pytest.raises(ValueError, match=f"^{entry['op']}: "):
            function(**arguments)
        return
    results = results_of(function(**arguments))
    assert len(results) == len(entry["results"])
    for given, wanted in zip(results, entry["results"], strict=True):
        assert_same(given, read_array(wanted))


def test_the_recordings_are_those_of_the_cases() -> None:
    assert len(LINES) > 400
    assert sum('"error"' in line for line in LINES) > 40


def test_several_results_are_a_named_tuple() -> None:
    result = raw_ops.BroadcastGradientArgs(s0=[2, 3], s1=[3])
    assert type(result).__name__ == "BroadcastGradientArgs"
    assert result._fields == ("r0", "r1")
    assert result.r0.tolist() == []
    assert result.r1.tolist() == [0]


def test_a_list_of_results_is_a_list() -> None:
    parts = raw_ops.Split(axis=0, value=np.arange(4.0), num_split=2)
    assert isinstance(parts, list)
    assert [part.tolist() for part in parts] == [[0, 1], [2, 3]]
    assert raw_ops.Unpack(value=np.zeros((0, 2)), num=0) == []


def test_no_result_is_none() -> None:
    assert voxgrad.call("NoOp") is None


def test_lists_of_numbers_settle_their_type_together() -> None:
    mixed: list[Any] = [[1, 2], np.array([3.5], np.float64)]
    result = raw_ops.ConcatV2(values=mixed, axis=0)
    assert result.dtype == np.float64
    assert raw_ops.ConcatV2(values=[[1, 2], [3]], axis=0).dtype == np.int32
    assert raw_ops.ConcatV2(values=[[1, 2], [0.5]], axis=0).dtype == np.float32
    assert raw_ops.Pack(values=[True, False]).dtype == np.bool_


def test_a_list_argument_must_be_a_list() -> None:
    with pytest.raises(
        TypeError, match=r"^ConcatV2: values is ndarray, but must be a list of arrays\.$"
    ):
        raw_ops.ConcatV2(values=np.ones(3), axis=0)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"^ConcatV2: N is 1, but must be at least 2\.$"):
        raw_ops.ConcatV2(values=[np.ones(3)], axis=0)
    with pytest.raises(ValueError, match="data is a list of 1, but the list before it has 2"):
        raw_ops.DynamicStitch(indices=[[0], [1]], data=[[1.0]])


class TensorFlowType:
    """What a type of TensorFlow looks like from outside."""

    name = "float64"
    as_numpy_dtype = np.float64


@pytest.mark.parametrize(
    "given", ["float64", "double", np.float64, np.dtype("float64"), float, TensorFlowType()]
)
def test_types_as_arguments(given: Any) -> None:
    assert raw_ops.Cast(x=[1, 2], DstT=given).dtype == np.float64


def test_a_16_bit_type_as_argument() -> None:
    assert raw_ops.Cast(x=[1.5], DstT=ml_dtypes.bfloat16).dtype == ml_dtypes.bfloat16
    assert raw_ops.Cast(x=[1.5], DstT="half").dtype == np.float16


def test_a_wrong_type_argument() -> None:
    with pytest.raises(
        TypeError, match=r"^Cast: DstT is 'flout', but must be a type such as numpy\.float32\.$"
    ):
        raw_ops.Cast(x=[1], DstT="flout")
    with pytest.raises(NotImplementedError, match="complex64"):
        raw_ops.Cast(x=[1], DstT="complex64")


def test_tensor_and_shape_attributes() -> None:
    value = np.array([[1.0, 2.0]])
    constant = raw_ops.Const(value=value, dtype=np.float64)
    value[0, 0] = 7
    assert constant.tolist() == [[1, 2]]
    assert raw_ops.Const(value=[1, 2], dtype="int32").tolist() == [1, 2]
    through = raw_ops.PlaceholderWithDefault(input=[1.0, 2.0], shape=[None])
    assert through.tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"input is \[2\], but shape is \[3\]"):
        raw_ops.PlaceholderWithDefault(input=[1.0, 2.0], shape=[3])


def test_views_come_back_as_copies() -> None:
    x = np.arange(6.0)
    for result in (
        raw_ops.Reshape(tensor=x, shape=[2, 3]),
        raw_ops.Identity(input=x),
        raw_ops.ExpandDims(input=x, axis=0),
        raw_ops.StopGradient(input=x),
    ):
        result.flat[0] = 99
    assert x[0] == 0


def test_variables_need_a_graph() -> None:
    with pytest.raises(NotImplementedError, match="variables live in a session"):
        raw_ops.Assign(ref=np.ones(2), value=np.ones(2))
    with pytest.raises(NotImplementedError, match="variables live in a session"):
        raw_ops.VariableV2(shape=[2], dtype="float32")
    with pytest.raises(NotImplementedError, match="outside a graph"):
        raw_ops.Placeholder(dtype="float32")


def test_out() -> None:
    out = np.empty((3, 2))
    x = np.arange(6.0).reshape(2, 3)
    assert voxgrad.call("Transpose", x=x, perm=[1, 0], out=out) is out
    assert out.tolist() == x.T.tolist()
    assert voxgrad.call("Reshape", tensor=x, shape=[3, 2], out=out) is out
    assert out.ravel().tolist() == x.ravel().tolist()
    assert voxgrad.call("ExpandDims", input=x, axis=0).shape == (1, 2, 3)
    with pytest.raises(NotImplementedError, match="out is for ops with one result"):
        voxgrad.call("Unpack", value=x, num=2, out=out)


def test_other_libraries_in_lists() -> None:
    torch = pytest.importorskip("torch")
    result = raw_ops.ConcatV2(values=[torch.ones(2), torch.zeros(1)], axis=0)
    assert isinstance(result, torch.Tensor)
    assert result.tolist() == [1, 1, 0]
    halves = raw_ops.Split(axis=0, value=torch.arange(4), num_split=2)
    assert [half.tolist() for half in halves] == [[0, 1], [2, 3]]
    assert raw_ops.Cast(x=[1], DstT=torch.float64).dtype == np.float64
