"""The worked example of an op, as Python, as C++ and as a command line."""

from __future__ import annotations

import shlex
import textwrap

from voxgen import literal, slices
from voxgen.table import Arg, Attr, Op


def _numpy_text(tensor: literal.Tensor) -> str:
    dtype = f"np.{tensor.numpy_type}"
    words = [_python_number(tensor, value) for value in tensor.values]
    if not tensor.shape:
        return f"{dtype}({words[0]})"
    first, count = int(tensor.values[0]) if tensor.values else 0, len(tensor.values)
    if tensor.step == 1:
        flat = f"np.arange({first}, {first + count}, dtype={dtype})"
    elif tensor.step == -1:
        flat = f"np.arange({first}, {first - count}, -1, dtype={dtype})"
    else:
        flat = f"np.array([{', '.join(words)}], dtype={dtype})"
    return (
        flat if len(tensor.shape) == 1 else f"{flat}.reshape({', '.join(map(str, tensor.shape))})"
    )


def _python_number(tensor: literal.Tensor, value: float) -> str:
    if tensor.type == "bool":
        return repr(bool(value))
    text = literal.number(value)
    return f"np.{text.lstrip('-')}" if text.lstrip("-") in ("nan", "inf") else text


def _python_input(text: str) -> str:
    if literal.is_tensor(text):
        return _numpy_text(literal.parse_tensor(text))
    return repr(literal.parse_ints(text))


def _python_attr(attr: Attr, text: str) -> str:
    if attr.kind in ("list(int)", "shape"):
        return repr(literal.parse_ints(text))
    if attr.kind == "tensor":
        return _python_input(text)
    if attr.kind == "type":
        return f"np.{literal.NUMPY_TYPES.get(text, text)}"
    if attr.kind == "string":
        return f'"{text}"'
    return {"true": "True", "false": "False"}.get(text, text)


def python_arguments(op: Op) -> list[str]:
    """`name=value` for each argument of the example."""
    lines = []
    for name in op.example.names:
        texts = op.example.all(name)
        arg = next((arg for arg in op.inputs if arg.name == name), None)
        if arg is None:
            attr = next(attr for attr in op.attrs if attr.name == name)
            lines.append(f"{attr.python_name}={_python_attr(attr, texts[0])}")
        elif arg.is_list:
            lines.append(f"{arg.python_name}=[{', '.join(map(_python_input, texts))}]")
        else:
            lines.append(f"{arg.python_name}={_python_input(texts[0])}")
    return lines


def _shown(op: Op, arg: Arg, tensor: literal.Tensor) -> tuple[str, literal.Tensor]:
    """How a result is printed: the expression behind its name, and what that gives."""
    if op.rank == 0:
        return "", tensor
    squeezed = tuple(size for size in tensor.shape if size != 1)
    if len(squeezed) <= 2:
        return ".squeeze()", literal.Tensor(tensor.type, squeezed, tensor.values)
    view = slices.first(op, arg, tensor)
    return view.index, view.tensor


def _print_result(op: Op, arg: Arg, text: str) -> tuple[list[str], list[str]]:
    """The lines that print a result, and what they print."""
    name, tensor = arg.name, literal.parse_tensor(text)
    lines, printed = [f"print({name}.shape)"], [repr(tensor.shape)]
    suffix, part = _shown(op, arg, tensor)
    values = literal.nested(part)
    if len(part.shape) > 1:
        lines.append(f'print(*{name}{suffix}.tolist(), sep="\\n")')
        printed += [repr(row) for row in values]
    else:
        lines.append(f"print({name}{suffix}.tolist())")
        printed.append(repr(values))
    return lines, printed


def _print_list(arg: Arg, texts: tuple[str, ...]) -> tuple[list[str], list[str]]:
    lines = [f'print(*[tensor.tolist() for tensor in {arg.name}], sep="\\n")']
    return lines, [repr(literal.nested(literal.parse_tensor(text))) for text in texts]


