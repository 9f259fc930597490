#include "studio/page_files.h"

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/content_hash.h"
#include "page/pages/page_file.h"
#include "studio/answer.h"
#include "studio/page_json.h"

namespace voxgrad::studio {
namespace {

/// What stands in the way of a change, a page that is there already or was changed meanwhile, is a conflict.
Answer Failure(const absl::Status& status) {
  Answer answer = StatusAnswer(status);
  if (absl::IsAborted(status) || absl::IsAlreadyExists(status)) answer.status = 409;
  return answer;
}

absl::StatusOr<std::string> Text(const NamedJson& body, const char* key) {
  const auto value = body.find(key);
  if (value != body.end() && value->is_string()) return value->get<std::string>();
  return absl::InvalidArgumentError(absl::StrCat("The request needs \"", key, "\", a text."));
}

bool Flag(const NamedJson& body, const char* key) {
  const auto value = body.find(key);
  return value != body.end() && value->is_boolean() && value->get<bool>();
}

absl::StatusOr<const NamedJson*> PageIn(const NamedJson& body) {
  const auto page = body.find("page");
  if (page != body.end() && page->is_object()) return &*page;
  return absl::InvalidArgumentError("The request needs \"page\", an object.");
}

}  // namespace

PageFiles::PageFiles(SafeFolder folder, std::string upload_folder, std::vector<BuiltInPage> gallery)
    : folder_(std::move(folder)),
      values_(&folder_, std::move(upload_folder)),
      history_(&folder_),
      list_(&folder_, &history_, std::move(gallery)) {}

Answer PageFiles::Post(const std::string& request, const NamedJson& body) {
  if (request == "/api/pages/list") {
    Answer answer;
    answer.json = list_.Describe();
    return answer;
  }
  const absl::StatusOr<std::string> path = Text(body, "path");
  if (!path.ok()) return ErrorAnswer(400, std::string(path.status().message()), "path");
  if (absl::Status status = CheckPath(*path); !status.ok())
    return ErrorAnswer(400, std::string(status.message()), "path");
  using Handler = absl::StatusOr<Json> (PageFiles::*)(const std::string&, const NamedJson&);
  static const std::map<std::string, Handler> handlers = {
      {"/api/pages/load", &PageFiles::Load},           {"/api/pages/save", &PageFiles::Save},
      {"/api/pages/autosave", &PageFiles::Autosave},   {"/api/pages/forget", &PageFiles::Forget},
      {"/api/pages/version", &PageFiles::LoadVersion}, {"/api/pages/rename", &PageFiles::Rename},
      {"/api/pages/delete", &PageFiles::Delete},
  };
  const auto handler = handlers.find(request);
  if (handler == handlers.end()) return ErrorAnswer(404, absl::StrCat("There is no request ", request, "."));
  absl::StatusOr<Json> answer = (this->*handler->second)(*path, body);
  if (!answer.ok()) return Failure(answer.status());
  Answer good;
  good.json = *std::move(answer);
  return good;
}

absl::Status PageFiles::CheckPath(const std::string& path) const {
  if (absl::Status status = SafeFolder::CheckName(path); !status.ok()) return status;
  if (!IsPageName(path))
    return absl::InvalidArgumentError(
        absl::StrCat("`", path, "` is no page: a page's name ends in .pbtxt or .pb."));
  const absl::Status status = folder_.Info(path).status();
  return absl::IsInvalidArgument(status) ? status : absl::OkStatus();
}

absl::StatusOr<NamedJson> PageFiles::PageOf(const std::string& path, const std::string& content) const {
  const absl::StatusOr<GraphDef> def = ParsePage(content);
  if (!def.ok()) return absl::InvalidArgumentError(absl::StrCat(path, ": ", def.status().message()));
  const absl::StatusOr<std::string> folder = folder_.FolderPath(FolderPart(path));
  return GraphDefToPage(*def, folder.ok() ? *folder : folder_.path(), values_.upload_folder());
}

absl::StatusOr<Json> PageFiles::Load(const std::string& path, const NamedJson& /*body*/) {
  const BuiltInPage* built_in = list_.FindBuiltIn(path);
  absl::StatusOr<std::string> content =
      built_in ? absl::StatusOr<std::string>(built_in->content) : folder_.Read(path);
  NamedJson autosave;
  if (const absl::StatusOr<std::string> text = history_.ReadAutosave(path); text.ok()) {
    const NamedJson kept = NamedJson::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (kept.is_object() && kept.contains("page") && kept["page"].is_object()) autosave = kept["page"];
  }
  if (absl::IsNotFound(content.status()) && !autosave.is_null()) content = std::string();
  if (!content.ok()) return content.status();
  Json answer = {{"path", path}, {"page", nullptr}, {"version", ""}, {"built_in", built_in != nullptr}};
  NamedJson page;
  if (built_in || folder_.Info(path).ok()) {
    absl::StatusOr<NamedJson> read = PageOf(path, *content);
    if (!read.ok()) return read.status();
    page = *std::move(read);
    answer["page"] = page;
    if (!built_in) answer["version"] = ContentHash(*content);
  }
  // A save that was cut off before it dropped its autosave leaves one that says nothing new.
  if (!autosave.is_null() && autosave != page) {
    values_.Restore(autosave);
    const absl::StatusOr<FileInfo> info = history_.AutosaveInfo(path);
    answer["autosave"] = {{"page", autosave}, {"modified", info.ok() ? info->modified_ms : 0}};
  }
  Json versions = Json::array();
  for (const PageHistory::Version& version : history_.Versions(path)) {
    versions.push_back(
        {{"number", version.number}, {"bytes", version.file.bytes}, {"modified", version.file.modified_ms}});
  }
  answer["versions"] = versions;
  return answer;
}

absl::StatusOr<Json> PageFiles::Save(const std::string& path, const NamedJson& body) {
  const absl::StatusOr<const NamedJson*> page = PageIn(body);
  if (!page.ok()) return page.status();
  if (list_.FindBuiltIn(path))
    return absl::InvalidArgumentError(absl::StrCat(path, " is part of Studio. Save it under another name."));
  const std::string from =
      body.contains("from") && body["from"].is_string() ? body["from"].get<std::string>() : path;
  if (absl::Status status = CheckPath(from); !status.ok()) return status;
  const absl::StatusOr<Descriptor> lock = history_.Lock();
  if (!lock.ok()) return lock.status();

  const absl::StatusOr<std::string> old = folder_.Read(path);
  if (!old.ok() && !absl::IsNotFound(old.status())) return old.status();
  const bool known = body.contains("version") && body["version"].is_string();
  const std::string version = known ? body["version"].get<std::string>() : "";
  if (!Flag(body, "force") && version != (old.ok() ? ContentHash(*old) : "")) {
    return absl::AbortedError(version.empty() ? absl::StrCat("There is a page ", path, " already.")
                              : old.ok()
                                  ? absl::StrCat(path, " was changed by someone else since it was loaded.")
                                  : absl::StrCat(path, " was removed since it was loaded."));
  }

  absl::StatusOr<std::string> from_folder = folder_.FolderPath(FolderPart(from));
  if (!from_folder.ok()) from_folder = folder_.path();  // the page is new, and so is its folder
  absl::StatusOr<GraphDef> def = PageToGraphDef(**page, *from_folder, values_.upload_folder());
  if (!def.ok()) return def.status();
  if (absl::Status status = values_.PutBeside(path, *from_folder, &*def); !status.ok()) return status;
  const absl::StatusOr<std::string> content = PageContent(path, *def);
  if (!content.ok()) return content.status();
  absl::StatusOr<std::vector<std::string>> gone = std::vector<std::string>();
  if (old.ok() && *old != *content) gone = history_.Keep(path, *old);
  if (!gone.ok()) return gone.status();
  if (absl::Status status = folder_.Write(path, *content); !status.ok()) return status;
  DropAutosave(path);
  DropValues(path, *gone);

  Json files = Json::object();
  for (const NodeDef& node : def->node()) {
    const auto file = node.attr().find("_file");
    if (file != node.attr().end()) files[node.name()] = file->second.s();
  }
  return Json{{"version", ContentHash(*content)}, {"files", files}};
}

/// Values that only versions named which are gone now go with them. Whatever a text mentions stays: a page
/// may read the file of another.
void PageFiles::DropValues(const std::string& path, const std::vector<std::string>& gone) const {
  std::set<std::string> names;
  for (const std::string& text : gone) {
    if (const absl::StatusOr<GraphDef> def = ParsePage(text); def.ok())
      names.merge(ValueFiles::NamedBy(path, *def));
  }
  if (names.empty()) return;
  std::vector<std::string> texts = history_.Texts();
  const std::string folder = FolderPart(path);
  for (const FileInfo& file : folder_.List(folder)) {
    if (!IsPageName(file.name)) continue;
    absl::StatusOr<std::string> text =
        folder_.Read(folder.empty() ? file.name : absl::StrCat(folder, "/", file.name));
    if (!text.ok()) return;  // what it names is not known
    texts.push_back(*std::move(text));
  }
  for (const std::string& name : names) {
    const auto mentions = [&](const std::string& text) { return absl::StrContains(text, name); };
    if (std::none_of(texts.begin(), texts.end(), mentions)) values_.Drop(path, name);
  }
}

absl::StatusOr<Json> PageFiles::Autosave(const std::string& path, const NamedJson& body) {
  const absl::StatusOr<const NamedJson*> page = PageIn(body);
  if (!page.ok()) return page.status();
  const absl::StatusOr<Descriptor> lock = history_.Lock();
  if (!lock.ok()) return lock.status();
  if (absl::Status status = values_.Keep(**page); !status.ok()) return status;
  const absl::Status status = history_.Autosave(path, JsonText({{"page", **page}}));
  return status.ok() ? absl::StatusOr<Json>(Json::object()) : status;
}

void PageFiles::DropAutosave(const std::string& path) const {
  history_.ForgetAutosave(path);
  if (history_.Autosaves().empty()) values_.DropKept();
}

absl::StatusOr<Json> PageFiles::Forget(const std::string& path, const NamedJson& /*body*/) {
  const absl::StatusOr<Descriptor> lock = history_.Lock();
  if (!lock.ok()) return lock.status();
  DropAutosave(path);
  return Json::object();
}

absl::StatusOr<Json> PageFiles::LoadVersion(const std::string& path, const NamedJson& body) {
  const auto number = body.find("number");
  if (number == body.end() || !number->is_number_integer())
    return absl::InvalidArgumentError("The request needs \"number\", that of a version.");
  const absl::StatusOr<std::string> content = history_.ReadVersion(path, number->get<int64_t>());
  if (!content.ok()) return content.status();
  const absl::StatusOr<NamedJson> page = PageOf(path, *content);
  if (!page.ok()) return page.status();
  return Json{{"page", *page}};
}

absl::StatusOr<Json> PageFiles::Rename(const std::string& path, const NamedJson& body) {
  const absl::StatusOr<std::string> to = Text(body, "to");
  if (!to.ok()) return to.status();
  if (absl::Status status = CheckPath(*to); !status.ok()) return status;
  const absl::StatusOr<Descriptor> lock = history_.Lock();
  if (!lock.ok()) return lock.status();
  const absl::StatusOr<std::string> content = folder_.Read(path);
  if (!content.ok()) return content.status();
  if (folder_.Info(*to).ok())
    return absl::AlreadyExistsError(absl::StrCat("There is a page ", *to, " already."));
  if (FolderPart(path) == FolderPart(*to) && absl::EndsWith(path, ".pb") == absl::EndsWith(*to, ".pb")) {
    if (absl::Status status = folder_.Move(path, *to); !status.ok()) return status;
  } else {
    // Elsewhere, or in the other form, it is written anew: its files go with it.
    absl::StatusOr<GraphDef> def = ParsePage(*content);
    if (!def.ok()) return absl::InvalidArgumentError(absl::StrCat(path, ": ", def.status().message()));
    const absl::StatusOr<std::string> folder = folder_.FolderPath(FolderPart(path));
    if (!folder.ok()) return folder.status();
    if (absl::Status status = values_.PutBeside(*to, *folder, &*def); !status.ok()) return status;
    const absl::StatusOr<std::string> written = PageContent(*to, *def);
    if (!written.ok()) return written.status();
    if (absl::Status status = folder_.Write(*to, *written); !status.ok()) return status;
    if (absl::Status status = history_.Trash(path); !status.ok()) return status;
  }
  history_.Rename(path, *to);
  return Json{{"path", *to}};
}

absl::StatusOr<Json> PageFiles::Delete(const std::string& path, const NamedJson& /*body*/) {
  const absl::StatusOr<Descriptor> lock = history_.Lock();
  if (!lock.ok()) return lock.status();
  const absl::Status status = history_.Trash(path);
  if (!status.ok()) return status;
  DropAutosave(path);
  return Json::object();
}

}  // namespace voxgrad::studio
