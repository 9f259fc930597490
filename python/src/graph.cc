#include "graph.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "attribute_in.h"
#include "errors.h"
#include "graph/gradients.h"
#include "page/pages/page_file.h"
#include "results.h"
#include "run_arrays.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

thread_local GraphBuilder* current = nullptr;

/// "x:0"
std::string NameOf(const Endpoint& output) { return absl::StrCat(output.node->name(), ":", output.index); }

absl::Status Foreign(const std::string& name) {
  return absl::InvalidArgumentError(
      absl::StrCat("Tensor '", name, "' belongs to another graph; one graph cannot read from another."));
}

/// An argument inside a graph: a symbol of that graph, of which only the type matters here, or an array.
ArrayIn ReadSymbolOrArray(const OpCall& call, const std::string& argument, nb::handle object) {
  const Symbol* symbol = nullptr;
  if (!nb::try_cast(object, symbol) || symbol == nullptr) return ReadArray(call, argument, object);
  if (!current->Owns(*symbol)) Raise(Foreign(NameOf(symbol->output)));
  ArrayIn array;
  array.given = object;
  array.symbolic = true;
  array.tensor = Tensor(BaseType(InfoOf(symbol->output).dtype), TensorShape({0}));
  return array;
}

Endpoint EndpointOf(const ArrayIn& array) { return nb::cast<const Symbol&>(array.given).output; }

/// Everything that can be known to be wrong before a run, a finding of the run's included: it has a place in
/// the program now.
void CheckCall(const OpCall& call, const Inputs& inputs, AttrSlots* slots) {
  std::vector<InputInfo> infos;
  std::vector<DataType> types;
  for (const ArrayIn& array : inputs.arrays) {
    types.push_back(array.tensor.dtype());
    if (array.symbolic) {
      const OutputInfo& info = InfoOf(EndpointOf(array));
      infos.push_back({{array.tensor.dtype(), info.shape}, info.value ? &*info.value : nullptr});
    } else {
      infos.push_back({{array.tensor.dtype(), array.tensor.shape()}, &array.tensor});
    }
  }
  RaiseUnlessOk(CompleteSlots(call.op(), call.node(), types, slots));
  std::vector<OutputInfo> outputs;
  RaiseUnlessOk(InferCompleted(call.op(), call.node(), infos, *slots, &outputs));
}

std::vector<NamedAttribute> Named(const Op& op, const AttrSlots& slots) {
  std::vector<NamedAttribute> attributes;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].empty()) attributes.push_back({op.attrs[i].name, slots[i]});
  }
  return attributes;
}

}  // namespace

GraphBuilder* CurrentGraph() { return current; }

void GraphBuilder::Enter() {
  outer_.push_back(current);
  current = this;
}

void GraphBuilder::Leave() {
  current = outer_.back();
  outer_.pop_back();
}

std::string GraphBuilder::UniqueName(const std::string& wanted) {
  const std::string whole = absl::StrCat(prefix_, wanted);
  std::string unique = whole;
  for (int i = 1; !names_.insert(unique).second; ++i) unique = absl::StrCat(whole, "_", i);
  return unique;
}

std::string GraphBuilder::EnterScope(const std::string& name) {
  std::string outer = prefix_;
  prefix_ = absl::StrCat(UniqueName(name), "/");
  return outer;
}

void GraphBuilder::CheckIdle() const {
  if (running_ > 0)
    Raise(absl::FailedPreconditionError("The graph runs in another thread; nodes are added between runs."));
}

Node* GraphBuilder::Add(NodeSpec spec) {
  CheckIdle();
  if (!controls_.empty()) spec.control_inputs = controls_;
  Node* node = nullptr;
  RaiseUnlessOk(graph_->AddNode(std::move(spec), &node));
  if (node->body().has_bad_name) Raise(node->finding());
  return node;
}

Endpoint GraphBuilder::AddConstant(const Tensor& value, const std::string& name) {
  NodeSpec spec;
  spec.name = name;
  spec.op = "Const";
  spec.attributes = {{"dtype", value.dtype()}, {"value", value}};
  return {Add(std::move(spec)), 0};
}

nb::object GraphBuilder::Call(const OpCall& call, nb::handle inputs, nb::handle attrs) {
  CheckIdle();
  const Op& op = call.op();
  AttrSlots slots(op.attrs.size());
  const Inputs read = ReadInputs(call, inputs, &slots, ReadSymbolOrArray);
  ReadAttributes(call, attrs, &slots);
  CheckCall(call, read, &slots);
  NodeSpec spec;
  spec.name = UniqueName(call.node().empty() ? op.name : std::string(call.node()));
  spec.op = op.name;
  spec.attributes = Named(op, slots);
  for (size_t i = 0; i < read.arrays.size(); ++i) {
    const ArrayIn& array = read.arrays[i];
    if (array.symbolic) {
      spec.inputs.push_back(EndpointOf(array));
      continue;
    }
    std::string name = absl::StrCat(spec.name, "/", read.args[i]->name);
    for (int k = 1; !names_.insert(name).second; ++k)
      name = absl::StrCat(spec.name, "/", read.args[i]->name, "_", k);
    spec.inputs.push_back(AddConstant(array.tensor, name));
  }
  Node* node = Add(std::move(spec));
  if (op.outputs.empty()) return nb::cast(Operation{shared_from_this(), node});
  return FormResults(op, static_cast<size_t>(node->num_outputs()),
                     [&](size_t i) { return nb::cast(SymbolOf({node, static_cast<int>(i)})); });
}

