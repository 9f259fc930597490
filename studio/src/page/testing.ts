// Ops for tests, as the table has them.
import type { AttrEntry, OpEntry, PinEntry } from "../api/types";

const pin = (name: string, cpp: string, list = false): PinEntry => ({
  name,
  doc: `The ${name}.`,
  cpp,
  type: "T",
  list,
  ref: false,
});
const attr = (name: string, part: Partial<AttrEntry>): AttrEntry => ({
  name,
  kind: "string",
  doc: "",
  cpp: "StringPiece",
  follows: false,
  optional: false,
  ...part,
});

export function opNamed(name: string, part: Partial<OpEntry> = {}): OpEntry {
  return {
    name,
    group: "nn_ops",
    summary: "",
    description: "",
    cpp_class: name,
    aliases: [],
    inputs: [],
    outputs: [pin("output", "Output")],
    attrs: [],
    arguments: [],
    stateful: false,
    special: false,
    window: false,
    checkable: false,
    fresh: { attrs: {} },
    ...part,
  };
}

export const concat = opNamed("ConcatV2", {
  inputs: [pin("values", "InputList", true), pin("axis", "Input")],
});

export const avgPool3DGrad = opNamed("AvgPool3DGrad", {
  summary: "Computes gradients of average pooling function.",
  inputs: [pin("orig_input_shape", "Input"), pin("grad", "Input")],
  attrs: [
    attr("ksize", { kind: "list(int)", cpp: "ArraySlice<int>" }),
    attr("padding", { choices: ["SAME", "VALID"] }),
    attr("data_format", { optional: true, default: "NDHWC", choices: ["NDHWC", "NCDHW"] }),
    attr("T", { kind: "type", follows: true }),
  ],
  arguments: [
    { cpp: "Scope", name: "scope", python: "" },
    { cpp: "Input", name: "orig_input_shape", python: "orig_input_shape" },
    { cpp: "Input", name: "grad", python: "grad" },
    { cpp: "ArraySlice<int>", name: "ksize", python: "ksize" },
    { cpp: "StringPiece", name: "padding", python: "padding" },
    { cpp: "AvgPool3DGrad::Attrs", name: "attrs", python: "" },
  ],
  fresh: { attrs: { ksize: "1,2,2,2,1", padding: "SAME" } },
});

export const constant = opNamed("Const", {
  attrs: [attr("value", { kind: "tensor" }), attr("dtype", { kind: "type" })],
  arguments: [
    { cpp: "Scope", name: "scope", python: "" },
    { cpp: "Input::Initializer", name: "val", python: "value" },
  ],
  fresh: { attrs: {}, value: { dtype: "float", shape: "2,2", text: "1,2,3,4" } },
});
