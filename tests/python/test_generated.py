"""What is written from the op table is up to date, typed, and has TensorFlow's signatures."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import voxgrad
from checkout import ROOT, VOX
from voxgrad import raw_ops

# tf.raw_ops, written down by hand. MaxPoolGradGrad has one more argument, an extension.
TENSORFLOW = """
AvgPool: value, ksize, strides, padding, data_format='NHWC', name=None
AvgPool3D: input, ksize, strides, padding, data_format='NDHWC', name=None
AvgPool3DGrad: orig_input_shape, grad, ksize, strides, padding, data_format='NDHWC', name=None
AvgPoolGrad: orig_input_shape, grad, ksize, strides, padding, data_format='NHWC', name=None
Conv2D: input, filter, strides, padding, use_cudnn_on_gpu=True, explicit_paddings=[],
    data_format='NHWC', dilations=[1, 1, 1, 1], name=None
Conv2DBackpropFilter: input, filter_sizes, out_backprop, strides, padding, use_cudnn_on_gpu=True,
    explicit_paddings=[], data_format='NHWC', dilations=[1, 1, 1, 1], name=None
Conv2DBackpropInput: input_sizes, filter, out_backprop, strides, padding, use_cudnn_on_gpu=True,
    explicit_paddings=[], data_format='NHWC', dilations=[1, 1, 1, 1], name=None
Conv3D: input, filter, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None
Conv3DBackpropFilterV2: input, filter_sizes, out_backprop, strides, padding, data_format='NDHWC',
    dilations=[1, 1, 1, 1, 1], name=None
Conv3DBackpropInputV2: input_sizes, filter, out_backprop, strides, padding, data_format='NDHWC',
    dilations=[1, 1, 1, 1, 1], name=None
MaxPool: input, ksize, strides, padding, explicit_paddings=[], data_format='NHWC', name=None
MaxPool3D: input, ksize, strides, padding, data_format='NDHWC', name=None
MaxPool3DGrad: orig_input, orig_output, grad, ksize, strides, padding, data_format='NDHWC',
    name=None
MaxPool3DGradGrad: orig_input, orig_output, grad, ksize, strides, padding, data_format='NDHWC',
    name=None
MaxPoolGrad: orig_input, orig_output, grad, ksize, strides, padding, explicit_paddings=[],
    data_format='NHWC', name=None
MaxPoolGradGrad: orig_input, orig_output, grad, ksize, strides, padding, data_format='NHWC',
    explicit_paddings=[], name=None
"""
SIGNATURES = dict(re.findall(r"^(\w+): (.*)$", TENSORFLOW.replace("\n    ", " "), re.MULTILINE))


def test_documents_and_stubs_are_up_to_date(tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    table.write_bytes(
        subprocess.run([VOX, "ops", "--json"], check=True, stdout=subprocess.PIPE).stdout
    )
    result = subprocess.run(
        [
            sys.executable,
            ROOT / "tools/generate.py",
            "--check",
            *("--table", table),
            *("--stubs", ROOT / "python/voxgrad/raw_ops.pyi"),
            *("--docs", ROOT / "docs"),
        ],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, (
        f"{result.stdout}{result.stderr}\nTo write them again: ./vox docs"
    )


def test_every_op_of_the_table_is_a_function() -> None:
    table = json.loads(subprocess.check_output([VOX, "ops", "--json"]))
    assert raw_ops.__all__ == [op["name"] for op in table]
    assert all(callable(getattr(raw_ops, name)) for name in raw_ops.__all__)


def test_no_op_speaks_of_a_data_format_that_it_has_not() -> None:
    for op in json.loads(subprocess.check_output([VOX, "ops", "--json"])):
        if all(attr["name"] != "data_format" for attr in op["attrs"]):
            assert "data_format" not in json.dumps(op), op["name"]


@pytest.mark.parametrize("op", SIGNATURES)
def test_signature_is_tensorflows(op: str) -> None:
    function = getattr(raw_ops, op)
    assert str(inspect.signature(function)) == f"(*, {SIGNATURES[op]})"
    assert getattr(voxgrad.compat.v1.raw_ops, op) is function


@pytest.mark.parametrize("op", raw_ops.__all__)
def test_docstring_documents_every_argument(op: str) -> None:
    function = getattr(raw_ops, op)
    text = inspect.getdoc(function) or ""
    arguments = text.split("\nArgs:\n")[1].split("\n\nReturns:\n")[0]
    assert re.findall(r"^  (\w+): ", arguments, re.MULTILINE) == list(
        inspect.signature(function).parameters
    )


USER_FILE = """
import numpy as np
from voxgrad import raw_ops

