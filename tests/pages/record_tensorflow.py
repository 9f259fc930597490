"""Writes the pages of this folder that TensorFlow makes, with what it computes from them.

Run it with a Python that has TensorFlow 2.21: `python tests/pages/record_tensorflow.py`. Each page
NAME.pbtxt comes with NAME.json: the feeds, and the values that TensorFlow gets.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import tensorflow as tf

FOLDER = Path(__file__).parent
STEPS = 20
v1 = tf.compat.v1
ops = tf.raw_ops


def floats(seed: int, *shape: int, scale: float = 1.0) -> Any:
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def described(value: Any) -> dict[str, Any]:
    """A value as `vox run --json` writes it."""
    array = np.asarray(value)
    data = array.ravel().tolist()
    return {"dtype": str(array.dtype), "shape": list(array.shape), "data": data}


def write(name: str, graph: tf.Graph, record: dict[str, Any]) -> None:
    (FOLDER / f"{name}.pbtxt").write_text(str(graph.as_graph_def()))
    (FOLDER / f"{name}.json").write_text(json.dumps(record) + "\n")
    print(f"{name}: {len(graph.as_graph_def().node)} nodes")


def conv_pool() -> None:
    """Convolution and pooling of images and volumes, and the gradients of both."""
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [1, 8, 8, 2], name="x")
        kernel = tf.constant(floats(1, 3, 3, 2, 4), name="kernel")
        conv = tf.nn.conv2d(x, kernel, strides=1, padding="SAME", name="conv")
        active = tf.nn.relu(conv, name="active")
        pooled = tf.nn.max_pool2d(active, 2, 2, "VALID", name="pooled")
        volume = tf.reshape(pooled, [1, 4, 4, 2, 2], name="volume")
        kernel3d = tf.constant(floats(2, 2, 2, 2, 2, 3), name="kernel3d")
        conv3d = tf.nn.conv3d(volume, kernel3d, [1, 1, 1, 1, 1], "SAME", name="conv3d")
        y = tf.nn.avg_pool3d(conv3d, [1, 2, 2, 1, 1], [1, 2, 2, 1, 1], "SAME", name="y")
        loss = tf.reduce_sum(y * y, name="loss")
        gradients = v1.gradients(loss, [x, kernel, kernel3d])
        for gradient, name in zip(gradients, ["dx", "dkernel", "dkernel3d"], strict=True):
            tf.identity(gradient, name=name)
    fetches = ["y:0", "loss:0", "dx:0", "dkernel:0", "dkernel3d:0"]
    feed = floats(3, 1, 8, 8, 2)
    with v1.Session(graph=graph) as session:
        values = session.run(fetches, {"x:0": feed})
    results = {name: described(value) for name, value in zip(fetches, values, strict=True)}
    write("conv_pool", graph, {"feeds": {"x": described(feed)}, "fetches": results})


def variable(name: str, value: Any) -> tuple[Any, Any]:
    """A variable that lives in the session, and the op that gives it its first value."""
    ref = ops.VariableV2(
        shape=value.shape, dtype=tf.float32, container="", shared_name="", name=name
    )
    initial = tf.constant(value, name=f"{name}/initial")
    return ref, ops.Assign(ref=ref, value=initial, name=f"{name}/Assign").op


def training() -> None:
    """A net of two layers, trained with momentum."""
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [8, 6], name="x")
        labels = v1.placeholder(tf.float32, [8, 3], name="labels")
        weights = {
            "w1": floats(4, 6, 5, scale=0.5),
            "b1": np.zeros(5, np.float32),
            "w2": floats(5, 5, 3, scale=0.5),
            "b2": np.zeros(3, np.float32),
        }
        refs, initializers = {}, []
        for name, value in weights.items():
            refs[name], first = variable(name, value)
            refs[f"{name}/momentum"], second = variable(f"{name}/momentum", np.zeros_like(value))
            initializers += [first, second]
        read = {name: ops.Identity(input=refs[name], name=f"{name}/read") for name in weights}
        hidden = tf.tanh(tf.nn.bias_add(tf.matmul(x, read["w1"]), read["b1"]), name="hidden")
        logits = tf.nn.bias_add(tf.matmul(hidden, read["w2"]), read["b2"], name="logits")
        entropy, _ = ops.SoftmaxCrossEntropyWithLogits(features=logits, labels=labels)
        decay = 0.01 * tf.nn.l2_loss(read["w1"])
        loss = tf.add(tf.reduce_mean(entropy), decay, name="loss")
        gradients = v1.gradients(loss, [read[name] for name in weights])
        # In TensorFlow a read of such a variable is the variable's own memory: an update that does
        # not wait for the loss and all gradients changes what some of them still read.
        with tf.control_dependencies([loss, *gradients]):
            updates = [
                ops.ApplyMomentum(
                    var=refs[name],
                    accum=refs[f"{name}/momentum"],
                    lr=0.2,
                    grad=gradient,
                    momentum=0.9,
                    name=f"{name}/update",
                ).op
                for name, gradient in zip(weights, gradients, strict=True)
            ]
        v1.group(*initializers, name="init")
        v1.group(*updates, name="train")
    feeds = {"x": floats(6, 8, 6), "labels": np.eye(3, dtype=np.float32)[[0, 2, 1, 1, 0, 2, 2, 0]]}
    by_tensor = {f"{name}:0": value for name, value in feeds.items()}
    losses = []
    with v1.Session(graph=graph) as session:
        session.run("init")
        for _ in range(STEPS):
            losses.append(float(session.run(["loss:0", "train"], by_tensor)[0]))
        weight = session.run("w1/read:0")
    record = {
        "feeds": {name: described(value) for name, value in feeds.items()},
        "losses": losses,
        "w1/read:0": described(weight),
    }
    write("training", graph, record)


if __name__ == "__main__":
    conv_pool()
    training()
