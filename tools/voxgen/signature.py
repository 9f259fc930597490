"""What a caller writes: order, defaults and types of an op's arguments, in TensorFlow's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voxgen.literal import NUMPY_TYPES
from voxgen.table import Arg, Attr, Op

NAME_DOC = "A name for the operation (optional)."


@dataclass(frozen=True)
class Parameter:
    """One parameter of the Python function."""

    name: str
    type_text: str  # "A list of `ints` that has length `>= 5`."
    doc: str
    default: str | None  # Python source; None where the caller must give a value
    arg: Arg | None = None
    attr: Attr | None = None

    @property
    def extension(self) -> bool:
        return self.attr is not None and self.attr.extension


def type_names(types: tuple[str, ...]) -> str:
    """`half`, `bfloat16`, `float32`: the names that tf.raw_ops uses."""
    names = {**NUMPY_TYPES, "half": "half"}
    return ", ".join(f"`{names.get(t, t)}`" for t in types)


def _arg_type_text(op: Op, arg: Arg) -> str:
    what = "A list of `Tensor` objects" if arg.is_list else "A `Tensor`"
    if arg.is_ref:
        what = "A mutable `Tensor`"
    if arg.type:
        return f"{what} of type {type_names((arg.type,))}."
    first = next(a for a in op.inputs if a.type_attr == arg.type_attr)
    if first is not arg:
        return f"{what}. Must have the same type as `{first.python_name}`."
    if arg.is_list:
        what += " with the same type"
    attr = op.type_attr(arg.type_attr)
    if not attr.types:
        return f"{what}."
    text = f"{what}. Must be one of the following types: {type_names(attr.types)}."
    if attr.extension_types:
        text += f" Voxgrad also takes {type_names(attr.extension_types)}."
    return text


def python_value(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


_PLURALS = {"int": "ints", "float": "floats", "bool": "bools", "string": "strings"}


def _attr_type_text(attr: Attr) -> str:
    element = attr.kind.removeprefix("list(").removesuffix(")")
    if attr.kind != element:
        what = f"list of `{_PLURALS.get(element, element + 's')}`"
    else:
        what = {"type": "type", "tensor": "`Tensor`"}.get(attr.kind, f"`{attr.kind}`")
    if attr.kind == "type" and attr.types:
        what += f" from: {type_names(attr.types)}"
    if attr.choices:
        what += f" from: `{', '.join(python_value(choice) for choice in attr.choices)}`"
    if attr.min_count:
        what += f" that has length `>= {attr.min_count}`"
    if attr.required:
        return f"{'An' if element == 'int' and attr.kind == 'int' else 'A'} {what}."
    return f"An optional {what}. Defaults to `{python_value(attr.default)}`."


def parameters(op: Op) -> list[Parameter]:
    """Inputs, required attributes, optional ones, extensions last; then `name`."""
    result = [
        Parameter(arg.python_name, _arg_type_text(op, arg), arg.doc, None, arg=arg)
        for arg in op.inputs
    ]
    # False sorts before True, and the sort keeps the definition's order otherwise.
    attrs = sorted(op.value_attrs, key=lambda attr: (attr.extension, not attr.required))
    for attr in attrs:
        default = None if attr.required else python_value(attr.default)
        doc = attr.doc
        if attr.extension:
            doc += " An extension: TensorFlow's op does not have it."
        result.append(Parameter(attr.python_name, _attr_type_text(attr), doc, default, attr=attr))
    result.append(Parameter("name", "", NAME_DOC, "None"))
    return result


def returns_text(op: Op, output: Arg) -> str:
    what = "A list of `Tensor` objects" if output.is_list else "A `Tensor`"
    if output.type:
        return f"{what} of type {type_names((output.type,))}. {output.doc}".rstrip()
    source = next((arg for arg in op.inputs if arg.type_attr == output.type_attr), None)
    verb = "Have" if output.is_list else "Has"
    same = f" {verb} the same type as `{source.python_name}`." if source else ""
    if source is None and output.type_attr:
        same = f" Of type `{output.type_attr}`."
    return f"{what}.{same} {output.doc}".rstrip()


def call_text(op: Op, prefix: str, width: int = 88) -> str:
    """The signature as the documents of tf.raw_ops show it, on one line or one argument a line."""
    words = [p.name if p.default is None else f"{p.name}={p.default}" for p in parameters(op)]
    joined = ", ".join(words)
    if len(joined) + 4 <= width:
        return f"{prefix}{op.name}(\n    {joined}\n)"
    return f"{prefix}{op.name}(\n" + ",\n".join(f"    {word}" for word in words) + "\n)"
