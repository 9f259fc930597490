#!/usr/bin/env python3
"""Record what TensorFlow 2.21 answers to the calls of cases/.

TensorFlow goes into an environment of its own, outside the repository:

    python3 -m venv /tmp/tfenv
    /tmp/tfenv/bin/pip install 'tensorflow-cpu==2.21.*'
    /tmp/tfenv/bin/python tests/recorded/record_tensorflow.py

The last command writes tests/recorded/tensorflow-2.21/OPNAME.jsonl anew and prints a summary;
with names of ops as arguments it does so for these ops alone.  README.md beside this file
describes the format.

Every case runs in child processes, because TensorFlow reads TF_ENABLE_ONEDNN_OPTS once, when it
is imported.  Each setting runs twice with different rubbish in fresh memory; a result that
changes with the rubbish was never written by the kernel, and the script stops rather than record
it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from cases import OPS, Array, Case, Tensor, cases_of, numpy_dtype

VERSION = "2.21"
FOLDER = Path(__file__).resolve().parent / f"tensorflow-{VERSION}"
TEXT_LENGTH = 200

Json: TypeAlias = dict[str, Any]


# ---------------------------------------------------------------------------------------------
# Numbers and JSON


def number_to_json(value: Any, dtype: str) -> int | float | str:
    """A JSON number that gives the same value when it is read and cast to the dtype."""
    if "int" in dtype:
        return int(value)
    wide = float(value)
    if math.isnan(wide):
        return "NaN"
    if math.isinf(wide):
        return "Infinity" if wide > 0 else "-Infinity"
    if wide == int(wide) and abs(wide) < 2**53:
        # -0.0 stays a float: a JSON reader takes -0 for the integer 0.
        return wide if wide == 0 and math.copysign(1, wide) < 0 else int(wide)
    # The shortest decimal of the float32, instead of the longer one of its double.
    return float(str(np.float32(wide))) if dtype == "float32" else wide


def tensor_to_json(tensor: Tensor) -> Json:
    flat = np.ascontiguousarray(tensor.array).reshape(-1)
    data = [number_to_json(value, tensor.dtype) for value in flat]
    encoded = {"dtype": tensor.dtype, "shape": list(tensor.array.shape), "data": data}
    back = tensor_from_json(json.loads(json.dumps(encoded))).array
    if not same_values(back, tensor.array):
        raise AssertionError(f"{tensor.dtype} values do not survive JSON: {flat}")
    return encoded


def tensor_from_json(encoded: Json) -> Tensor:
    dtype = numpy_dtype(encoded["dtype"])
    values = [float(v) if isinstance(v, str) else v for v in encoded["data"]]
    return Tensor(encoded["dtype"], np.array(values, dtype=dtype).reshape(encoded["shape"]))


def same_values(left: Array, right: Array) -> bool:
    """Equality of dtype, shape and values, in which NaN equals NaN and -0 differs from 0."""
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    if left.dtype.kind in "iu":
        return bool(np.array_equal(left, right))
    wide_left, wide_right = left.astype(np.float64), right.astype(np.float64)
    return bool(
        np.array_equal(wide_left, wide_right, equal_nan=True)
        and np.all(np.isnan(wide_left) | (np.signbit(wide_left) == np.signbit(wide_right)))
    )


def case_to_json(case: Case) -> Json:
    inputs = {name: tensor_to_json(tensor) for name, tensor in case.inputs.items()}
    return {"op": case.op, "inputs": inputs, "attrs": case.attrs}


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


# ---------------------------------------------------------------------------------------------
# The child process: TensorFlow's side


def tf_tensor(tf: Any, encoded: Json) -> Any:
    """A constant of exactly the recorded dtype; NumPy inputs would be cast by several ops."""
    tensor = tensor_from_json(encoded)
    if tensor.dtype == "qint8":
        return tf.bitcast(tf.constant(tensor.array, dtype=tf.int8), tf.qint8)
    return tf.constant(tensor.array, dtype=tf.as_dtype(tensor.dtype))


def error_to_json(error: Any) -> Json:
    text = str(error.message)
    # The name of the function node comes before the message and says nothing of the case.
    if text.startswith("{{function_node"):
        text = text.split("}} ", 1)[1]
    code = type(error).__name__.removesuffix("Error")
    return {"error": code, "text": text[:TEXT_LENGTH]}


def answer(tf: Any, case: Json) -> Json:
    """What TensorFlow gives for one case, or how it refuses."""
    inputs = {name: tf_tensor(tf, encoded) for name, encoded in case["inputs"].items()}
    try:
        result = getattr(tf.raw_ops, case["op"])(**inputs, **case["attrs"])
    except tf.errors.OpError as error:
        return error_to_json(error)
    # The last input of every op has type T, and so has the result.
    expected = list(case["inputs"].values())[-1]["dtype"]
    if result.dtype.name != expected:
        raise AssertionError(f"{case['op']} gives {result.dtype.name}, not {expected}")
    return tensor_to_json(Tensor(expected, result.numpy()))


def check_definitions(tf: Any) -> None:
    """The table of dtypes and paddings must be that of the op definitions."""
    registry = importlib.import_module("tensorflow.python.framework.op_def_registry")
    for op, spec in OPS.items():
        attrs = {attr.name: attr.allowed_values.list for attr in registry.get(op).attr}
        dtypes = {tf.as_dtype(number).name for number in attrs["T"].type}
        if dtypes != set(spec.dtypes):
            raise AssertionError(f"{op} is defined for {sorted(dtypes)}")
        if (b"EXPLICIT" in attrs["padding"].s) != spec.explicit:
            raise AssertionError(f"{op}: EXPLICIT padding is not as in the op definition")


def child(cases_file: Path, answers_file: Path) -> None:
    """Answer every case; flushed line by line, so that a crash shows which case it was."""
    tf: Any = importlib.import_module("tensorflow")
    if not tf.__version__.startswith(VERSION + "."):
        raise SystemExit(f"TensorFlow {VERSION} is needed, this is {tf.__version__}")
    # One thread: the order of sums must not depend on the number of cores.
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    check_definitions(tf)
    with cases_file.open() as cases, answers_file.open("w") as answers:
        for line in cases:
            answers.write(compact(answer(tf, json.loads(line))) + "\n")
            answers.flush()


# ---------------------------------------------------------------------------------------------
# The parent process


def run_child(cases: Sequence[Json], onednn: bool, rubbish: int) -> list[Json]:
    """The answers of one child process with this oneDNN setting and this filling of memory."""
    with tempfile.TemporaryDirectory() as folder:
        cases_file, answers_file = Path(folder, "cases"), Path(folder, "answers")
        cases_file.write_text("".join(compact(case) + "\n" for case in cases))
        environment = {
            **os.environ,
            "TF_ENABLE_ONEDNN_OPTS": "1" if onednn else "0",
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "CUDA_VISIBLE_DEVICES": "",
            "MALLOC_PERTURB_": str(rubbish),
        }
        command = [sys.executable, __file__, "--child", str(cases_file), str(answers_file)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        lines = answers_file.read_text().splitlines() if answers_file.exists() else []
        if done.returncode != 0:
            case = compact(cases[len(lines)]) if len(lines) < len(cases) else "(none)"
            raise SystemExit(
                f"child ended with {done.returncode} (oneDNN {onednn}) at {case}\n"
                + done.stderr[-3000:]
            )
        return [json.loads(line) for line in lines]


def stable_answers(cases: Sequence[Json], onednn: bool) -> list[Json]:
    # glibc fills fresh memory with the complement of this byte and freed memory with the byte
    # itself; these four fillings differ from each other.
    first, second = (run_child(cases, onednn, rubbish) for rubbish in (0x11, 0x66))
    for case, left, right in zip(cases, first, second, strict=True):
        if left != right:
            raise SystemExit(f"unwritten memory (oneDNN {onednn}): {compact(case)}")
    return first


def forward_call(case: Json) -> Json:
    """The forward call whose result a max-pooling gradient takes as orig_output."""
    op = "MaxPool3D" if "3D" in case["op"] else "MaxPool"
    return {"op": op, "inputs": {"input": case["inputs"]["orig_input"]}, "attrs": case["attrs"]}


def forward_may_depart(case: Json) -> bool:
    """Whether TensorFlow's forward result is known to depart from the definition.

    It does so for NaN and infinities, and in 3-D for SAME with strides larger than windows, where
    the windows begin too late.
    """
    if any(isinstance(value, str) for value in case["inputs"]["orig_input"]["data"]):
        return True
    attrs = case["attrs"]
    sparse = any(s > k for s, k in zip(attrs["strides"], attrs["ksize"], strict=True))
    return "3D" in case["op"] and attrs["padding"] == "SAME" and sparse


def with_forward_results(cases: list[Json]) -> list[Json]:
    """Check orig_output against TensorFlow's own forward results.

    Where TensorFlow is known to depart from the definition, a second case with TensorFlow's
    result is put behind the first; everywhere else the two must be equal.
    """
    gradients = [index for index, case in enumerate(cases) if "orig_output" in case["inputs"]]
    if not gradients:
        return cases
    forwards = run_child([forward_call(cases[index]) for index in gradients], False, 0)
    extra: dict[int, Json] = {}
    for index, forward in zip(gradients, forwards, strict=True):
        inputs = cases[index]["inputs"]
        if "error" in forward or forward == inputs["orig_output"]:
            continue
        left, right = tensor_from_json(forward).array, tensor_from_json(inputs["orig_output"]).array
        if not forward_may_depart(cases[index]) and not np.array_equal(left, right):
            raise SystemExit(f"orig_output is not TensorFlow's: {compact(cases[index])}")
        extra[index] = {**cases[index], "inputs": {**inputs, "orig_output": forward}}
    return [
        case
        for index, original in enumerate(cases)
        for case in (original, extra.get(index))
        if case is not None
    ]


def unique(cases: Iterable[Json]) -> list[Json]:
    return [json.loads(line) for line in dict.fromkeys(compact(case) for case in cases)]


def recording_line(case: Json, on: Json, off: Json) -> str:
    record = {
        "inputs": case["inputs"],
        "attrs": case["attrs"],
        "onednn_on": on,
        "onednn_off": "same" if on == off else off,
    }
    return compact(record) + "\n"


def write_op(op: str, rows: Sequence[tuple[Json, Json, Json]]) -> None:
    text = "".join(recording_line(*row) for row in rows)
    (FOLDER / f"{op}.jsonl").write_text(text)
    ran_on = sum("error" not in on for _, on, _ in rows)
    ran_off = sum("error" not in off for _, _, off in rows)
    differ = sum(on != off for _, on, off in rows)
    print(f"{op:24} {len(rows):5} {ran_on:7} {ran_off:8} {differ:7} {len(text):9}")


def record(ops: Sequence[str]) -> None:
    generated = unique(case_to_json(case) for op in ops for case in cases_of(op))
    cases = unique(with_forward_results(generated))
    on, off = stable_answers(cases, True), stable_answers(cases, False)
    FOLDER.mkdir(exist_ok=True)
    print(f"{'op':24} {'cases':>5} {'ran on':>7} {'ran off':>8} {'differ':>7} {'bytes':>9}")
    for op in ops:
        rows = [row for row in zip(cases, on, off, strict=True) if row[0]["op"] == op]
        write_op(op, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("ops", nargs="*", help="ops to record (default: all)")
    parser.add_argument("--child", nargs=2, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        child(*arguments.child)
        return
    unknown = set(arguments.ops) - set(OPS)
    if unknown:
        parser.error(f"unknown ops: {', '.join(sorted(unknown))}")
    record(arguments.ops or list(OPS))


if __name__ == "__main__":
    main()
