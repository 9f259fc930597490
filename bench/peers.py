"""Times what another library needs for a workload: `peers.py tensorflow` or `peers.py torch`.

A child of `vox bench --peers`. It says who it is in a line of JSON, then answers each request, a
line of JSON on standard input, with the seconds of several calls or with why the library refuses.
The result's memory is made and let go of in every call, as `vox bench` does it for its own.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Call = Callable[[], object]


@dataclass(frozen=True)
class Request:
    """A gradient of a pooling, a convolution or a gradient of one, and how long to measure it."""

    line: str
    op: str
    type: str  # "f32" or "bf16"
    layout: str  # "NDHWC"
    shape: list[int]  # of the input, in that layout
    window: list[int]
    stride: list[int]
    dilation: list[int]
    padding: str  # "SAME" or "VALID"
    out_channels: int
    threads: int
    runs: int
    seconds: float

    @property
    def convolves(self) -> bool:
        return self.op.startswith("Conv")

    @property
    def gives_output(self) -> bool:
        return self.op in ("Conv2D", "Conv3D")

    @property
    def gives_filter(self) -> bool:
        return "BackpropFilter" in self.op

    @property
    def takes_maximum(self) -> bool:
        return self.op.startswith("Max")

    @property
    def channels_last(self) -> bool:
        return self.layout.endswith("C")

    @property
    def batch(self) -> int:
        return self.shape[0]

    @property
    def channels(self) -> int:
        return self.shape[-1 if self.channels_last else 1]

    @property
    def space(self) -> list[int]:
        return self.shape[1:-1] if self.channels_last else self.shape[2:]

    @property
    def filter_shape(self) -> list[int]:
        return [*self.window, self.channels, self.out_channels]

    def reach(self, axis: int) -> int:
        """Cells from the first tap of a window to its last."""
        return (self.window[axis] - 1) * self.dilation[axis] + 1

    @property
    def out_space(self) -> list[int]:
        if self.padding == "SAME":
            return [-(-n // s) for n, s in zip(self.space, self.stride, strict=True)]
        return [(n - self.reach(i)) // self.stride[i] + 1 for i, n in enumerate(self.space)]

    @property
    def pads(self) -> list[tuple[int, int]]:
        """Before and after, along each axis."""
        if self.padding == "VALID":
            return [(0, 0)] * len(self.space)
        pads = []
        for i, (n, out) in enumerate(zip(self.space, self.out_space, strict=True)):
            total = max(0, (out - 1) * self.stride[i] + self.reach(i) - n)
            pads.append((total // 2, total - total // 2))
        return pads

    def in_layout(self, space: list[int], batch: int, channels: int) -> list[int]:
        """Entries for each dimension, in the order of the layout."""
        return [batch, *space, channels] if self.channels_last else [batch, channels, *space]


AnyRequest = TypeVar("AnyRequest", contravariant=True)


class Library(Protocol[AnyRequest]):
    """A library that can run requests."""

    title: str

    def prepare(self, request: AnyRequest) -> Call:
        """The call to be timed, its inputs ready. Raises where the library refuses."""


class TensorFlow:
    """`tf.raw_ops`, eagerly."""

    def __init__(self) -> None:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
        import tensorflow as tf

        self.tf: Any = tf
        self.title = f"TensorFlow {tf.__version__}"
        self._threads = 0

    def _set_threads(self, threads: int) -> None:
        if self._threads == threads:
            return
        self.tf.config.threading.set_intra_op_parallelism_threads(threads)
        self.tf.config.threading.set_inter_op_parallelism_threads(1)
        self._threads = threads

    def prepare(self, request: Request) -> Call:
        self._set_threads(request.threads)
        tf = self.tf
        dtype = tf.bfloat16 if request.type == "bf16" else tf.float32

        def random(shape: list[int]) -> Any:
            return tf.cast(tf.random.uniform(shape, -1, 1), dtype)

        out_channels = request.out_channels or request.channels
        grad = random(request.in_layout(request.out_space, request.batch, out_channels))
        attributes = {
            "strides": request.in_layout(request.stride, 1, 1),
            "padding": request.padding,
            "data_format": request.layout,
        }
        op = getattr(tf.raw_ops, request.op)
        if request.convolves:
            attributes["dilations"] = request.in_layout(request.dilation, 1, 1)
            if request.gives_filter:
                values, sizes = random(request.shape), tf.constant(request.filter_shape)
                return lambda: op(input=values, filter_sizes=sizes, out_backprop=grad, **attributes)
            weights = random(request.filter_shape)
            if request.gives_output:
                values = random(request.shape)
                return lambda: op(input=values, filter=weights, **attributes)
            attributes["input_sizes"] = tf.constant(request.shape)
            return lambda: op(filter=weights, out_backprop=grad, **attributes)
        attributes["ksize"] = request.in_layout(request.window, 1, 1)
        if not request.takes_maximum:
            sizes = tf.constant(request.shape)
            return lambda: op(orig_input_shape=sizes, grad=grad, **attributes)
        values = random(request.shape)
        maximum = getattr(tf.raw_ops, request.op.removesuffix("Grad"))
        pooled = maximum(input=values, **attributes)
        return lambda: op(orig_input=values, orig_output=pooled, grad=grad, **attributes)


class Torch:
    """`torch.ops.aten`, on tensors in the memory format of the layout.

    Max pooling's gradient gets the indices that its forward pass has saved. Pooling follows SAME
    padding exactly, by `ceil_mode`. A convolution pads both sides alike: where SAME does not, it is
    given the larger side, which moves its windows by a cell and leaves the work the same.
    """

    def __init__(self) -> None:
        import torch

        self.torch: Any = torch
        self.title = f"PyTorch {torch.__version__.split('+')[0]}"

    def _random(self, request: Request, channels: int, space: list[int], batch: int) -> Any:
        torch = self.torch
        dtype = torch.bfloat16 if request.type == "bf16" else torch.float32
        tensor = torch.empty([batch, channels, *space]).uniform_(-1, 1).to(dtype)
        if not request.channels_last:
            return tensor
        last = torch.channels_last if len(space) == 2 else torch.channels_last_3d
        return tensor.contiguous(memory_format=last)

    def prepare(self, request: Request) -> Call:
        self.torch.set_num_threads(request.threads)
        out_channels = request.out_channels or request.channels
        values = self._random(request, request.channels, request.space, request.batch)
        grad = self._random(request, out_channels, request.out_space, request.batch)
        if request.convolves:
            return self._convolution(request, values, grad)
        aten = self.torch.ops.aten
        rank = len(request.space)
        shape = (request.window, request.stride, [before for before, _ in request.pads])
        ceil = request.padding == "SAME"
        if not request.takes_maximum:
            backward = getattr(aten, f"avg_pool{rank}d_backward")
            return lambda: backward(grad, values, *shape, ceil, False, None)
        forward = getattr(aten, f"max_pool{rank}d_with_indices")
        backward = getattr(aten, f"max_pool{rank}d_with_indices_backward")
        pooled, indices = forward(values, *shape, request.dilation, ceil)
        assert pooled.shape == grad.shape, (pooled.shape, grad.shape)
        return lambda: backward(grad, values, *shape, request.dilation, ceil, indices)

    def _convolution(self, request: Request, values: Any, grad: Any) -> Call:
        weights = self._random(request, request.channels, request.window, request.out_channels)
        rank = len(request.space)
        pads = [after for _, after in request.pads]
        aten = self.torch.ops.aten
        options = (None, request.stride, pads, request.dilation, False, [0] * rank, 1)
        if request.gives_output:
            return lambda: aten.convolution(values, weights, *options)
        wanted = [not request.gives_filter, request.gives_filter, False]
        return lambda: aten.convolution_backward(grad, values, weights, *options, wanted)


def measure(call: Call, request: Request) -> list[float]:
    """Seconds of some calls; the first is not counted unless it is slow."""
    slow = 1.0
    times: list[float] = []
    warm = False
    while len(times) < request.runs or sum(times) < request.seconds:
        start = time.perf_counter()
        call()
        seconds = time.perf_counter() - start
        if warm or seconds >= slow:
            times.append(seconds)
        if seconds >= slow:
            break
        warm = True
    return times


def serve(
    make: Callable[[], Library[AnyRequest]],
    read: Callable[..., AnyRequest],
    time_calls: Callable[[Call, AnyRequest], list[float]],
) -> int:
    """Answers requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # a library that prints must not do so among the answers
    try:
        library = make()
    except ImportError as error:
        print(json.dumps({"error": str(error)}), file=answers)
        return 1
    print(json.dumps({"title": library.title}), file=answers)
    prepared: tuple[str, Call] | None = None
    for text in sys.stdin:
        request = read(**json.loads(text))
        try:
            if prepared is None or prepared[0] != text:
                prepared = None  # its tensors go before the next ones come
                prepared = (text, library.prepare(request))
            answer: dict[str, object] = {"seconds": time_calls(prepared[1], request)}
        except Exception as error:
            answer = {
                "refused": str(error).strip().splitlines()[0][:300] if str(error) else repr(error)
            }
        print(json.dumps(answer), file=answers)
    return 0


if __name__ == "__main__":
    libraries: dict[str, Callable[[], Library[Request]]] = {
        "tensorflow": TensorFlow,
        "torch": Torch,
    }
    sys.exit(serve(libraries[sys.argv[1]], Request, measure))
