#include "studio/api.h"

#include <chrono>
#include <optional>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "check/element_check.h"
#include "graph/node.h"
#include "page/pages/page_data.h"
#include "page/pages/page_file.h"
#include "studio/answer.h"
#include "studio/attrs_text.h"
#include "studio/export.h"
#include "studio/fits.h"
#include "studio/infer.h"
#include "studio/json_reader.h"
#include "studio/op_table_json.h"
#include "studio/page_build.h"
#include "studio/run.h"
#include "studio/tensor_look.h"
#include "studio/upload.h"
#include "studio/upload_folder.h"
#include "studio/window_view.h"

namespace voxgrad::studio {
namespace {

constexpr int64_t kMostSteps = 1'000'000'000;
/// Above this an analytic gradient and its finite difference, both in double, disagree.
constexpr double kGoodError = 1e-5;

Answer Of(absl::StatusOr<Json> json) {
  if (!json.ok()) return StatusAnswer(json.status());
  Answer answer;
  answer.json = *std::move(json);
  return answer;
}

}  // namespace

struct Studio::State {
  std::string folder;
  UploadFolder upload_folder;
  const std::string& uploads = upload_folder.path();
  ResultStore store;

  /// Where the files of a request's page lie: beside `path`.
  absl::StatusOr<Folders> FoldersOf(JsonReader* reader) const {
    std::string path;
    if (!reader->Text("path", &path).ok()) return reader->status();
    if (path.empty()) return Folders{folder, uploads};
    const absl::StatusOr<std::string> full = DataPath(folder, path);
    if (!full.ok()) return full.status();
    return Folders{FolderOf(*full), uploads};
  }

  absl::StatusOr<BuiltPage> Build(const NamedJson& body, const Folders& folders) const {
    JsonReader reader(body, "");
    reader.Require("page", "the page");
    const NamedJson* page = reader.Object("page");
    if (!reader.ok()) return reader.status();
    absl::StatusOr<PageModel> model = ReadModel(*page);
    if (!model.ok()) return model.status();
    return BuildPage(*std::move(model), folders);
  }

  /// With the page built: most requests are about it.
  Answer WithPage(const NamedJson& body,
                  const std::function<Answer(const BuiltPage&, const Folders&, JsonReader*)>& answer) const {
    JsonReader reader(body, "");
    const absl::StatusOr<Folders> folders = FoldersOf(&reader);
    if (!folders.ok()) return StatusAnswer(folders.status());
    const absl::StatusOr<BuiltPage> page = Build(body, *folders);
    return page.ok() ? answer(*page, *folders, &reader) : StatusAnswer(page.status());
  }

  Answer Fits(const NamedJson& body) const {
    return WithPage(body, [](const BuiltPage& page, const Folders&, JsonReader* reader) {
      std::string from, to, input;
      int64_t output = 0;
      reader->Text("from", &from)
          .Text("to", &to)
          .Text("input", &input)
          .Integer("output", -1, 1 << 20, &output);
      if (!reader->Has("from")) reader->Require("to", "a block, with `input`; or `from` with `output`");
      if (!reader->ok()) return StatusAnswer(reader->status());
      return Of(reader->Has("from") ? FitsFrom(page, from, output) : FitsTo(page, to, input));
    });
  }

  static Answer Attrs(const NamedJson& body) {
    JsonReader reader(body, "");
    std::string name, text;
    Texts attrs;
    reader.Text("op", &name).Text("text", &text).Texts("attrs", &attrs);
    if (!reader.ok()) return StatusAnswer(reader.status());
    const Op* op = FindOp(name);
    if (op == nullptr) return StatusAnswer(UnknownOpError(name));
    Answer answer;
    if (!reader.Has("text")) {
      answer.json["text"] = WriteAttrsText(*op, attrs);
      return answer;
    }
    const absl::StatusOr<Texts> read = ParseAttrsText(*op, text);
    if (!read.ok()) return StatusAnswer(read.status());
    answer.json["attrs"] = Json::object();
    for (const auto& [key, value] : *read) answer.json["attrs"][key] = value;
    return answer;
  }

