"""Trains the network of examples/cpp/unet3d.cc with TensorFlow's Python and prints the losses.

python tests/compat/record_unet3d.py > examples/cpp/expected/unet3d.txt
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

SIZE = 8
RATE = 0.5


def noise(count: int, seed: int) -> Any:
    """The same numbers as in the program."""
    step = np.arange(count, dtype=np.int64) * 7919 + seed * 104729
    return (step * step % 10007 % 1009).astype(np.float64) / 504.5 - 1


def parameters() -> list[Any]:
    """Filters and biases in the order in which the program makes them."""
    shapes = [
        [3, 3, 3, 1, 4],
        [4],
        [3, 3, 3, 4, 8],
        [8],
        [2, 2, 2, 4, 8],
        [3, 3, 3, 8, 4],
        [4],
        [1, 1, 1, 4, 2],
    ]
    return [
        tf.Variable((0.25 * noise(int(np.prod(shape)), i)).astype(np.float32).reshape(shape))
        for i, shape in enumerate(shapes, 1)
    ]


def ball() -> tuple[Any, Any]:
    """The volume and the classes of its cells."""
    z, y, x = np.meshgrid(*[np.arange(SIZE, dtype=np.float64)] * 3, indexing="ij")
    inside = (x - 3.5) ** 2 + (y - 4) ** 2 + (z - 3) ** 2 < 9
    cells = 0.5 * noise(SIZE**3, 0).reshape(inside.shape) + inside
    classes = np.stack([~inside, inside], -1).reshape(-1, 2)
    return cells.astype(np.float32)[None, ..., None], classes.astype(np.float32)


def layer(x: Any, kernel: Any, bias: Any) -> Any:
    return tf.nn.relu(tf.nn.bias_add(tf.nn.conv3d(x, kernel, [1] * 5, "SAME"), bias))


def loss_of(w: list[Any], volume: Any, classes: Any) -> Any:
    """The mean cross entropy of all cells."""
    fine = layer(volume, w[0], w[1])
    halved = tf.nn.max_pool3d(fine, 2, 2, "SAME")
    coarse = layer(halved, w[2], w[3])
    doubled = tf.nn.conv3d_transpose(coarse, w[4], fine.shape, [1, 2, 2, 2, 1], "SAME")
    features = layer(tf.concat([fine, doubled], 4), w[5], w[6])
    logits = tf.reshape(tf.nn.conv3d(features, w[7], [1] * 5, "SAME"), [-1, 2])
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(classes, logits))


def main() -> None:
    """Twenty steps of gradient descent."""
    weights = parameters()
    volume, classes = ball()
    for step in range(20):
        with tf.GradientTape() as tape:
            loss = loss_of(weights, volume, classes)
        gradients = tape.gradient(loss, weights)
        for weight, gradient in zip(weights, gradients, strict=True):
            weight.assign_sub(RATE * gradient)
        print(f"step {step} loss {float(loss):.6g}")


if __name__ == "__main__":
    main()
