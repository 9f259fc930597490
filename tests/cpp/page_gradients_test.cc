// Gradients that this engine adds to a page of TensorFlow's: they equal those that TensorFlow added itself.
//
// With VOXGRAD_WRITE_PAGES=FOLDER the page is written there too, with the values of its results, so that
// TensorFlow can be asked what it makes of it (tests/python/test_pages.py does).
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "graph/gradients.h"
#include "graph/session.h"
#include "page/pages/page.h"
#include "page_support.h"
#include "voxgrad/util/env.h"

namespace voxgrad {
namespace {

using OrderedJson = nlohmann::ordered_json;

using test::kPages;

OrderedJson ReadJson(const std::string& path) {
  std::string text;
  EXPECT_EQ(ReadFileToString(Env::Default(), path, &text), absl::OkStatus());
  return OrderedJson::parse(text);
}

Tensor TensorOf(const OrderedJson& described) {
  const auto values = described["data"].get<std::vector<float>>();
  TensorShape shape;
  EXPECT_EQ(TensorShape::BuildTensorShape(described["shape"].get<Ints>(), &shape), absl::OkStatus());
  return Tensor::Of<float>(absl::Span<const float>(values), shape);
}

OrderedJson Describe(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return {{"dtype", "float32"},
          {"shape", Ints(tensor.shape().dim_sizes().begin(), tensor.shape().dim_sizes().end())},
          {"data", std::vector<float>(values.begin(), values.end())}};
}

void ExpectNear(const Tensor& ours, const Tensor& theirs, const std::string& what) {
  ASSERT_EQ(ours.shape(), theirs.shape()) << what;
  for (size_t i = 0; i < ours.values<float>().size(); ++i) {
    const float wanted = theirs.values<float>()[i];
    ASSERT_NEAR(ours.values<float>()[i], wanted, 1e-4 * (1 + std::abs(wanted))) << what << ", element " << i;
  }
}

/// Adds nodes under names that are free.
NodeAdder AddTo(Graph* graph) {
  return [graph](NodeSpec spec, Node** node) {
    const std::string wanted = spec.name;
    for (int i = 1; graph->FindNode(spec.name) != nullptr; ++i) spec.name = absl::StrCat(wanted, "_", i);
    return graph->AddNode(std::move(spec), node);
  };
}

TEST(PageGradients, EqualTensorFlows) {
  const auto page = test::Must(Page::Load(kPages + "conv_pool.pbtxt"));
  const std::shared_ptr<Graph> graph = page->import().graph;
  const auto output = [&](const char* name) { return test::Must(page->FindOutput(name)); };
  const std::vector<const char*> names = {"dx", "dkernel", "dkernel3d"};
  std::vector<Endpoint> gradients;
  ASSERT_EQ(AddGradients({output("loss")}, {output("x"), output("kernel"), output("kernel3d")}, {{}},
                         AddTo(graph.get()), &gradients),
            absl::OkStatus());

  OrderedJson record = ReadJson(kPages + "conv_pool.json");
  RunRequest request;
  request.feeds = {output("x")};
  request.fetches = gradients;
  std::vector<Tensor> values;
  ASSERT_EQ(GraphSession(graph).Run(request, {TensorOf(record["feeds"]["x"])}, {}, &values),
            absl::OkStatus());
  OrderedJson fetches;
  for (size_t i = 0; i < names.size(); ++i) {
    ExpectNear(values[i], TensorOf(record["fetches"][absl::StrCat(names[i], ":0")]), names[i]);
    fetches[EndpointName(gradients[i])] = Describe(values[i]);
  }

  const char* folder = std::getenv("VOXGRAD_WRITE_PAGES");
  if (folder == nullptr) return;
  GraphDef def;
  graph->ToGraphDef(&def);
  record["fetches"] = fetches;
  const std::string path = absl::StrCat(folder, "/gradients");
  ASSERT_EQ(WriteTextProto(Env::Default(), path + ".pbtxt", def), absl::OkStatus());
  ASSERT_EQ(WriteStringToFile(Env::Default(), path + ".json", record.dump()), absl::OkStatus());
}

}  // namespace
}  // namespace voxgrad
