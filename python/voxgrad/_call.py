"""Calling an op by its name."""

from __future__ import annotations

import functools
from typing import Any

from voxgrad._core import argument_names, find_op, invoke


@functools.cache
def _signature(op: str) -> tuple[int, list[str], list[tuple[str, bool]]]:
    handle = find_op(op)
    inputs, attributes = argument_names(handle)
    return handle, inputs, attributes


def call(op: str, /, *, out: Any = None, name: str | None = None, **arguments: Any) -> Any:
    """Runs the op of that name and returns its result.

    Args:
      op: The op's name, e.g. ``"AvgPool3DGrad"``.
      out: An array to write the result into; its type and shape must be the result's. It may be
        strided, and it may share memory with an input.
      name: A name for this call, which appears in error sentences.
      **arguments: The op's inputs and attributes, as in :mod:`voxgrad.raw_ops`.

    Returns:
      The result, an array of the kind that was given; ``out`` if that was given.

    >>> import numpy as np
    >>> grad = np.ones([1, 1, 1, 1], np.float32)
    >>> out = np.empty([1, 2, 2, 1], np.float32)
    >>> out is call("AvgPoolGrad", orig_input_shape=[1, 2, 2, 1], grad=grad, ksize=[1, 2, 2, 1],
    ...             strides=[1, 2, 2, 1], padding="VALID", out=out)
    True
    >>> out.ravel().tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    handle, inputs, attributes = _signature(op)
    try:
        tensors = tuple([arguments.pop(argument) for argument in inputs])
    except KeyError as missing:
        raise _argument_error(op, missing.args[0], "is missing; it must be an array.") from None
    values = []
    for attribute, required in attributes:
        if required and attribute not in arguments:
            raise _argument_error(op, attribute, "is missing.")
        values.append(arguments.pop(attribute, None))
    if arguments:
        names = ", ".join([*inputs, *(attribute for attribute, _ in attributes)])
        unknown = next(iter(arguments))
        raise _argument_error(op, unknown, f"is no argument of this op; it has {names}.")
    return invoke(handle, tensors, tuple(values), name, out)


def _argument_error(op: str, argument: str, text: str) -> TypeError:
    error: Any = TypeError(f"{op}: {argument} {text}")
    error.op = op
    error.argument = argument
    assert isinstance(error, TypeError)
    return error
