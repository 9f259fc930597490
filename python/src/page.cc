#include "page.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "array.h"
#include "errors.h"
#include "gil.h"
#include "page/messages/text.h"
#include "page/pages/page_run.h"
#include "run_arrays.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

using Strings = std::vector<std::string>;

std::shared_ptr<const Page> LoadPage(const std::string& path) {
  absl::StatusOr<std::shared_ptr<const Page>> page;
  {
    const WithoutGil no_gil;
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

/// [(name, array)] for each fetch.
nb::list RunOnce(PageRun& self, const nb::dict& feeds, Strings fetches, Strings targets) {
  PageRequest request;
  request.fetches = std::move(fetches);
  request.targets = std::move(targets);
  std::vector<ArrayIn> arrays;
  for (const auto& [name, value] : feeds) {
    const std::string key = Text(name);
    const absl::StatusOr<Endpoint> output = self.page().FindOutput(key);
    RaiseUnlessOk(output.status());
    arrays.push_back(ReadFeed(*output, value));
    request.feeds.emplace_back(key, arrays.back().tensor);
  }
  RunControl control;
  control.exec.poll = SignalRaised;
  absl::StatusOr<std::vector<NamedTensor>> results;
  {
    const WithoutGil no_gil;
    results = self.Run(request, control);
  }
  RaiseUnlessOk(results.status());
  const ArrayIn* like = Prototype(arrays);
  nb::list list;
  for (NamedTensor& result : *results)
    list.append(nb::make_tuple(result.name, FetchedArray(std::move(result.tensor), like)));
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
    const WithoutGil no_gil;
    status = page.Save(path, policy);
  }
  RaiseUnlessOk(status);
}

}  // namespace

void BindPage(nb::module_& m) {
  nb::class_<Page>(m, "Page")
      .def("problems", &Problems)
      .def("nodes", &Nodes)
      .def("text", [](const Page& page) { return WriteText(page.def()); })
      .def("save", &SavePage, nb::arg("path"), nb::arg("embed"));
  nb::class_<PageRun>(m, "PageRun")
      .def("run", &RunOnce, nb::arg("feeds"), nb::arg("fetches"), nb::arg("targets"));
  m.def("load_page", &LoadPage, nb::arg("path"));
  m.def("start_page", &StartPage, nb::arg("page"), nb::arg("seed"), nb::arg("init"));
}

}  // namespace voxgrad::python
