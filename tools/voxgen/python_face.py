"""raw_ops.py: a plain function for each op, with TensorFlow's names, order and defaults."""

from __future__ import annotations

import textwrap

from voxgen import example
from voxgen.signature import parameters, returns_text
from voxgen.table import Op

_HEADER = '''\
"""The ops under TensorFlow's names: `tf.raw_ops` for NumPy, torch and JAX arrays.

Arguments are given by name. What comes back is an array of the kind that went in; lists give
NumPy arrays. Written by tools/generate.py from the op table; do not edit.
"""
# ruff: noqa: A002, B006, E501, N802

from voxgrad._core import find_op as _find_op
from voxgrad._core import invoke as _invoke

'''

_WIDTH = 96


def _paragraph(text: str, indent: str, hang: str) -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _docstring(op: Op) -> str:
    parts = [op.summary]
    if op.description:
        parts.append(_paragraph(op.description, "", ""))
    args = ["Args:"]
    for p in parameters(op):
        text = f"{p.name}: {p.type_text} {p.doc}".replace(":  ", ": ")
        args.append(_paragraph(text, "  ", "    "))
    parts.append("\n".join(args))
    returns = [_paragraph(returns_text(op, output), "  ", "  ") for output in op.outputs]
    if len(op.outputs) > 1:
        names = ", ".join(output.name for output in op.outputs)
        returns.insert(0, f"  A named tuple ({names}).")
    if not op.outputs:
        returns = ["  None."]
    parts.append("\n".join(["Returns:", *returns]))
    if op.has_refs:
        parts.append(
            "Variables live in a graph's session; by itself the op raises NotImplementedError."
        )
    if op.example:
        program, printed = example.python(op)
        shown = "\n".join(f"# {line}" for line in printed.splitlines())
        block = f"{program}\n{shown}".rstrip()
        parts.append(f"{op.example.text}\n\n```python\n{block}\n```")
    text = "\n\n".join(parts)
    body = textwrap.indent(text, "    ").lstrip().replace("\\", "\\\\")
    return f'    """{body}\n    """'


def _tuple(names: list[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _function(op: Op) -> str:
    words = [p.name if p.default is None else f"{p.name}={p.default}" for p in parameters(op)]
    head = textwrap.fill(
        f"def {op.name}(*, {', '.join(words)}):", 100, subsequent_indent=" " * (len(op.name) + 5)
    )
    inputs = _tuple([arg.python_name for arg in op.inputs])
    attrs = _tuple([attr.python_name for attr in op.value_attrs])
    call = f"return _invoke(_{op.name}, {inputs}, {attrs}, name)"
    return f"{head}\n{_docstring(op)}\n    {call}\n"


def raw_ops(ops: list[Op]) -> str:
    names = "__all__ = [\n" + "".join(f'    "{op.name}",\n' for op in ops) + "]\n"
    entries = "".join(f'_{op.name} = _find_op("{op.name}")\n' for op in ops)
    return "\n\n".join([_HEADER + names + "\n" + entries, *(_function(op) for op in ops)])
