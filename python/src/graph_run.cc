// Running and saving a graph of Python's, and the classes that Python sees.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "absl/strings/str_cat.h"
#include "errors.h"
#include "gil.h"
#include "graph.h"
#include "graph/endpoint.h"
#include "page/graph/import_graph.h"
#include "page/pages/page_file.h"
#include "run_arrays.h"
#include "voxgrad/graph_def.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

absl::Status NotHere(const std::string& name) {
  return absl::NotFoundError(absl::StrCat("The graph has no '", name, "'."));
}

/// "x:0"
std::string SymbolName(const Symbol& symbol) {
  return absl::StrCat(symbol.output.node->name(), ":", symbol.output.index);
}

nb::object SymbolShape(const Symbol& symbol) {
  const PartialTensorShape& shape = InfoOf(symbol.output).shape;
  if (shape.dims() < 0) return nb::none();
  nb::list sizes;
  for (const int64_t size : shape.dim_sizes()) {
    if (size < 0) {
      sizes.append(nb::none());
    } else {
      sizes.append(size);
    }
  }
  return nb::tuple(sizes);
}

std::string SymbolType(const Symbol& symbol) {
  return NumpyTypeString(BaseType(InfoOf(symbol.output).dtype));
}

std::string SymbolText(const Symbol& symbol) {
  return absl::StrCat("<voxgrad.Tensor '", SymbolName(symbol), "' ", SymbolType(symbol), " ",
                      InfoOf(symbol.output).shape.DebugString(), ">");
}

[[noreturn]] void RaiseNoValue(const Symbol& symbol) {
  throw nb::type_error(
      absl::StrCat("Tensor '", SymbolName(symbol),
                   "' belongs to a graph and has no value here; Graph.run evaluates it, and ops "
                   "take it inside `with graph:`.")
          .c_str());
}

nb::list NodesOf(const GraphBuilder& self) {
  nb::list list;
  for (const Node* node : self.graph().op_nodes())
    list.append(nb::make_tuple(node->name(), node->type_string()));
  return list;
}

/// ("float [2,2]", "[[1 2]\n [3 4]]"): the type and shape of an array, and its values, as `vox run` prints
/// them.
nb::tuple ArrayText(nb::handle object) {
  const OpCall call(*FindOp("Identity"), "", {});
  const Tensor tensor = ReadArray(call, "input", object).tensor;
  const std::string head = absl::StrCat(DataTypeString(tensor.dtype()), " ", tensor.shape().DebugString());
  const std::string values = tensor.NumElements() == 0 ? "(no values)" : tensor.SummarizeValue(-1, true);
  return nb::make_tuple(head, values);
}

}  // namespace

Symbol GraphBuilder::Find(const std::string& name) { return SymbolOf(Resolve(nb::cast(name))); }

Endpoint GraphBuilder::Resolve(nb::handle output) const {
  const Symbol* symbol = nullptr;
  if (nb::try_cast(output, symbol) && symbol != nullptr) {
    if (!Owns(*symbol))
      Raise(absl::InvalidArgumentError(
          absl::StrCat("Tensor '", SymbolName(*symbol), "' belongs to another graph.")));
    return symbol->output;
  }
  if (!nb::isinstance<nb::str>(output)) {
    throw nb::type_error(
        absl::StrCat("A tensor of the graph is wanted, or its name, not ", Text(nb::repr(output)), ".")
            .c_str());
  }
  const std::string name = Text(output);
  absl::string_view node_name;
  Endpoint endpoint;
  if (!ParseEndpoint(name, &node_name, &endpoint.index) || endpoint.index < 0) Raise(NotHere(name));
  endpoint.node = graph_->FindNode(std::string(node_name));
  if (endpoint.node == nullptr || endpoint.index >= endpoint.node->num_outputs()) Raise(NotHere(name));
  return endpoint;
}

Node* GraphBuilder::ResolveNode(nb::handle target) const {
  const Operation* operation = nullptr;
  if (nb::try_cast(target, operation) && operation != nullptr) {
    if (operation->graph.get() != this)
      Raise(absl::InvalidArgumentError(
          absl::StrCat("Operation '", operation->node->name(), "' belongs to another graph.")));
    return operation->node;
  }
  if (nb::isinstance<nb::str>(target)) {
    Node* node = graph_->FindNode(Text(target));
    if (node != nullptr) return node;
  }
  return Resolve(target).node;
}

size_t GraphBuilder::AddControls(const nb::list& operations) {
  const size_t before = controls_.size();
  for (const nb::handle operation : operations) {
    Node* node = ResolveNode(operation);
    if (std::find(controls_.begin(), controls_.end(), node) == controls_.end()) controls_.push_back(node);
  }
  return before;
}

