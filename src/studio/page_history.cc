#include "studio/page_history.h"

#include <algorithm>
#include <ctime>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "page/pages/page_file.h"

namespace voxgrad::studio {
namespace {

constexpr size_t kVersions = 5;
constexpr char kAutosaves[] = ".voxgrad/autosave";
constexpr char kVersionFolders[] = ".voxgrad/versions";
constexpr char kTrash[] = ".voxgrad/trash";

std::string VersionFolder(const std::string& page) {
  return absl::StrCat(kVersionFolders, "/", FileName(page));
}

std::string VersionPath(const std::string& page, int64_t number) {
  return absl::StrFormat("%s/%06d%s", VersionFolder(page), number,
                         absl::EndsWith(page, ".pb") ? ".pb" : ".pbtxt");
}

std::string AutosavePath(const std::string& page) {
  return absl::StrCat(kAutosaves, "/", FileName(page), ".json");
}

/// What FileName made one file name of; empty where it did not.
std::string PageOf(absl::string_view name) {
  std::string page;
  while (!name.empty()) {
    if (name.front() != '%') {
      page += name.front();
      name.remove_prefix(1);
      continue;
    }
    if (name.size() < 3 || !absl::ascii_isxdigit(static_cast<unsigned char>(name[1])) ||
        !absl::ascii_isxdigit(static_cast<unsigned char>(name[2])))
      return "";
    page += absl::HexStringToBytes(name.substr(1, 2));
    name.remove_prefix(3);
  }
  return page;
}

}  // namespace

absl::StatusOr<Descriptor> PageHistory::Lock() const {
  absl::StatusOr<Descriptor> lock = folder_->Lock(".voxgrad/lock");
  // None of it belongs into a repository.
  if (lock.ok() && !folder_->Info(".voxgrad/.gitignore").ok()) {
    if (absl::Status status = folder_->Write(".voxgrad/.gitignore", "*\n"); !status.ok()) return status;
  }
  return lock;
}

std::vector<PageHistory::Version> PageHistory::OnDisk(const std::string& page) const {
  std::vector<Version> versions;
  for (FileInfo& file : folder_->List(VersionFolder(page))) {
    int64_t number;
    const size_t dot = file.name.find('.');
    // A file that was being written when the machine stopped begins with a dot.
    if (file.folder || !absl::SimpleAtoi(file.name.substr(0, dot), &number)) continue;
    versions.push_back({number, std::move(file)});
  }
  std::sort(versions.begin(), versions.end(),
            [](const Version& a, const Version& b) { return a.number > b.number; });
  return versions;
}

std::vector<PageHistory::Version> PageHistory::Versions(const std::string& page) const {
  std::vector<Version> versions = OnDisk(page);
  if (versions.size() > kVersions) versions.resize(kVersions);
  return versions;
}

absl::StatusOr<std::string> PageHistory::ReadVersion(const std::string& page, int64_t number) const {
  for (const Version& version : Versions(page)) {
    if (version.number == number)
      return folder_->Read(absl::StrCat(VersionFolder(page), "/", version.file.name));
  }
  return absl::NotFoundError(absl::StrCat("There is no version ", number, " of ", page, "."));
}

absl::StatusOr<std::vector<std::string>> PageHistory::Keep(const std::string& page,
                                                           absl::string_view content) const {
  const std::vector<Version> versions = OnDisk(page);
  std::vector<std::string> gone;
  if (!versions.empty()) {
    // A save that was cut off has kept it already.
    const absl::StatusOr<std::string> newest = ReadVersion(page, versions.front().number);
    if (newest.ok() && *newest == content) return gone;
  }
  const int64_t number = versions.empty() ? 1 : versions.front().number + 1;
  if (absl::Status status = folder_->Write(VersionPath(page, number), content); !status.ok()) return status;
  for (size_t k = kVersions - 1; k < versions.size(); ++k) {
    const std::string path = absl::StrCat(VersionFolder(page), "/", versions[k].file.name);
    absl::StatusOr<std::string> text = folder_->Read(path);
    if (absl::Status status = folder_->Remove(path); !status.ok()) return status;
    if (text.ok()) gone.push_back(*std::move(text));
  }
  return gone;
}

std::vector<std::string> PageHistory::Texts() const {
  std::vector<std::string> texts, folders = {kAutosaves, kTrash};
  for (const FileInfo& page : folder_->List(kVersionFolders)) {
    if (page.folder) folders.push_back(absl::StrCat(kVersionFolders, "/", page.name));
  }
  for (const std::string& folder : folders) {
    for (const FileInfo& file : folder_->List(folder)) {
      absl::StatusOr<std::string> text = folder_->Read(absl::StrCat(folder, "/", file.name));
      if (text.ok()) texts.push_back(*std::move(text));
    }
  }
  return texts;
}

absl::Status PageHistory::Autosave(const std::string& page, absl::string_view json) const {
  return folder_->Write(AutosavePath(page), json);
}

absl::StatusOr<std::string> PageHistory::ReadAutosave(const std::string& page) const {
  return folder_->Read(AutosavePath(page));
}

absl::StatusOr<FileInfo> PageHistory::AutosaveInfo(const std::string& page) const {
  return folder_->Info(AutosavePath(page));
}

void PageHistory::ForgetAutosave(const std::string& page) const {
  folder_->Remove(AutosavePath(page)).IgnoreError();  // most pages have none
}

std::vector<std::pair<std::string, FileInfo>> PageHistory::Autosaves() const {
  std::vector<std::pair<std::string, FileInfo>> pages;
  for (FileInfo& file : folder_->List(kAutosaves)) {
    absl::string_view name = file.name;
    if (file.folder || !absl::ConsumeSuffix(&name, ".json")) continue;
    const std::string page = PageOf(name);
    if (SafeFolder::CheckName(page).ok()) pages.emplace_back(page, std::move(file));
  }
  return pages;
}

void PageHistory::Rename(const std::string& page, const std::string& to) const {
  // What a page of the new name left behind stays; then the versions stay under the old name.
  folder_->Move(VersionFolder(page), VersionFolder(to)).IgnoreError();
  folder_->Move(AutosavePath(page), AutosavePath(to)).IgnoreError();
}

absl::Status PageHistory::Trash(const std::string& page) const {
  for (int k = 0;; ++k) {
    const std::string name = absl::StrCat(kTrash, "/", std::time(nullptr), k == 0 ? "" : absl::StrCat("-", k),
                                          "-", FileName(page));
    const absl::Status status = folder_->Move(page, name);
    if (!absl::IsAlreadyExists(status) || k == 100) return status;
  }
}

}  // namespace voxgrad::studio
