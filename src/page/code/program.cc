#include "page/code/program.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "page/graph/attribute_value.h"

namespace voxgrad {
namespace {

/// `layer1/Conv2D` as layer1_conv2d, `MatMul_1` as mat_mul_1: a word of small letters.
std::string Word(absl::string_view name) {
  std::string word;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) {
      if (!word.empty() && word.back() != '_') word += '_';
      continue;
    }
    const bool begins = absl::ascii_isupper(static_cast<unsigned char>(c)) && i > 0 &&
                        absl::ascii_islower(static_cast<unsigned char>(name[i - 1]));
    if (begins && word.back() != '_') word += '_';
    word += absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  while (!word.empty() && word.back() == '_') word.pop_back();
  const bool starts_well = !word.empty() && absl::ascii_isalpha(static_cast<unsigned char>(word[0]));
  return starts_well ? word : absl::StrCat("n", word);
}

class ProgramMaker {
 public:
  ProgramMaker(const std::shared_ptr<const Page>& page, const ExportOptions& options,
               const std::unordered_set<std::string>& reserved)
      : run_(page, options.seed), taken_(reserved) {
    program_.page = page;
    program_.options = options;
  }

  absl::StatusOr<Program> Make() {
    if (absl::Status status = program_.page->import().status(); !status.ok()) return status;
    for (const std::string& node : program_.options.initializers) {
      if (absl::Status status = run_.AddInitializer(node); !status.ok()) return status;
    }
    const auto steps = run_.Resolve(program_.options.request);
    if (!steps.ok()) return steps.status();
    const auto before = run_.ResolveInitializers(program_.options.request);
    if (!before.ok()) return before.status();
    program_.fetches = steps->request.fetches;
    program_.targets = {steps->request.targets.begin(), steps->request.targets.end()};
    program_.initializers = {before->request.targets.begin(), before->request.targets.end()};
    for (const PageRun::Resolved* part : {&*before, &*steps}) {
      if (absl::Status status = AddFeeds(*part); !status.ok()) return status;
    }
    SortNodes();
    NameNodes();
    return std::move(program_);
  }

 private:
  void AddFeed(const Endpoint& output, std::optional<Tensor> value) {
    const bool there = std::any_of(program_.feeds.begin(), program_.feeds.end(),
                                   [&](const ProgramFeed& feed) { return feed.output == output; });
    if (!there) program_.feeds.push_back({output, std::move(value)});
  }

  absl::Status AddFeeds(const PageRun::Resolved& part) {
    for (size_t i = 0; i < part.values.size(); ++i) AddFeed(part.request.feeds[i], part.values[i]);
    const absl::StatusOr<Plan> plan = MakePlan(program_.page->graph(), part.request);
    if (!plan.ok()) return plan.status();
    for (const Step& step : plan->steps) {
      const bool fed = std::any_of(part.request.feeds.begin(), part.request.feeds.end(),
                                   [&](const Endpoint& feed) { return feed.node == step.node; });
      if (step.node->type_string() == "Placeholder" && !fed)
        AddFeed({program_.page->graph().FindNode(step.node->name()), 0}, std::nullopt);
    }
    return absl::OkStatus();
  }

  /// The page's own node says what the session does; the program does it.
  void SortNodes() {
    for (const Node* node : program_.page->graph().op_nodes()) {
      const bool first = node->num_inputs() == 0 && node->control_inputs().empty();
      if (node->name() == kPageNode) continue;
      if (first && node->type_string() == "Const") {
        program_.constants.push_back(node);
      } else if (first && node->type_string() == "Placeholder") {
        program_.placeholders.push_back(node);
      } else if (first && node->num_outputs() == 1 && node->body().output_arg(0).is_ref) {
        program_.variables.push_back(node);
      } else {
        program_.graph.push_back(node);
      }
    }
  }

  void NameNodes() {
    std::unordered_set<const Node*> used;
    for (const Node* node : program_.page->graph().op_nodes()) {
      if (node->name() == kPageNode) continue;
      for (const Endpoint& input : node->body().inputs) used.insert(input.node);
      used.insert(node->control_inputs().begin(), node->control_inputs().end());
    }
    for (const ProgramFeed& feed : program_.feeds) used.insert(feed.output.node);
    for (const Endpoint& fetch : program_.fetches) used.insert(fetch.node);
    used.insert(program_.targets.begin(), program_.targets.end());
    used.insert(program_.initializers.begin(), program_.initializers.end());
    for (const Node* node : program_.page->graph().op_nodes()) {
      if (used.count(node) == 0) continue;
      const std::string word = Word(node->name());
      std::string id = word;
      for (int i = 2; !taken_.insert(id).second; ++i) id = absl::StrCat(word, "_", i);
      program_.ids[node] = id;
    }
  }

  PageRun run_;
  std::unordered_set<std::string> taken_;
  Program program_;
};

std::vector<GivenAttribute> Attributes(const Node& node, bool required) {
  std::vector<GivenAttribute> given;
  const NodeBody& body = node.body();
  for (size_t i = 0; i < body.op->attrs.size(); ++i) {
    const AttrDef& def = body.op->attrs[i];
    if (FollowsFromInputs(*body.op, def.name) || def.default_value.empty() != required) continue;
    const auto bytes = [](const Attribute& value) { return AttributeToValue(value).SerializeAsString(); };
    if (required || bytes(body.slots[i]) != bytes(def.default_value)) given.push_back({&def, &body.slots[i]});
  }
  return given;
}

}  // namespace

std::string Program::FileOf(const Tensor& value, absl::string_view name) {
  if (value.NumElements() <= options.most_inline || value.dtype() == DT_STRING) return "";
  const std::string file = absl::StrCat(FileName(name), ".npy");
  const std::string path = absl::StrCat(options.data_folder, "/", file);
  const bool there =
      std::any_of(files.begin(), files.end(), [&](const ExportedFile& f) { return f.path == path; });
  if (!there) files.push_back({path, value});
  return file;
}

std::string Program::ShownSteps(const char* either) const {
  const int64_t every = options.steps / 20;  // about twenty lines
  if (every <= 1) return "";
  return absl::StrCat("step == 1 ", either, " step % ", every, " == 0 ", either, " step == ", options.steps);
}

absl::StatusOr<Program> MakeProgram(const std::shared_ptr<const Page>& page, const ExportOptions& options,
                                    const std::unordered_set<std::string>& reserved) {
  return ProgramMaker(page, options, reserved).Make();
}

OutputPlace PlaceOf(const Endpoint& output) {
  const NodeBody& body = output.node->body();
  const auto flat = static_cast<size_t>(output.index);
  for (size_t i = 0; i < body.op->outputs.size(); ++i) {
    const ArgRange range = RangeOf(*body.op, body.op->outputs, i, body.slots);
    if (flat < range.begin || flat >= range.end) continue;
    const ArgDef& arg = body.op->outputs[i];
    return {&arg, arg.is_list() ? static_cast<int>(flat - range.begin) : -1};
  }
  return {};
}

std::vector<GivenAttribute> RequiredAttributes(const Node& node) { return Attributes(node, true); }
std::vector<GivenAttribute> ChangedAttributes(const Node& node) { return Attributes(node, false); }

const Tensor& ConstantOf(const Node& node) {
  const NodeBody& body = node.body();
  return *body.slots[static_cast<size_t>(body.op->AttrIndex("value"))].get<Tensor>();
}

absl::Status CannotExport(const Node& node, absl::string_view why) {
  return absl::UnimplementedError(absl::StrCat(node.type_string(), " (", node.name(), "): ", why));
}

}  // namespace voxgrad