  Answer Window(const NamedJson& body) const {
    return WithPage(body, [](const BuiltPage& page, const Folders&, JsonReader* reader) {
      std::string name;
      if (!reader->Text("block", &name).ok()) return StatusAnswer(reader->status());
      const BuiltBlock* block = page.Find(name);
      if (block == nullptr) return ErrorAnswer(404, absl::StrCat("No block is called ", name, "."), "block");
      if (block->node != nullptr) return Of(WindowJson(*block->node));
      const bool told = !block->problems.empty();
      return ErrorAnswer(400,
                         told ? block->problems.front().message : absl::StrCat(name, " has no inputs yet."));
    });
  }

  Answer Export(const NamedJson& body) const {
    return WithPage(body, [](const BuiltPage& page, const Folders& folders, JsonReader* reader) {
      std::string format = "pbtxt", path = "page";
      if (!reader->Text("format", &format).Text("path", &path).ok()) return StatusAnswer(reader->status());
      std::string stem = path.substr(path.rfind('/') + 1);
      if (const size_t dot = stem.rfind('.'); dot != std::string::npos && dot > 0) stem.resize(dot);
      return ExportPage(page, folders, format, stem);
    });
  }

  Answer Import(const NamedJson& body) const {
    JsonReader reader(body, "");
    std::string text, base64;
    if (!reader.Text("text", &text).Text("base64", &base64).ok()) return StatusAnswer(reader.status());
    if (reader.Has("base64") && !absl::Base64Unescape(base64, &text))
      return ErrorAnswer(400, "base64 is no text of that kind.", "base64");
    return ImportPage(text, uploads);
  }

