"""What a call on tiny tensors costs: AvgPool3DGrad to [1, 2, 2, 2, 1], arrays ready, one thread.

Run with `./vox python bench/call_overhead.py`.
"""

from __future__ import annotations

import timeit

import ml_dtypes
import numpy as np
import voxgrad
from voxgrad import raw_ops


def main() -> None:
    """Prints the best of several runs for float32 and bfloat16."""
    voxgrad.set_num_threads(1)
    shape = np.array([1, 2, 2, 2, 1], np.int32)
    for dtype in (np.float32, ml_dtypes.bfloat16):
        grad = np.full([1, 1, 1, 1, 1], 8, dtype)

        def call(grad: np.ndarray = grad) -> None:
            raw_ops.AvgPool3DGrad(
                orig_input_shape=shape,
                grad=grad,
                ksize=[1, 2, 2, 2, 1],
                strides=[1, 2, 2, 2, 1],
                padding="SAME",
            )

        number = 20_000
        best = min(timeit.repeat(call, number=number, repeat=7)) / number
        print(f"{np.dtype(dtype).name:10s} {best * 1e6:6.2f} µs a call")


if __name__ == "__main__":
    main()