def python(op: Op) -> tuple[str, str]:
    """A program, and what it prints."""
    arguments = python_arguments(op)
    needs_numpy = any("np." in argument for argument in arguments)
    lines = ["import numpy as np"] if needs_numpy else []
    lines += ["from voxgrad import raw_ops", ""]
    result = ", ".join(output.name for output in op.outputs)
    call = f"{result} = raw_ops.{op.name}(" if result else f"raw_ops.{op.name}("
    if arguments:
        lines += [call, *(f"    {argument}," for argument in arguments), ")"]
    else:
        lines.append(call + ")")
    printed: list[str] = []
    if len(op.outputs) == 1 and op.outputs[0].is_list:
        shown = [_print_list(op.outputs[0], op.example.results)]
    else:
        pairs = zip(op.outputs, op.example.results, strict=True)
        shown = [_print_result(op, output, text) for output, text in pairs]
    for more_lines, more_printed in shown:
        lines += more_lines
        printed += more_printed
    return "\n".join(lines), "\n".join(printed)


def _cpp_list(values: list[str]) -> str:
    return "{" + ", ".join(values) + "}"


def _cpp_number(tensor: literal.Tensor, value: float) -> str:
    if tensor.type == "bool":
        return str(bool(value)).lower()
    text = literal.number(value)
    if text.lstrip("-") in ("nan", "inf"):
        text = text.replace("nan", "NAN").replace("inf", "INFINITY")
    return f"{tensor.cpp_type}({text}.f)" if tensor.type in ("half", "bfloat16") else text


def _cpp_tensor(text: str) -> str:
    if not literal.is_tensor(text):
        return f"Tensor::Sizes({_cpp_list([str(i) for i in literal.parse_ints(text)])})"
    tensor = literal.parse_tensor(text)
    values = [_cpp_number(tensor, value) for value in tensor.values]
    shape = _cpp_list([str(size) for size in tensor.shape])
    return f"Tensor::Of<{tensor.cpp_type}>({_cpp_list(values)}, {shape})"


def _cpp_attr(op: Op, name: str, text: str) -> str:
    kind = next(attr.kind for attr in op.attrs if attr.name == name)
    value = {
        "list(int)": lambda: _cpp_list([str(i) for i in literal.parse_ints(text)]),
        "shape": lambda: f"voxgrad::PartialTensorShape({{{', '.join(text.split(','))}}})",
        "tensor": lambda: _cpp_tensor(text),
        "type": lambda: f"voxgrad::DT_{text.upper()}",
        "string": lambda: f'"{text}"',
    }.get(kind, lambda: text)()
    return f'{{"{name}", {value}}}'


def _cpp_inputs(op: Op) -> list[tuple[str, str]]:
    """The name and the value of each tensor that goes in, in the order of the definition."""
    inputs = []
    for arg in op.inputs:
        texts = op.example.all(arg.name)
        for i, text in enumerate(texts):
            inputs.append((f"{arg.name}_{i}" if arg.is_list else arg.name, _cpp_tensor(text)))
    return inputs


def cpp(op: Op) -> str:
    """A whole program that calls the op and prints what comes back."""
    inputs = _cpp_inputs(op)
    given = {arg.name for arg in op.inputs}
    lines = ["#include <iostream>", '#include "voxgrad/voxgrad.h"', "", "int main() {"]
    lines.append("  using voxgrad::Tensor;")
    for name, value in inputs:
        text = f"const Tensor {name} = {value};"
        wrapped = textwrap.wrap(text, 96, subsequent_indent="    ", break_long_words=False)
        lines += ["  " + line for line in wrapped]
    attrs = [_cpp_attr(op, name, text) for name, text in op.example.arguments if name not in given]
    names = _cpp_list([name for name, _ in inputs])
    call = f'const auto result = voxgrad::Call("{op.name}", {names},'
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
    ]
    if len(op.example.results) == 1:
        lines.append('  std::cout << result->at(0).DebugString(8) << "\\n";')
    elif op.example.results:
        lines.append(
            '  for (const Tensor& tensor : *result) std::cout << tensor.DebugString(8) << "\\n";'
        )
    return "\n".join([*lines, "}"])


def command(op: Op) -> str:
    """The call as one types it after `vox op`."""
    words = []
    for name, text in op.example.arguments:
        if literal.is_tensor(text):
            tensor = literal.parse_tensor(text)
            if tensor.step == 1 and tensor.values[0] == 1:  # what a tensor without values means
                text = text.partition(":")[0]
        words.append(shlex.quote(f"{name}={text}"))
    return " \\\n    ".join([f"vox op {op.name}", *words])
