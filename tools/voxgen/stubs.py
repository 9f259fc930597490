"""raw_ops.pyi: the same functions with types, for editors and type checkers."""

from __future__ import annotations

from voxgen.signature import Parameter, parameters
from voxgen.table import Arg, Attr, Op

_HEADER = '''\
"""The ops under TensorFlow's names, typed: an array of the kind that goes in comes out.

Written by tools/generate.py from the op table; do not edit.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar, overload

from numpy.typing import NDArray

from voxgrad._typing import Array, Numbers, Sizes

_A = TypeVar("_A", bound=Array)

'''

_SCALARS = {"int": "int", "float": "float", "bool": "bool", "string": "str | bytes"}


def _attr_type(attr: Attr) -> str:
    if attr.choices and attr.kind == "string":
        return f"Literal[{', '.join(f'{choice!r}' for choice in attr.choices)}] | bytes".replace(
            "'", '"'
        )
    element = attr.kind.removeprefix("list(").removesuffix(")")
    scalar = _SCALARS.get(element, "Any")
    return scalar if attr.kind == element else f"Sequence[{scalar}]"


def _decides(op: Op, arg: Arg) -> bool:
    """True for an input that the (first) output takes its type from."""
    return bool(arg.type_attr) and arg.type_attr == op.outputs[0].type_attr


def _parameter(op: Op, p: Parameter, array: str) -> str:
    if p.arg is not None:
        if p.arg.sizes:
            return f"{p.name}: Sizes"
        return f"{p.name}: {array if _decides(op, p.arg) else 'Array | Numbers'}"
    if p.attr is None:
        return f"{p.name}: str | None = None"
    text = f"{p.name}: {_attr_type(p.attr)}"
    return text if p.default is None else f"{text} = {p.default}"


def _result(op: Op, array: str) -> str:
    return array if len(op.outputs) == 1 else f"tuple[{', '.join([array] * len(op.outputs))}]"


def _definition(op: Op, array: str, result: str) -> str:
    lines = [f"    {_parameter(op, p, array)},\n" for p in parameters(op)]
    return f"def {op.name}(\n    *,\n{''.join(lines)}) -> {_result(op, result)}: ...\n"


def _function(op: Op) -> str:
    # Lists first: they have no array type to hand on, so a NumPy array comes back.
    several = sum(_decides(op, arg) for arg in op.inputs) > 1
    array = "_A | Numbers" if several else "_A"
    overloads = [_definition(op, "Numbers", "NDArray[Any]"), _definition(op, array, "_A")]
    return "".join(f"@overload\n{definition}" for definition in overloads)


def raw_ops_stub(ops: list[Op]) -> str:
    names = "__all__ = [\n" + "".join(f'    "{op.name}",\n' for op in ops) + "]\n"
    return _HEADER + names + "\n" + "\n".join(_function(op) for op in ops)
