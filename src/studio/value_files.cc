#include "studio/value_files.h"

#include <filesystem>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "page/pages/page_file.h"
#include "studio/page_value.h"

namespace voxgrad::studio {
namespace {

constexpr char kKeptUploads[] = ".voxgrad/uploads";

/// The NAME of `upload:NAME`; empty for anything else, and where it is no plain word.
std::string UploadName(absl::string_view file) {
  if (!absl::ConsumePrefix(&file, kUploadPrefix)) return "";
  return FileName(file) == file ? std::string(file) : "";
}

/// The uploads that the blocks of a page name.
std::vector<std::string> UploadsIn(const NamedJson& page) {
  std::vector<std::string> names;
  const auto blocks = page.find("blocks");
  if (blocks == page.end() || !blocks->is_object()) return names;
  for (const NamedJson& block : *blocks) {
    const auto value = block.find("value");
    if (value == block.end() || !value->is_object()) continue;
    const auto file = value->find("file");
    if (file == value->end() || !file->is_string()) continue;
    std::string name = UploadName(file->get<std::string>());
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

/// Where the values of a page lie, beside it.
std::string DataFolder(absl::string_view path) {
  const std::string name = NamePart(path);
  return absl::StrCat(name.substr(0, name.rfind('.')), ".data");
}

}  // namespace

absl::Status ValueFiles::PutBeside(const std::string& path, const std::string& from_folder,
                                   GraphDef* def) const {
  const std::string data = DataFolder(path);
  const std::string to = FolderPart(path);
  const absl::StatusOr<std::string> to_path = folder_->FolderPath(to, SafeFolder::Missing::kMake);
  if (!to_path.ok()) return to_path.status();
  // The engine writes by path: a link in place of the data's folder would lead it out.
  const std::string data_path = to.empty() ? data : absl::StrCat(to, "/", data);
  if (absl::Status status = folder_->Info(data_path).status(); !status.ok() && !absl::IsNotFound(status))
    return status;

  SavePolicy policy;
  policy.fresh_names = true;
  return PutValuesBeside(absl::StrCat(*to_path, "/", NamePart(path)), def, from_folder, policy);
}

std::set<std::string> ValueFiles::NamedBy(const std::string& path, const GraphDef& def) {
  std::set<std::string> names;
  const std::string prefix = absl::StrCat(DataFolder(path), "/");
  for (const NodeDef& node : def.node()) {
    const auto file = node.attr().find("_file");
    if (file == node.attr().end()) continue;
    absl::string_view name = file->second.s();
    // Names that Studio gave are one plain word: only these are its own to remove.
    if (absl::ConsumePrefix(&name, prefix) && !name.empty() && FileName(name) == name)
      names.insert(std::string(name));
  }
  return names;
}

void ValueFiles::Drop(const std::string& path, const std::string& name) const {
  const std::string folder = FolderPart(path);
  const std::string file = absl::StrCat(DataFolder(path), "/", name);
  // What is gone already, or cannot be removed, harms nobody.
  folder_->Remove(folder.empty() ? file : absl::StrCat(folder, "/", file)).IgnoreError();
}

absl::Status ValueFiles::Keep(const NamedJson& page) const {
  for (const std::string& name : UploadsIn(page)) {
    const std::string kept = absl::StrCat(kKeptUploads, "/", name, ".npy");
    const std::string upload = absl::StrCat(upload_folder_, "/", name, ".npy");
    std::error_code error;
    if (folder_->Info(kept).ok() || !std::filesystem::exists(upload, error)) continue;
    if (absl::Status status = folder_->CopyFrom(upload, kept); !status.ok()) return status;
  }
  return absl::OkStatus();
}

void ValueFiles::Restore(const NamedJson& page) const {
  for (const std::string& name : UploadsIn(page)) {
    const std::filesystem::path upload = absl::StrCat(upload_folder_, "/", name, ".npy");
    const std::filesystem::path fresh = absl::StrCat(upload.string(), ".new");
    std::error_code error;
    if (std::filesystem::exists(upload, error)) continue;
    // What cannot be restored shows itself on its block.
    std::filesystem::copy_file(absl::StrCat(folder_->path(), "/", kKeptUploads, "/", name, ".npy"), fresh,
                               std::filesystem::copy_options::overwrite_existing, error);
    if (!error) std::filesystem::rename(fresh, upload, error);
  }
}

void ValueFiles::DropKept() const {
  for (const FileInfo& file : folder_->List(kKeptUploads))
    folder_->Remove(absl::StrCat(kKeptUploads, "/", file.name)).IgnoreError();
}

}  // namespace voxgrad::studio
