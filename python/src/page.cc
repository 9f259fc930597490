#include "page.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "absl/strings/str_cat.h"
#include "array.h"
#include "errors.h"
#include "page/page_run.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

using Strings = std::vector<std::string>;

std::shared_ptr<const Page> LoadPage(const std::string& path) {
  absl::StatusOr<std::shared_ptr<const Page>> page;
  {
    const nb::gil_scoped_release no_gil;
    page = Page::Load(path);
  }
  RaiseUnlessOk(page.status());
  return *page;
}

std::shared_ptr<PageRun> StartPage(std::shared_ptr<const Page> page, uint64_t seed, const Strings& init) {
  auto run = std::make_shared<PageRun>(std::move(page), seed);
  for (const std::string& node : init) RaiseUnlessOk(run->AddInitializer(node));
  return run;
}

/// One text: str, as UTF-8, or bytes.
tstring ReadString(const OpCall& call, nb::handle text) {
  if (PyBytes_Check(text.ptr()))
    return tstring(PyBytes_AS_STRING(text.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(text.ptr())));
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (utf8 == nullptr) {
    PyErr_Clear();
    Raise(call.WrongType("feed", absl::StrCat("holds ", Text(nb::repr(text)),
                                              ", but the graph has strings there: str or bytes.")));
  }
  return tstring(utf8, static_cast<size_t>(size));
}

/// Texts, alone, in lists and in arrays of any kind.
ArrayIn ReadStrings(const OpCall& call, nb::handle value) {
  const nb::object array = nb::module_::import_("numpy").attr("asarray")(value, "object");
  Ints sizes;
  for (nb::handle size : array.attr("shape")) sizes.push_back(nb::cast<int64_t>(size));
  ArrayIn result;
  result.given = value;
  RaiseUnlessOk(Tensor::Allocate(DT_STRING, TensorShape(sizes), &result.tensor));
  auto to = result.tensor.mutable_values<tstring>().begin();
  for (nb::handle text : array.attr("ravel")().attr("tolist")()) *to++ = ReadString(call, text);
  return result;
}

/// An array takes part as it is; lists and numbers get the type that the graph has there.
ArrayIn ReadFeed(const Page& page, const std::string& name, nb::handle value) {
  const absl::StatusOr<Endpoint> output = page.FindOutput(name);
  RaiseUnlessOk(output.status());
  const NodeBody& body = output->node->body();
  const OpCall call(*body.op, body.name, {});
  if (InfoOf(*output).dtype == DT_STRING) return ReadStrings(call, value);
  ArrayIn array = ReadArray(call, "feed", value);
  if (array.soft) CastTo(call, "feed", InfoOf(*output).dtype, &array);
  return array;
}

/// Strings are an array of objects, as NumPy has no better type for them.
nb::object StringArray(const Tensor& tensor) {
  nb::list values, shape;
  for (const tstring& text : tensor.values<tstring>()) values.append(nb::bytes(text.data(), text.size()));
  for (int64_t size : tensor.shape().dim_sizes()) shape.append(size);
  return nb::module_::import_("numpy").attr("array")(values, "object").attr("reshape")(shape);
}

/// A result that nobody else holds. Constants, variables and feeds are copied: who writes to the array must
/// not change them.
nb::object Result(Tensor tensor, const ArrayIn* like) {
  if (tensor.dtype() == DT_STRING) return StringArray(tensor);
  if (tensor.memory() == nullptr || !tensor.RefCountIsOne()) {
    Tensor copy;
    RaiseUnlessOk(Tensor::Allocate(tensor.dtype(), tensor.shape(), &copy));
    if (tensor.TotalBytes() > 0) std::memcpy(copy.data(), tensor.data(), tensor.TotalBytes());
    tensor = std::move(copy);
  }
  return WriteArray(tensor, like);
}

/// [(name, array)] for each fetch.
nb::list RunOnce(PageRun& self, const nb::dict& feeds, Strings fetches, Strings targets) {
  PageRequest request;
  request.fetches = std::move(fetches);
  request.targets = std::move(targets);
  std::vector<ArrayIn> arrays;
  for (const auto& [name, value] : feeds) {
    const std::string key = Text(name);
    arrays.push_back(ReadFeed(self.page(), key, value));
    request.feeds.emplace_back(key, arrays.back().tensor);
  }
  RunControl control;
  control.poll = SignalRaised;
  absl::StatusOr<std::vector<NamedTensor>> results;
  {
    const nb::gil_scoped_release no_gil;
    results = self.Run(request, control);
  }
  RaiseUnlessOk(results.status());
  const ArrayIn* like = nullptr;
  for (const ArrayIn& array : arrays) {
    if (!array.is_numpy && like == nullptr) like = &array;
  }
  nb::list list;
  for (NamedTensor& result : *results)
    list.append(nb::make_tuple(result.name, Result(std::move(result.tensor), like)));
  return list;
}

nb::list Problems(const Page& page) {
  nb::list list;
  for (const ImportProblem& problem : page.import().problems)
    list.append(nb::make_tuple(problem.node, std::string(problem.status.message())));
  return list;
}

nb::list Nodes(const Page& page) {
  nb::list list;
  for (const NodeDef& node : page.def().node()) list.append(nb::make_tuple(node.name(), node.op()));
  return list;
}

void SavePage(const Page& page, const std::string& path, bool embed) {
  SavePolicy policy;
  policy.embed = embed;
  absl::Status status;
  {
    const nb::gil_scoped_release no_gil;
    status = page.Save(path, policy);
  }
  RaiseUnlessOk(status);
}

}  // namespace

void BindPage(nb::module_& m) {
  nb::class_<Page>(m, "Page")
      .def("problems", &Problems)
      .def("nodes", &Nodes)
      .def("text", [](const Page& page) { return page.def().DebugString(); })
      .def("save", &SavePage, nb::arg("path"), nb::arg("embed"));
  nb::class_<PageRun>(m, "PageRun")
      .def("run", &RunOnce, nb::arg("feeds"), nb::arg("fetches"), nb::arg("targets"));
  m.def("load_page", &LoadPage, nb::arg("path"));
  m.def("start_page", &StartPage, nb::arg("page"), nb::arg("seed"), nb::arg("init"));
}

}  // namespace voxgrad::python
