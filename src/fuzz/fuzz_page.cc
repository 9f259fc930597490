#include "fuzz/fuzz_page.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "page/graph/tensorflow_check.h"
#include "page/pages/page_run.h"

namespace voxgrad::driver {
namespace {

enum PageKind : size_t { kNodes, kText, kBinary, kNoise };

constexpr int64_t kMostElements = 20'000;

std::string Noise(Random* random) {
  std::string noise;
  const int64_t highest = random->OneIn(2) ? 255 : 63;
  for (int64_t size = random->Int(1, 60); size > 0; --size)
    noise += static_cast<char>(random->Int(0, highest));
  return noise;
}

std::string MakeFile(size_t kind, Random* random) {
  if (kind == kNoise) return Noise(random);
  const GraphDef page = RandomPage(static_cast<int>(random->Int(1, 30)), random);
  std::string file =
      kind == kBinary || (kind == kNodes && random->OneIn(2)) ? page.SerializeAsString() : page.DebugString();
  if (kind != kNodes) Damage(&file, random);
  return file;
}

/// True when every tensor of the graph is known to be small, so that running it takes no time.
bool IsSmall(const Graph& graph) {
  for (const Node* node : graph.op_nodes()) {
    for (int i = 0; i < node->num_outputs(); ++i) {
      TensorShape shape;
      if (!node->output_shape(i).AsTensorShape(&shape) || shape.num_elements() > kMostElements) return false;
    }
  }
  return true;
}

void CheckProblems(const Page& page, CallLog& log) {
  for (const ImportProblem& problem : page.import().problems) {
    const absl::string_view text = problem.status.message();
    if (problem.status.ok() || text.empty()) log.Fail("a problem without a sentence");
    if (!absl::StrContains(text, problem.node)) log.Fail(absl::StrCat("a sentence without its node: ", text));
  }
  const size_t kept = static_cast<size_t>(page.graph().num_op_nodes());
  const size_t all = static_cast<size_t>(page.def().node_size());
  if (kept > all || (kept < all && page.import().problems.empty()))
    log.Fail("nodes are lost without a problem");
}

/// What was understood is written, read again and written the same.
void CheckExport(const Page& page, CallLog& log) {
  GraphDef first, second;
  page.graph().ToGraphDef(&first);
  const absl::StatusOr<GraphDef> read = ParsePage(first.DebugString());
  if (!read.ok()) log.Fail(absl::StrCat("what was written cannot be read: ", read.status().message()));
  const Import again = ImportGraph(*read);
  again.graph->ToGraphDef(&second);
  if (first.SerializeAsString() != second.SerializeAsString())
    log.Fail("the page changes when it is written");
}

}  // namespace

std::vector<std::string> PageFuzzKinds() {
  return {"random nodes", "damaged text", "damaged binary", "noise"};
}

void FuzzOnePage(uint64_t seed, int64_t index, CallLog& log) {
  Random random(seed * 1'000'003 + static_cast<uint64_t>(index));
  const size_t kind = random.OneIn(50) ? size_t{kNoise} : static_cast<size_t>(random.Int(kNodes, kBinary));
  log.Start(kind, absl::StrCat("vox fuzz page --seed ", seed, " --only ", index));
  absl::StatusOr<GraphDef> def = ParsePage(MakeFile(kind, &random));
  if (!def.ok()) {
    if (def.status().message().empty()) log.Fail("refused without a sentence");
    return log.Finish(Outcome::kRefused);
  }
  const auto page = std::make_shared<const Page>(*std::move(def), "/nowhere");
  CheckProblems(*page, log);
  CheckExport(*page, log);
  for (const Node* node : page->graph().op_nodes()) {
    if (node->DebugString().empty()) log.Fail("a node without a text");
    TensorFlowObjections(*node);
  }
  if (!IsSmall(page->graph())) return log.Finish(Outcome::kRefused);
  PageRun run(page);
  PageRequest request;
  for (const Endpoint& sink : page->Sinks()) request.fetches.push_back(EndpointName(sink));
  const absl::Status status = run.Run(request).status();
  if (!status.ok() && status.message().empty()) log.Fail("a run fails without a sentence");
  const bool sound = page->import().problems.empty();
  log.Finish(!status.ok() ? Outcome::kRefused : sound ? Outcome::kPassed : Outcome::kAnswered);
}

}  // namespace voxgrad::driver
