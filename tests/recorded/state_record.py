"""Records what TensorFlow makes of variables by the steps of state_cases.py.

    /tmp/tfenv/bin/python tests/recorded/state_record.py

One JSON object a line of tensorflow-2.21-state.jsonl: the op, the variables before the first step,
the other inputs, the attributes, and the variables after each of two steps with the same inputs; or
the name of the error.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from math_record import tensor
from state_cases import Step, all_steps

FILE = Path(__file__).with_name("tensorflow-2.21-state.jsonl")
v1 = tf.compat.v1


def answer(step: Step) -> dict[str, Any]:
    with tf.Graph().as_default(), v1.Session() as session:
        refs = {
            name: tf.raw_ops.VariableV2(shape=value.shape, dtype=value.dtype)
            for name, value in step.variables.items()
        }
        first = [
            tf.raw_ops.Assign(ref=refs[name], value=tf.constant(value))
            for name, value in step.variables.items()
        ]
        inputs = {name: tf.constant(value) for name, value in step.inputs.items()}
        update = getattr(tf.raw_ops, step.op)(**refs, **inputs, **step.attrs)
        try:
            session.run(first)
            after = []
            for _ in range(2):
                session.run(update)
                after.append([tensor(np.asarray(value)) for value in session.run([*refs.values()])])
        except tf.errors.OpError as error:
            return {"error": type(error).__name__}
        return {"after": after}


def main() -> None:
    with FILE.open("w", encoding="utf-8") as file:
        for step in all_steps():
            line = {
                "op": step.op,
                "variables": [tensor(value) for value in step.variables.values()],
                "inputs": [tensor(value) for value in step.inputs.values()],
                "attrs": step.attrs,
                **answer(step),
            }
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
