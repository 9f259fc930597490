"""The worked example of an op, as Python, as C++ and as a command line."""

from __future__ import annotations

import shlex
import textwrap

from voxgen import literal, slices
from voxgen.table import Arg, Op


def _numpy_text(tensor: literal.Tensor) -> str:
    dtype = f"np.{tensor.numpy_type}"
    first, count = int(tensor.values[0]) if tensor.values else 0, len(tensor.values)
    if tensor.step == 1:
        flat = f"np.arange({first}, {first + count}, dtype={dtype})"
    elif tensor.step == -1:
        flat = f"np.arange({first}, {first - count}, -1, dtype={dtype})"
    else:
        flat = f"np.array([{', '.join(map(literal.number, tensor.values))}], dtype={dtype})"
    return f"{flat}.reshape({', '.join(map(str, tensor.shape))})"


def _python_argument(op: Op, name: str, text: str) -> str:
    if any(arg.name == name for arg in op.inputs):
        if literal.is_tensor(text):
            return _numpy_text(literal.parse_tensor(text))
        return repr(literal.parse_ints(text))
    attr = next(attr for attr in op.attrs if attr.name == name)
    if attr.kind == "list(int)":
        return repr(literal.parse_ints(text))
    if attr.kind == "string":
        return f'"{text}"'
    return {"true": "True", "false": "False"}.get(text, text)


def _shown(op: Op, arg: Arg, tensor: literal.Tensor) -> tuple[str, literal.Tensor]:
    """How a result is printed: the expression behind its name, and what that gives."""
    squeezed = tuple(size for size in tensor.shape if size != 1)
    if len(squeezed) <= 2:
        return ".squeeze()", literal.Tensor(tensor.type, squeezed, tensor.values)
    view = slices.first(op, arg, tensor)
    return view.index, view.tensor


def python(op: Op) -> tuple[str, str]:
    """A program, and what it prints."""
    lines = ["import numpy as np", "from voxgrad import raw_ops", ""]
    names = [output.name for output in op.outputs]
    lines.append(f"{', '.join(names)} = raw_ops.{op.name}(")
    for name, text in op.example.arguments.items():
        lines.append(f"    {name}={_python_argument(op, name, text)},")
    lines.append(")")
    printed: list[str] = []
    for output, text in zip(op.outputs, op.example.results, strict=True):
        name, tensor = output.name, literal.parse_tensor(text)
        lines.append(f"print({name}.shape)")
        printed.append(repr(tensor.shape))
        suffix, part = _shown(op, output, tensor)
        values = literal.nested(part)
        if len(part.shape) > 1:
            lines.append(f'print(*{name}{suffix}.tolist(), sep="\\n")')
            printed += [repr(row) for row in values]
        else:
            lines.append(f"print({name}{suffix}.tolist())")
            printed.append(repr(values))
    return "\n".join(lines), "\n".join(printed)


def _cpp_list(values: list[str]) -> str:
    return "{" + ", ".join(values) + "}"


def _cpp_tensor(text: str) -> str:
    if not literal.is_tensor(text):
        return f"Tensor::Sizes({_cpp_list([str(i) for i in literal.parse_ints(text)])})"
    tensor = literal.parse_tensor(text)
    values = [literal.number(value) for value in tensor.values]
    if tensor.type in ("half", "bfloat16"):
        values = [f"{tensor.cpp_type}({value}.f)" for value in values]
    shape = _cpp_list([str(size) for size in tensor.shape])
    return f"Tensor::Of<{tensor.cpp_type}>({_cpp_list(values)}, {shape})"


def _cpp_attr(op: Op, name: str, text: str) -> str:
    kind = next(attr.kind for attr in op.attrs if attr.name == name)
    if kind == "list(int)":
        return f'{{"{name}", {_cpp_list([str(i) for i in literal.parse_ints(text)])}}}'
    return f'{{"{name}", "{text}"}}' if kind == "string" else f'{{"{name}", {text}}}'


def cpp(op: Op) -> str:
    """A whole program that calls the op and prints what comes back."""
    inputs = [arg.name for arg in op.inputs]
    given = op.example.arguments
    lines = ["#include <iostream>", '#include "voxgrad/voxgrad.h"', "", "int main() {"]
    lines.append("  using voxgrad::Tensor;")
    for name in inputs:
        text = f"const Tensor {name} = {_cpp_tensor(given[name])};"
        wrapped = textwrap.wrap(text, 96, subsequent_indent="    ", break_long_words=False)
        lines += ["  " + line for line in wrapped]
    attrs = [_cpp_attr(op, name, text) for name, text in given.items() if name not in inputs]
    call = f'const auto result = voxgrad::Call("{op.name}", {_cpp_list(inputs)},'
    attrs_text = _cpp_list(attrs) + ");"
    lines.append("  " + call)
    lines += textwrap.wrap(
        attrs_text, 98, initial_indent=" " * 37, subsequent_indent=" " * 38, break_on_hyphens=False
    )
    lines += [
        "  if (!result.ok()) {",
        '    std::cerr << result.status().message() << "\\n";',
        "    return 1;",
        "  }",
        '  std::cout << result->at(0).DebugString(8) << "\\n";',
        "}",
    ]
    return "\n".join(lines)


def command(op: Op) -> str:
    """The call as one types it after `vox op`."""
    words = []
    for name, text in op.example.arguments.items():
        if literal.is_tensor(text):
            tensor = literal.parse_tensor(text)
            if tensor.step == 1 and tensor.values[0] == 1:  # what a tensor without values means
                text = text.partition(":")[0]
        words.append(shlex.quote(f"{name}={text}"))
    return " \\\n    ".join([f"vox op {op.name}", *words])
