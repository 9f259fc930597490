"""raw_ops.pyi: the same functions with types, for editors and type checkers."""

from __future__ import annotations

from voxgen.signature import Parameter, parameters
from voxgen.table import Arg, Attr, Op

_HEADER = '''\
"""The ops under TensorFlow's names, typed: an array of the kind that goes in comes out.

Written by tools/generate.py from the op table; do not edit.
"""

from collections.abc import Sequence
from typing import Any as _Any  # there is an op of that name
from typing import Generic, Literal, NamedTuple, TypeVar, overload

from numpy.typing import NDArray

from voxgrad._typing import Array, Numbers, Sizes

_A = TypeVar("_A", bound=Array)
_T = TypeVar("_T")

'''

_SCALARS = {
    "int": "int",
    "float": "float",
    "bool": "bool",
    "string": "str | bytes",
    "shape": "Sequence[int | None] | None",
    "tensor": "Array | Numbers",
}


def _attr_type(attr: Attr) -> str:
    if attr.choices and attr.kind == "string":
        return f"Literal[{', '.join(f'{choice!r}' for choice in attr.choices)}] | bytes".replace(
            "'", '"'
        )
    element = attr.kind.removeprefix("list(").removesuffix(")")
    scalar = _SCALARS.get(element, "_Any")
    return scalar if attr.kind == element else f"Sequence[{scalar}]"


def _decides(op: Op, arg: Arg) -> bool:
    """True for an input that the (first) output takes its type from."""
    return bool(arg.type_attr) and arg.type_attr == op.outputs[0].type_attr


def _input_type(op: Op, arg: Arg, array: str) -> str:
    if arg.sizes:
        return "Sizes"
    element = array if _decides(op, arg) else "Array | Numbers"
    if arg.is_list:  # one array among the numbers decides for all
        return "Sequence[_A | Numbers]" if element == "_A" else f"Sequence[{element}]"
    return element


def _parameter(op: Op, p: Parameter, array: str) -> str:
    if p.arg is not None:
        return f"{p.name}: {_input_type(op, p.arg, array)}"
    if p.attr is None:
        return f"{p.name}: str | None = None"
    text = f"{p.name}: {_attr_type(p.attr)}"
    return text if p.default is None else f"{text} = {p.default}"


def _result(op: Op, array: str) -> str:
    if not op.outputs:
        return "_Any"  # nothing; inside a graph the operation
    each = [f"list[{array}]" if output.is_list else array for output in op.outputs]
    return each[0] if len(each) == 1 else f"_{op.name}Output[{array}]"


def _result_class(op: Op) -> str:
    """The named tuple of an op with several results."""
    fields = "".join(f"    {output.name}: _T\n" for output in op.outputs)
    return f"class _{op.name}Output(NamedTuple, Generic[_T]):\n{fields}\n"


def _definition(op: Op, array: str, result: str) -> str:
    lines = [f"    {_parameter(op, p, array)},\n" for p in parameters(op)]
    return f"def {op.name}(\n    *,\n{''.join(lines)}) -> {_result(op, result)}: ...\n"


def _function(op: Op) -> str:
    head = _result_class(op) if len(op.outputs) > 1 else ""
    if not any(_decides(op, arg) for arg in op.inputs if op.outputs):
        return head + _definition(
            op, "Array | Numbers", "NDArray[_Any]" if not op.inputs else "_Any"
        )
    # Lists first: they have no array type to hand on, so a NumPy array comes back.
    several = sum(_decides(op, arg) for arg in op.inputs) > 1
    array = "_A | Numbers" if several else "_A"
    overloads = [_definition(op, "Numbers", "NDArray[_Any]"), _definition(op, array, "_A")]
    return head + "".join(f"@overload\n{definition}" for definition in overloads)


def raw_ops_stub(ops: list[Op]) -> str:
    names = "__all__ = [\n" + "".join(f'    "{op.name}",\n' for op in ops) + "]\n"
    return _HEADER + names + "\n" + "\n".join(_function(op) for op in ops)
