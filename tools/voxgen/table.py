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

    @property
    def is_type(self) -> bool:
        return self.kind in ("type", "list(type)")


@dataclass(frozen=True)
class Example:
    text: str
    arguments: dict[str, str]
    results: tuple[str, ...]


@dataclass(frozen=True)
class Op:
    name: str
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
        """The attributes a caller gives; types follow from the inputs."""
        return [attr for attr in self.attrs if not attr.is_type]

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
    )


def _op(json_op: dict[str, Any]) -> Op:
    example = json_op["example"]
    return Op(
        name=json_op["name"],
        group=json_op["group"],
        summary=json_op["summary"],
        description=json_op["description"],
        file=json_op["file"],
        internal=json_op.get("internal", False),
        gradient_of=json_op.get("gradient_of", ""),
        inputs=tuple(_arg(arg) for arg in json_op["inputs"]),
        outputs=tuple(_arg(arg) for arg in json_op["outputs"]),
        attrs=tuple(_attr(attr) for attr in json_op["attrs"]),
        example=Example(example["text"], dict(example["arguments"]), tuple(example["results"])),
    )


def load(path: Path) -> list[Op]:
    return [_op(json_op) for json_op in json.loads(path.read_text(encoding="utf-8"))]
