"""The C++ classes of the ops, under TensorFlow's names, one header a group."""

from __future__ import annotations

from voxgen.table import Attr, Op

# How an attribute is passed, and in what the Attrs keep it.
_PARAMETERS = {
    "int": "int64_t",
    "float": "float",
    "bool": "bool",
    "string": "StringPiece",
    "type": "DataType",
    "shape": "const PartialTensorShape&",
    "tensor": "const Tensor&",
    "list(int)": "gtl::ArraySlice<int>",
    "list(float)": "gtl::ArraySlice<float>",
    "list(bool)": "gtl::ArraySlice<bool>",
    "list(string)": "gtl::ArraySlice<std::string>",
    "list(type)": "DataTypeSlice",
    "list(shape)": "gtl::ArraySlice<PartialTensorShape>",
    "list(tensor)": "gtl::ArraySlice<Tensor>",
}
_FIELDS = {
    "string": "AttrText",
    "shape": "PartialTensorShape",
    "tensor": "Tensor",
    "list(int)": "AttrList<int>",
    "list(float)": "AttrList<float>",
    "list(type)": "AttrList<DataType>",
}
# Names of arguments that C++ keeps for itself.
_KEYWORDS = {"switch", "default", "export", "template", "typename", "union", "register"}

_GROUPS = ("array_ops", "data_flow_ops", "math_ops", "nn_ops", "no_op", "random_ops", "state_ops")
_TENSORFLOW_GROUPS = (*_GROUPS, "control_flow_ops", "image_ops", "linalg_ops", "training_ops")


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _word(name: str) -> str:
    return name + "_" if name in _KEYWORDS else name


def _wrapped(text: str, indent: str) -> list[str]:
    lines: list[str] = []
    line = indent + "///"
    for word in text.split():
        if len(line) + 1 + len(word) > 108:
            lines.append(line)
            line = indent + "///"
        line += " " + word
    return [*lines, line] if text.strip() else []


def _default(attr: Attr) -> str:
    value = attr.default
    if attr.kind == "bool":
        return "true" if value else "false"
    if attr.kind == "string":
        return '"' + str(value) + '"'
    if attr.kind == "type":
        return "DT_" + str(value).upper()
    if attr.kind == "float":
        return f"{float(value)!r}f"
    if attr.kind == "int":
        return str(value)
    if attr.kind == "shape":
        return "PartialTensorShape()"
    numbers = value if isinstance(value, list) else []
    return "{" + ", ".join(str(number) for number in numbers) + "}"


def _as_attribute(attr: Attr, name: str) -> str:
    """The C++ expression that gives the engine the value of a parameter."""
    if attr.kind == "list(int)":
        return f"std::vector<int>({name}.begin(), {name}.end())"
    if attr.kind.startswith("list("):
        element = {
            "list(float)": "float",
            "list(bool)": "bool",
            "list(string)": "std::string",
            "list(type)": "DataType",
            "list(shape)": "PartialTensorShape",
            "list(tensor)": "Tensor",
        }[attr.kind]
        return f"std::vector<{element}>({name}.begin(), {name}.end())"
    return name


def _attrs_struct(op: Op, optional: list[Attr]) -> list[str]:
    lines = [f"  /// Optional attributes of {op.cpp_name}.", "  struct Attrs {"]
    for attr in optional:
        parameter, name = _PARAMETERS[attr.kind], attr.python_name
        lines += _wrapped(attr.doc, "    ")
        lines += [
            f"    [[nodiscard]] Attrs {_camel(name)}({parameter} x) const {{",
            "      Attrs changed = *this;",
            f"      changed.{name}_ = x;",
            "      return changed;",
            "    }",
        ]
    lines.append("")
    for attr in optional:
        field = _FIELDS.get(attr.kind, _PARAMETERS[attr.kind])
        lines.append(f"    {field} {attr.python_name}_ = {_default(attr)};")
    return [*lines, "  };", ""]


def _constructors(op: Op, required: list[Attr], optional: list[Attr]) -> list[str]:
    parameters = ["const Scope& scope"]
    for arg in op.inputs:
        parameters.append(f"{'InputList' if arg.is_list else 'Input'} {_word(arg.python_name)}")
    for attr in required:
        parameters.append(f"{_PARAMETERS[attr.kind]} {_word(attr.python_name)}")
    listed = ", ".join(parameters)
    explicit = "explicit " if len(parameters) == 1 else ""
    lines: list[str] = []
    if optional:
        given = [arg.python_name for arg in op.inputs] + [attr.python_name for attr in required]
        names = ", ".join(["scope", *map(_word, given)])
        lines.append(f"  {explicit}{op.cpp_name}({listed}) : {op.cpp_name}({names}, Attrs()) {{}}")
        listed += ", const Attrs& attrs"
        explicit = ""
    lines.append(f"  {explicit}{op.cpp_name}({listed}) {{")
    lines.append(f'    Node* made = NodeMaker(scope, "{op.name}", "{op.cpp_name}")')
    lines += [f"                     .In({_word(arg.python_name)})" for arg in op.inputs]
    for attr in required:
        value = _as_attribute(attr, _word(attr.python_name))
        lines.append(f'                     .Attr("{attr.name}", {value})')
    for attr in optional:
        field = f"attrs.{attr.python_name}_"
        value = f"{field}.str()" if attr.kind == "string" else _as_attribute(attr, field)
        lines.append(f'                     .Attr("{attr.name}", {value})')
    lines += ["                     .Make();", "    if (made == nullptr) return;"]
    lines.append("    operation = Operation(made);")
    for i, arg in enumerate(op.outputs):
        if arg.is_list:
            lines.append("    for (int i = 0; i < made->num_outputs(); ++i)")
            lines.append(f"      {_word(arg.python_name)}.push_back(Output(made, i));")
        else:
            lines.append(f"    {_word(arg.python_name)} = Output(made, {i});")
    return [*lines, "  }"]


