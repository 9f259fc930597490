"""docs/ops: a page for each op, and the index."""

from __future__ import annotations

from itertools import groupby

from voxgen import example
from voxgen.signature import call_text, parameters, python_value, returns_text, type_names
from voxgen.table import Arg, Attr, Op

# Where the pictures lie that Studio draws (`npm run pictures` in studio/), one an op.
BLOCKS = "blocks"
EXAMPLES = "examples"

_MARK = "<!-- Written by `./vox docs` from {source}; do not edit. -->"


def _fence(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _head(op: Op) -> str:
    lines = [f"# {op.name}", op.summary]
    if op.description:
        lines.append(op.description)
    about = []
    if op.gradient_of:
        about.append(f"It is the gradient of [{op.gradient_of}]({op.gradient_of}.md).")
    about.append(
        f"Group `{op.group}`; defined in [{op.file}](../../{op.file}). "
        "Where it answers otherwise than TensorFlow, "
        "[the list of differences](../tensorflow.md) says so and why."
    )
    return "\n\n".join([*lines, " ".join(about)])


def _class_name(op: Op) -> str:
    return f"ops::internal::{op.cpp_name}" if op.internal else f"ops::{op.cpp_name}"


def _cpp(op: Op) -> str:
    given: list[Arg | Attr] = [*op.inputs, *(attr for attr in op.value_attrs if attr.required)]
    optional = [attr for attr in op.value_attrs if not attr.required]
    lines = [
        "## C++",
        f"In a graph it is `voxgrad::{_class_name(op)}` "
        f"(TensorFlow's `tensorflow::{_class_name(op)}`)."
        + ("" if not op.example else " `voxgrad::Call` runs the op at once:"),
    ]
    if op.example:
        lines.append(_fence("cpp", example.cpp(op)))
    if given:
        lines += [
            "Arguments, the tensors in this order:",
            "\n".join(f"* `{item.name}`: {item.doc}".rstrip(": ") for item in given),
        ]
    if optional:
        lines += [
            "Optional attributes:",
            "\n".join(
                f"* `{attr.name}` (`{_typed(attr.default)}`): {attr.doc}{_extension(attr)}"
                for attr in optional
            ),
        ]
    if op.outputs:
        returns = [f"* `{output.name}`: {output.doc}".rstrip(": ") for output in op.outputs]
        lines += ["Returns:", "\n".join(returns)]
    return "\n\n".join(lines)


def _extension(attr: Attr) -> str:
    return " *An extension: TensorFlow's op does not have it.*" if attr.extension else ""


def _typed(value: object) -> str:
    """A value as one types it into a form or on the command line."""
    if isinstance(value, list):
        return ",".join(map(str, value)) or "empty"
    if value in (None, ""):
        return "unknown" if value is None else "empty"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _returns(op: Op) -> str:
    texts = [returns_text(op, output) for output in op.outputs]
    if len(texts) == 1:
        return texts[0]
    named = [f"`{output.name}`: {text}" for output, text in zip(op.outputs, texts, strict=True)]
    return "a named tuple. " + " ".join(named) if named else "nothing."


def _raw_ops(op: Op) -> str:
    rows = ["| argument | |", "|---|---|"]
    for p in parameters(op):
        text = f"{p.type_text} {p.doc}".strip()
        rows.append(f"| `{p.name}` | {_cell(text)} |")
    return "\n\n".join(
        [
            "## tf.raw_ops",
            _fence("text", call_text(op, "voxgrad.raw_ops.")),
            "\n".join(rows),
            "Returns: " + _returns(op),
            f"Also as `voxgrad.compat.v1.raw_ops.{op.name}`.",
        ]
    )


_BLOCK_TYPES = {
    "list(int)": "ArraySlice<int>",
    "list(float)": "ArraySlice<float>",
    "string": "StringPiece",
    "int": "int64",
    "float": "float",
    "bool": "bool",
    "type": "DataType",
    "shape": "PartialTensorShape",
    "tensor": "Tensor",
}


def _example_page(op: Op) -> str:
    picture = f"![The example of {op.name} as a page]({EXAMPLES}/{op.name}.svg)"
    return f"The example above as a page, after a run:\n\n{picture}"


def _block(op: Op) -> str:
    lines = ["* `Scope scope`: made for each page; it is not connected."]
    lines += [
        f"* `{'InputList' if arg.is_list else 'Input'} {arg.python_name}`: connect a node."
        for arg in op.inputs
    ]
    for attr in op.value_attrs:
        if attr.required:
            typed = op.example.get(attr.name)
            cpp_type = _BLOCK_TYPES.get(attr.kind, attr.kind)
            shown = f", ex) `{typed}`" if typed else ""
            lines.append(f"* `{cpp_type} {attr.name}`: a value{shown}")
    optional = [attr for attr in op.value_attrs if not attr.required]
    if optional:
        texts = [f"{attr.python_name}_ = {_attrs_value(attr)};" for attr in optional]
        lines.append(f"* `{op.cpp_name}::Attrs attrs`: values, ex) `{' '.join(texts)}`")
    returns = [
        f"* `{'OutputList' if o.is_list else 'Output'} {o.name}`: "
        f"the output of the {op.cpp_name} object."
        for o in op.outputs
    ]
    results = [
        f"* `std::vector(Tensor) result_{o.name}`: the tensors that a run of the session returns."
        for o in op.outputs
    ]
    return "\n\n".join(
        [
            "## Block",
            "How the op appears on a page in [Studio](../studio.md):",
            f"![The block {op.name}]({BLOCKS}/{op.name}.svg)",
            *([_example_page(op)] if op.example else []),
            "Argument:",
            "\n".join(lines),
            *(["Return:", "\n".join(returns), "Result:", "\n".join(results)] if returns else []),
        ]
    )


def _attrs_value(attr: Attr) -> str:
    if isinstance(attr.default, list):
        return "{" + ", ".join(map(str, attr.default)) + "}"
    if attr.kind == "string" and not attr.choices:
        return f'"{attr.default}"'
    if attr.kind == "shape":
        return "PartialTensorShape()"
    if attr.kind == "type":
        return f"DT_{str(attr.default).upper()}"
    return _typed(attr.default)


def _example(op: Op) -> str:
    program, printed = example.python(op)
    return "\n\n".join(
        [
            "## Example",
            op.example.text,
            _fence("python", program),
            *(["It prints", _fence("text", printed)] if printed else []),
        ]
    )


def _command_line(op: Op) -> str:
    results = "the result" if len(op.example.results) == 1 else "the first result"
    options = f"`-o output.npy` writes {results} to a file instead of printing it; "
    options += "`name=@file.npy` reads an argument from one."
    return "\n\n".join(["## Command line", _fence("sh", example.command(op)), options])


def _types(op: Op) -> list[str]:
    rows = ["| attribute | values | beyond TensorFlow | left out |", "|---|---|---|---|"]
    for attr in op.attrs:
        if not (attr.types or attr.choices):
            continue
        values = type_names(attr.types) if attr.types else ", ".join(f"`{c}`" for c in attr.choices)
        beyond = type_names(attr.extension_types)
        if attr.extension:
            beyond = "the attribute itself"
        left_out = " ".join(f"`{e.value}`: {e.reason}" for e in attr.excluded)
        rows.append(f"| `{attr.name}` | {values} | {beyond} | {_cell(left_out)} |")
    rows += [
        f"| `{attr.name}` | {python_value(attr.default)} by default | the attribute itself | |"
        for attr in op.attrs
        if attr.extension and not attr.choices
    ]
    if len(rows) == 2:
        return []
    title = "## Types and layouts" if op.rank else "## Types"
    return ["\n\n".join([title, "\n".join(rows)])]


def _window(op: Op) -> str:
    return "\n\n".join(
        ["## Window", f"![{op.name}: its window and its example](images/{op.name}.svg)"]
    )


def studio_pictures(op: Op) -> list[str]:
    """The pictures of Studio that the page of an op shows, below its folder."""
    folders = [BLOCKS, *([EXAMPLES] if op.example else [])]
    return [f"{folder}/{op.name}.svg" for folder in folders]


def page(op: Op, has_picture: bool) -> str:
    sections = [
        _MARK.format(source=op.file),
        _head(op),
        *([_window(op)] if has_picture else []),
        *([_example(op)] if op.example else []),
        _raw_ops(op),
        _cpp(op),
        *([_command_line(op)] if op.example else []),
        _block(op),
        *_types(op),
    ]
    return "\n\n".join(sections) + "\n"


def index(ops: list[Op]) -> str:
    lines = [
        _MARK.format(source="the op table"),
        "# Ops",
        "One page an op, written from its file in [src/ops](../../src/ops). "
        "[Adding an op](../adding-an-op.md) shows how a new one comes about.",
    ]
    for group, members in groupby(
        sorted(ops, key=lambda op: (op.group, op.name)), lambda op: op.group
    ):
        rows = [f"| [{op.name}]({op.name}.md) | {_cell(op.summary)} |" for op in members]
        lines += [f"## {group}", "\n".join(["| op | |", "|---|---|", *rows])]
    return "\n\n".join(lines) + "\n"