  Answer GradientCheck(const NamedJson& body);
};

/// Finite differences at the values that arrive at a block.
Answer Studio::State::GradientCheck(const NamedJson& body) {
  return WithPage(body, [this](const BuiltPage& page, const Folders& folders, JsonReader* reader) {
    std::string name, session;
    int64_t seed = 0;
    reader->Text("block", &name).Text("session", &session).Integer("seed", 0, int64_t{1} << 53, &seed);
    if (!reader->ok()) return StatusAnswer(reader->status());
    const BuiltBlock* block = page.Find(name);
    if (block == nullptr) return ErrorAnswer(404, absl::StrCat("No block is called ", name, "."), "block");
    if (block->node == nullptr || !block->node->finding().ok())
      return ErrorAnswer(400, block->problems.empty() ? absl::StrCat(name, " has no node to check.")
                                                      : block->problems.front().message);
    const NodeBody& node = block->node->body();
    if (node.op->gradient == nullptr && node.op->gradient_of.empty())
      return ErrorAnswer(400, absl::StrCat(node.op->name, " has no gradient to check."), "block");
    const std::shared_ptr<SessionState> state = store.Session(session);
    const std::unique_lock<std::timed_mutex> lock(state->running, std::chrono::seconds(5));
    if (!lock.owns_lock())
      return ErrorAnswer(409, "A run of this page is going on; the check can begin after it.");
    const std::atomic<bool> never = false;
    RunOptions options;
    options.seed = static_cast<uint64_t>(seed);
    absl::StatusOr<std::vector<Tensor>> inputs =
        Runner(page, folders, state.get(), options, never).Evaluate(node.inputs);
    if (!inputs.ok()) return StatusAnswer(inputs.status());
    driver::PreparedCall call{node.op, *std::move(inputs), node.slots};
    const absl::StatusOr<driver::ElementCheck> check =
        driver::CheckElements(call, static_cast<uint64_t>(seed));
    if (!check.ok()) return StatusAnswer(check.status());
    Answer answer;
    std::string note = check->note;
    if (check->kinks > 0)
      absl::StrAppend(&note, note.empty() ? "" : " ", check->kinks,
                      check->kinks == 1 ? " element lies" : " elements lie",
                      " at a kink, where there is no derivative.");
    if (check->checked == 0) absl::StrAppend(&note, note.empty() ? "" : " ", "No element could be checked.");
    answer.json = {{"ok", check->checked > 0 && check->error < kGoodError},
                   {"largest_error", NumberJson(check->error)}};
    if (check->checked > 0)
      answer.json["worst"] = {{"input", check->input},
                              {"index", check->index},
                              {"analytic", NumberJson(check->analytic)},
                              {"numeric", NumberJson(check->numeric)}};
    answer.json["checked"] = check->checked;
    answer.json["note"] = note;
    return answer;
  });
}

Studio::Studio(std::string folder) : state_(std::make_unique<State>()) { state_->folder = std::move(folder); }

Studio::~Studio() = default;

const std::string& Studio::upload_folder() const { return state_->uploads; }

Answer Studio::Post(const std::string& path, const NamedJson& body) try {
  if (!body.is_object())
    return ErrorAnswer(400, absl::StrCat("The request is ", body.type_name(), "; it must be an object."));
  if (path == "/api/ops") {
    Answer answer;
    answer.json = OpTableJson();
    return answer;
  }
  if (path == "/api/infer") {
    return state_->WithPage(
        body, [](const BuiltPage& page, const Folders&, JsonReader*) { return Of(InferJson(page)); });
  }
  if (path == "/api/gradients") {
    return state_->WithPage(body, [](const BuiltPage& page, const Folders&, JsonReader* reader) {
      std::string block;
      return reader->Text("block", &block).ok() ? GradientsOf(page, block) : StatusAnswer(reader->status());
    });
  }
  if (path == "/api/fits") return state_->Fits(body);
  if (path == "/api/attrs") return State::Attrs(body);
  if (path == "/api/tensor") return LookAt(&state_->store, body);
  if (path == "/api/gradcheck") return state_->GradientCheck(body);
  if (path == "/api/window") return state_->Window(body);
  if (path == "/api/export") return state_->Export(body);
  if (path == "/api/import") return state_->Import(body);
  return ErrorAnswer(404, absl::StrCat("There is no request ", path, "."));
} catch (const std::exception& error) {
  return ErrorAnswer(500, absl::StrCat("This went wrong inside: ", error.what(), "."));
}

void Studio::Run(const NamedJson& body, const std::atomic<bool>& cancel,
                 const std::function<void(const std::string&)>& emit) {
  const auto send = [&](const Json& event) { emit(JsonText(event)); };
  const auto fail = [&](const std::string& message) {
    send({{"event", "error"}, {"message", message}});
    send({{"event", "done"}, {"steps", 0}, {"ms", 0}, {"peak_bytes", 0}, {"stopped", "error"}});
  };
  try {
    JsonReader reader(body, "");
    RunOptions options;
    std::string session;
    int64_t seed = 0;
    reader.Text("session", &session).Strings("fetch", &options.fetch).Strings("run", &options.run);
    reader.Integer("steps", 1, kMostSteps, &options.steps).Integer("seed", 0, int64_t{1} << 53, &seed);
    reader.Flag("reset", &options.reset);
    if (const NamedJson* until = reader.Object("until")) {
      JsonReader inner(*until, "until");
      inner.Text("output", &options.until).Number("tolerance", &options.tolerance);
      reader.Fail(inner.status());
    }
    options.seed = static_cast<uint64_t>(seed);
    const absl::StatusOr<Folders> folders = state_->FoldersOf(&reader);
    if (!reader.ok() || !folders.ok())
      return fail(std::string((reader.ok() ? folders.status() : reader.status()).message()));
    const absl::StatusOr<BuiltPage> page = state_->Build(body, *folders);
    if (!page.ok()) return fail(std::string(page.status().message()));
    const std::shared_ptr<SessionState> state = state_->store.Session(session);
    std::unique_lock<std::timed_mutex> lock(state->running, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(20))) {  // another run of this session
      if (cancel) return fail("The run was cancelled before it began.");
    }
    Runner runner(*page, *folders, state.get(), options, cancel);
    runner.Run(send, [&](const std::map<std::string, ResultPtr>& results) {
      state_->store.Put(session, results, /*replace=*/true);
    });
  } catch (const std::exception& error) {
    fail(absl::StrCat("This went wrong inside: ", error.what(), "."));
  }
}

Answer Studio::Upload(const std::string& content_type, const std::string& body) try {
  return UploadValue(state_->uploads, content_type, body);
} catch (const std::exception& error) {
  return ErrorAnswer(500, absl::StrCat("This went wrong inside: ", error.what(), "."));
}

}  // namespace voxgrad::studio