def _conversions(op: Op) -> list[str]:
    if not op.outputs:
        return ["  operator Operation() const { return operation; }"]
    if len(op.outputs) > 1:
        return []
    name = _word(op.outputs[0].python_name)
    if op.outputs[0].is_list:
        return [f"  Output operator[](size_t index) const {{ return {name}[index]; }}"]
    return [
        f"  operator Output() const {{ return {name}; }}",
        f"  operator Input() const {{ return {name}; }}",
        f"  Node* node() const {{ return {name}.node(); }}",
    ]


def _class(op: Op) -> list[str]:
    values = op.value_attrs
    required = [attr for attr in values if attr.required]
    optional = [attr for attr in values if not attr.required]
    lines = ["", *_wrapped(op.summary, "")]
    for arg in op.inputs:
        lines += _wrapped(f"- `{arg.python_name}`: {arg.doc}" if arg.doc else "", "")
    lines += [f"class {op.cpp_name} {{", " public:"]
    if optional:
        lines += _attrs_struct(op, optional)
    lines += _constructors(op, required, optional)
    lines += _conversions(op)
    for attr in optional:
        name = _camel(attr.python_name)
        lines += [
            f"  static Attrs {name}({_PARAMETERS[attr.kind]} x) {{ return Attrs().{name}(x); }}",
        ]
    lines += ["", "  Operation operation;"]
    for out in op.outputs:
        lines.append(f"  {'OutputList' if out.is_list else 'Output'} {_word(out.python_name)};")
    lines.append("};")
    return lines


def _aliases(op: Op, classes: set[str]) -> list[str]:
    """Other names that TensorFlow's headers give a class."""
    aliases = []
    if op.cpp_name != op.name and op.name not in classes:
        aliases.append(op.name)
    if any(attr.name == "keep_dims" for attr in op.attrs):
        aliases.append(f"Reduce{op.cpp_name}")
    return [f"using {alias} = {op.cpp_name};" for alias in aliases if alias not in classes]


def _header(group: str, ops: list[Op], *, internal: bool, classes: set[str]) -> str:
    guard = f"VOXGRAD_OPS_{group.upper()}{'_INTERNAL' if internal else ''}_H_"
    lines = [
        "// Written from the op table by tools/generate.py.",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <string>",
        "#include <vector>",
        "",
        '#include "voxgrad/array_slice.h"',
        '#include "voxgrad/const_op.h"',
        '#include "voxgrad/node_builder.h"',
        '#include "voxgrad/op_attrs.h"',
        '#include "voxgrad/ops.h"',
        '#include "voxgrad/scope.h"',
        '#include "voxgrad/types.h"',
        "",
        "namespace voxgrad {",
        "namespace ops {",
    ]
    lines += ["namespace internal {"] if internal else []
    for op in ops:
        lines += _class(op)
        lines += _aliases(op, classes)
    lines += ["", "}  // namespace internal"] if internal else [""]
    lines += ["}  // namespace ops", "}  // namespace voxgrad", "", f"#endif  // {guard}", ""]
    return "\n".join(lines)


def _compat(header: str) -> str:
    return f'#include "tensorflow/cc/framework/scope.h"\n#include "{header}"\n'


def headers(ops: list[Op]) -> dict[str, str]:
    """The files below the folder of generated headers: include/voxgrad/ops, compat/tensorflow."""
    renamed = {op.cpp_name for op in ops if op.cpp_name != op.name}
    # Const has functions of its own; an op whose name another's class took has none (Concat).
    hidden = {"Const"} | {op.name for op in ops if op.name == op.cpp_name and op.name in renamed}
    made = [op for op in ops if op.name not in hidden]
    classes = {op.cpp_name for op in made}
    files: dict[str, str] = {}
    groups = sorted({op.group for op in made} | set(_TENSORFLOW_GROUPS))
    for group in groups:
        for internal in (False, True):
            chosen = [op for op in made if op.group == group and op.internal == internal]
            name = f"{group}_internal" if internal else group
            files[f"include/voxgrad/ops/{name}.h"] = _header(
                group, chosen, internal=internal, classes=classes
            )
            files[f"compat/tensorflow/cc/ops/{name}.h"] = _compat(f"voxgrad/ops/{name}.h")
    every = "".join(f'#include "voxgrad/ops/{group}.h"\n' for group in groups)
    guard = "VOXGRAD_OPS_STANDARD_OPS_H_"
    files["include/voxgrad/ops/standard_ops.h"] = (
        "// All op classes. Written from the op table by tools/generate.py.\n"
        f"#ifndef {guard}\n#define {guard}\n\n"
        f'#include "voxgrad/const_op.h"\n{every}\n#endif  // {guard}\n'
    )
    files["compat/tensorflow/cc/ops/standard_ops.h"] = _compat("voxgrad/ops/standard_ops.h")
    return files
