"""Records what TensorFlow answers to the calls of math_cases.py and of the files beside it.

    /tmp/tfenv/bin/python tests/recorded/math_record.py

One JSON object a line of tensorflow-2.21-math.jsonl: the op, its inputs in the order of the op
definition (a list argument is spread out), the attributes that were given, and either the outputs
or the name of the error. TensorFlow's own CPU kernels answer (TF_ENABLE_ONEDNN_OPTS=0).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import math_cases
import more_math_cases
import more_nn_cases
import numpy as np
import tensorflow as tf
from math_cases import Call

CALLS = math_cases.all_calls() + more_math_cases.all_calls() + more_nn_cases.all_calls()
FILE = Path(__file__).with_name("tensorflow-2.21-math.jsonl")


def number(value: Any) -> Any:
    if isinstance(value, (bool, int)):
        return value
    if np.isnan(value):
        return "NaN"
    if np.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return int(value) if value == int(value) and str(value) != "-0.0" else value


def tensor(array: Any) -> dict[str, Any]:
    array = np.asarray(array)
    plain = array.astype(np.float64) if array.dtype.kind in "fV" else array
    data = [number(value) for value in plain.ravel().tolist()]
    return {"dtype": str(array.dtype), "shape": list(array.shape), "data": data}


def answer(call: Call) -> dict[str, Any]:
    arguments = {
        name: [tf.constant(item) for item in value]
        if isinstance(value, list)
        else tf.constant(value)
        for name, value in call.inputs.items()
    }
    try:
        result = getattr(tf.raw_ops, call.op)(**arguments, **call.attrs)
    except (tf.errors.OpError, ValueError) as error:
        return {"error": type(error).__name__}
    outputs = result if isinstance(result, (tuple, list)) else [result]
    return {"outputs": [tensor(output.numpy()) for output in outputs]}


def record(calls: Iterable[Call], file: Path) -> None:
    """Writes TensorFlow's answers, one JSON object a line; a call that comes twice stands once."""
    lines = []
    for call in calls:
        inputs: list[Any] = []
        for value in call.inputs.values():
            inputs += map(tensor, value) if isinstance(value, list) else [tensor(value)]
        line = {"op": call.op, "inputs": inputs, "attrs": call.attrs, **answer(call)}
        lines.append(json.dumps(line, separators=(",", ":")))
    unique = list(dict.fromkeys(lines))
    file.write_text("\n".join(unique) + "\n", encoding="utf-8")
    refused = sum('"error"' in line for line in unique)
    print(f"{len(unique)} calls, {refused} of them refused, {file.stat().st_size} bytes")


if __name__ == "__main__":
    record(CALLS, FILE)
