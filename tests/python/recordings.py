"""Reads the recorded answers of TensorFlow (tests/recorded/README.md has the format)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

FOLDER = Path(__file__).resolve().parents[1] / "recorded" / "tensorflow-2.21"
SETTINGS = ("on", "off")  # of oneDNN


@dataclass(frozen=True)
class Refusal:
    """TensorFlow's error."""

    code: str
    text: str


@dataclass(frozen=True)
class Case:
    op: str
    line: int  # in the op's file, from 1
    dtype: str  # the type of the result
    arguments: dict[str, Any]  # inputs as arrays, attributes as they are
    holds_qint8: bool
    answers: dict[str, Array | Refusal]  # by setting

    def __str__(self) -> str:
        return f"{self.op}.jsonl line {self.line}"


def numpy_dtype(name: str) -> np.dtype[Any]:
    others: dict[str, Any] = {"bfloat16": ml_dtypes.bfloat16, "qint8": np.int8}
    kind: np.dtype[Any] = np.dtype(others.get(name, name))
    return kind


def read_tensor(entry: dict[str, Any]) -> Array:
    dtype = numpy_dtype(entry["dtype"])
    data = entry["data"]
    if np.issubdtype(dtype, np.integer):
        return np.array(data, dtype).reshape(entry["shape"])
    values = np.array([float(value) for value in data], np.float64)
    return values.astype(dtype).reshape(entry["shape"])


def read_answer(entry: dict[str, Any]) -> Array | Refusal:
    if "error" in entry:
        return Refusal(entry["error"], entry["text"])
    return read_tensor(entry)


def read_case(op: str, line: int, text: str) -> Case:
    entry = json.loads(text)
    on = read_answer(entry["onednn_on"])
    off = on if entry["onednn_off"] == "same" else read_answer(entry["onednn_off"])
    last = list(entry["inputs"].values())[-1]  # its type is the result's in all of these ops
    if op in ("Conv2DBackpropInput", "Conv3DBackpropInputV2"):
        last = entry["inputs"]["filter"]
    inputs = {name: read_tensor(tensor) for name, tensor in entry["inputs"].items()}
    return Case(
        op=op,
        line=line,
        dtype=last["dtype"],
        arguments=inputs | entry["attrs"],
        holds_qint8=any(tensor["dtype"] == "qint8" for tensor in entry["inputs"].values()),
        answers={"on": on, "off": off},
    )


def read_cases(op: str) -> list[Case]:
    lines = (FOLDER / f"{op}.jsonl").read_text(encoding="utf-8").splitlines()
    return [read_case(op, number, text) for number, text in enumerate(lines, 1)]
