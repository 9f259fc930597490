"""Times another library's products of matrices: `matmul.py numpy` or `matmul.py torch`.

A child of `vox bench matmul --peers`; it speaks as peers.py does. The result is written where that
of the call before stood, so that the library is not charged for memory.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from peers import Call, Library, serve


@dataclass(frozen=True)
class Product:
    """A product, as its operands lie in memory, and how long to measure it."""

    type: str  # "f32" or "bf16"
    a: list[int]
    b: list[int]
    transpose_a: bool
    transpose_b: bool
    calls: int
    threads: int
    runs: int
    seconds: float

    @property
    def out(self) -> list[int]:
        rows = self.a[-1 if self.transpose_a else -2]
        return [*self.a[:-2], rows, self.b[-2 if self.transpose_b else -1]]


class NumPy:
    """`numpy.matmul`, which is OpenBLAS's sgemm, sgemv or, for many matrices, a loop of these."""

    def __init__(self) -> None:
        self.title = f"NumPy {importlib.metadata.version('numpy')}"

    def prepare(self, product: Product) -> Call:
        if product.type != "f32":
            raise NotImplementedError(f"no {product.type}")
        # Read once, when the library is loaded.
        os.environ["OPENBLAS_NUM_THREADS"] = str(product.threads)
        import numpy as np

        blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]["name"]
        if "openblas" not in blas:
            raise NotImplementedError(f"is built with {blas}")
        random = np.random.default_rng(1)
        a, b = (random.random(shape, dtype=np.float32) for shape in (product.a, product.b))
        left = a.swapaxes(-1, -2) if product.transpose_a else a
        right = b.swapaxes(-1, -2) if product.transpose_b else b
        out = np.empty(product.out, np.float32)
        return lambda: np.matmul(left, right, out=out)


class Torch:
    """`torch.matmul`."""

    def __init__(self) -> None:
        import torch

        self.torch: Any = torch
        self.title = f"PyTorch {torch.__version__.split('+')[0]}"

    def prepare(self, product: Product) -> Call:
        torch = self.torch
        torch.set_num_threads(product.threads)
        dtype = torch.bfloat16 if product.type == "bf16" else torch.float32
        a, b = (torch.rand(shape).to(dtype) for shape in (product.a, product.b))
        left = a.mT if product.transpose_a else a
        right = b.mT if product.transpose_b else b
        out = torch.empty(product.out, dtype=dtype)
        return lambda: torch.matmul(left, right, out=out)


def measure(call: Call, product: Product) -> list[float]:
    """Seconds of a call, each the mean of some; the first is not counted."""
    times: list[float] = []
    total = 0.0
    for run in range(1_000_000):
        start = time.perf_counter()
        for _ in range(product.calls):
            call()
        seconds = time.perf_counter() - start
        if run == 0:
            continue
        times.append(seconds / product.calls)
        total += seconds
        if len(times) >= product.runs and total >= product.seconds:
            break
    return times


if __name__ == "__main__":
    libraries: dict[str, Callable[[], Library[Product]]] = {"numpy": NumPy, "torch": Torch}
    sys.exit(serve(libraries[sys.argv[1]], Product, measure))
