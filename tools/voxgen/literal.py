"""Values as the examples of the table write them: `float[2,2]:1,2,3,4`, `1,2,2,1`, `SAME`."""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass
from typing import Any

_TENSOR = re.compile(r"(?P<type>\w+)\[(?P<shape>[\d,]*)\](?::(?P<values>.*))?$")

_TRUTH = {"true": 1, "false": 0}

# TensorFlow's name of a type -> NumPy's and C++'s.
NUMPY_TYPES = {"float": "float32", "double": "float64", "half": "float16"}
CPP_TYPES = {
    "float": "float",
    "double": "double",
    "half": "voxgrad::Half",
    "bfloat16": "voxgrad::BFloat16",
    "bool": "bool",
}


@dataclass(frozen=True)
class Tensor:
    type: str
    shape: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def numpy_type(self) -> str:
        return NUMPY_TYPES.get(self.type, self.type)

    @property
    def cpp_type(self) -> str:
        return CPP_TYPES.get(self.type, self.type + "_t")

    @property
    def step(self) -> int:
        """1 or -1 for consecutive integers going up or down, else 0."""
        pairs = list(zip(self.values, self.values[1:], strict=False))
        for step in (1, -1):
            if len(pairs) > 2 and all(b - a == step for a, b in pairs):
                return step
        return 0

    def at(self, index: tuple[int, ...]) -> float:
        place = 0
        for i, size in zip(index, self.shape, strict=True):
            place = place * size + i
        return self.values[place]


def parse_ints(text: str) -> list[int]:
    return [int(word) for word in text.strip("[]{}").split(",") if word]


def parse_floats(text: str) -> list[float]:
    return [float(word) for word in text.strip("[]{}").split(",") if word]


def _read(word: str) -> float:
    return float(_TRUTH.get(word, word))


def parse_tensor(text: str) -> Tensor:
    match = _TENSOR.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a tensor of the form type[shape]:values")
    shape = tuple(parse_ints(match["shape"]))
    if match["values"] is None:
        values = tuple(float(i + 1) for i in range(math.prod(shape)))
    else:
        values = tuple(_read(word) for word in match["values"].split(",") if word)
    if len(values) != math.prod(shape):
        raise ValueError(f"{text!r} has {len(values)} values for a shape of {math.prod(shape)}")
    return Tensor(match["type"], shape, values)


def is_tensor(text: str) -> bool:
    return _TENSOR.match(text) is not None


def number(value: float) -> str:
    """As one types it: `3` for 3.0, `0.125`."""
    if not math.isfinite(value):
        return repr(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _in_type(value: float, code: str | None) -> float:
    """What a short type holds in place of the number that was typed: 0.1 is 0.10000000149."""
    if code is None:
        return value
    nearest: float = struct.unpack(code, struct.pack(code, value))[0]
    return nearest


def nested(tensor: Tensor) -> Any:
    """The values as nested lists, as `tolist()` gives them: integers for integer types."""
    floating = tensor.type in ("float", "double", "half", "bfloat16")
    code = {"float": "f", "half": "e"}.get(tensor.type)
    if tensor.type == "bool":
        flat: list[Any] = [bool(value) for value in tensor.values]
    else:
        flat = [_in_type(value, code) if floating else int(value) for value in tensor.values]
    for size in reversed(tensor.shape[1:]):
        flat = [flat[i : i + size] for i in range(0, len(flat), size)]
    return flat if tensor.shape else flat[0]
