"""The op table as `vox ops --json` prints it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Arg:
    """An input or an output."""

    name: str
    doc: str
    type: str  # a fixed type, or
    type_attr: str  # the attribute that holds it
    role: str  # "input", "output", "filter", or ""
    sizes: bool  # a vector that spells a shape out
    is_list: bool  # several tensors
    is_ref: bool  # a variable
    renamed: str  # TensorFlow's name in its Python and C++ functions, where it differs

    @property
    def python_name(self) -> str:
        return self.renamed or self.name


@dataclass(frozen=True)
class Exclusion:
    value: str
    reason: str


@dataclass(frozen=True)
class Attr:
    name: str
    kind: str
    doc: str
    required: bool
    default: Any
    min_count: int
    choices: tuple[str, ...]
    types: tuple[str, ...]
    extension_types: tuple[str, ...]
    excluded: tuple[Exclusion, ...]
    extension: bool  # TensorFlow's op does not have it
    follows: bool  # from the inputs: their type, or how many there are
    renamed: str

    @property
    def python_name(self) -> str:
        return self.renamed or self.name


@dataclass(frozen=True)
class Example:
    text: str
    arguments: tuple[tuple[str, str], ...]  # the tensors of a list come one by one
    results: tuple[str, ...]

    def __bool__(self) -> bool:
        """Variables and placeholders have none: they do nothing outside a graph."""
        return bool(self.text)

    def get(self, name: str, default: str = "") -> str:
        return next((text for argument, text in self.arguments if argument == name), default)

    def all(self, name: str) -> list[str]:
        return [text for argument, text in self.arguments if argument == name]

    @property
    def names(self) -> list[str]:
        """The arguments in the order in which they come, each once."""
        return list(dict.fromkeys(name for name, _ in self.arguments))


@dataclass(frozen=True)
class Op:
    name: str
    cpp_name: str  # the C++ class
    group: str
    summary: str
    description: str
    file: str
    internal: bool
    gradient_of: str
    inputs: tuple[Arg, ...]
    outputs: tuple[Arg, ...]
    attrs: tuple[Attr, ...]
    example: Example

    def type_attr(self, name: str) -> Attr:
        return next(attr for attr in self.attrs if attr.name == name)

    @property
    def value_attrs(self) -> list[Attr]:
        """The attributes a caller gives; the others follow from the inputs."""
        return [attr for attr in self.attrs if not attr.follows]

    @property
    def has_refs(self) -> bool:
        return any(arg.is_ref for arg in (*self.inputs, *self.outputs))

    @property
    def rank(self) -> int:
        """4 for an image op, 5 for a volume op, 0 where nothing says."""
        return next((len(a.choices[0]) for a in self.attrs if a.name == "data_format"), 0)


def _arg(json_arg: dict[str, Any]) -> Arg:
    return Arg(
        name=json_arg["name"],
        doc=json_arg["doc"],
        type=json_arg.get("type", ""),
        type_attr=json_arg.get("type_attr", ""),
        role=json_arg.get("role", ""),
        sizes=json_arg.get("sizes", False),
        is_list="number_attr" in json_arg or "type_list_attr" in json_arg,
        is_ref=json_arg.get("is_ref", False),
        renamed=json_arg.get("cpp_name", ""),
    )


def _attr(json_attr: dict[str, Any]) -> Attr:
    return Attr(
        name=json_attr["name"],
        kind=json_attr["kind"],
        doc=json_attr["doc"],
        required="default" not in json_attr,
        default=json_attr.get("default"),
        min_count=json_attr.get("min_count", 0),
        choices=tuple(json_attr.get("choices", ())),
        types=tuple(json_attr.get("types", ())),
        extension_types=tuple(json_attr.get("extension_types", ())),
        excluded=tuple(Exclusion(e["value"], e["reason"]) for e in json_attr.get("excluded", ())),
        extension=json_attr.get("extension", False),
        follows=json_attr.get("follows", False),
        renamed=json_attr.get("cpp_name", ""),
    )


def _op(json_op: dict[str, Any]) -> Op:
    example = json_op["example"]
    return Op(
        name=json_op["name"],
        cpp_name=json_op.get("cpp_name", json_op["name"]),
        group=json_op["group"],
        summary=json_op["summary"],
        description=json_op["description"],
        file=json_op["file"],
        internal=json_op.get("internal", False),
        gradient_of=json_op.get("gradient_of", ""),
        inputs=tuple(_arg(arg) for arg in json_op["inputs"]),
        outputs=tuple(_arg(arg) for arg in json_op["outputs"]),
        attrs=tuple(_attr(attr) for attr in json_op["attrs"]),
        example=Example(
            example["text"],
            tuple((name, text) for name, text in example["arguments"]),
            tuple(example["results"]),
        ),
    )


def load(path: Path) -> list[Op]:
    return [_op(json_op) for json_op in json.loads(path.read_text(encoding="utf-8"))]