nb::list GraphBuilder::Run(const nb::list& fetches, const nb::dict& feeds, const nb::list& targets) {
  RunRequest request;
  std::vector<ArrayIn> arrays;
  std::vector<Tensor> values;
  for (const auto& [key, value] : feeds) {
    request.feeds.push_back(Resolve(key));
    arrays.push_back(ReadFeed(request.feeds.back(), value));
    values.push_back(arrays.back().tensor);
  }
  RunRequest before = request;
  before.targets = initializers_;
  for (const nb::handle fetch : fetches) request.fetches.push_back(Resolve(fetch));
  for (const nb::handle target : targets) request.targets.push_back(ResolveNode(target));
  RunControl control;
  control.exec.poll = SignalRaised;
  std::vector<Tensor> results;
  absl::Status status;
  ++running_;
  {
    const WithoutGil no_gil;
    if (!before.targets.empty()) status = session_.Run(before, values, control, &results);
    if (status.ok()) status = session_.Run(request, values, control, &results);
  }
  --running_;
  RaiseUnlessOk(status);
  initializers_.clear();
  const ArrayIn* like = Prototype(arrays);
  nb::list list;
  for (Tensor& result : results) list.append(FetchedArray(std::move(result), like));
  return list;
}

void GraphBuilder::Save(const std::string& path, bool embed) const {
  GraphDef def;
  graph_->ToGraphDef(&def);
  SavePolicy policy;
  policy.embed = embed;
  RaiseUnlessOk(WritePage(path, std::move(def), FolderOf(path), policy));
}

void BindGraph(nb::module_& m) {
  nb::class_<Symbol>(m, "Tensor")
      .def_prop_ro("name", &SymbolName)
      .def_prop_ro("shape", &SymbolShape)
      .def_prop_ro(
          "dtype",
          [](const Symbol& self) { return nb::module_::import_("numpy").attr("dtype")(SymbolType(self)); })
      .def_prop_ro("op", [](const Symbol& self) { return self.output.node->type_string(); })
      .def("__repr__", &SymbolText)
      .def("__eq__",
           [](const Symbol& self, nb::handle other) {
             const Symbol* symbol = nullptr;
             return nb::try_cast(other, symbol) && symbol != nullptr && symbol->output == self.output;
           })
      .def("__hash__",
           [](const Symbol& self) {
             return std::hash<const void*>()(self.output.node) + static_cast<size_t>(self.output.index);
           })
      .def("__bool__", [](const Symbol& self) -> bool { RaiseNoValue(self); })
      .def("__array__",
           [](const Symbol& self, const nb::args&, const nb::kwargs&) -> nb::object { RaiseNoValue(self); });
  nb::class_<Operation>(m, "Operation")
      .def_prop_ro("name", [](const Operation& self) { return self.node->name(); })
      .def_prop_ro("op", [](const Operation& self) { return self.node->type_string(); })
      .def("__repr__", [](const Operation& self) {
        return absl::StrCat("<voxgrad.Operation '", self.node->name(), "' ", self.node->type_string(), ">");
      });
  nb::class_<GraphBuilder>(m, "Graph")
      .def("placeholder", &GraphBuilder::Placeholder, nb::arg("dtype"), nb::arg("shape").none(),
           nb::arg("name"))
      .def("constant", &GraphBuilder::Constant, nb::arg("value"), nb::arg("dtype").none(), nb::arg("name"))
      .def("variable", &GraphBuilder::Variable, nb::arg("initial"), nb::arg("dtype").none(), nb::arg("name"))
      .def("gradients", &GraphBuilder::Gradients, nb::arg("ys"), nb::arg("xs"), nb::arg("grad_ys"))
      .def("run", &GraphBuilder::Run, nb::arg("fetches"), nb::arg("feeds"), nb::arg("targets"))
      .def("save", &GraphBuilder::Save, nb::arg("path"), nb::arg("embed"))
      .def("find", &GraphBuilder::Find, nb::arg("name"))
      .def("nodes", &NodesOf)
      .def("enter", &GraphBuilder::Enter)
      .def("leave", &GraphBuilder::Leave)
      .def("enter_scope", &GraphBuilder::EnterScope, nb::arg("name"))
      .def("set_prefix", &GraphBuilder::SetPrefix, nb::arg("prefix"))
      .def("add_controls", &GraphBuilder::AddControls, nb::arg("operations"))
      .def("drop_controls", &GraphBuilder::DropControls, nb::arg("count"));
  m.def("new_graph", [] { return std::make_shared<GraphBuilder>(); });
  m.def("array_text", &ArrayText, nb::arg("array"));
}

}  // namespace voxgrad::python