Symbol GraphBuilder::Placeholder(nb::handle dtype, nb::handle shape, const std::string& name) {
  const OpCall call(*FindOp("Placeholder"), name, {});
  AttrSlots slots(call.op().attrs.size());
  ReadAttributes(call, nb::make_tuple(dtype, shape), &slots);
  NodeSpec spec;
  spec.name = UniqueName(name.empty() ? "Placeholder" : name);
  spec.op = "Placeholder";
  spec.attributes = Named(call.op(), slots);
  return SymbolOf({Add(std::move(spec)), 0});
}

namespace {

/// An array, or numbers, in the type that is asked for: else numbers are float or int32.
Tensor ReadValue(const OpCall& call, nb::handle value, nb::handle dtype) {
  ArrayIn array = ReadArray(call, "value", value);
  const DataType given = array.tensor.dtype();
  DataType type = given;
  if (array.soft && given == DT_DOUBLE) type = DT_FLOAT;
  if (array.soft && given == DT_INT64) type = DT_INT32;
  if (!dtype.is_none()) {
    const AttrDef& attr = call.op().attrs[static_cast<size_t>(call.op().AttrIndex("dtype"))];
    type = *ReadAttribute(call, attr, dtype).get<DataType>();
    if (!array.soft && type != given) {
      Raise(call.WrongType("value", absl::StrCat("is an array of ", NumpyTypeString(given), ", but dtype is ",
                                                 NumpyTypeString(type), ".")));
    }
  }
  CastTo(call, "value", type, &array);
  return CopyOf(array.tensor);
}

}  // namespace

Symbol GraphBuilder::Constant(nb::handle value, nb::handle dtype, const std::string& name) {
  const OpCall call(*FindOp("Const"), name, {});
  const Tensor tensor = ReadValue(call, value, dtype);
  return SymbolOf(AddConstant(tensor, UniqueName(name.empty() ? "Const" : name)));
}

Symbol GraphBuilder::Variable(nb::handle initial, nb::handle dtype, const std::string& name) {
  const OpCall call(*FindOp("VariableV2"), name, {});
  const Symbol* symbol = nullptr;
  const bool symbolic = nb::try_cast(initial, symbol) && symbol != nullptr;
  if (symbolic && !Owns(*symbol)) Raise(Foreign(NameOf(symbol->output)));
  Tensor value;
  if (!symbolic) value = ReadValue(call, initial, dtype);
  NodeSpec spec;
  spec.name = UniqueName(name.empty() ? "Variable" : name);
  spec.op = "VariableV2";
  const std::string base = spec.name;
  if (symbolic) {
    const OutputInfo& info = InfoOf(symbol->output);
    spec.attributes = {{"dtype", BaseType(info.dtype)}, {"shape", info.shape}};
  } else {
    spec.attributes = {{"dtype", value.dtype()}, {"shape", PartialTensorShape(value.shape())}};
  }
  const Endpoint variable{Add(std::move(spec)), 0};
  names_.insert({absl::StrCat(base, "/initial"), absl::StrCat(base, "/Assign")});
  const Endpoint first = symbolic ? symbol->output : AddConstant(value, absl::StrCat(base, "/initial"));
  NodeSpec assign;
  assign.name = absl::StrCat(base, "/Assign");
  assign.op = "Assign";
  assign.inputs = {variable, first};
  assign.attributes = {{"_init", true}};
  initializers_.push_back(Add(std::move(assign)));
  return SymbolOf(variable);
}

nb::list GraphBuilder::Gradients(const std::vector<Symbol>& ys, const std::vector<Symbol>& xs,
                                 const std::vector<Symbol>& grad_ys) {
  CheckIdle();
  const auto endpoints = [&](const std::vector<Symbol>& symbols) {
    std::vector<Endpoint> list;
    for (const Symbol& symbol : symbols) {
      if (!Owns(symbol)) Raise(Foreign(NameOf(symbol.output)));
      list.push_back(symbol.output);
    }
    return list;
  };
  std::vector<Endpoint> upstream = endpoints(grad_ys);
  upstream.resize(ys.size());
  const NodeAdder add = [this](NodeSpec spec, Node** node) {
    spec.name = UniqueName(spec.name.empty() ? spec.op : spec.name);
    return graph_->AddNode(std::move(spec), node);
  };
  std::vector<Endpoint> gradients;
  const std::string outer = EnterScope("gradients");
  const absl::Status status = AddGradients(endpoints(ys), endpoints(xs), upstream, add, &gradients);
  SetPrefix(outer);
  RaiseUnlessOk(status);
  nb::list list;
  for (const Endpoint& gradient : gradients)
    list.append(gradient.node == nullptr ? nb::none() : nb::cast(SymbolOf(gradient)));
  return list;
}

}  // namespace voxgrad::python