x = np.zeros((1, 4, 4, 4, 1), np.float32)
h = x.astype(np.float16)
k = [1, 2, 2, 2, 1]
k2 = [1, 1, 1, 1]
reveal_type(raw_ops.AvgPool3D(input=x, ksize=k, strides=(1, 2, 2, 2, 1), padding="SAME"))
reveal_type(
    raw_ops.AvgPool3DGrad(
        orig_input_shape=x.shape, grad=x, ksize=k, strides=k, padding=b"SAME", name="n"
    )
)
reveal_type(raw_ops.Conv3D(input=x, filter=[[[[[1.0]]]]], strides=k, padding="SAME"))
reveal_type(
    raw_ops.MaxPool3DGrad(
        orig_input=h, orig_output=h, grad=x, ksize=k, strides=k, padding="SAME"
    )
)
reveal_type(raw_ops.AvgPool(value=[[[[1.0], [2]]]], ksize=k2, strides=k2, padding="SAME"))
raw_ops.AvgPool3D(input=x, ksize=k, strides=k, padding="SAM")
raw_ops.AvgPool3D(x, ksize=k, strides=k, padding="SAME")
raw_ops.AvgPool3D(input=x, ksize="12221", strides=k, padding="SAME")
"""

TORCH_FILE = """
import torch
from voxgrad import raw_ops

x = torch.zeros(1, 4, 4, 4, 1)
k = [1, 2, 2, 2, 1]
reveal_type(raw_ops.Conv3D(input=x, filter=x, strides=k, padding="SAME"))
sizes = x.shape
reveal_type(
    raw_ops.AvgPool3DGrad(orig_input_shape=sizes, grad=x, ksize=k, strides=k, padding="SAME")
)
"""


def mypy(folder: Path, text: str) -> tuple[list[str], list[int]]:
    """The types that mypy --strict reveals in a user's file, and the lines with errors."""
    file = folder / "user.py"
    file.write_text(text)
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", file],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT / "python")},
    )
    assert result.returncode in (0, 1), result.stdout + result.stderr
    wrong = {
        int(line) for line in re.findall(r"^user\.py:(\d+): error", result.stdout, re.MULTILINE)
    }
    elsewhere = re.findall(r"^(?!user\.py).*: error.*", result.stdout, re.MULTILINE)
    assert not elsewhere, result.stdout
    return re.findall(r'Revealed type is "(.*)"', result.stdout), sorted(wrong)


def test_a_type_checker_knows_what_comes_out(tmp_path: Path) -> None:
    types, wrong = mypy(tmp_path, USER_FILE)
    *arrays, from_list = types
    assert len(arrays) == 4
    assert all(re.match(r"numpy\.ndarray\[.*(_32Bit|float32)", array) for array in arrays), arrays
    assert from_list.startswith("numpy.ndarray[") and from_list.endswith("numpy.dtype[Any]]")
    last = USER_FILE.count("\n")
    assert wrong == [last - 2, last - 1, last], (
        "a bad padding, a positional argument and a bad ksize are errors"
    )


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
def test_a_type_checker_knows_torch(tmp_path: Path) -> None:
    types, wrong = mypy(tmp_path, TORCH_FILE)
    assert wrong == []
    assert len(types) == 2 and all(name.endswith("Tensor") for name in types), types
