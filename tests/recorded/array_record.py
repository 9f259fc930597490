#!/usr/bin/env python3
"""Puts the calls of array_cases.py and more_array_cases.py to TensorFlow and writes its answers.

    python tests/recorded/array_record.py

needs TensorFlow 2.21 and writes tensorflow-2.21-array.jsonl beside itself: one JSON object a call,
`{"op", "arguments", "results"}`, or `"error"` and TensorFlow's words in place of the results. An
array is `{"dtype", "shape", "data"}` with the data flat, NaN and infinities as strings.
"""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import Any

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import array_cases
import more_array_cases
import numpy as np
import tensorflow as tf

FILE = Path(__file__).with_name("tensorflow-2.21-array.jsonl")


def number(value: Any) -> Any:
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    return value


def array_to_json(array: Any) -> dict[str, Any]:
    array = np.asarray(array)
    wide = array.astype(np.float64) if array.dtype.kind in "fV" else array
    data = [number(value) for value in wide.ravel().tolist()]
    return {"dtype": array.dtype.name, "shape": list(array.shape), "data": data}


def argument_to_json(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return array_to_json(value)
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray | np.generic):
        return [array_to_json(entry) for entry in value]
    return value


def as_tensors(value: Any) -> Any:
    """As tensors, whose type is settled; bare arrays it casts to an attribute's default."""
    if isinstance(value, np.ndarray | np.generic):
        return tf.constant(value)
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray | np.generic):
        return [tf.constant(entry) for entry in value]
    return value


def answer(op: str, arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        tensors = {name: as_tensors(value) for name, value in arguments.items()}
        results = getattr(tf.raw_ops, op)(**tensors)
    except (tf.errors.OpError, ValueError) as error:
        text = str(error).split("}} ")[-1].split(" [Op:")[0].split("\n")[0]
        return {"error": type(error).__name__, "text": text}
    several = isinstance(results, list | tuple)
    return {"results": [array_to_json(r.numpy()) for r in (results if several else [results])]}


def main() -> None:
    with FILE.open("w", encoding="utf-8") as file:
        for op, arguments in itertools.chain(array_cases.cases(), more_array_cases.cases()):
            entry = {"op": op, "arguments": {k: argument_to_json(v) for k, v in arguments.items()}}
            file.write(json.dumps(entry | answer(op, arguments), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
